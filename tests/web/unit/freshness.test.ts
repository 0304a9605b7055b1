import { describe, expect, test } from 'bun:test'
import { knownOf } from '../../../web/src/calendar/freshness'
import { isRead } from '../../../web/src/calendar/refresh'
import type { Freshness } from '../../../web/src/data/types'

type Calendar = Freshness['calendars'][number]

/** The house's clock is ten minutes behind this device's. */
const NOW = '2026-11-20T12:00:00.000Z'
const HERE = Date.parse('2026-11-20T12:10:00Z')
const MINUTE = 60_000

const read = (minutesAgo: number | null, more: Partial<Calendar> = {}): Calendar => ({
  displayName: 'Work',
  isOwn: true,
  lastSyncedAt: minutesAgo === null ? null : new Date(Date.parse(NOW) - minutesAgo * MINUTE).toISOString(),
  isFailing: false,
  ...more,
})
const freshness = (...calendars: Calendar[]): Freshness => ({ now: NOW, calendars })

describe('what is on screen is as old as', () => {
  const cases: [string, Calendar[], number][] = [
    ['the calendar that was read longest ago', [read(2), read(5), read(1)], HERE - 5 * MINUTE],
    ['the readable ones, where others fail', [read(2), read(300, { isFailing: true })], HERE - 2 * MINUTE],
    ['the failing ones, where all fail', [read(300, { isFailing: true })], HERE - 300 * MINUTE],
    ['the answer, where nothing has been read yet', [read(null)], HERE - MINUTE],
    ['the answer, where there is no calendar', [], HERE - MINUTE],
    ['this moment, where the clock of the house went back', [read(-3)], HERE],
  ]
  test.each(cases)('%s', (_, calendars, expected) => {
    expect(knownOf(freshness(...calendars), HERE, { at: HERE - MINUTE, isFailed: false }).at).toBe(expected)
  })

  test('the answer, where it was asked again in vain: what was read since is not on screen', () => {
    expect(knownOf(freshness(read(0)), HERE, { at: HERE - MINUTE, isFailed: true }).at).toBe(HERE - MINUTE)
  })

  test('nothing, where these days were never answered for', () => {
    expect(knownOf(freshness(read(0)), HERE, { at: null, isFailed: false }).at).toBeNull()
  })

  test('failing calendars are named', () => {
    const failing = read(9, { displayName: 'Choir', isFailing: true })
    expect(knownOf(freshness(read(1), failing), HERE, { at: HERE, isFailed: false }).failing).toEqual(['Choir'])
  })
})

describe('a refresh', () => {
  const cases: [string, Calendar[], number, boolean][] = [
    ['is over when every own calendar has been read since', [read(0), read(0)], 1, true],
    ['goes on while one has not', [read(0), read(1)], 9, false],
    ['goes on while one has never been', [read(null)], 9, false],
    ['does not wait for what belongs to others', [read(0), read(60, { isOwn: false })], 1, true],
    ['gives a failing one a little time', [read(60, { isFailing: true })], 2, false],
    ['does not wait for a failing one for long', [read(60, { isFailing: true })], 3, true],
    ['is over at once where there is no calendar', [], 1, true],
  ]
  test.each(cases)('%s', (_, calendars, look, expected) => {
    expect(isRead(freshness(...calendars), NOW, look)).toBe(expected)
  })
})
