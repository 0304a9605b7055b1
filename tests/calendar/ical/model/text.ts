import { basic, basicDate, type Clock, dayOf, instantOf, isZone, timeProperty, wallAt } from './clock'
import { FOREIGN } from './people'
import { ruleText } from './rule'
import { type Series, standing, TITLE } from './series'
import type { SeriesSpec } from './spec'

/** The rules of the zones since 2008, as other applications write them. */
const VTIMEZONES: Partial<Record<Clock, string[]>> = {
  'Europe/Berlin': [
    ...onset('DAYLIGHT', '20080330T020000', 'FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', '+0100', '+0200'),
    ...onset('STANDARD', '20081026T030000', 'FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU', '+0200', '+0100'),
  ],
  'America/New_York': [
    ...onset('DAYLIGHT', '20080309T020000', 'FREQ=YEARLY;BYMONTH=3;BYDAY=2SU', '-0500', '-0400'),
    ...onset('STANDARD', '20081102T020000', 'FREQ=YEARLY;BYMONTH=11;BYDAY=1SU', '-0400', '-0500'),
  ],
  'Australia/Lord_Howe': [
    ...onset('STANDARD', '20080406T020000', 'FREQ=YEARLY;BYMONTH=4;BYDAY=1SU', '+1100', '+1030'),
    ...onset('DAYLIGHT', '20081005T020000', 'FREQ=YEARLY;BYMONTH=10;BYDAY=1SU', '+1030', '+1100'),
  ],
}

function onset(kind: string, start: string, rule: string, from: string, to: string): string[] {
  return [
    `BEGIN:${kind}`,
    `DTSTART:${start}`,
    `RRULE:${rule}`,
    `TZOFFSETFROM:${from}`,
    `TZOFFSETTO:${to}`,
    `END:${kind}`,
  ]
}

export const UID = 'series@corkboard.test'

/** The object of a series as another application would have written it. */
export function textOf(spec: SeriesSpec, series: Series): string {
  const { clock } = spec
  const { items } = series
  const named = (name: string, walls: number[]) =>
    spec.isNamedInUtc && isZone(clock)
      ? timeProperty(
          name,
          'UTC',
          walls.map((wall) => instantOf(clock, wall)),
        )
      : timeProperty(name, clock, walls)
  const excluded = items.filter(({ isExcluded }) => isExcluded).map(({ id }) => id)
  const added = items.filter(({ source }) => source === 'added').map(({ id }) => id)
  const master = [
    ...timesOf(clock, wallAt(spec.start), spec.length, spec.hasDuration),
    `RRULE:${ruleText(spec.rule)}${boundText(spec, series)}`,
    ...(excluded.length > 0 ? [named('EXDATE', excluded)] : []),
    ...(added.length > 0 ? [named('RDATE', added)] : []),
    ...wordsOf({ title: TITLE, people: series.people }),
  ]
  const overrides = items.flatMap((item) => {
    if (item.own === null) return []
    const { start, length, ...words } = standing(series, item)
    const times = timesOf(clock, start, length, spec.hasDuration)
    return [[named('RECURRENCE-ID', [item.id]), ...times, ...wordsOf(words)]]
  })
  const events = [master, ...overrides].map((lines) => [
    'BEGIN:VEVENT',
    `UID:${UID}`,
    'DTSTAMP:20260101T000000Z',
    ...lines,
    'END:VEVENT',
  ])
  return [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Model//EN'],
    ...(isZone(clock) ? ['BEGIN:VTIMEZONE', `TZID:${clock}`, ...(VTIMEZONES[clock] ?? []), 'END:VTIMEZONE'] : []),
    ...events.flat(),
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}

/** The title, and whom it is for: Ben by a name that he has given up. */
function wordsOf({ title, people }: { title: string; people: number[] }): string[] {
  const names = people.map((id) => ['', 'Ada', 'Benny', 'cleo\\, the younger'][id])
  return [`SUMMARY:${title}`, `CATEGORIES;LANGUAGE=en:${[FOREIGN, ...names].join(',')}`]
}

/** DTEND where it gives the length exactly, as it does not over a change of clocks. */
function timesOf(clock: Clock, start: number, length: number, hasDuration: true | undefined): string[] {
  const first = timeProperty('DTSTART', clock, [start])
  const isExact = instantOf(clock, start + length) - instantOf(clock, start) === length
  if (isExact && !hasDuration) return [first, timeProperty('DTEND', clock, [start + length])]
  return [first, clock === 'date' ? `DURATION:P${dayOf(length)}D` : `DURATION:PT${length / 60}M`]
}

/** COUNT, or UNTIL in the form that RFC 5545 3.3.10 wants for the start. */
function boundText({ clock, bound }: SeriesSpec, { items }: Series): string {
  if (bound === undefined) return ''
  if ('count' in bound) return `;COUNT=${bound.count}`
  const last = items.findLast(({ source }) => source === 'rule')?.id ?? items[0]!.id
  if (clock === 'date' || bound.asDate) return `;UNTIL=${basicDate(last)}`
  if (clock === 'floating') return `;UNTIL=${basic(last + bound.slack)}`
  return `;UNTIL=${basic(instantOf(clock, last) + bound.slack)}Z`
}
