import { useState } from 'preact/hooks'
import { birthdaysQuery } from '../data/birthdays'
import { ApiError } from '../data/http'
import { AddingSection } from '../forms/adding-section'
import { FormError } from '../forms/form-dialog'
import { Loaded } from '../forms/section'
import { messageFor } from '../forms/submit'
import { useText } from '../i18n'
import { useFormats } from '../i18n/format'
import { useSecondaryText } from '../i18n/secondary'
import { dayOfIso } from '../lib/tz'
import { uuid } from '../lib/uuid'
import { Menu } from '../ui/menu'
import { showUndo } from '../ui/toast'
import { addBirthday, type Birthday, removeBirthday } from './birthday-api'
import { BirthdayDialog } from './birthday-dialog'
import { Cake, Pencil, Trash2 } from './icons'

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
  const { people, settings } = useSecondaryText()
  const texts = people.birthdays
  const dayOf = useDayText()
  const [isEditing, setEditing] = useState(false)
  const [error, setError] = useState('')
  const { id, name, date, reminder } = birthday

  const send = async (work: () => Promise<unknown>): Promise<boolean> => {
    setError('')
    try {
      await work()
      return true
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(messageFor(failure, settings, { 404: texts.gone }))
      return false
    }
  }
  const remove = async () => {
    if (!(await send(() => removeBirthday(id)))) return
    showUndo(people.removed(name), common.undo, () => void send(() => addBirthday({ name, date, reminder }, uuid())))
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
