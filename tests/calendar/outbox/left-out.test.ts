/** Who says "all" of an evening that is elsewhere by now, on another device or a moment ago, means the series. */
import { beforeEach, describe, expect, test } from 'bun:test'
import type { Range } from '../../../src/calendar/event-ref'
import type { CalendarRow } from '../../support/diary'
import { CHOIR, CHOIR_LINES, queryOf, setScene } from './setting'

const scene = setScene()
const THIRD = '2026-12-15T18:00:00.000Z'
const OPENED = { ...CHOIR, start: THIRD, end: '2026-12-15T20:00:00.000Z' }
const AT_SEVEN = { title: 'Rehearsal', start: '2026-12-15T19:00:00Z', end: '2026-12-15T21:00:00Z' }
let work: CalendarRow

beforeEach(async () => {
  work = await scene.diary.calendar('ada')
  await scene.diary.put(scene.calendar, 'choir', { ...CHOIR_LINES, RRULE: 'FREQ=WEEKLY;COUNT=5' })
})

/** The evenings, by day, hour and title. */
async function evenings(): Promise<string[]> {
  await scene.diary.drain.drain()
  const found = await scene.diary.occurrences(scene.ada, '2026-11-01', '2027-01-20')
  return found.map(({ start, title }) => `${start.slice(8, 13)} ${title}`).sort()
}

const from = (range: Range) => ({ recurrenceId: THIRD, range })
const change = (range: Range, form: object) =>
  scene.editFrom(from(range), { ...form, base: { ...OPENED, calendarUrl: scene.calendar.url } })
const status = async (range: Range, form: object) => {
  const asked = `PATCH /api/events/choir/edit?${queryOf(from(range))}`
  return (await scene.diary.request(scene.ada, asked, { ...OPENED, ...form, base: OPENED })).status
}

const LEAVING: [string, () => Promise<unknown>][] = [
  ['goes to another calendar', () => change('this', { calendarUrl: work.url })],
  ['has gone to another calendar', () => change('this', { calendarUrl: work.url }).then(() => evenings())],
  ['was removed', () => scene.removeFrom(from('this')).then(() => evenings())],
]

describe.each(LEAVING)('of an evening that %s', (what, leave) => {
  const itself = what === 'was removed' ? [] : ['15T18 Choir']
  beforeEach(async () => {
    await leave()
  })

  test('a change of all is one of its series', async () => {
    await change('all', AT_SEVEN)
    const others = ['01T19 Rehearsal', '08T19 Rehearsal', '22T19 Rehearsal', '29T19 Rehearsal']
    expect(await evenings()).toEqual([...others, ...itself].sort())
  })

  test('a change of it and all that follow is one from the next on', async () => {
    await change('thisAndFuture', { title: 'Rehearsal' })
    const others = ['01T18 Choir', '08T18 Choir', '22T18 Rehearsal', '29T18 Rehearsal']
    expect(await evenings()).toEqual([...others, ...itself].sort())
  })

  test('a removal of all leaves nothing of its series', async () => {
    await scene.removeFrom(from('all'))
    expect(await evenings()).toEqual(itself)
  })

  test('a removal of it and all that follow leaves those before', async () => {
    await scene.removeFrom(from('thisAndFuture'))
    expect(await evenings()).toEqual(['01T18 Choir', '08T18 Choir', ...itself])
  })

  test('what only it can be is refused', async () => {
    expect(await status('this', AT_SEVEN)).toBe(404)
    expect(await status('all', { recurrence: 'none' })).toBe(404)
  })
})
