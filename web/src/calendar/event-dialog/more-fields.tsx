import { MAX_EVENT_TEXT_LENGTH } from '../../../../src/platform/limits'
import { queries, useQuery } from '../../data/queries'
import { useEventFormText } from '../../i18n/event-form'
import { SelectRow } from '../../ui/field'
import { CalendarDays, MapPin, Pencil } from '../../ui/icons'
import type { Draft } from '../draft'

export interface MoreFieldsProps {
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
        icon={<CalendarDays aria-hidden="true" />}
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
