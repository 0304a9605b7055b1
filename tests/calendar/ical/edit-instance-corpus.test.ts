import { describe, expect, test } from 'bun:test'
import { editInstance, excludeInstance, extractInstance } from '../../../src/calendar/ical/edit/instance'
import { IcalError } from '../../../src/calendar/ical/error'
import { expand, type Occurrence, prepare } from '../../../src/calendar/ical/expand'
import { formOfInstance } from '../../../src/calendar/ical/instance'
import { summarize } from '../../../src/calendar/ical/summary'
import { household, options, spanOf } from './cast'
import { allTexts } from './corpus'

const DAY = 86_400_000
/** Occurrences of an object that are tried, spread over its days. */
const MAX_TRIED = 6
/** Behind these the expansion of what repeats within the day is cut. */
const MAX_SHOWN = 4000

/** Milliseconds of the first start of an object's event; null where it cannot be read. */
function firstDayOf(text: string): number | null {
  try {
    const { dtstartUtc, dtstartDate } = summarize(text, household)
    return dtstartUtc?.getTime() ?? Date.parse(dtstartDate!)
  } catch (error) {
    if (error instanceof IcalError) return null
    throw error
  }
}

const shown = (text: string, from: number, days: number): Occurrence[] =>
  expand(prepare(text, household), from - 40 * DAY, from + days * DAY, household)

const line = (one: Occurrence) => `${one.recurrenceId} ${spanOf(one)} ${one.title}`
const lines = (occurrences: readonly Occurrence[]) => occurrences.map(line).sort()

/** Objects that repeat, with some of their occurrences. */
const SERIES = allTexts().flatMap(({ name, text }) => {
  const from = firstDayOf(text)
  if (from === null) return []
  const days = shown(text, from, 730).length > MAX_SHOWN ? 20 : 730
  const before = shown(text, from, days)
  const named = before.filter(({ recurrenceId }) => recurrenceId && formOfInstance(text, recurrenceId, household))
  const step = Math.max(1, Math.ceil(named.length / MAX_TRIED))
  const tried = named.filter((_, index) => index % step === 0)
  return tried.length === 0 ? [] : [{ name: name.split('/').at(-1)!, text, from, days, before, tried }]
})

test('there are series to be tried', () => {
  expect(SERIES.length).toBeGreaterThan(60)
})

describe.each(SERIES)('$name', ({ text, from, days, before, tried }) => {
  test('a new title of one occurrence changes that one and nothing else', () => {
    for (const { recurrenceId } of tried) {
      const edited = editInstance(text, recurrenceId!, { title: 'Edited' }, options)
      const expected = before.map((one) => (one.recurrenceId === recurrenceId ? { ...one, title: 'Edited' } : one))
      expect(lines(shown(edited, from, days))).toEqual(lines(expected))
      expect(formOfInstance(edited, recurrenceId!, household)).toEqual({
        ...formOfInstance(text, recurrenceId!, household)!,
        title: 'Edited',
        isOverride: true,
      })
    }
  })

  test('beside what an occurrence gets of its own every byte stays', () => {
    for (const { recurrenceId } of tried) {
      if (formOfInstance(text, recurrenceId!, household)!.isOverride) continue
      expect(without(editInstance(text, recurrenceId!, { title: 'Edited' }, options), text)).toBe(text)
      const rest = new Set(linesOf(excludeInstance(text, recurrenceId!, options)))
      const lost = linesOf(text).filter((one) => !rest.has(one))
      expect(lost.filter((one) => !/^(?:DTSTAMP|LAST-MODIFIED|SEQUENCE)/i.test(one))).toEqual([])
    }
  })

  test('one that is excluded is gone, and nothing else is', () => {
    for (const { recurrenceId } of tried) {
      const rest = excludeInstance(text, recurrenceId!, options)
      const expected = before.filter((one) => one.recurrenceId !== recurrenceId)
      expect(lines(isEmpty(rest) ? [] : shown(rest, from, days))).toEqual(lines(expected))
    }
  })

  test('one that is taken out stands alone, with the same form', () => {
    for (const { recurrenceId } of tried) {
      const single = extractInstance(text, recurrenceId!, { ...options, uid: 'alone' })
      const [{ recurrenceId: _, isRecurring: __, isMoved: ___, uid: ____, ...was }] = before.filter(
        (one) => one.recurrenceId === recurrenceId,
      ) as [Occurrence]
      expect(shown(single, from, days)).toEqual([
        { ...was, uid: 'alone', isRecurring: false, recurrenceId: null, isMoved: false },
      ])
    }
  })
})

/** A text without what was put into another at one place. */
function without(longer: string, original: string): string {
  let at = 0
  while (longer[at] === original[at] && at < original.length) at += 1
  return longer.slice(0, at) + longer.slice(longer.length - (original.length - at))
}

const linesOf = (text: string) => text.replace(/[\r\n]+[ \t]/g, '').split(/[\r\n]+/)

const isEmpty = (text: string) => !/^BEGIN:VEVENT/im.test(text)
