import { useState } from 'preact/hooks'
import { birthdaysQuery } from '../data/birthdays'
import { AddingSection } from '../forms/adding-section'
import { FormError } from '../forms/form-dialog'
import { Loaded } from '../forms/section'
import { useSubmit } from '../forms/submit'
import { useText } from '../i18n'
import { useFormats } from '../i18n/format'
import { useSecondaryText } from '../i18n/secondary'
import { dayOfIso } from '../lib/tz'
import { Menu } from '../ui/menu'
import { addBirthday, type Birthday, removeBirthday } from './birthday-api'
import { BirthdayDialog } from './birthday-dialog'
import { Cake, Pencil, Trash2 } from './icons'
import { undoRemoval } from './undo-removal'

/** Birthdays of those who are no persons here: one list for the household. */
export function Birthdays() {
  const { birthdays: texts } = useSecondaryText().people
  return (
    <AddingSection texts={texts} dialog={(close) => <BirthdayDialog birthday={null} onClose={close} />}>
      <Loaded query={birthdaysQuery}>
        {(birthdays) => (
          <ul class="rows" aria-label={texts.title}>
            {birthdays.map((birthday) => (
              <BirthdayRow key={birthday.id} birthday={birthday} />
            ))}
          </ul>
        )}
      </Loaded>
    </AddingSection>
  )
}

function BirthdayRow({ birthday }: { birthday: Birthday }) {
  const { common } = useText()
  const { people } = useSecondaryText()
  const texts = people.birthdays
  const dayOf = useDayText()
  const [isEditing, setEditing] = useState(false)
  const { error, submit } = useSubmit({ 404: texts.gone })
  const { id, name, date, reminder } = birthday

  const remove = async () => {
    if (!(await submit(() => removeBirthday(id)))) return
    undoRemoval(people.removed(name), () => addBirthday({ name, date, reminder }))
  }
  const words = [dayOf(date), ...(reminder === 'none' ? [] : [texts.reminds[reminder]])]
  return (
    <li class="member-row">
      <Cake aria-hidden="true" />
      <div class="member-words">
        <p>
          <strong>{name}</strong>
        </p>
        <p class="hint">{words.join(' · ')}</p>
        <FormError>{error}</FormError>
      </div>
      <Menu
        label={people.actionsFor(name)}
        actions={[
          { label: common.edit, icon: <Pencil aria-hidden="true" />, run: () => setEditing(true) },
          { label: people.remove, icon: <Trash2 aria-hidden="true" />, danger: true, run: () => void remove() },
        ]}
      />
      {isEditing && <BirthdayDialog birthday={birthday} onClose={() => setEditing(false)} />}
    </li>
  )
}

/** `24 Dec 1950`, or `24 Dec`. */
function useDayText(): (date: string) => string {
  const formats = useFormats()
  return (date) => {
    if (date.startsWith('--')) return formats.dayMonth(dayOfIso(`2000${date.slice(1)}`))
    const day = dayOfIso(date)
    return `${formats.dayMonth(day)} ${formats.year(day)}`
  }
}
