import { zoneOf } from '../../../src/calendar/ical/zone'
import { parseEventText, type Surroundings } from '../../../src/calendar/text'

const ZONE = zoneOf('Europe/Berlin')!

/** Ada speaks on a Wednesday at ten. */
export const KITCHEN: Surroundings = {
  now: new Date('2026-11-25T09:00:00Z'),
  zone: ZONE,
  day: null,
  language: 'en',
  isMonthFirst: false,
  people: ['Ada', 'Ben', 'Cleo', 'Oma'].map((name, index) => ({ id: index + 1, name })),
  speaker: 1,
  calendars: ['Family', 'Work'].map((name) => ({ name, url: name })),
  lists: ['Groceries', 'Packing list', 'Einkauf'].map((name, index) => ({ id: index + 1, name })),
}

/**
 * What a sentence says, on one line: title, days or a day and a time, rule, `remind`, `at` a place, `for` people, `in` a
 * calendar, `on` a list; times on the household's clock.
 */
export function told(text: string, around: Partial<Surroundings> = {}): string {
  const where = { ...KITCHEN, ...around }
  const { form, list } = parseEventText(text, where)
  const { title, allDay, start, end, recurrence, recurrenceUntil, recurrenceCount, reminders } = form
  const parts = [title]
  if (start !== undefined && end !== undefined) {
    const [from, to] = [start, end].map((moment) => (allDay ? moment : clockOf(moment, where.zone.id)))
    parts.push(
      from === to
        ? from!
        : `${from}-${to!.replace(`${from!.slice(0, 10)} `, '')}`.replace(/(-\d{4}-\d\d-\d\d) /, '$1 '),
    )
  }
  if (recurrence !== undefined) {
    const rule = typeof recurrence === 'string' ? { frequency: recurrence } : recurrence
    const { frequency, interval = 1, weekdays = [], nth = '', monthDay } = rule as Exclude<typeof recurrence, string>
    const days = weekdays.length === 0 ? '' : ` ${weekdays.map((weekday) => `${nth}${weekday}`).join()}`
    const bound = recurrenceUntil === undefined ? '' : ` until ${recurrenceUntil}`
    const count = recurrenceCount === undefined ? '' : ` x${recurrenceCount}`
    parts.push(`${frequency}${interval > 1 ? `/${interval}` : ''}${days}${monthDay ?? ''}${bound}${count}`)
  }
  if (reminders !== undefined) {
    const each = reminders.map((one) => (typeof one === 'number' ? one : `${one.daysBefore}d${one.time}`))
    parts.push(`remind ${each.join()}`.trim())
  }
  if (form.location !== undefined) parts.push(`at ${form.location}`)
  if (form.personIds !== undefined) {
    parts.push(`for ${where.people.filter(({ id }) => form.personIds!.includes(id)).map(({ name }) => name)}`)
  }
  if (form.calendarUrl !== undefined) parts.push(`in ${form.calendarUrl}`)
  if (list !== null) parts.push(`on ${list.name}`)
  return parts.join(' | ')
}

function clockOf(instant: string, zone: string): string {
  const wall = Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDateTime()
  return `${wall.toPlainDate()} ${wall.toPlainTime().toString({ smallestUnit: 'minute' })}`
}
