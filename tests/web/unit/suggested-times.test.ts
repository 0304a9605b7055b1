import { describe, expect, test } from 'bun:test'
import { suggestedStart, usualLength } from '../../../web/src/calendar/suggested-times'
import { dayOfIso, HOUR, MINUTE } from '../../../web/src/lib/tz'

const BERLIN = 'Europe/Berlin'
const FRIDAY = dayOfIso('2026-11-20')

const wall = (iso: string) => Date.parse(`${iso}Z`)
const clock = (at: number) => new Date(at).toISOString().slice(0, 16)
const taken = (...stretches: [string, string][]) =>
  stretches.map(([from, to]) => ({ startWall: wall(`2026-11-${from}`), endWall: wall(`2026-11-${to}`) }))

describe('a new event starts', () => {
  const NOW = wall('2026-11-20T16:23')
  const start = (day: number, now = NOW, busy: ReturnType<typeof taken> = [], zone = BERLIN) =>
    clock(suggestedStart(day, now, busy, zone))

  test.each([
    ['today: at the next half hour', FRIDAY, NOW, '2026-11-20T16:30'],
    ['today, on the half hour: at the one after it', FRIDAY, wall('2026-11-20T16:30'), '2026-11-20T17:00'],
    ['late in the evening: still today', FRIDAY, wall('2026-11-20T22:40'), '2026-11-20T23:00'],
    ['when nothing is left of today: tomorrow morning', FRIDAY, wall('2026-11-20T23:30'), '2026-11-21T09:00'],
    ['tomorrow: at nine', FRIDAY + 1, NOW, '2026-11-21T09:00'],
    ['on a day that is over: at nine', FRIDAY - 3, NOW, '2026-11-17T09:00'],
  ])('%s', (_, day, now, expected) => {
    expect(start(day, now)).toBe(expected)
  })

  test('in the first half hour that is free', () => {
    const busy = taken(['20T16:30', '20T17:15'], ['20T18:00', '20T19:00'])
    expect(start(FRIDAY, NOW, busy)).toBe('2026-11-20T17:30')
    expect(start(FRIDAY, NOW, taken(['20T16:30', '20T17:30'], ['20T17:45', '20T19:00']))).toBe('2026-11-20T19:00')
  })

  test('right where another ends, and right up to the next', () => {
    expect(start(FRIDAY + 1, NOW, taken(['21T08:00', '21T09:00'], ['21T09:30', '21T12:00']))).toBe('2026-11-21T09:00')
  })

  test('at its first half hour where the whole day is taken', () => {
    expect(start(FRIDAY, NOW, taken(['20T00:00', '21T00:00']))).toBe('2026-11-20T16:30')
    expect(start(FRIDAY + 1, NOW, taken(['21T00:00', '22T00:00']))).toBe('2026-11-21T09:00')
  })

  test('at no time that the clock leaves out, and at one that it shows twice', () => {
    const spring = dayOfIso('2027-03-28')
    expect(start(spring, wall('2027-03-28T01:40'))).toBe('2027-03-28T03:00')
    const autumn = dayOfIso('2026-10-25')
    expect(start(autumn, wall('2026-10-25T01:40'))).toBe('2026-10-25T02:00')
    // Half an hour is left out on Lord Howe Island.
    expect(start(dayOfIso('2026-10-04'), wall('2026-10-04T01:40'), [], 'Australia/Lord_Howe')).toBe('2026-10-04T02:30')
  })
})

describe('a new event lasts', () => {
  const NOW = Date.parse('2026-11-20T15:23:00Z')
  const event = (title: string, start: string, minutes: number, allDay = false) => ({
    title,
    allDay,
    start: new Date(Date.parse(start)).toISOString(),
    end: new Date(Date.parse(start) + minutes * MINUTE).toISOString(),
  })
  const known = [
    event('Dentist', '2026-09-01T08:00Z', 20),
    event('Dentist', '2026-11-03T08:00Z', 30),
    event('Dentist', '2026-12-03T08:00Z', 75),
    event('Müll rausbringen', '2026-11-10T18:00Z', 15),
    event('Piano lesson', '2026-12-01T15:00Z', 45),
    event('Piano recital', '2026-10-01T15:00Z', 120),
    event('Dr Meier', '2026-11-01T15:00Z', 10),
    { ...event('Camp', '2026-08-01T00:00Z', 7 * 24 * 60), allDay: true },
    event('Voyage', '2026-11-01T00:00Z', 3 * 24 * 60),
    event('Beep', '2026-11-01T00:00Z', 0),
  ]
  const minutes = (title: string) => usualLength(title, known, NOW) / MINUTE

  test.each([
    ['as long as the last one of its title', 'Dentist', 30],
    ['whatever its capitals, accents and signs', '  mull RAUSBRINGEN! ', 15],
    ['as long as the next one where none was yet', 'piano lesson', 45],
    ['as long as the last one with the same first word', 'Piano with Cleo', 120],
    ['an hour where the first word says nothing', 'Dr Huber', 60],
    ['an hour where nothing like it is known', 'Swimming', 60],
    ['an hour while it has no title', ' ', 60],
    ['an hour where such ones are whole days', 'Camp', 60],
    ['an hour where such ones last days', 'Voyage', 60],
    ['an hour where such ones are over at once', 'Beep', 60],
  ])('%s', (_, title, expected) => {
    expect(minutes(title)).toBe(expected)
  })

  test('as long as it really took, also over a change of the clock', () => {
    const night = [event('Watch', '2026-10-24T22:00Z', 5 * 60)]
    expect(usualLength('Watch', night, NOW)).toBe(5 * HOUR)
  })
})
