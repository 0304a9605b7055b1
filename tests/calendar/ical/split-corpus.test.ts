import { describe, expect, test } from 'bun:test'
import { seriesBefore, seriesFrom } from '../../../src/calendar/ical/edit/split'
import { IcalError } from '../../../src/calendar/ical/error'
import { expand, type Occurrence, prepare } from '../../../src/calendar/ical/expand'
import { mainEvent, readObject } from '../../../src/calendar/ical/object'
import { property } from '../../../src/calendar/ical/parse'
import { recurrenceIdOf } from '../../../src/calendar/ical/recurrence-id'
import { household, options, spanOf } from './cast'
import { allTexts } from './corpus'
import { seeded } from './seeded'
import { anySeries } from './series'

const YEAR = 366 * 86_400_000

/** Occurrences of the object's event that begin between two instants. */
function occurrencesIn(text: string, begin: number, end: number): Occurrence[] {
  const uid = property(mainEvent(readObject(text, household)), 'UID')?.value ?? ''
  const found = expand(prepare(text, household), begin, end, household)
  return found.filter((one) => one.uid === uid && one.start < end)
}

/** What is left alone names no instance any more. */
const tell = (one: Occurrence) =>
  `${one.recurrenceId ?? recurrenceIdOf(one.start / 1000, one.allDay)} ${spanOf(one)} ${one.title}`
const earlier = (one: string, other: string) => Date.parse(one) < Date.parse(other)

/** Divides a series at some of its instances; both parts together must be the whole, and nothing twice. */
function checkDivisions(text: string, name: string, most: number) {
  const begin = prepare(text, household).first * 1000 - 86_400_000
  const end = occurrencesIn(text, begin, begin + 4 * YEAR)[80]?.start ?? begin + 4 * YEAR
  const whole = occurrencesIn(text, begin, end)
  const ids = [...new Set(whole.map(({ recurrenceId }) => recurrenceId))].filter((id) => id !== null)
  const inOrder = ids.sort((a, b) => Date.parse(a) - Date.parse(b))
  const step = Math.max(1, Math.floor(inOrder.length / most))
  let checked = 0
  for (const id of inOrder.slice(1).filter((_, index) => index % step === 0)) {
    const parts = [seriesBefore(text, id, options), seriesFrom(text, id, { ...options, uid: 'rest' })] as const
    const [old, rest] = parts.map((part) => occurrencesIn(part, begin, end).map(tell).sort())
    const isOld = ({ recurrenceId }: Occurrence) => earlier(recurrenceId!, id)
    const told = `${name} at ${id}:\n${text}\n→ ${parts.join('\n')}`
    if (!Bun.deepEquals(old, whole.filter(isOld).map(tell).sort())) {
      expect(old, `before: ${told}`).toEqual(whole.filter(isOld).map(tell).sort())
    }
    const later = whole.filter((one) => !isOld(one)).map(tell)
    if (!Bun.deepEquals(rest, later.sort())) expect(rest, `rest: ${told}`).toEqual(later.sort())
    checked += 1
  }
  return checked
}

describe('both parts are the whole series, each occurrence once', () => {
  test('at every instance of 300 random series', () => {
    const random = seeded(2026)
    let checked = 0
    for (let round = 0; round < 300; round += 1) checked += checkDivisions(anySeries(random), `round ${round}`, 4)
    expect(checked).toBeGreaterThan(1000)
  })

  test('in the corpus', () => {
    let checked = 0
    for (const { name, text } of allTexts()) {
      try {
        prepare(text, household)
      } catch (error) {
        expect(error).toBeInstanceOf(IcalError)
        continue
      }
      checked += checkDivisions(text, name, 6)
    }
    expect(checked).toBeGreaterThan(200)
  })
})
