/** Prints a digest of everything this part of the house answers, to be compared between processes of different TZ. */
import { buildEvent } from '../../../src/calendar/ical/build'
import { editEvent } from '../../../src/calendar/ical/edit'
import { type EventForm, formOf } from '../../../src/calendar/ical/form'
import { summarize } from '../../../src/calendar/ical/summary'
import { household, occurrencesOf, options } from './cast'
import { allTexts } from './corpus'

const hasher = new Bun.CryptoHasher('sha256')
const tell = (value: unknown) => hasher.update(JSON.stringify(value))

for (const { text } of allTexts()) {
  try {
    tell(summarize(text, household))
    tell(formOf(text, household))
    tell(occurrencesOf(text, '2026-10-01', '2026-12-30'))
    tell(editEvent(text, { allDay: false, start: '2026-10-05T16:00:00Z', end: '2026-10-05T17:00:00Z' }, options))
  } catch (error) {
    tell(String(error))
  }
}
const form: EventForm = { title: 'x', allDay: false, start: '2026-10-05T16:00:00Z', end: '2026-10-05T17:00:00Z' }
const everything = { ...form, recurrence: 'weekly', recurrenceUntil: '2026-12-21', reminderLeadMinutes: 15 } as const
tell(buildEvent(everything, { ...options, uid: 'u' }))
tell(
  buildEvent(
    { ...form, allDay: true, start: '2026-10-05', end: '2026-10-05', reminderLeadMinutes: 1440 },
    { ...options, uid: 'u' },
  ),
)
console.log(hasher.digest('hex'))
