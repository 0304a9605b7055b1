import { MAX_NAME_LENGTH } from '../../../src/platform/limits'
import { useMe, useZone } from '../data/session'
import type { Person } from '../data/types'
import { useFields } from '../data/unfinished'
import { unusedColor } from '../forms/colors'
import { FormDialog, NameField } from '../forms/form-dialog'
import { useProblems } from '../forms/problems'
import { useSubmit } from '../forms/submit'
import { Swatches } from '../forms/swatches'
import { useText } from '../i18n'
import { useSecondaryText } from '../i18n/secondary'
import { useNow } from '../lib/clock'
import { dayOf, isoOfDay } from '../lib/tz'
import { DateField } from '../ui/date-field'
import { Faces } from '../ui/faces'
import { Labelled } from '../ui/field'
import { showToast } from '../ui/toast'
import * as api from './api'
import { changesOf, fieldsOf, type PersonFields } from './fields'

interface PersonDialogProps {
  /** Null: a new one, without sign-in. */
  person: Person | null
  people: readonly Person[]
  onClose: () => void
}

/** Asks for a person's name, birthday and colour, and for who looks after them. */
export function PersonDialog({ person, people, onClose }: PersonDialogProps) {
  const { common } = useText()
  const { people: texts, settings } = useSecondaryText()
  const me = useMe()
  const today = isoOfDay(dayOf(useNow(useZone())))
  const initial = person === null ? newFields(people, me.id) : fieldsOf(person)
  const { fields, change, offer } = useFields(`person-${person?.id ?? 'new'}`, initial, {
    nameOf: ({ name = '' }) => name.trim(),
  })
  const name = fields.name.trim()
  const { problems, check } = useProblems({ name: name === '' && settings.needDisplayName })
  const { isBusy, error, submit } = useSubmit({ 400: texts.notABirthday, 404: texts.gone, 409: texts.nameTaken })
  const set = (part: Partial<PersonFields>) => change({ ...fields, ...part })
  const isManaged = person === null || person.memberId === null

  const save = async () => {
    if (!check()) return
    if (!(await submit(() => send({ ...fields, name })))) return
    offer.finish()
    api.peopleChanged()
    showToast({ text: person === null ? texts.added(name) : texts.saved })
    onClose()
  }
  const send = async ({ birthday, ...said }: PersonFields) => {
    if (person === null) {
      const body = { ...said, ...(birthday === '' ? {} : { birthday }) }
      return api.add(body)
    }
    const changes = changesOf(person, { birthday, ...said })
    return Object.keys(changes).length === 0 ? null : api.change(person.id, changes)
  }

  return (
    <FormDialog
      title={person === null ? texts.addTitle : texts.editTitle(person.name)}
      action={person === null ? texts.addAction : common.save}
      isBusy={isBusy}
      error={error}
      offer={offer}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <NameField
        hint={isManaged ? undefined : texts.memberNameHint}
        maxLength={MAX_NAME_LENGTH}
        value={fields.name}
        onInput={(typed) => set({ name: typed })}
        error={problems.name}
      />
      <Labelled label={texts.birthday}>
        {({ id }) => (
          <DateField
            id={id}
            label={texts.birthday}
            latest={today}
            value={fields.birthday}
            onChange={(birthday) => set({ birthday })}
          />
        )}
      </Labelled>
      <Swatches label={texts.color} color={fields.color} onPick={(color) => set({ color })} />
      {isManaged && me.isAdmin && (
        <Managers people={people} chosen={fields.managerIds} onChange={(managerIds) => set({ managerIds })} />
      )}
    </FormDialog>
  )
}

interface ManagersProps {
  people: readonly Person[]
  /** Ids of members. */
  chosen: readonly number[]
  onChange: (chosen: number[]) => void
}

/** Which members look after somebody. */
function Managers({ people, chosen, onChange }: ManagersProps) {
  const { people: texts } = useSecondaryText()
  const members = people.flatMap(({ memberId, ...one }) => (memberId === null ? [] : { ...one, id: memberId }))
  const toggle = (id: number) => onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <fieldset class="field">
      <legend class="label">{texts.managers}</legend>
      <Faces people={members} chosen={new Set(chosen)} onToggle={toggle} />
      <p class="hint">{texts.managersHint}</p>
    </fieldset>
  )
}

const newFields = (people: readonly Person[], managerId: number): PersonFields => ({
  name: '',
  birthday: '',
  color: unusedColor(people.map(({ color }) => color)),
  managerIds: [managerId],
})
