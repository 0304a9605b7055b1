import { describe, expect, test } from 'bun:test'
import { toUtcSeconds, toWallSeconds, zoneOf } from '../../../src/calendar/ical/zone'
import {
  DAY,
  dayOf,
  dayOfIso,
  HOUR,
  isoOfDay,
  MINUTE,
  positionInWeek,
  toInstant,
  toWall,
} from '../../../web/src/lib/tz'

/** The service reads the system's zone files itself; the client asks `Intl`: two independent sources. */
describe.each([
  'Europe/Berlin',
  'America/New_York',
  'Pacific/Auckland',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'UTC',
])('%s', (name) => {
  const zone = zoneOf(name)!
  const from = Date.UTC(2026, 0, 1)
  const until = Date.UTC(2027, 0, 1)

  test('shows the wall clock that the service shows', () => {
    const differing: string[] = []
    for (let instant = from; instant < until; instant += 97 * MINUTE) {
      if (toWall(instant, name) !== toWallSeconds(zone, instant / 1000) * 1000) {
        differing.push(new Date(instant).toISOString())
      }
    }
    expect(differing).toEqual([])
  })

  test('finds the instant that the service finds, in gaps and overlaps too', () => {
    const differing: string[] = []
    for (let wall = from; wall < until; wall += 30 * MINUTE) {
      if (toInstant(wall, name) !== toUtcSeconds(zone, wall / 1000) * 1000) differing.push(new Date(wall).toISOString())
    }
    expect(differing).toEqual([])
  })
})

describe('days', () => {
  test.each(['1970-01-01', '2026-02-28', '2028-02-29', '2026-12-31'])('%s comes back as it was', (iso) => {
    expect(isoOfDay(dayOfIso(iso))).toBe(iso)
  })

  test('what is no date is no day', () => {
    expect(dayOfIso('')).toBeNaN()
    expect(dayOfIso('2026-13-01')).toBeNaN()
  })

  test('a wall belongs to its day up to the last moment', () => {
    const day = dayOfIso('2026-11-20')
    expect([dayOf(day * DAY), dayOf(day * DAY + 24 * HOUR - 1), dayOf((day + 1) * DAY)]).toEqual([day, day, day + 1])
  })

  test('weeks begin where the household begins them', () => {
    const friday = dayOfIso('2026-11-20')
    expect([positionInWeek(friday, 1), positionInWeek(friday, 0), positionInWeek(friday, 6)]).toEqual([4, 5, 6])
  })
})
