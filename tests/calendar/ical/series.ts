import { DAY, dayNumber, dayOfWall, formatDate, formatDateTime } from '../../../src/calendar/ical/civil'
import { expand, prepare } from '../../../src/calendar/ical/expand'
import { toUtcSeconds, toWallSeconds, zoneOf } from '../../../src/calendar/ical/zone'
import { calendarOf, household } from './cast'

const HOUR = 3600
const CLOCKS = ['Europe/Amsterdam', 'America/New_York', 'Australia/Lord_Howe', 'UTC', 'floating', 'date'] as const
type Clock = (typeof CLOCKS)[number]

const RULES = [
  'FREQ=DAILY',
  'FREQ=DAILY;INTERVAL=3',
  'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR',
  'FREQ=DAILY;BYHOUR=9,17,2;BYMINUTE=30',
  'FREQ=WEEKLY',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU',
  'FREQ=WEEKLY;INTERVAL=3;BYDAY=SA,SU,TH;BYSETPOS=1,-1',
  'FREQ=MONTHLY',
  'FREQ=MONTHLY;INTERVAL=2',
  'FREQ=MONTHLY;BYMONTHDAY=31,-1,15',
  'FREQ=MONTHLY;BYDAY=2TU,-1FR',
  'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1,2',
  'FREQ=MONTHLY;SKIP=FORWARD;RSCALE=GREGORIAN',
  'FREQ=MONTHLY;INTERVAL=2;SKIP=BACKWARD;RSCALE=GREGORIAN',
  'FREQ=YEARLY',
  'FREQ=YEARLY;BYMONTH=2,3,11',
  'FREQ=YEARLY;BYDAY=20MO,-3WE',
  'FREQ=YEARLY;BYWEEKNO=1,20,53',
  'FREQ=YEARLY;BYYEARDAY=1,100,-1;INTERVAL=2',
  'FREQ=HOURLY;INTERVAL=7',
  'FREQ=HOURLY;INTERVAL=5;BYHOUR=1,2,3,14',
  'FREQ=MINUTELY;INTERVAL=400',
]

/** A random series with its exclusions, added dates and overrides, as text. */
export function anySeries(random: (below: number) => number): string {
  const pick = <T>(choices: readonly T[]) => choices[random(choices.length)]!
  const clock = pick(CLOCKS)
  const isDate = clock === 'date'
  const zone = zoneOf(clock === 'floating' ? household.id : isDate ? 'UTC' : clock)!
  const rule = pick(isDate ? RULES.filter((one) => !/HOUR|MINUTE/.test(one)) : RULES)
  const changes = [dayNumber(2026, 3, 8), dayNumber(2026, 3, 28), dayNumber(2026, 10, 4), dayNumber(2026, 10, 24)]
  const day = random(2) ? pick(changes) + random(4) - 2 : dayNumber(2024 + random(3), 1 + random(12), 1 + random(31))
  const wall = day * DAY + (isDate ? 0 : pick([0, 2.5, 9, 18, 23.75]) * HOUR)
  const value = (one: number) =>
    isDate ? formatDate(dayOfWall(one)) : formatDateTime(one) + (clock === 'UTC' ? 'Z' : '')
  const param = paramOf(clock)
  const length = pick(
    isDate ? ['DURATION:P2D', 'X-A:1'] : ['DURATION:PT90M', `DTEND${param}:${value(wall + HOUR)}`, 'DURATION:P1DT1H'],
  )
  const lines = (bound: string) => [
    'UID:u',
    'SUMMARY:plain',
    `DTSTART${param}:${value(wall)}`,
    length,
    `RRULE:${rule}${bound}`,
  ]
  const found = expand(
    prepare(calendarOf(lines('')), household),
    wall * 1000 - 2 * DAY * 1000,
    Date.UTC(2040, 0, 1),
    household,
  )
  const walls = found.slice(0, 40).map(({ start }) => (isDate ? start / 1000 : toWallSeconds(zone, start / 1000)))
  const some = (most: number) => [...new Set(Array.from({ length: random(most) }, () => pick(walls)))]
  const untilWall = walls[Math.min(walls.length - 1, 6 + random(20))]!
  const until = isDate || clock === 'floating' ? value(untilWall) : `${formatDateTime(toUtcSeconds(zone, untilWall))}Z`
  const bound = pick(['', ';COUNT=7', `;COUNT=${1 + random(30)}`, `;UNTIL=${until}`])
  const added = random(3) ? [] : [wall + 3 * DAY, wall + 11 * DAY + (isDate ? 0 : HOUR), wall + 300 * DAY]
  const excluded = some(4)
  const replaced = some(5).filter((one) => !excluded.includes(one))
  return calendarOf(
    [
      ...lines(bound),
      ...(added.length > 0 ? [`RDATE${param}:${added.map(value)}`] : []),
      ...excluded.map((one) => `EXDATE${param}:${value(one)}`),
    ],
    ...replaced.map((one) => [
      'UID:u',
      `SUMMARY:changed ${value(one)}`,
      `RECURRENCE-ID${param}:${value(one)}`,
      `DTSTART${param}:${value(one + pick([0, DAY, -9 * DAY, 40 * DAY]))}`,
    ]),
  )
}

function paramOf(clock: Clock): string {
  if (clock === 'date') return ';VALUE=DATE'
  return clock.includes('/') ? `;TZID=${clock}` : ''
}
