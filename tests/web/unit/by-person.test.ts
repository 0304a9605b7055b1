import { describe, expect, test } from 'bun:test'
import { dayByPerson } from '../../../web/src/calendar/by-person'
import type { PlacedEntry } from '../../../web/src/calendar/data'
import { mergeEntries } from '../../../web/src/calendar/entries'
import { afterTap, isFiltered, isOnly, only } from '../../../web/src/calendar/filter'
import { everybody } from '../../../web/src/calendar/who'
import { overlay } from '../../../web/src/calendar/writes/overlay'
import type { Occurrence } from '../../../web/src/data/types'
import { placeAll } from '../../../web/src/lib/layout'
import { familyEvent, named, PEOPLE } from './people'

const BERLIN = 'Europe/Berlin'
const [MIA, , BEN] = PEOPLE

const placed = (...occurrences: Occurrence[]): PlacedEntry[] =>
  placeAll(
    mergeEntries(overlay(occurrences, [], BERLIN), { people: PEOPLE, busy: 'Busy', untitled: '(No title)' }),
    BERLIN,
  )

const people = everybody(PEOPLE)
const NOBODY: ReadonlySet<string> = new Set()
const told = (events: PlacedEntry[], most: number, hidden = NOBODY) => {
  const { columns, everyone, quiet } = dayByPerson(events, { people, hidden }, most)
  const titles = (some: PlacedEntry[]) => some.map(({ item }) => item.title).join('+')
  return {
    columns: columns.map(({ person, events }) => `${person.name}: ${titles(events)}`),
    everyone: titles(everyone),
    quiet: quiet.map(({ name }) => name),
  }
}

describe('a day by person', () => {
  const piano = familyEvent('Piano', { people: named(MIA) })
  const vet = familyEvent('Vet', { people: named(BEN, MIA) })
  const dinner = familyEvent('Dinner')
  const shift = familyEvent('Shift', { isShared: false, userId: 2, access: 'household', people: [] })

  test.each<[string, Occurrence[], number, ReturnType<typeof told>]>([
    ['nothing, with room', [], 3, { columns: ['Mia: ', 'Ada: ', 'Ben: '], everyone: '', quiet: [] }],
    ['nothing, without', [], 2, { columns: [], everyone: '', quiet: ['Mia', 'Ada', 'Ben'] }],
    ['one event, with room', [piano], 3, { columns: ['Mia: Piano', 'Ada: ', 'Ben: '], everyone: '', quiet: [] }],
    ['one event, without', [piano], 2, { columns: ['Mia: Piano'], everyone: '', quiet: ['Ada', 'Ben'] }],
    ['of two', [vet, piano], 1, { columns: ['Mia: Vet+Piano', 'Ben: Vet'], everyone: '', quiet: ['Ada'] }],
    ['of everybody', [dinner], 0, { columns: [], everyone: 'Dinner', quiet: ['Mia', 'Ada', 'Ben'] }],
    ['of somebody’s own', [shift, dinner], 1, { columns: ['Ben: Shift'], everyone: 'Dinner', quiet: ['Mia', 'Ada'] }],
  ])('%s', (_, occurrences, most, expected) => {
    expect(told(placed(...occurrences), most)).toEqual(expected)
  })

  test('who is not shown has no column, and is not said to have nothing', () => {
    expect(told(placed(vet), 1, new Set(['person-7', 'person-3']))).toEqual({
      columns: ['Ben: Vet'],
      everyone: '',
      quiet: [],
    })
  })

  test('who has something to do has a column, too', () => {
    const { columns } = dayByPerson(placed(piano), { people, hidden: NOBODY }, 2, new Set(['person-4']))
    expect(columns.map(({ person }) => person.name)).toEqual(['Mia', 'Ben'])
  })

  test('whoever is not known yet has a column all the same', () => {
    const stranger = familyEvent('Choir', { isShared: false, userId: 9, ownerName: 'Zoe' })
    expect(told(placed(stranger), 1).columns).toEqual(['Zoe: Choir'])
  })
})

describe('the filter', () => {
  const keys = (hidden: ReadonlySet<string>) => people.filter(({ key }) => !hidden.has(key)).map(({ name }) => name)
  const tap = (hidden: ReadonlySet<string>, ...names: string[]) =>
    names.reduce<ReadonlySet<string>>(
      (now, name) => afterTap({ people, hidden: now }, people.find((one) => one.name === name)!.key),
      hidden,
    )

  test.each<[string, string[], string[]]>([
    ['shows everybody', [], ['Mia', 'Ada', 'Ben']],
    ['shows one alone after one tap', ['Mia'], ['Mia']],
    ['adds another with the next', ['Ben', 'Mia'], ['Mia', 'Ben']],
    ['takes one of several away', ['Ben', 'Mia', 'Ben'], ['Mia']],
    ['shows everybody once the last is taken away', ['Mia', 'Mia'], ['Mia', 'Ada', 'Ben']],
    ['shows everybody once all are chosen', ['Mia', 'Ada', 'Ben'], ['Mia', 'Ada', 'Ben']],
  ])('%s', (_, taps, shown) => {
    expect(keys(tap(NOBODY, ...taps))).toEqual(shown)
  })

  test('knows when it leaves somebody out, and when all but one', () => {
    const hidden = only({ people }, 'person-3')
    expect(isFiltered({ people, hidden })).toBe(true)
    expect(isOnly({ people, hidden }, 'person-3')).toBe(true)
    expect(isOnly({ people, hidden: NOBODY }, 'person-3')).toBe(false)
    expect(isOnly({ people, hidden: tap(hidden, 'Mia') }, 'person-3')).toBe(false)
    const alone = people.filter(({ key }) => key === 'person-3')
    expect(isOnly({ people: alone, hidden: NOBODY }, 'person-3')).toBe(false)
  })

  test('does not count who has left the household', () => {
    expect(isFiltered({ people, hidden: new Set(['person-99']) })).toBe(false)
    expect(keys(afterTap({ people, hidden: new Set(['person-99']) }, 'person-7'))).toEqual(['Mia'])
  })
})
