/** A household's events of one year as plain plans: the iCalendar objects and the slow answer are both made of them. */
import { seeded } from '../../ical/seeded'

export const YEAR = 2026

export interface Plan {
  uid: string
  allDay: boolean
  /** Of the wall clock; without meaning for an all-day event. */
  zone: string
  /** `YYYY-MM-DD` of the first occurrence. */
  first: string
  /** `HH:MM:SS` */
  time: string
  repeat: Repeat | null
  /** Dates of occurrences that were excluded, cancelled, or moved to another date and time. */
  excluded: string[]
  cancelled: string[]
  moved: { from: string; to: string; time: string }[]
  leadMinutes: number
}

export interface Repeat {
  every: 'day' | 'week' | 'month' | 'year'
  interval: number
  count?: number
  /** The last day, inclusive. */
  until?: string
}

const LEADS = [0, 5, 10, 15, 30, 60, 120, 1440, 2880, 10_080, 1, 45, 90, 900, 4320, 20_160]
const EVERY = ['day', 'week', 'week', 'month', 'year'] as const
const NIGHT_TIMES = ['01:30:00', '02:00:00', '02:15:00', '02:30:00', '02:59:59', '03:00:00']

/** 300 events: single and recurring, timed and all-day, in the household's zone and in others, crowded on nights when clocks change. */
export function householdPlans(household: string, seed: number): Plan[] {
  const below = seeded(seed)
  const pick = <Value>(values: readonly Value[]) => values[below(values.length)]!
  const zones = [household, household, household, 'Europe/London', 'America/Sao_Paulo', 'UTC']
  const day = () => shift(`${YEAR}-01-01`, below(365))
  const time = () => `${pad(below(24))}:${pad(below(12) * 5)}:${below(8) === 0 ? pad(below(60)) : '00'}`
  const plans: Plan[] = []
  const add = (plan: Partial<Plan>) => {
    const common = { zone: household, time: time(), repeat: null, excluded: [], cancelled: [], moved: [] }
    plans.push({
      ...common,
      uid: `event-${plans.length}@household`,
      allDay: false,
      first: day(),
      leadMinutes: pick(LEADS),
      ...plan,
    })
  }

  for (let index = 0; index < 120; index++) add({ zone: pick(zones) })
  for (let index = 0; index < 60; index++) add({ allDay: true })
  for (const night of clockChanges(household)) {
    for (const at of NIGHT_TIMES) add({ first: night, time: at, leadMinutes: pick([5, 30, 60, 90, 120]) })
    for (const leadMinutes of [0, 1440]) add({ first: night, allDay: true, leadMinutes })
    for (const at of NIGHT_TIMES) {
      add({
        first: shift(night, -14),
        time: at,
        leadMinutes: pick([10, 60]),
        repeat: { every: 'day', interval: 1, count: 20 },
      })
    }
  }
  while (plans.length < 300) {
    const allDay = below(3) === 0
    const every = pick(EVERY)
    const first = shift(`${YEAR - below(4)}-01-01`, below(365))
    const bound = pick([{}, {}, { count: 1 + below(60) }, { until: shift(`${YEAR}-01-01`, below(365)) }])
    const repeat = { every, interval: 1 + below(every === 'day' ? 10 : 2), ...bound }
    const base = { allDay, zone: pick(zones), first, time: time(), repeat }
    add({ ...base, ...exceptions(base, below) })
  }
  return plans
}

/** Some occurrences of this year are excluded, some cancelled, some moved. */
function exceptions(plan: Pick<Plan, 'first' | 'repeat'>, below: (bound: number) => number) {
  const dates = datesOf(plan, `${YEAR}-12-31`).filter((date) => date >= `${YEAR}-01-01`)
  const excluded: string[] = []
  const cancelled: string[] = []
  const moved: Plan['moved'] = []
  for (const date of dates) {
    const fate = below(20)
    if (fate === 0) excluded.push(date)
    if (fate === 1) cancelled.push(date)
    if (fate === 2 && moved.length < 5)
      moved.push({ from: date, to: shift(date, below(5) - 2), time: `${pad(below(24))}:10:00` })
  }
  return { excluded, cancelled, moved }
}

/** The dates on which a plan's rule falls, up to a day and including it; counted one by one, exceptions included. */
export function datesOf({ first, repeat }: Pick<Plan, 'first' | 'repeat'>, last: string): string[] {
  if (repeat === null) return [first]
  const start = Temporal.PlainDate.from(first)
  const dates: string[] = []
  for (let date = start; date.toString() <= last; date = date.add({ days: 1 })) {
    const isPastItsEnd = dates.length === repeat.count || (repeat.until !== undefined && date.toString() > repeat.until)
    // The start of an event is its first occurrence, also beyond its end.
    if (isPastItsEnd && dates.length > 0) break
    if (fallsOn(start, date, repeat)) dates.push(date.toString())
  }
  return dates
}

function fallsOn(start: Temporal.PlainDate, date: Temporal.PlainDate, { every, interval }: Repeat): boolean {
  const days = start.until(date, { largestUnit: 'days' }).days
  const months = (date.year - start.year) * 12 + date.month - start.month
  if (every === 'day') return days % interval === 0
  if (every === 'week') return days % (7 * interval) === 0
  if (date.day !== start.day) return false
  if (every === 'month') return months % interval === 0
  return date.month === start.month && (date.year - start.year) % interval === 0
}

/** The days of the year on which the zone's clocks change. */
export function clockChanges(zone: string): string[] {
  const days: string[] = []
  let next = Temporal.ZonedDateTime.from(`${YEAR}-01-01T00:00[${zone}]`).getTimeZoneTransition('next')
  while (next !== null && next.year === YEAR) {
    days.push(next.toPlainDate().toString())
    next = next.getTimeZoneTransition('next')
  }
  return days
}

/** The plan as an iCalendar object. */
export function textOf(plan: Plan): string {
  const { uid, first, time, leadMinutes } = plan
  const components = [
    [
      dateLine('DTSTART', plan, first, time),
      ...ruleLines(plan),
      ...plan.excluded.map((date) => dateLine('EXDATE', plan, date, time)),
      ...['BEGIN:VALARM', 'ACTION:DISPLAY', `TRIGGER:-PT${leadMinutes}M`, 'END:VALARM'],
    ],
    ...plan.cancelled.map((date) => [
      dateLine('RECURRENCE-ID', plan, date, time),
      dateLine('DTSTART', plan, date, time),
      'STATUS:CANCELLED',
    ]),
    ...plan.moved.map((move) => [
      dateLine('RECURRENCE-ID', plan, move.from, time),
      dateLine('DTSTART', plan, move.to, move.time),
    ]),
  ]
  const events = components.map((lines) =>
    ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20250101T000000Z', 'SUMMARY:Event', ...lines, 'END:VEVENT'].join('\r\n'),
  )
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//tests//EN', ...events, 'END:VCALENDAR', ''].join('\r\n')
}

function dateLine(name: string, { allDay, zone }: Plan, date: string, time: string): string {
  const day = date.replaceAll('-', '')
  return allDay ? `${name};VALUE=DATE:${day}` : `${name};TZID=${zone}:${day}T${time.replaceAll(':', '')}`
}

function ruleLines({ allDay, zone, repeat }: Plan): string[] {
  if (repeat === null) return []
  const { every, interval, count, until } = repeat
  const frequency = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' }[every]
  const lastMoment = () =>
    Temporal.PlainDateTime.from(`${until}T23:59:59`).toZonedDateTime(zone).toInstant().toString().replace(/[-:]/g, '')
  const end = until === undefined ? '' : `;UNTIL=${allDay ? until.replaceAll('-', '') : lastMoment()}`
  return [`RRULE:FREQ=${frequency};INTERVAL=${interval}${count === undefined ? '' : `;COUNT=${count}`}${end}`]
}

export const shift = (date: string, days: number) => Temporal.PlainDate.from(date).add({ days }).toString()

const pad = (value: number) => String(value).padStart(2, '0')
