import { describe, expect, test } from 'bun:test'
import { knownOf, momentOf } from '../../../web/src/calendar/freshness'
import { neverReadOf } from '../../../web/src/calendar/never-read'
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
    expect(knownOf(freshness(...calendars), HERE, { at: HERE - MINUTE, isFailed: false }, HERE).at).toBe(expected)
  })

  test('the answer, where it was asked again in vain: what was read since is not on screen', () => {
    expect(knownOf(freshness(read(0)), HERE, { at: HERE - MINUTE, isFailed: true }, HERE).at).toBe(HERE - MINUTE)
  })

  test('nothing, where these days were never answered for', () => {
    expect(knownOf(freshness(read(0)), HERE, { at: null, isFailed: false }, HERE).at).toBeNull()
  })

  test('failing calendars are named', () => {
    const failing = read(9, { displayName: 'Choir', isFailing: true })
    expect(knownOf(freshness(read(1), failing), HERE, { at: HERE, isFailed: false }, HERE).failing).toEqual(['Choir'])
  })
})

test('of those that fail it is told when the one was read that was read longest ago', () => {
  const failing = [9, 1_500, null].map((minutesAgo) => read(minutesAgo, { isFailing: true }))
  const known = knownOf(freshness(read(1), ...failing), HERE, { at: HERE, isFailed: false }, HERE)
  expect(known.failingAt).toBe(HERE - 1_500 * MINUTE)
  expect(knownOf(freshness(read(1)), HERE, { at: HERE, isFailed: false }, HERE).failingAt).toBeNull()
})

describe('a moment that is told', () => {
  const cases: [string, number | null, number | null][] = [
    ['is one that was', HERE - MINUTE, HERE - MINUTE],
    ['is not the beginning of all clocks', 0, null],
    ['is not one of no number', Number.NaN, null],
    ['is not one of no end', Number.NEGATIVE_INFINITY, null],
    ['is this one, where a clock went a little ahead', HERE + MINUTE, HERE],
    ['is not in the future', HERE + 600 * MINUTE, null],
    ['is none where nothing is known', null, null],
  ]
  test.each(cases)('%s', (_, at, expected) => {
    expect(momentOf(at, HERE)).toBe(expected)
  })
})

test('a calendar of which nothing was ever read is missing, whether or not that has been tried', () => {
  expect(neverReadOf(freshness(read(1)))).toBeNull()
  expect(neverReadOf(freshness(read(1), read(null)))).toEqual({ names: ['Work'], hasFailed: false })
  expect(neverReadOf(freshness(read(null, { isFailing: true })))).toEqual({ names: ['Work'], hasFailed: true })
  const both = neverReadOf(freshness(read(null, { isFailing: true }), read(null, { displayName: 'Choir' })))
  expect(both).toEqual({ names: ['Work', 'Choir'], hasFailed: false })
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
