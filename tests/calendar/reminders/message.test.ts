import { describe, expect, test } from 'bun:test'
import type { Due } from '../../../src/calendar/reminders/due'
import { bodyOf, keyOf, messageOf } from '../../../src/calendar/reminders/message'
import { zone } from './story'

const BERLIN = zone('Europe/Berlin')
const START = Date.parse('2026-11-20T22:30:00Z')

function due(change: Partial<Due> = {}): Due {
  const { start = START, leadMinutes = 30 } = change
  const fireAt = start - leadMinutes * 60_000
  const about = { uid: 'a', title: 'Dentist', location: null, categories: [] }
  return { ...about, allDay: false, start, leadMinutes, fireAt, which: '', ...change }
}

const messageAt = (reminder: Due, now = reminder.fireAt) => messageOf(reminder, [], new Date(now), BERLIN, 'en')
const bytesOf = (value: object) => Buffer.byteLength(JSON.stringify(value))

describe('what the phone shows', () => {
  test.each([
    [30, '30 min', ''],
    [59, '59 min', ''],
    [60, '1 hr', ''],
    [90, '1 hr', ''],
    [119, '1 hr', ''],
    [120, '2 hrs', ''],
    [1439, '23 hrs', 'Tomorrow'],
    [1440, '1 day', 'Tomorrow'],
    [2879, '1 day', 'In 2 days'],
    [2880, '2 days', 'In 2 days'],
    [10_080, '7 days', 'In 1 week'],
    [14_400, '10 days', 'In 10 days'],
    [0, 'now', 'Today'],
  ])('lead %d: %p and %p', (leadMinutes, timed, allDay) => {
    if (timed !== '') {
      const words = timed === 'now' ? 'Starts now' : `Starts in ${timed}`
      expect(bodyOf({ allDay: false, leadMinutes }, 'en')).toBe(words)
    }
    if (allDay !== '') expect(bodyOf({ allDay: true, leadMinutes }, 'en')).toBe(allDay)
  })

  test.each([
    [1, 'Beginnt in 1 Min.', ''],
    [59, 'Beginnt in 59 Min.', ''],
    [60, 'Beginnt in 1 Std.', ''],
    [120, 'Beginnt in 2 Std.', ''],
    [1439, 'Beginnt in 23 Std.', 'Morgen'],
    [1440, 'Beginnt in 1 Tag', 'Morgen'],
    [2880, 'Beginnt in 2 Tagen', 'In 2 Tagen'],
    [10_080, 'Beginnt in 7 Tagen', 'In 1 Woche'],
    [14_400, 'Beginnt in 10 Tagen', 'In 10 Tagen'],
    [0, 'Beginnt jetzt', 'Heute'],
  ])('in German, lead %d: %p and %p', (leadMinutes, timed, allDay) => {
    if (timed !== '') expect(bodyOf({ allDay: false, leadMinutes }, 'de')).toBe(timed)
    if (allDay !== '') expect(bodyOf({ allDay: true, leadMinutes }, 'de')).toBe(allDay)
  })

  test('the key is the uid and the start, and so is the tag', () => {
    expect(keyOf(due())).toBe(`a:${START}`)
    expect(messageAt(due()).payload.tag).toBe(`a:${START}`)
    expect(messageAt(due({ which: '5' })).payload.tag).toBe(`a:${START}:5`)
  })

  test.each([
    ['', 'en', '(No title)'],
    [' \t', 'de', '(Ohne Titel)'],
    ['Dentist', 'de', 'Dentist'],
  ] as const)('the title %j is shown in %s as %j', (title, language, shown) => {
    expect(messageOf(due({ title }), [], new Date(START), BERLIN, language).payload.title).toBe(shown)
  })

  test('the day is the household’s', () => {
    expect(messageAt(due()).payload.url).toBe('/day/2026-11-20')
    expect(messageAt(due({ start: START + 30 * 60_000 })).payload.url).toBe('/day/2026-11-21')
    expect(messageAt(due({ allDay: true, start: Date.parse('2026-11-22') })).payload.url).toBe('/day/2026-11-22')
  })
})

describe('what the push service is told', () => {
  test('a lifetime that ends with the start', () => {
    expect(messageAt(due()).ttlSeconds).toBe(1800)
    expect(messageAt(due(), START - 29 * 60_000).ttlSeconds).toBe(29 * 60)
    expect(messageAt(due({ leadMinutes: 1 }), START - 10_000).ttlSeconds).toBe(60)
    expect(messageAt(due({ leadMinutes: 100_000 })).ttlSeconds).toBe(28 * 86_400)
  })

  test('one topic per occurrence', () => {
    const topics = [due(), due({ uid: 'b' }), due({ start: START + 1_000 })].map((one) => messageAt(one).topic)
    expect(new Set(topics).size).toBe(3)
    for (const topic of topics) expect(topic).toMatch(/^[A-Za-z0-9_-]{32}$/)
    expect(messageAt(due({ title: 'Other', leadMinutes: 5 })).topic).toBe(topics[0]!)
  })

  test.each([
    ['a long title', { title: '🦷'.repeat(5_000) }],
    ['a long uid', { uid: '🦷'.repeat(512) }],
    ['both, in letters that JSON writes long', { title: '\u0000'.repeat(300), uid: '\u0001'.repeat(512) }],
  ])('never more than it takes: %s', (_, change) => {
    const { payload } = messageAt(due(change))
    expect(bytesOf(payload)).toBeLessThan(3_993)
    expect(payload.title.isWellFormed()).toBeTrue()
    expect(payload.tag).not.toBe('')
  })
})
