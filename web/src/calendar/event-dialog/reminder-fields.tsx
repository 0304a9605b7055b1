import { useRef } from 'preact/hooks'
import type { ReminderTime } from '../../data/types'
import { leadMessage } from '../../forms/lead-message'
import { ALL_DAY_REMINDERS, TIMED_REMINDERS } from '../../forms/reminder-times'
import { useEventFormText } from '../../i18n/event-form'
import { useFormats } from '../../i18n/format'
import { Button } from '../../ui/button'
import { SelectRow } from '../../ui/field'
import { Bell } from '../../ui/icons'
import { lazy } from '../../ui/lazy'
import { MAX_REMINDERS, minutesBefore, type Reminders, remindersFor } from '../reminders'
import type { MoreFieldsProps } from './more-fields'

const SilentDevice = lazy(() => import('./silent-device'))

/** When to remind; alarms that this form cannot express are shown as kept. */
export function ReminderFields({ draft, onChange, original }: MoreFieldsProps & { original: Reminders }) {
  const form = useEventFormText()
  const formats = useFormats()
  const box = useRef<HTMLDivElement>(null)
  const { allDay } = draft
  const reminders = remindersFor(draft.reminders, allDay)
  const list = reminders === 'custom' ? [] : reminders
  const rows = reminders === 'custom' ? (['custom'] as const) : list.length === 0 ? [null] : list
  const presets = allDay ? ALL_DAY_REMINDERS : TIMED_REMINDERS
  const isChosen = (one: ReminderTime) => list.some((other) => keyOf(other) === keyOf(one))
  const next = presets.find((one) => one !== 0 && !isChosen(one))
  const set = (changed: Reminders) => onChange({ ...draft, reminders: changed })

  const choose = (index: number, key: string) => {
    const chosen: ReminderTime | 'custom' | null = JSON.parse(key)
    if (chosen === 'custom') return set(chosen)
    if (chosen !== null) return set(list.length === 0 ? [chosen] : list.with(index, chosen))
    set(list.filter((_, position) => position !== index))
    // Its row goes.
    box.current?.querySelectorAll('select')[Math.max(0, index - 1)]?.focus()
  }

  const optionsOf = (row: ReminderTime | 'custom' | null, index: number) => {
    const own = row === null || row === 'custom' ? [] : [row]
    const times = [...own, ...presets.filter((one) => !isChosen(one))]
    times.sort((a, b) => minutesBefore(a, allDay) - minutesBefore(b, allDay))
    return [
      ...(original === 'custom' && index === 0 ? [{ value: keyOf('custom'), label: form.customReminder }] : []),
      { value: keyOf(null), label: form.noReminder },
      ...times.map((one) => ({ value: keyOf(one), label: leadMessage(one, allDay, { form, formats }) })),
    ]
  }

  return (
    <div ref={box}>
      {rows.map((row, index) => (
        <SelectRow
          key={String(index)}
          icon={index === 0 && <Bell aria-hidden="true" />}
          label={index === 0 ? form.reminder : `${form.reminder} ${index + 1}`}
          value={keyOf(row)}
          options={optionsOf(row, index)}
          onChange={(key) => choose(index, key)}
        />
      ))}
      {list.length > 0 && list.length < MAX_REMINDERS && next !== undefined && (
        <Button kind="quiet" class="another-reminder" onClick={() => set([...list, next])}>
          {form.anotherReminder}
        </Button>
      )}
      {rows[0] !== null && <SilentDevice isChosen={keyOf(reminders) !== keyOf(remindersFor(original, allDay))} />}
    </div>
  )
}

const keyOf = (value: Reminders | ReminderTime | null): string => JSON.stringify(value)
