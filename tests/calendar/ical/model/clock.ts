/** Clocks of the model, read from the runtime's own zones: not the tables that the service expands with. */

export const DAY = 86_400
const HALF_HOUR = 1800

/** On what clock a series stands: a zone, UTC, no zone (the household's is meant), or days alone. */
export type Clock = 'Europe/Berlin' | 'America/New_York' | 'Australia/Lord_Howe' | 'UTC' | 'floating' | 'date'

export const CLOCKS: readonly Clock[] = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'UTC',
  'floating',
  'date',
]

export const HOUSEHOLD = 'Europe/Berlin'

export const isZone = (clock: Clock) => clock.includes('/')

/** The zone in which a wall-clock time of that clock is an instant. */
export const zoneNameOf = (clock: Clock) => (isZone(clock) ? clock : clock === 'floating' ? HOUSEHOLD : 'UTC')

const known = new Map<string, Map<number, number>>(CLOCKS.map((clock) => [zoneNameOf(clock), new Map()]))

/** UTC seconds of a wall-clock time; one in a gap is read with the offset before it, one that stands twice is the first. */
export function instantOf(clock: Clock, wall: number): number {
  const zone = zoneNameOf(clock)
  const memo = known.get(zone)!
  const found = memo.get(wall)
  if (found !== undefined) return found
  const plain = Temporal.Instant.fromEpochMilliseconds(wall * 1000)
    .toZonedDateTimeISO('UTC')
    .toPlainDateTime()
  const instant = plain.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds / 1000
  memo.set(wall, instant)
  return instant
}

export function wallOf(clock: Clock, instant: number): number {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant * 1000).toZonedDateTimeISO(zoneNameOf(clock))
  return instant + zoned.offsetNanoseconds / 1e9
}

/** Whether a clock shows that time twice, where it is set back. */
export function isShownTwice(clock: Clock, wall: number): boolean {
  const first = instantOf(clock, wall)
  return [HALF_HOUR, 2 * HALF_HOUR].some((later) => wallOf(clock, first + later) === wall)
}

/** Whether a clock shows that time, once or twice. */
export const isShown = (clock: Clock, wall: number) => wallOf(clock, instantOf(clock, wall)) === wall

export const dayOf = (wall: number) => Math.floor(wall / DAY)
export const timeOf = (wall: number) => wall - dayOf(wall) * DAY

/** Monday is 0. */
export const weekdayOf = (day: number) => (((day + 3) % 7) + 7) % 7

interface CalendarDay {
  year: number
  month: number
  day: number
  monthLength: number
  /** 1 on the first of January. */
  dayOfYear: number
  yearLength: number
}

const dates = new Map<number, CalendarDay>()

export function dateOf(day: number): CalendarDay {
  const known = dates.get(day)
  if (known) return known
  const date = new Date(day * DAY * 1000)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1]
  const monthLength = dayAt(year, month + 1, 1) - dayAt(year, month, 1)
  const newYear = dayAt(year, 1, 1)
  const yearLength = dayAt(year + 1, 1, 1) - newYear
  const found = { year, month, day: date.getUTCDate(), monthLength, dayOfYear: day - newYear + 1, yearLength }
  dates.set(day, found)
  return found
}

export const dayAt = (year: number, month: number, day: number) => Date.UTC(year, month - 1, day) / 1000 / DAY

/** Wall-clock seconds of `2026-03-29T02:30` or `2026-03-29`. */
export const wallAt = (text: string) => Date.parse(text.includes('T') ? `${text}:00Z` : `${text}T00:00:00Z`) / 1000

/** `20260329T023000`, without a zone. */
export const basic = (wall: number) => new Date(wall * 1000).toISOString().slice(0, 19).replace(/[-:]/g, '')
export const basicDate = (wall: number) => basic(wall).slice(0, 8)

/** What RECURRENCE-ID holds, in the form of the interface. */
export function recurrenceIdAt(clock: Clock, wall: number): string {
  if (clock === 'date') return new Date(wall * 1000).toISOString().slice(0, 10)
  return new Date(instantOf(clock, wall) * 1000).toISOString()
}

/** A date property of a series on that clock. */
export function timeProperty(name: string, clock: Clock, walls: readonly number[]): string {
  if (clock === 'date') return `${name};VALUE=DATE:${walls.map(basicDate).join(',')}`
  const zone = isZone(clock) ? `;TZID=${clock}` : ''
  return `${name}${zone}:${walls.map((wall) => basic(wall) + (clock === 'UTC' ? 'Z' : '')).join(',')}`
}
