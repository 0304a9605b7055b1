import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { civilOf, DAY, dayNumber, daysInMonth, weekdayOf } from '../../../src/calendar/ical/civil'
import { parseRule, WEEKDAYS } from '../../../src/calendar/ical/rule/parse'
import { planRule } from '../../../src/calendar/ical/rule/plan'
import { lastOfCount, walkRule } from '../../../src/calendar/ical/rule/walk'
import { CORPUS } from './corpus'
import { seeded } from './seeded'

const MAX_WALLS = 100_000

function instances(text: string, start: number, from: number, to: number): number[] {
  const rule = parseRule(text, false)
  const plan = planRule(rule, start)
  const budget = { steps: 1_000_000 }
  const last = rule.count === undefined ? null : lastOfCount(plan, rule.count, budget)
  return walkRule(plan, from, last === null ? to : Math.min(to, last), MAX_WALLS, budget).walls
}

const at = (text: string) => Date.parse(`${text}Z`) / 1000
const written = (walls: number[]) => walls.map((wall) => new Date(wall * 1000).toISOString().slice(0, 16))

describe('rules', () => {
  const table: [string, string, string[]][] = [
    ['FREQ=YEARLY', '2020-02-29T09:00', ['2020-02-29T09:00', '2024-02-29T09:00', '2028-02-29T09:00']],
    [
      'FREQ=MONTHLY;BYMONTHDAY=-1;INTERVAL=12',
      '2023-02-28T09:00',
      ['2023-02-28T09:00', '2024-02-29T09:00', '2025-02-28T09:00'],
    ],
    [
      'FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO',
      '2020-12-28T09:00',
      ['2020-12-28T09:00', '2026-12-28T09:00', '2032-12-27T09:00'],
    ],
    ['FREQ=YEARLY;BYDAY=20MO', '2024-05-13T09:00', ['2024-05-13T09:00', '2025-05-19T09:00', '2026-05-18T09:00']],
    [
      'FREQ=YEARLY;BYMONTH=11;BYDAY=4TH',
      '2024-11-28T09:00',
      ['2024-11-28T09:00', '2025-11-27T09:00', '2026-11-26T09:00'],
    ],
    [
      'freq=monthly;byday=mo;bysetpos=1,-1;bymonth=3',
      '2024-03-04T09:00',
      ['2024-03-04T09:00', '2024-03-25T09:00', '2025-03-03T09:00'],
    ],
    [
      'FREQ=MONTHLY;BYMONTHDAY=1;BYSETPOS=1,-1;INTERVAL=9',
      '2024-01-01T09:00',
      ['2024-01-01T09:00', '2024-10-01T09:00'],
    ],
    [
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=MO;COUNT=4',
      '1997-08-05T09:00',
      ['1997-08-05T09:00', '1997-08-10T09:00', '1997-08-19T09:00', '1997-08-24T09:00'],
    ],
    [
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU;COUNT=4',
      '1997-08-05T09:00',
      ['1997-08-05T09:00', '1997-08-17T09:00', '1997-08-19T09:00', '1997-08-31T09:00'],
    ],
    ['FREQ=HOURLY;INTERVAL=24;BYHOUR=5', '2024-01-01T09:00', []],
    [
      'FREQ=DAILY;BYHOUR=9,17;COUNT=3',
      '2024-01-01T09:00',
      ['2024-01-01T09:00', '2024-01-01T17:00', '2024-01-02T09:00'],
    ],
    ['FREQ=DAILY;UNTIL=20240102', '2024-01-01T09:00', ['2024-01-01T09:00', '2024-01-02T09:00']],
    ['FREQ=MONTHLY;COUNT=-1;UNTIL=20240202T090000', '2024-01-01T09:00', ['2024-01-01T09:00', '2024-02-01T09:00']],
    ['FREQ=DAILY;COUNT=0', '2024-01-01T09:00', []],
    ['FREQ=YEARLY;COUNT=0;BYMONTH=1', '2024-01-01T09:00', []],
  ]
  test.each(table)('%s from %s', (rule, start, expected) => {
    const found = written(instances(rule, at(start), at(start), at('2033-01-01T00:00')))
    const isBounded = /COUNT|UNTIL/.test(rule) || expected.length === 0
    expect(isBounded ? found : found.slice(0, expected.length)).toEqual(expected)
  })

  const unusable = [
    'FREQ=NEVER',
    'COUNT=3',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=WEEKLY;BYDAY=XX',
    'FREQ=YEARLY;BYMONTH=13',
    'FREQ=DAILY;UNTIL=soon',
    'RSCALE=CHINESE;FREQ=YEARLY',
    'FREQ',
    'FREQ=MONTHLY;BYDAY=54MO',
    'FREQ=MONTHLY;BYDAY=-54MO',
    'FREQ=MONTHLY;BYDAY=0MO',
    'RSCALE=GREGORIAN;SKIP=SIDEWAYS;FREQ=MONTHLY',
  ]
  test.each(unusable)('%s is refused', (rule) => {
    expect(() => parseRule(rule, false)).toThrow()
  })

  // RFC 7529 4.1: what the Gregorian calendar does not have is left out, or the day before or after is taken.
  const skipped: [string, string, string[]][] = [
    ['RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=OMIT;COUNT=3', '2025-01-31T09:00', ['2025-01-31', '2025-03-31', '2025-05-31']],
    [
      'RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD;COUNT=4',
      '2025-01-31T09:00',
      ['2025-01-31', '2025-02-28', '2025-03-31', '2025-04-30'],
    ],
    [
      'RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=FORWARD;COUNT=4',
      '2025-01-31T09:00',
      ['2025-01-31', '2025-03-01', '2025-03-31', '2025-05-01'],
    ],
    ['FREQ=YEARLY;SKIP=BACKWARD;COUNT=3', '2024-02-29T09:00', ['2024-02-29', '2025-02-28', '2026-02-28']],
    ['FREQ=YEARLY;SKIP=FORWARD;COUNT=3', '2024-02-29T09:00', ['2024-02-29', '2025-03-01', '2026-03-01']],
    [
      'FREQ=MONTHLY;SKIP=BACKWARD;BYMONTHDAY=30,31;COUNT=4',
      '2025-01-30T09:00',
      ['2025-01-30', '2025-01-31', '2025-02-28', '2025-03-30'],
    ],
    [
      'FREQ=MONTHLY;SKIP=FORWARD;BYMONTHDAY=1,31;COUNT=4',
      '2025-01-31T09:00',
      ['2025-01-31', '2025-02-01', '2025-03-01', '2025-03-31'],
    ],
    [
      'FREQ=MONTHLY;SKIP=BACKWARD;BYMONTHDAY=31;BYDAY=MO,TU,WE,TH,FR;COUNT=3',
      '2025-01-31T09:00',
      ['2025-01-31', '2025-02-28', '2025-03-31'],
    ],
    ['FREQ=YEARLY;SKIP=BACKWARD;BYYEARDAY=366;COUNT=2', '2024-12-31T09:00', ['2024-12-31', '2025-12-31']],
    ['FREQ=YEARLY;SKIP=FORWARD;BYYEARDAY=366;COUNT=2', '2024-12-31T09:00', ['2024-12-31', '2026-01-01']],
    ['FREQ=YEARLY;SKIP=FORWARD;BYMONTH=2;BYMONTHDAY=30;COUNT=2', '2024-03-01T09:00', ['2024-03-01', '2025-03-01']],
  ]
  test.each(skipped)('%s from %s', (rule, start, expected) => {
    const found = instances(rule, at(start), at(start), at('2033-01-01T00:00'))
    expect(written(found).map((wall) => wall.slice(0, 10))).toEqual(expected)
  })

  test('a day taken in place of one in the month before is found in a window of its own', () => {
    const march = [at('2025-03-01T00:00'), at('2025-03-02T00:00')] as const
    expect(written(instances('FREQ=MONTHLY;SKIP=FORWARD', at('2025-01-31T09:00'), ...march))).toEqual([
      '2025-03-01T09:00',
    ])
  })

  test('the age of a series does not change its instances', () => {
    const rule = 'FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,TH'
    const old = instances(rule, at('1601-01-01T09:00'), at('2026-01-01T00:00'), at('2026-04-01T00:00'))
    const all = instances(rule, at('1601-01-01T09:00'), at('1601-01-01T00:00'), at('2026-04-01T00:00'))
    expect(old).toEqual(all.filter((wall) => wall >= at('2026-01-01T00:00')))
  })
})

/** Answers by trying every day: too slow for the product, too plain to be wrong in the same way. */
function byTryingEveryDay(rule: TriedRule, startDay: number, lastDay: number): number[] {
  const start = civilOf(startDay)
  const found: number[] = []
  for (let day = startDay; day <= lastDay && found.length < (rule.count ?? Number.POSITIVE_INFINITY); day += 1) {
    const { year, month, day: dayOfMonth } = civilOf(day)
    const monday = (any: number) => any - weekdayOf(any)
    const periods = {
      YEARLY: year - start.year,
      MONTHLY: (year - start.year) * 12 + month - start.month,
      WEEKLY: (monday(day) - monday(startDay)) / 7,
      DAILY: day - startDay,
    }
    if (periods[rule.frequency] % rule.interval !== 0) continue
    if (rule.months && !rule.months.includes(month)) continue
    if (
      rule.monthDays &&
      !rule.monthDays.some((n) => n === dayOfMonth || n === dayOfMonth - daysInMonth(year, month) - 1)
    )
      continue
    if (rule.weekdays && !rule.weekdays.includes(weekdayOf(day))) continue
    if (!rule.monthDays && !rule.weekdays) {
      if (rule.frequency === 'WEEKLY' && weekdayOf(day) !== weekdayOf(startDay)) continue
      if (rule.frequency === 'MONTHLY' && dayOfMonth !== start.day) continue
      if (rule.frequency === 'YEARLY' && dayOfMonth !== start.day) continue
      if (rule.frequency === 'YEARLY' && !rule.months && month !== start.month) continue
    }
    if (rule.frequency === 'WEEKLY' && !rule.weekdays && weekdayOf(day) !== weekdayOf(startDay)) continue
    found.push(day * DAY)
  }
  return found
}

interface TriedRule {
  frequency: 'YEARLY' | 'MONTHLY' | 'WEEKLY' | 'DAILY'
  interval: number
  count?: number
  months?: number[]
  monthDays?: number[]
  weekdays?: number[]
}

test('400 random rules give the days that trying every day gives', () => {
  const random = seeded(20_261_120)
  const some = (most: number, pick: () => number) => [...new Set(Array.from({ length: 1 + random(most) }, pick))]
  for (let round = 0; round < 400; round += 1) {
    const rule: TriedRule = {
      frequency: (['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY'] as const)[random(4)]!,
      interval: 1 + random(4),
    }
    if (random(3) === 0) rule.months = some(3, () => 1 + random(12))
    if (random(3) === 0 && rule.frequency !== 'WEEKLY')
      rule.monthDays = some(3, () => (random(2) ? 1 + random(31) : -1 - random(31)))
    if (random(2) === 0) rule.weekdays = some(3, () => random(7))
    if (random(3) === 0) rule.count = 1 + random(30)
    const text = [
      `FREQ=${rule.frequency};INTERVAL=${rule.interval}`,
      ...(rule.count ? [`COUNT=${rule.count}`] : []),
      ...(rule.months ? [`BYMONTH=${rule.months}`] : []),
      ...(rule.monthDays ? [`BYMONTHDAY=${rule.monthDays}`] : []),
      ...(rule.weekdays ? [`BYDAY=${rule.weekdays.map((day) => WEEKDAYS[day])}`] : []),
    ].join(';')
    const startDay = dayNumber(2015 + random(6), 1 + random(12), 1 + random(28))
    const lastDay = startDay + 3000
    const expected = byTryingEveryDay(rule, startDay, lastDay)
    expect(instances(text, startDay * DAY, startDay * DAY, lastDay * DAY), `${text} from day ${startDay}`).toEqual(
      expected,
    )
    const middle = startDay + 1500
    const later = expected.filter((wall) => wall >= middle * DAY)
    expect(instances(text, startDay * DAY, middle * DAY, lastDay * DAY), `${text}, later`).toEqual(later)
  }
})

test('1,500 random rules give what brute force gave', () => {
  const compressed = readFileSync(join(CORPUS, 'random-rules.json.gz'))
  const rules: { rule: string; dt: number; from_: number; to: number; want: number[] }[] = JSON.parse(
    new TextDecoder().decode(Bun.gunzipSync(compressed)),
  )
  expect(rules).toHaveLength(1500)
  for (const { rule, dt, from_, to, want } of rules) expect(instances(rule, dt, from_, to), rule).toEqual(want)
})
