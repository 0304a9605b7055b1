import { expect, test } from 'bun:test'
import { RRuleTemporal } from 'rrule-temporal'
import {
  civilOf,
  DAY,
  dayNumber,
  dayOfWall,
  daysInMonth,
  formatDate,
  formatDateTime,
  weekdayOf,
} from '../../../src/calendar/ical/civil'
import { editEvent } from '../../../src/calendar/ical/edit'
import { expand, prepare } from '../../../src/calendar/ical/expand'
import { toUtcSeconds, toWallSeconds, type Zone, zoneOf } from '../../../src/calendar/ical/zone'
import { calendarOf, options } from './cast'
import { seeded } from './seeded'

/** A series as a list of instances, and what has happened to single ones of them. */
interface Series {
  /** What the rule says of its days, without bound. */
  rule: string
  /** The rule for another start. */
  movedRule: (to: number) => string
  /** The days come from the start; otherwise they are the rule's own. */
  turns: boolean
  start: number
  bound: Bound
  isAllDay: boolean
  zone: Zone
  exclusions: { index: number; style: 'own' | 'utc' | 'day' }[]
  overrides: { index: number; title: string; ownStart: number | null }[]
  /** Offsets of added dates from the start; the first is excluded again. */
  added: number[]
}

type Bound = { count: number } | { untilDay: number } | null

const HOUR = 3600
const MAX_COUNT = 60
const NAMES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const ZONES = ['Europe/Amsterdam', 'America/New_York', 'Australia/Lord_Howe', 'America/Sao_Paulo', 'UTC'].map(
  (id) => zoneOf(id)!,
)

const random = seeded(45)
const pick = <T>(choices: readonly T[]) => choices[random(choices.length)]!
const nameOf = (wall: number) => NAMES[weekdayOf(dayOfWall(wall))]!
const civil = (wall: number) => civilOf(dayOfWall(wall))

/** The ordinal and weekday of a start in its month; `wanted` where that holds for it, too. */
function nthOf(wall: number, wanted: number): string {
  const { year, month, day } = civil(wall)
  const fromEnd = -Math.ceil((daysInMonth(year, month) - day + 1) / 7)
  const fromStart = Math.ceil(day / 7)
  return `${wanted === fromEnd ? wanted : fromStart}${nameOf(wall)}`
}

type Kind = (start: number) => Pick<Series, 'rule' | 'movedRule' | 'turns'>
const same = (rule: string, turns: boolean) => ({ rule, movedRule: () => rule, turns })
const every = (frequency: string) => `FREQ=${frequency};INTERVAL=${1 + random(3)}`

const KINDS: Record<string, Kind> = {
  'every n days': () => same(every('DAILY'), true),
  'every n weeks': () => same(every('WEEKLY'), true),
  'every n months': () => same(every('MONTHLY'), true),
  'every n years': () => same(every('YEARLY'), true),
  'every n hours': () => same(`FREQ=HOURLY;INTERVAL=${5 + random(30)}`, true),
  'weekdays of a week': (start) => {
    const others = [nameOf(start), NAMES[random(7)]!, NAMES[random(7)]!]
    const days = NAMES.filter((name) => others.includes(name))
    const interval = 1 + random(2)
    const text = (shift: number) => {
      const turned = (name: string) => NAMES[(NAMES.indexOf(name) + shift + 700) % 7]!
      return `FREQ=WEEKLY;INTERVAL=${interval};BYDAY=${days.map(turned)};WKST=${turned('MO')}`
    }
    return { rule: text(0), movedRule: (to) => text((dayOfWall(to) - dayOfWall(start)) % 7), turns: true }
  },
  'its day of every second month': (start) => ({
    rule: `FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=${civil(start).day}`,
    movedRule: (to) => `FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=${civil(to).day}`,
    turns: true,
  }),
  'its nth weekday of the month': (start) => {
    const wanted = pick([1, -1, -2])
    return {
      rule: `FREQ=MONTHLY;BYDAY=${nthOf(start, wanted)}`,
      movedRule: (to) => `FREQ=MONTHLY;BYDAY=${movedNth(start, to, wanted)}`,
      turns: true,
    }
  },
  'its nth weekday of a month of the year': (start) => {
    const wanted = pick([1, -1])
    const text = (wall: number, nth: string) => `FREQ=YEARLY;BYMONTH=${civil(wall).month};BYDAY=${nth}`
    return {
      rule: text(start, nthOf(start, wanted)),
      movedRule: (to) => text(to, movedNth(start, to, wanted)),
      turns: true,
    }
  },
  'its date of the year': (start) => {
    const text = (wall: number) => `FREQ=YEARLY;BYMONTH=${civil(wall).month};BYMONTHDAY=${civil(wall).day}`
    return { rule: text(start), movedRule: text, turns: true }
  },
  'working days': () => same('FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR', false),
  'the last working day': () => same('FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', false),
  'the last Friday': () => same('FREQ=MONTHLY;BYDAY=-1FR,2MO', false),
  'days of the month': () => same(`FREQ=MONTHLY;BYMONTHDAY=${1 + random(9)},${10 + random(22)},-1`, false),
  'weekends in summer': (start) => {
    const text = (shift: number) =>
      `FREQ=WEEKLY;BYDAY=${[5, 6].map((day) => NAMES[(day + shift + 700) % 7])};BYMONTH=6,7,8`
    const turns = ['SA', 'SU'].includes(nameOf(start))
    return { rule: text(0), movedRule: (to) => text(turns ? (dayOfWall(to) - dayOfWall(start)) % 7 : 0), turns }
  },
  'days of the year': () => same('FREQ=YEARLY;BYYEARDAY=1,100,200,-1', false),
}

function movedNth(start: number, to: number, wanted: number): string {
  const before = Number.parseInt(nthOf(start, wanted), 10)
  const after = nthOf(to, before)
  // A positive ordinal holds for the new start only when it is its own.
  return after
}

/** The first instances of a rule on the wall clock, the start among them, from a reader that shares nothing with ours. */
function instancesOf(rule: string, start: number, bound: Bound): number[] {
  const count = bound !== null && 'count' in bound ? bound.count : MAX_COUNT
  const reference = new RRuleTemporal({
    rruleString: `DTSTART:${formatDateTime(start)}Z\nRRULE:${rule};COUNT=${count}`,
  })
  const walls = reference.all().map((found) => found.epochMilliseconds / 1000)
  const untilDay = bound !== null && 'untilDay' in bound ? bound.untilDay : Number.POSITIVE_INFINITY
  return [start, ...walls.filter((wall) => wall !== start && dayOfWall(wall) <= untilDay)]
}

function boundText({ bound, isAllDay, zone }: Series): string {
  if (bound === null) return ''
  if ('count' in bound) return `;COUNT=${bound.count}`
  const lastSecond = bound.untilDay * DAY + DAY - 1
  return isAllDay ? `;UNTIL=${formatDate(bound.untilDay)}` : `;UNTIL=${formatDateTime(toUtcSeconds(zone, lastSecond))}Z`
}

function anySeries(kind: string): Series {
  const isAllDay = kind !== 'every n hours' && random(4) === 0
  const zone = isAllDay ? ZONES[0]! : pick(ZONES)
  const day = dayNumber(2024 + random(3), 1 + random(12), 1 + random(31))
  const wall = day * DAY + (isAllDay ? 0 : pick([0, 2.5, 9, 18, 23.75]) * HOUR)
  const start = isAllDay ? wall : toWallSeconds(zone, toUtcSeconds(zone, wall))
  const indices = [...new Set(Array.from({ length: random(6) }, () => random(20)))]
  const excluded = indices.filter((_, at) => at % 2 === 0)
  const replaced = indices.filter((_, at) => at % 2 === 1)
  const added = isAllDay || random(3) > 0 ? [] : [29.2 * HOUR, 400.2 * HOUR]
  // A whole day that is excluded takes the added dates on it along.
  const styles =
    kind === 'every n hours' || added.length > 0 ? (['own', 'utc'] as const) : (['own', 'utc', 'day'] as const)
  const days = KINDS[kind]!(start)
  const untilDay = dayOfWall(instancesOf(days.rule, start, null)[8 + random(30)]!)
  return {
    ...days,
    start,
    isAllDay,
    zone,
    bound: pick([null, { count: 8 }, { count: 30 }, { untilDay }]),
    exclusions: excluded.map((index) => ({ index, style: pick(styles) })),
    overrides: replaced.map((index) => ({
      index,
      title: `changed ${index}`,
      // A time that no instance has.
      ownStart: random(2) === 0 ? null : start - (index + 2) * DAY + (isAllDay ? 0 : 11 * 60),
    })),
    added,
  }
}

const instantOf = ({ isAllDay, zone }: Series, wall: number) => (isAllDay ? wall : toUtcSeconds(zone, wall))

function textOf(series: Series): string {
  const { isAllDay, zone, start, rule, bound, exclusions, overrides, added } = series
  const clock = isAllDay ? ';VALUE=DATE' : zone.id === 'UTC' ? '' : `;TZID=${zone.id}`
  const value = (wall: number) =>
    isAllDay ? formatDate(dayOfWall(wall)) : `${formatDateTime(wall)}${zone.id === 'UTC' ? 'Z' : ''}`
  const walls = instancesOf(rule, start, bound)
  const exdate = (wall: number, style: string) => {
    if (style === 'day' && !isAllDay) return `EXDATE;VALUE=DATE:${formatDate(dayOfWall(wall))}`
    if (style === 'utc' && !isAllDay) return `EXDATE:${formatDateTime(instantOf(series, wall))}Z`
    return `EXDATE${clock}:${value(wall)}`
  }
  const known = <T extends { index: number }>(all: T[]) => all.filter(({ index }) => walls[index] !== undefined)
  return calendarOf(
    [
      'UID:u',
      'SUMMARY:plain',
      `DTSTART${clock}:${value(start)}`,
      `RRULE:${rule}${boundText(series)}`,
      ...known(exclusions).map(({ index, style }) => exdate(walls[index]!, style)),
      ...added.map((offset) => `RDATE${clock}:${value(start + offset)}`),
      ...added.slice(0, 1).map((offset) => `EXDATE${clock}:${value(start + offset)}`),
    ],
    ...known(overrides).map(({ index, title, ownStart }) => [
      'UID:u',
      `SUMMARY:${title}`,
      `RECURRENCE-ID${clock}:${value(walls[index]!)}`,
      `DTSTART${clock}:${value(ownStart ?? walls[index]!)}`,
    ]),
  )
}

/** What should be seen after the series was moved: `instant title` of each occurrence. */
function expectedAfter(series: Series, to: number): { shown: string[]; until: number } {
  const before = instancesOf(series.rule, series.start, series.bound)
  const after = instancesOf(series.movedRule(to), to, series.bound)
  const places = new Map(after.map((wall) => [dayOfWall(wall), wall]))
  const follow = (index: number) => (series.turns ? after[index] : places.get(dayOfWall(before[index]!)))
  const seen = new Map(after.map((wall) => [instantOf(series, wall), 'plain']))
  const shift = series.turns ? to - series.start : (to % DAY) - (series.start % DAY)
  for (const offset of series.added.slice(1)) seen.set(instantOf(series, series.start + offset + shift), 'plain')
  for (const { index } of series.exclusions) {
    const place = before[index] === undefined ? undefined : follow(index)
    if (place !== undefined) seen.delete(instantOf(series, place))
  }
  const moved: [number, string][] = []
  for (const { index, title, ownStart } of series.overrides) {
    const place = before[index] === undefined ? undefined : follow(index)
    if (place === undefined) continue
    seen.delete(instantOf(series, place))
    moved.push([instantOf(series, ownStart ?? place), title])
  }
  const until = after.length < MAX_COUNT ? Number.POSITIVE_INFINITY : instantOf(series, after[MAX_COUNT - 2]!)
  return {
    shown: [...seen, ...moved]
      .filter(([instant]) => instant < until)
      .map(describe)
      .sort(),
    until,
  }
}

const describe = ([instant, title]: [number, string]) => `${new Date(instant * 1000).toISOString()} ${title}`

function shownIn(text: string, zone: Zone, until: number): string[] {
  const found = expand(prepare(text, zone), Date.UTC(2020, 0, 1), Math.min(until * 1000, Date.UTC(2300, 0, 1)), zone)
  return found
    .map(({ start, title }): [number, string] => [start / 1000, title])
    .filter(([instant]) => instant < until)
    .map(describe)
    .sort()
}

const MOVES: Record<string, () => number> = {
  'an hour': () => HOUR,
  'a day': () => DAY,
  'a week': () => 7 * DAY,
  'four weeks': () => 28 * DAY,
  'a month': () => 31 * DAY,
  'a year': () => 365 * DAY,
  'back by days': () => -(1 + random(40)) * DAY,
  'by days and hours': () => random(60) * DAY + random(24) * HOUR,
}

for (const move of Object.keys(MOVES)) {
  test(`moved ${move}, every exclusion and override goes with its instance`, () => {
    const broken = new Map<string, string>()
    for (const kind of Object.keys(KINDS)) {
      for (let round = 0; round < 25; round += 1) {
        const series = anySeries(kind)
        const { zone, isAllDay } = series
        const delta = MOVES[move]!()
        const wanted = series.start + (isAllDay ? dayOfWall(delta) * DAY : delta)
        const instant = instantOf(series, wanted)
        const to = isAllDay ? wanted : toWallSeconds(zone, instant)
        const iso = new Date(instant * 1000).toISOString()
        const times = isAllDay
          ? { allDay: true, start: iso.slice(0, 10), end: iso.slice(0, 10) }
          : { allDay: false, start: iso, end: iso }
        const text = textOf(series)
        const edited = editEvent(text, times, { ...options, household: zone })
        const { shown, until } = expectedAfter(series, to)
        const found = shownIn(edited, zone, until)
        if (Bun.deepEquals(found, shown)) continue
        const known = broken.get(kind)
        const missing = shown.filter((one) => !found.includes(one))
        const extra = found.filter((one) => !shown.includes(one))
        const told = `${text}\n→ ${edited}\nmissing ${missing.join('\n')}\nextra ${extra.join('\n')}`
        if (known === undefined || told.length < known.length) broken.set(kind, told)
      }
    }
    expect(Object.fromEntries(broken)).toEqual({})
  })
}
