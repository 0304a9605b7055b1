import { describe, expect, test } from 'bun:test'
import { zoneOf } from '../../../src/calendar/ical/zone'
import { parseEventText } from '../../../src/calendar/text'
import { MAX_ITEM_LENGTH } from '../../../src/platform/limits'
import type { ParsedEvent } from '../../../web/src/data/event-text'
import { choreOf, withoutTurns } from '../../../web/src/lists/chores/sentence'
import { PEOPLE } from './people'

const ZONE = 'Europe/Berlin'
const CALENDARS = [{ url: '/familie/', name: 'Familie' }]

/** As the service reads it on a Monday, and the client afterwards. Ada, member 1, speaks; Mia has no sign-in. */
function read(typed: string, people = PEOPLE as readonly (typeof PEOPLE)[number][]) {
  const { line, turns } = withoutTurns(typed)
  const around = {
    now: new Date('2026-11-23T12:00:00Z'),
    zone: zoneOf(ZONE)!,
    day: null,
    isMonthFirst: false,
    speaker: 3,
  }
  const parsed = parseEventText(line, { ...around, language: 'de', people: PEOPLE, calendars: CALENDARS, lists: [] })
  return choreOf(parsed as ParsedEvent, { people, zone: ZONE, line, turns })
}

describe('who has no sign-in cannot be assigned, and stays in the text', () => {
  test.each<[string, { text: string; assigneeIds?: number[] }]>([
    ['Zimmer aufräumen jeden Freitag, Mia', { text: 'Zimmer aufräumen, Mia' }],
    ['Mia: Zimmer aufräumen jeden Freitag', { text: 'Zimmer aufräumen, Mia' }],
    ['Zimmer aufräumen jeden Freitag für mia', { text: 'Zimmer aufräumen, Mia' }],
    ['Zimmer aufräumen jeden Freitag, Mia, Ada', { text: 'Zimmer aufräumen, Mia', assigneeIds: [1] }],
    ['Zimmer aufräumen jeden Freitag, Ben und Mia', { text: 'Zimmer aufräumen, Mia', assigneeIds: [2] }],
    ['Zimmer aufräumen jeden Freitag, Ada und Ben', { text: 'Zimmer aufräumen', assigneeIds: [1, 2] }],
  ])('%s', (typed, said) => {
    expect(read(typed)).toMatchObject({ ...said, due: '2026-11-27', repeat: { every: 'week' } })
    expect(read(typed)?.assigneeIds).toEqual(said.assigneeIds)
  })

  test.each([
    ['Mias Zimmer aufräumen jeden Freitag', 'Mias Zimmer aufräumen'],
    ['Mia abholen jeden Freitag', 'Mia abholen'],
    ['Mias Zimmer aufräumen jeden Freitag, Mia', 'Mias Zimmer aufräumen, Mia'],
  ])('once: %s', (typed, text) => expect(read(typed)?.text).toBe(text))

  test('as do those of whom nothing is known yet', () => {
    expect(read('Zimmer aufräumen jeden Freitag, Mia', [])).toBeNull()
    expect(read('Zimmer aufräumen jeden Freitag, Ada', [])).toBeNull()
  })

  test('unless that is more than an item holds: then the line stays as it was typed', () => {
    const people = PEOPLE.map((person) =>
      person.memberId === null ? { ...person, name: `Mia ${'x'.repeat(64)}` } : person,
    )
    expect(read(`Mia: ${'z'.repeat(MAX_ITEM_LENGTH - 20)} jeden Tag`, people)).toBeNull()
  })
})

describe('in turn', () => {
  test('is a rule among members', () => {
    const chore = read('Staubsaugen jeden Freitag, Ada und Ben abwechselnd')
    expect(chore).toMatchObject({ text: 'Staubsaugen', assigneeIds: [1, 2], rotates: true })
  })

  test.each([
    ['Staubsaugen jeden Freitag, Ada und Mia abwechselnd', 'Staubsaugen, Mia, abwechselnd'],
    ['Staubsaugen jeden Freitag, Ada, Ben, Mia reihum', 'Staubsaugen, Mia, reihum'],
    ['Staubsaugen jeden Freitag abwechselnd', 'Staubsaugen, abwechselnd'],
  ])('stays a word where it cannot be one: %s', (typed, text) => {
    const chore = read(typed)
    expect(chore?.text).toBe(text)
    expect(chore?.rotates).toBeUndefined()
  })
})

describe('what an item cannot say stays in the text', () => {
  test.each([
    ['Fenster putzen morgen in der Garage', 'Fenster putzen in der Garage'],
    ['Paket abholen morgen bei der Post, erinnern 1h vorher', 'Paket abholen bei der Post, erinnern 1h vorher'],
    ['Paket abholen morgen, Kalender Familie', 'Paket abholen, Kalender Familie'],
    ['Paket abholen morgen 18-19 Uhr', 'Paket abholen, -19 Uhr'],
  ])('%s', (typed, text) => expect(read(typed)).toMatchObject({ text, due: '2026-11-24' }))

  test.each<[string, { text: string; repeat?: { every: 'week' } }]>([
    [
      'Laub harken jeden Freitag bis 24.12.',
      { text: 'Laub harken, jeden Freitag, bis 24.12.', repeat: { every: 'week' } },
    ],
    ['Laub harken jeden Freitag 5 mal', { text: 'Laub harken, jeden Freitag, 5 mal', repeat: { every: 'week' } }],
    ['Laub harken jeden letzten Freitag im Monat', { text: 'Laub harken, jeden letzten Freitag im Monat' }],
    ['Laub harken jeden Freitag', { text: 'Laub harken', repeat: { every: 'week' } }],
  ])('of a rule: %s', (typed, said) => {
    expect(read(typed)).toMatchObject({ ...said, due: '2026-11-27' })
    expect(read(typed)?.repeat).toEqual(said.repeat)
  })
})
