import { describe, expect, test } from 'bun:test'
import { zoneOf } from '../../../src/calendar/ical/zone'
import { parseEventText } from '../../../src/calendar/text'
import { MAX_ITEM_LENGTH } from '../../../src/platform/limits'
import type { ParsedEvent } from '../../../web/src/data/event-text'
import { choreOf, withoutTurns } from '../../../web/src/lists/chores/sentence'
import { PEOPLE } from './people'

const ZONE = 'Europe/Berlin'
const CALENDARS = [{ url: '/familie/', name: 'Familie' }]

type Known = Pick<Parameters<typeof choreOf>[1], 'people' | 'readerIds'>

/** As the service reads it on a Monday, and the client afterwards. Ada, member 1, speaks; Mia has no sign-in. */
function read(typed: string, { people = PEOPLE, readerIds = 'everyone' }: Partial<Known> = {}) {
  const { line, turns } = withoutTurns(typed)
  const around = {
    now: new Date('2026-11-23T12:00:00Z'),
    zone: zoneOf(ZONE)!,
    day: null,
    isMonthFirst: false,
    speaker: 3,
  }
  const parsed = parseEventText(line, { ...around, language: 'de', people: PEOPLE, calendars: CALENDARS, lists: [] })
  return choreOf(parsed as ParsedEvent, { people, readerIds, zone: ZONE, line, turns })
}

describe('who is named does it', () => {
  test.each<[string, { assigneeIds?: number[]; personIds?: number[] }]>([
    ['Zimmer aufräumen jeden Freitag, Ada und Ben', { assigneeIds: [1, 2] }],
    ['Zimmer aufräumen jeden Freitag, Mia', { personIds: [7] }],
    ['Mia: Zimmer aufräumen jeden Freitag', { personIds: [7] }],
    ['Zimmer aufräumen jeden Freitag für mia', { personIds: [7] }],
    ['Zimmer aufräumen jeden Freitag, Ben und Mia', { personIds: [7, 4] }],
  ])('%s', (typed, { assigneeIds, personIds }) => {
    const chore = read(typed)
    expect(chore).toMatchObject({ text: 'Zimmer aufräumen', due: '2026-11-27', repeat: { every: 'week' } })
    expect([chore?.assigneeIds, chore?.personIds]).toEqual([assigneeIds, personIds])
  })

  test.each<[string, string, { assigneeIds?: number[]; personIds?: number[] }]>([
    ['Mia abholen jeden Freitag', 'Mia abholen', {}],
    ['Mias Zimmer aufräumen jeden Freitag', 'Mias Zimmer aufräumen', {}],
    ['Bens Zimmer aufräumen jeden Freitag', 'Bens Zimmer aufräumen', {}],
    ['Ben abholen jeden Freitag, Ada', 'Ben abholen', { assigneeIds: [1] }],
    ['Mias Zimmer aufräumen jeden Freitag, Mia', 'Mias Zimmer aufräumen', { personIds: [7] }],
  ])('unless it is what is done: %s', (typed, text, { assigneeIds, personIds }) => {
    const chore = read(typed)
    expect(chore).toMatchObject({ text, due: '2026-11-27' })
    expect([chore?.assigneeIds, chore?.personIds]).toEqual([assigneeIds, personIds])
  })

  test('unless nothing is known of them yet', () => {
    expect(read('Zimmer aufräumen jeden Freitag, Mia', { people: [] })).toBeNull()
    expect(read('Zimmer aufräumen jeden Freitag, Ada', { people: [] })).toBeNull()
  })
})

describe('who may not read the list cannot be assigned, and stays in the text', () => {
  const adas = { readerIds: [1] }

  test.each<[string, { text: string; assigneeIds?: number[]; personIds?: number[] }]>([
    ['Zimmer aufräumen jeden Freitag, Ben', { text: 'Zimmer aufräumen, Ben' }],
    ['Zimmer aufräumen jeden Freitag, Ada und Ben', { text: 'Zimmer aufräumen, Ben', assigneeIds: [1] }],
    ['Zimmer aufräumen jeden Freitag, Ben und Mia', { text: 'Zimmer aufräumen, Ben', personIds: [7] }],
    ['Zimmer aufräumen jeden Freitag, Ada und Mia', { text: 'Zimmer aufräumen', personIds: [7, 3] }],
  ])('%s', (typed, said) => {
    const chore = read(typed, adas)
    expect(chore).toMatchObject({ ...said, due: '2026-11-27', repeat: { every: 'week' } })
    expect([chore?.assigneeIds, chore?.personIds]).toEqual([said.assigneeIds, said.personIds])
  })

  test('unless that is more than an item holds: then the line stays as it was typed', () => {
    const people = PEOPLE.map((person) =>
      person.memberId === 2 ? { ...person, name: `Ben ${'x'.repeat(64)}` } : person,
    )
    expect(read(`Ben: ${'z'.repeat(MAX_ITEM_LENGTH - 20)} jeden Tag`, { people, ...adas })).toBeNull()
  })
})

describe('in turn', () => {
  test('is a rule among those who are named', () => {
    const chore = read('Staubsaugen jeden Freitag, Ada und Ben abwechselnd')
    expect(chore).toMatchObject({ text: 'Staubsaugen', assigneeIds: [1, 2], rotates: true })
    const three = read('Staubsaugen jeden Freitag, Ada, Ben, Mia reihum')
    expect(three).toMatchObject({ text: 'Staubsaugen', personIds: [7, 3, 4], rotates: true })
  })

  test.each<[string, string, object]>([
    ['Staubsaugen jeden Freitag, Ada und Ben abwechselnd', 'Staubsaugen, Ben, abwechselnd', { readerIds: [1] }],
    ['Staubsaugen jeden Freitag, Ada, Ben, Mia reihum', 'Staubsaugen, Ben, reihum', { readerIds: [1] }],
    ['Staubsaugen jeden Freitag abwechselnd', 'Staubsaugen, abwechselnd', {}],
    ['Staubsaugen jeden Freitag abwechselnd, Mia', 'Staubsaugen, abwechselnd', {}],
  ])('stays a word where it cannot be one: %s', (typed, text, around) => {
    const chore = read(typed, around)
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

  test('of a rule: how long it goes on', () => {
    expect(read('Laub harken jeden Freitag im Dezember')).toEqual({
      text: 'Laub harken, jeden Freitag, im Dezember',
      due: '2026-12-04',
      repeat: { every: 'week' },
    })
    expect(read('Laub harken jeden Tag nächste Woche')).toEqual({
      text: 'Laub harken, jeden Tag, nächste Woche',
      due: '2026-11-30',
      repeat: { every: 'day' },
    })
  })
})
