import { useState } from 'preact/hooks'
import { MAX_BIRTHDAY_NAME_LENGTH } from '../../../src/platform/limits'
import { useFields } from '../data/unfinished'
import { FormDialog, NameField } from '../forms/form-dialog'
import { useProblems } from '../forms/problems'
import { useSubmit } from '../forms/submit'
import { useText } from '../i18n'
import { useFormats } from '../i18n/format'
import { useSecondaryText } from '../i18n/secondary'
import { changedIn } from '../lib/changed'
import { dayOfIso } from '../lib/tz'
import { SelectField, TextField } from '../ui/field'
import { dateOf, fieldsOf } from './birth-date'
import { addBirthday, type Birthday, changeBirthday, type NewBirthday } from './birthday-api'

const REMINDERS = ['none', 'morning', 'evening'] as const
const NEW = { name: '', day: '', month: '', year: '', reminder: 'morning' as Birthday['reminder'] }

interface BirthdayDialogProps {
  /** Null: a new one. */
  birthday: Birthday | null
  onClose: () => void
}

/** Asks for the name, the day, the year if it is known, and whether to be reminded. */
export function BirthdayDialog({ birthday, onClose }: BirthdayDialogProps) {
  const { common } = useText()
  const { people, settings } = useSecondaryText()
  const texts = people.birthdays
  const formats = useFormats()
  // As it was opened: what others change meanwhile is no change of this form.
  const [opened] = useState(birthday)
  const initial = opened === null ? NEW : { ...fieldsOf(opened.date), name: opened.name, reminder: opened.reminder }
  const { fields, change, offer } = useFields(`birthday-${birthday?.id ?? 'new'}`, initial, {
    nameOf: ({ name = '' }) => name.trim(),
  })
  const name = fields.name.trim()
  const date = dateOf(fields)
  const { problems, check } = useProblems({
    name: name === '' && settings.needDisplayName,
    date: date === null && texts.notADate,
  })
  const { isBusy, error, submit } = useSubmit({ 400: texts.notADate, 404: texts.gone, 409: texts.full })
  const set = (part: Partial<typeof fields>) => change({ ...fields, ...part })

  const save = async () => {
    if (!check() || date === null) return
    const body = { name, date, reminder: fields.reminder }
    if (!(await submit(() => send(body)))) return
    offer.finish()
    onClose()
  }
  const send = async (body: NewBirthday) => {
    if (opened === null) return addBirthday(body)
    const { id, name, date, reminder } = opened
    const changed = changedIn<typeof body>({ name, date, reminder }, body)
    return Object.keys(changed).length === 0 ? null : changeBirthday(id, changed)
  }
  const numbers = (count: number, wordOf: (number: number) => string) => [
    { value: '', label: '–' },
    ...Array.from({ length: count }, (_, index) => ({ value: String(index + 1), label: wordOf(index + 1) })),
  ]
  const monthName = (month: number) => formats.month(dayOfIso(`2000-${String(month).padStart(2, '0')}-01`))
  return (
    <FormDialog
      title={birthday === null ? texts.addTitle : texts.editTitle(birthday.name)}
      action={birthday === null ? people.addAction : common.save}
      isBusy={isBusy}
      error={error}
      offer={offer}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <NameField
        maxLength={MAX_BIRTHDAY_NAME_LENGTH}
        value={fields.name}
        onInput={(typed) => set({ name: typed })}
        error={problems.name}
      />
      <div class="birth-date">
        <SelectField
          label={texts.day}
          value={fields.day}
          options={numbers(31, String)}
          onChange={(day) => set({ day })}
          error={problems.date}
        />
        <SelectField
          label={texts.month}
          value={fields.month}
          options={numbers(12, monthName)}
          onChange={(month) => set({ month })}
        />
        <TextField
          label={texts.year}
          hint={texts.yearHint}
          autoComplete="off"
          value={fields.year}
          onInput={(year) => set({ year })}
        />
      </div>
      <SelectField
        label={texts.reminder}
        hint={texts.reminderHint}
        value={fields.reminder}
        options={REMINDERS.map((value) => ({ value, label: texts.reminders[value] }))}
        onChange={(reminder) => set({ reminder })}
      />
    </FormDialog>
  )
}
