import type { QuietHours, SharedReminders } from '../../../../src/household/reminder-preferences'
import { eventText } from '../../../support/caldav'
import type { CastName } from '../../../support/cast'
import { seeded } from '../../ical/seeded'

const MINUTE = 60_000

/** An event of the night; `repeat`: it comes every so many hours. */
export interface Plan {
  uid: string
  calendar: CastName | 'shared'
  start: number
  repeatHours: number | null
  leadMinutes: number
  categories: string[]
}

export interface Wanted {
  shared: SharedReminders[]
  quietHours: QuietHours | null
  morning: string | null
}

/** Who looks after whom; these never sign in. */
export const CHILDREN: Record<string, CastName[]> = { Mia: ['ada'], Tom: ['ada', 'ben'] }
export const CAST: readonly CastName[] = ['ada', 'ben', 'cleo']

export class Night {
  readonly plans: Plan[]
  readonly wishes: Record<CastName, Wanted>

  constructor(
    readonly zone: string,
    readonly from: number,
    readonly to: number,
    readonly below: (limit: number) => number,
  ) {
    this.plans = Array.from({ length: 60 }, (_, index) => this.#plan(index))
    this.wishes = { ada: this.#wanted(), ben: this.#wanted(), cleo: this.#wanted() }
  }

  static of(zone: string, day: string, seed: number): Night {
    const from = Temporal.PlainDateTime.from(`${day}T19:00`).toZonedDateTime(zone).epochMilliseconds
    return new Night(zone, from, from + 14 * 60 * MINUTE, seeded(seed))
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!
  }

  #plan(index: number): Plan {
    const minutes = (this.to - this.from) / MINUTE
    return {
      uid: `event-${index}`,
      calendar: this.pick([...CAST, 'shared', 'shared', 'shared'] as const),
      start: this.from + this.below(minutes) * MINUTE,
      repeatHours: this.below(5) === 0 ? 1 + this.below(6) : null,
      leadMinutes: this.pick([5, 10, 30, 60, 120, 480]),
      categories: this.pick([[], ['Mia'], ['Tom'], ['Ben'], ['Ada', 'Mia'], ['Cleo', 'Football'], ['Football']]),
    }
  }

  #wanted(): Wanted {
    return {
      shared: this.pick<SharedReminders[]>([['all'], ['me'], ['children'], ['me', 'children'], []]),
      quietHours: this.pick([null, { start: '22:00', end: '06:30' }, { start: '20:15', end: '02:30' }]),
      morning: this.pick([null, '06:00', '07:10']),
    }
  }

  /** Starts of an event, as far as they may matter in this night. */
  startsOf({ start, repeatHours }: Plan): number[] {
    if (repeatHours === null) return [start]
    const starts: number[] = []
    for (let at = start; at < this.to + 24 * 60 * MINUTE; at += repeatHours * 60 * MINUTE) starts.push(at)
    return starts
  }

  isFor(who: CastName, { calendar, categories }: Plan): boolean {
    if (calendar !== 'shared') return calendar === who
    const { shared } = this.wishes[who]
    if (shared.length === 0) return false
    const names = categories.filter((name) => name !== 'Football')
    if (shared.includes('all') || names.length === 0) return true
    const isMine = shared.includes('me') && names.some((name) => name.toLowerCase() === who)
    return isMine || (shared.includes('children') && names.some((name) => CHILDREN[name]?.includes(who)))
  }

  /** When a member is reminded of something that starts then; null: never. */
  momentOf(who: CastName, start: number, leadMinutes: number): number | null {
    let at = start - leadMinutes * MINUTE
    while (this.#isQuiet(who, at)) at += MINUTE
    return at === start - leadMinutes * MINUTE || at < start ? at : null
  }

  #isQuiet(who: CastName, at: number): boolean {
    const { quietHours } = this.wishes[who]
    if (quietHours === null) return false
    const { start, end } = quietHours
    const now = clockAt(at, this.zone)
    return start < end ? now >= start && now < end : now >= start || now < end
  }

  /** The morning of the day on which the night ends, and how much there is on it; null: no message. */
  morningOf(who: CastName): { at: number; tag: string; count: number } | null {
    const { morning } = this.wishes[who]
    if (morning === null) return null
    const day = Temporal.Instant.fromEpochMilliseconds(this.to).toZonedDateTimeISO(this.zone).toPlainDate()
    const [midnight, next] = [day, day.add({ days: 1 })].map(
      (date) => date.toZonedDateTime(this.zone).epochMilliseconds,
    )
    const things = this.plans
      .filter((plan) => this.isFor(who, plan))
      .flatMap((plan) => this.startsOf(plan))
      .filter((start) => start + 30 * MINUTE > midnight! && start < next!)
    const at = day.toZonedDateTime({ timeZone: this.zone, plainTime: morning }).epochMilliseconds
    return things.length === 0 ? null : { at, tag: `morning:${day}`, count: things.length }
  }
}

const clockAt = (at: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainTime().toString({ smallestUnit: 'minute' })

/** The text of an event, half an hour long. */
export function textOf({ uid, start, repeatHours, leadMinutes, categories }: Plan): string {
  const stamp = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')
  return eventText(uid, {
    DTSTART: stamp(start),
    DTEND: stamp(start + 30 * MINUTE),
    ...(repeatHours !== null && { RRULE: `FREQ=HOURLY;INTERVAL=${repeatHours}` }),
    ...(categories.length > 0 && { CATEGORIES: categories.join(',') }),
    raw: ['BEGIN:VALARM', 'ACTION:DISPLAY', `TRIGGER:-PT${leadMinutes}M`, 'END:VALARM'].join('\r\n'),
  })
}
