import { describe, expect, test } from 'bun:test'
import { mergeEntries } from '../../../web/src/calendar/entries'
import { type Columns, dayColumns, personColumns } from '../../../web/src/calendar/views/columns'
import { everybody } from '../../../web/src/calendar/who'
import { overlay } from '../../../web/src/calendar/writes/overlay'
import type { Occurrence } from '../../../web/src/data/types'
import { placeAll } from '../../../web/src/lib/layout'
import { dayOfIso } from '../../../web/src/lib/tz'
import { familyEvent, named, PEOPLE } from './people'

const BERLIN = 'Europe/Berlin'
const FRIDAY = dayOfIso('2026-11-20')
const [mia, , ben] = PEOPLE
const shown = { people: everybody(PEOPLE), hidden: new Set<string>() }

const placed = (...occurrences: Occurrence[]) =>
  placeAll(
    mergeEntries(overlay(occurrences, [], BERLIN), { people: PEOPLE, busy: 'Busy', untitled: '(No title)' }),
    BERLIN,
  )

const allDay = { allDay: true, start: '2026-11-19', end: '2026-11-22' }
const told = ({ columns, bars }: Columns) => ({
  columns: columns.map(({ person, placed }) => [
    person?.isEveryone ? 'everyone' : person?.name,
    ...placed.filter(({ isBar }) => !isBar).map(({ item }) => item.title),
  ]),
  bars: bars.map(({ placed, column, span, lane }) => [placed.item.title, column, span, lane]),
})

describe('a day’s columns', () => {
  const piano = familyEvent('Piano', { people: named(mia) })
  const dinner = familyEvent('Dinner')

  test('are the persons’, everybody first where something is for all', () => {
    expect(told(personColumns(placed(dinner, piano), FRIDAY, shown, 3)).columns).toEqual([
      ['everyone', 'Dinner'],
      ['Mia', 'Piano'],
      ['Ada'],
      ['Ben'],
    ])
    expect(told(personColumns(placed(piano), FRIDAY, shown, 3)).columns.map(([name]) => name)).toEqual([
      'Mia',
      'Ada',
      'Ben',
    ])
  })

  test('bear the bars of their persons, below those of everybody, which lie over all of them', () => {
    const holiday = familyEvent('Holiday', allDay)
    const trip = familyEvent('Trip', { ...allDay, people: named(mia, ben) })
    const camp = familyEvent('Camp', { ...allDay, people: named(ben) })
    const { bars } = told(personColumns(placed(camp, holiday, trip), FRIDAY, shown, 3))
    expect(bars).toEqual([
      ['Holiday', 0, 3, 0],
      ['Trip', 0, 1, 1],
      ['Camp', 2, 1, 1],
      ['Trip', 2, 1, 2],
    ])
  })

  test('bear a bar once that is everybody’s and somebody’s, too', () => {
    const trip = familyEvent('Trip', allDay)
    const adas = { ...trip, calendarId: 2, isShared: false }
    expect(told(personColumns(placed(trip, adas), FRIDAY, shown, 3)).bars).toEqual([['Trip', 0, 3, 0]])
  })

  test('say that a bar goes on', () => {
    const { bars } = personColumns(placed(familyEvent('Holiday', allDay)), FRIDAY, shown, 3)
    expect(bars.map(({ continuesBefore, continuesAfter }) => [continuesBefore, continuesAfter])).toEqual([[true, true]])
  })

  test('are one for all when nobody has anything and there is no room', () => {
    const { columns, quiet } = personColumns([], FRIDAY, shown, 2)
    expect(columns).toMatchObject([{ day: FRIDAY, person: null }])
    expect(quiet.map(({ name }) => name)).toEqual(['Mia', 'Ada', 'Ben'])
  })

  test('of a week are its days, whoever the events are for', () => {
    const { columns, bars } = dayColumns(placed(dinner, familyEvent('Holiday', allDay)), { first: FRIDAY - 4, days: 7 })
    expect(columns.map(({ day, person }) => [day - FRIDAY, person])).toEqual(
      [-4, -3, -2, -1, 0, 1, 2].map((day) => [day, null]),
    )
    expect(bars.map(({ column, span }) => [column, span])).toEqual([[3, 3]])
  })
})
