import { describe, expect, test } from 'bun:test'
import type { DayState } from '../../../web/src/calendar/coverage'
import type { PlacedEntry } from '../../../web/src/calendar/data'
import { agendaLines, inBlocks } from '../../../web/src/calendar/views/agenda-days'

const event = (firstDay: number, lastDay = firstDay): PlacedEntry =>
  ({ firstDay, lastDay, startWall: 0, endWall: 0, isBar: firstDay < lastDay }) as PlacedEntry

const lines = (events: PlacedEntry[], days: number, notKnown: number[] = [], due: number[] = []) =>
  agendaLines(
    events,
    { stateOf: (day): DayState => (notKnown.includes(day) ? 'unknown' : 'known') },
    { first: 0, days },
    new Set(due),
  )

const said = (of: ReturnType<typeof lines>) =>
  of.map(({ kind, first, last, events }) => `${kind} ${first}–${last}${events.length > 0 ? ` ×${events.length}` : ''}`)

describe('the agenda’s lines', () => {
  test('fold days without events, and keep apart those that nobody knows', () => {
    expect(said(lines([event(3), event(3), event(4)], 8, [6]))).toEqual([
      'free 0–2',
      'day 3–3 ×2',
      'day 4–4 ×1',
      'free 5–5',
      'unknown 6–6',
      'free 7–7',
    ])
  })

  test('name an event of several days on each of them, also of those before and after', () => {
    expect(said(lines([event(-2, 1), event(3, 9)], 5))).toEqual([
      'day 0–0 ×1',
      'day 1–1 ×1',
      'free 2–2',
      'day 3–3 ×1',
      'day 4–4 ×1',
    ])
  })

  test('show what is planned on a day of which not everything is known', () => {
    expect(said(lines([event(1)], 3, [0, 1, 2]))).toEqual(['unknown 0–0', 'day 1–1 ×1', 'unknown 2–2'])
  })

  test('name a day on which something is only to be done, but none of which nothing else is known', () => {
    expect(said(lines([event(1)], 5, [3], [1, 2, 3]))).toEqual([
      'free 0–0',
      'day 1–1 ×1',
      'day 2–2',
      'unknown 3–3',
      'free 4–4',
    ])
  })

  test('come in blocks of some events, and nothing is lost between them', () => {
    const all = lines([event(0), event(0), event(1), event(4), event(5)], 8)
    const blocks = inBlocks(all, 2)
    expect(blocks.map((block) => block.map(({ first }) => first))).toEqual([[0], [1, 2, 4], [5, 6]])
    expect(blocks.flat()).toEqual(all)
    expect(inBlocks([], 2)).toEqual([[]])
  })
})
