import { MAX_EVENT_TEXT_LENGTH } from '../../../../src/platform/limits'
import { queries, useQuery } from '../../data/queries'
import { useEventFormText } from '../../i18n/event-form'
import { SelectRow } from '../../ui/field'
import { Bell, MapPin, Pencil, Users } from '../../ui/icons'
import { lazy } from '../../ui/lazy'
import { ALL_DAY_LEADS, type Draft, TIMED_LEADS } from '../draft'
import { leadMessage } from '../lead-message'

const SilentDevice = lazy(() => import('./silent-device'))

interface MoreFieldsProps {
  draft: Draft
  onChange: (draft: Draft) => void
}

/** The calendar the event stands in. */
export function CalendarField({ draft, onChange, original }: MoreFieldsProps & { original: string | null }) {
  const form = useEventFormText()
  const calendars = useQuery(queries.writableCalendars).data ?? []
  if (calendars.length === 0) return null
  const isKnown = calendars.some(({ url }) => url === draft.calendarUrl)
  return (
    <div>
      <SelectRow
        icon={<Users aria-hidden="true" />}
        label={form.calendar}
        value={isKnown ? draft.calendarUrl : calendars[0]!.url}
        options={calendars.map(({ url, displayName, isShared }) => ({
          value: url,
          label: isShared ? form.everyoneCalendar(displayName) : displayName,
        }))}
        onChange={(calendarUrl) => onChange({ ...draft, calendarUrl })}
      />
      {original !== null && isKnown && draft.calendarUrl !== original && <p class="hint">{form.movesNote}</p>}
    </div>
  )
}

/** When to remind; alarms that this form cannot express are shown as kept. */
export function ReminderField({ draft, onChange, original }: MoreFieldsProps & { original: Draft['reminder'] }) {
  const form = useEventFormText()
  const presets: readonly number[] = draft.allDay ? ALL_DAY_LEADS : TIMED_LEADS
  const { reminder } = draft
  const isOffList = typeof reminder === 'number' && !presets.includes(reminder)
  const leads = isOffList ? [...presets, reminder].sort((a, b) => a - b) : presets
  const options = [
    ...(original === 'custom' ? [{ value: 'custom', label: form.customReminder }] : []),
    { value: '', label: form.noReminder },
    ...leads.map((lead) => ({ value: String(lead), label: leadMessage(lead, draft.allDay, form) })),
  ]
  return (
    <div>
      <SelectRow
        icon={<Bell aria-hidden="true" />}
        label={form.reminder}
        value={reminder === null ? '' : String(reminder)}
        options={options}
        onChange={(value) => {
          onChange({ ...draft, reminder: value === 'custom' ? 'custom' : value === '' ? null : Number(value) })
        }}
      />
      {reminder !== null && reminder !== original && <SilentDevice />}
    </div>
  )
}

/** Where, and whatever else there is to say. */
export function TextFields({ draft, onChange }: MoreFieldsProps) {
  const form = useEventFormText()
  const text = (part: 'location' | 'description') => ({
    class: 'input',
    maxLength: MAX_EVENT_TEXT_LENGTH,
    value: draft[part],
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ ...draft, [part]: currentTarget.value }),
  })
  return (
    <div>
      <label class="row-field">
        <span>
          <MapPin aria-hidden="true" />
          {form.place}
        </span>
        <input type="text" enterKeyHint="next" placeholder={form.placeHint} {...text('location')} />
      </label>
      <label class="row-field notes-field">
        <span>
          <Pencil aria-hidden="true" />
          {form.notes}
        </span>
        <textarea rows={2} placeholder={form.notesHint} {...text('description')} />
      </label>
    </div>
  )
}
