import { describe, expect, test } from 'bun:test'
import { zoneOf } from '../../../src/calendar/ical/zone'
import { draftOf, instantOf, isDraft, nameOf } from '../../../src/features/backups/names'
import { superfluous } from '../../../src/features/backups/retention'
import type { Keep } from '../../../src/platform/backup-settings'

const BERLIN = 'Europe/Berlin'
const USUAL: Keep = { days: 7, weeks: 4, months: 6 }
const keeping = (some: Partial<Keep>): Keep => ({ days: 0, weeks: 0, months: 0, ...some })

const named = (instants: string[]) => instants.map((instant) => nameOf(new Date(instant), false))
/** The instant of each name, to the minute, as the tables write them. */
const minutes = (names: string[]) => names.map((name) => instantOf(name)!.toISOString().slice(0, 16))

function kept(instants: string[], keep: Keep, { zone = BERLIN, now = '2030-01-01T00:00Z' } = {}): string[] {
  const names = named(instants)
  const gone = superfluous(names, { keep, zone: zoneOf(zone)!, now: new Date(now) })
  return minutes(names.filter((name) => !gone.includes(name))).sort()
}

/** One a night, at half past three in summer time. */
function nights(last: string, count: number): string[] {
  const end = Date.parse(`${last}T01:30Z`)
  return Array.from({ length: count }, (_, night) => new Date(end - night * 86_400_000).toISOString())
}

describe('of the backups there are', () => {
  test('a year of nights leaves the last seven, four Sundays or the last day of a week, and the ends of six months', () => {
    const days = kept(nights('2027-06-17', 365), USUAL).map((instant) => instant.slice(0, 10))
    // The 17th is a Thursday: this week's newest is also today's, and this month's.
    expect(days).toEqual([
      ...['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-30', '2027-05-31', '2027-06-06'],
      ...['2027-06-11', '2027-06-12', '2027-06-13', '2027-06-14', '2027-06-15', '2027-06-16', '2027-06-17'],
    ])
  })

  const table: [string, string[], Keep, string[], { zone?: string; now?: string }?][] = [
    ['nothing of nothing', [], USUAL, []],
    ['the only one, however old', ['2020-01-01T03:00'], keeping({ days: 1 }), ['2020-01-01T03:00']],
    [
      'the newest of each day',
      ['2027-03-01T02:00', '2027-03-01T12:00', '2027-03-02T02:00', '2027-03-02T02:01'],
      keeping({ days: 2 }),
      ['2027-03-01T12:00', '2027-03-02T02:01'],
    ],
    [
      'the days before a gap of weeks',
      ['2027-01-01T02:00', '2027-01-02T02:00', '2027-01-03T02:00', '2027-03-02T02:00'],
      keeping({ days: 3 }),
      ['2027-01-02T02:00', '2027-01-03T02:00', '2027-03-02T02:00'],
    ],
    [
      'a leap day as a day of its own',
      ['2028-02-28T12:00', '2028-02-29T12:00', '2028-03-01T12:00'],
      keeping({ days: 2 }),
      ['2028-02-29T12:00', '2028-03-01T12:00'],
    ],
    [
      'a leap day as the end of its month',
      ['2028-01-31T12:00', '2028-02-28T12:00', '2028-02-29T12:00', '2028-03-01T12:00'],
      keeping({ months: 2 }),
      ['2028-02-29T12:00', '2028-03-01T12:00'],
    ],
    [
      'the days of the household, not of UTC',
      ['2027-06-01T21:59Z', '2027-06-01T22:00Z', '2027-06-02T21:59Z'],
      keeping({ days: 2 }),
      ['2027-06-01T21:59', '2027-06-02T21:59'],
    ],
    [
      'one of the day on which the clocks go back, though it has 25 hours',
      ['2026-10-24T21:59Z', '2026-10-24T22:00Z', '2026-10-25T22:59Z', '2026-10-25T23:00Z'],
      keeping({ days: 3 }),
      ['2026-10-24T21:59', '2026-10-25T22:59', '2026-10-25T23:00'],
    ],
    [
      'one of the day on which they go forward',
      ['2026-03-28T22:59Z', '2026-03-28T23:00Z', '2026-03-29T21:59Z', '2026-03-29T22:00Z'],
      keeping({ days: 3 }),
      ['2026-03-28T22:59', '2026-03-29T21:59', '2026-03-29T22:00'],
    ],
    [
      'one of a week that lies in two years',
      ['2026-12-27T12:00', '2026-12-28T12:00', '2027-01-03T12:00', '2027-01-04T12:00'],
      keeping({ weeks: 3 }),
      ['2026-12-27T12:00', '2027-01-03T12:00', '2027-01-04T12:00'],
    ],
    [
      'the newest though a clock was ahead for a while: what is later than now takes no place and stays',
      ['2027-03-01T02:00', '2027-03-02T02:00', '2031-01-01T02:00', '2031-01-02T02:00'],
      keeping({ days: 1 }),
      ['2027-03-02T02:00', '2031-01-01T02:00', '2031-01-02T02:00'],
      { now: '2027-03-02T02:00Z' },
    ],
    [
      'everything while a clock is behind all of it',
      ['2027-03-01T02:00', '2027-03-02T02:00'],
      keeping({ days: 1 }),
      ['2027-03-01T02:00', '2027-03-02T02:00'],
      { now: '1970-01-01T00:00Z' },
    ],
  ]
  // A parameter that a row leaves out would be the runner's callback.
  test.each(table)('%s stays', (...[, instants, keep, expected, given]) => {
    expect(kept(instants.map(withZone), keep, given)).toEqual(expected)
  })

  test('what has no name of ours stays, whatever it is called', () => {
    const others = [
      'corkboard-2026-11-20-033000',
      'corkboard-2020-01-01T033000Z.backup.part',
      'corkboard-2020-01-01T033000Z.backup.gz',
      'my corkboard-2020-01-01T033000Z.backup',
      'corkboard-2020-13-01T033000Z.backup',
      'notes.txt',
    ]
    const ours = named(['2027-03-01T02:00Z', '2027-03-02T02:00Z'])
    const given = { keep: keeping({ days: 1 }), zone: zoneOf(BERLIN)!, now: new Date('2030-01-01T00:00Z') }
    expect(superfluous([...others, ...ours], given)).toEqual([ours[0]!])
  })

  test('encrypted ones count beside those that are not', () => {
    const at = ['2027-03-01T02:00Z', '2027-03-02T02:00Z'].map((text) => new Date(text))
    const names = [nameOf(at[0]!, false), nameOf(at[1]!, true)]
    const given = { keep: keeping({ days: 1 }), zone: zoneOf(BERLIN)!, now: new Date('2030-01-01T00:00Z') }
    expect(superfluous(names, given)).toEqual([names[0]!])
  })
})

test('a name says its instant to the second, and its draft is none', () => {
  const at = new Date('2026-10-25T00:30:59.999Z')
  const name = nameOf(at, true)
  expect(name).toBe('corkboard-2026-10-25T003059Z.backup.age')
  expect(instantOf(name)).toEqual(new Date('2026-10-25T00:30:59Z'))
  expect(instantOf(draftOf(name))).toBeNull()
  expect([draftOf(name), name, 'other.part'].map(isDraft)).toEqual([true, false, false])
})

const withZone = (text: string) => (text.endsWith('Z') ? text : `${text}Z`)
