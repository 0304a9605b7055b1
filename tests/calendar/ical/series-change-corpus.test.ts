import { describe, expect, test } from 'bun:test'
import { editSeries } from '../../../src/calendar/ical/edit/series-change'
import { IcalError } from '../../../src/calendar/ical/error'
import { expand, prepare } from '../../../src/calendar/ical/expand'
import { formOfInstance } from '../../../src/calendar/ical/instance'
import { cpuMs, slowness } from '../../support/cpu'
import { calendarOf, difference, household, options, spanOf } from './cast'
import { AMSTERDAM, DAY, evening, HOUR, move, override } from './choir'
import { allTexts } from './corpus'
import { seeded } from './seeded'
import { anySeries } from './series'

describe('of every object and of random series', () => {
  const random = seeded(48)
  const texts = [...allTexts().map(({ text }) => text), ...Array.from({ length: 100 }, () => anySeries(random))]
  /** Some occurrences of what can be read. */
  const known = texts.flatMap((text) => {
    try {
      const from = prepare(text, household).first * 1000 - DAY
      const found = expand(prepare(text, household), from, from + 400 * DAY, household).slice(0, 500)
      const ids = found.flatMap(({ recurrenceId }) => recurrenceId ?? [])
      const step = Math.max(1, Math.floor(ids.length / 4))
      return ids
        .filter((id, index) => index % step === 0 && formOfInstance(text, id, household))
        .map((id) => ({ text, id, from, found: found.map((one) => `${one.recurrenceId} ${spanOf(one)}`).sort() }))
    } catch (error) {
      if (error instanceof IcalError) return []
      throw error
    }
  })

  test('another title moves nothing and touches no other line', () => {
    expect(known.length).toBeGreaterThan(500)
    for (const { text, id, from, found } of known) {
      const edited = editSeries(text, id, { title: 'Edited' }, options)
      const after = expand(prepare(edited, household), from, from + 400 * DAY, household).slice(0, 500)
      expect(after.map((one) => `${one.recurrenceId} ${spanOf(one)}`).sort()).toEqual(found)
      expect(formOfInstance(edited, id, household)?.title).toBe('Edited')
      // An override of all that follow gives way to one of the occurrence.
      if (text.includes('RANGE=')) continue
      const meant = /^(?:[-+] (?:SUMMARY|DTSTAMP|LAST-MODIFIED|X-CORKBOARD-OP|SEQUENCE)[;:]|. $)/i
      const lines = (one: string) => one.replace(/\r?\n[ \t]/g, '').replace(/\r?\n/g, '\r\n')
      expect(difference(lines(text), lines(edited)).filter((line) => !meant.test(line))).toEqual([])
    }
  })

  test('another time is what the occurrence has afterwards, or is refused', () => {
    let refused = 0
    for (const { text, id } of known) {
      const { allDay, start } = formOfInstance(text, id, household)!
      try {
        const edited = move(text, id, allDay ? DAY : HOUR)
        const wanted = Date.parse(start) + (allDay ? DAY : HOUR)
        const around = expand(prepare(edited, household), wanted - DAY, wanted + 2 * DAY, household)
        // An hour that is left out is read as the next.
        expect(
          around.some((one) => Math.abs(one.start - wanted) <= HOUR),
          `${id} in\n${text}\n→ ${edited}`,
        ).toBe(true)
      } catch (error) {
        if (!(error instanceof IcalError)) throw error
        refused += 1
      }
    }
    expect(refused).toBeLessThan(known.length / 5)
  })
})

test('thousands of exceptions are followed in one go', () => {
  const stamps = Array.from({ length: 1900 }, (_, index) =>
    new Date(Date.UTC(2010, 0, 2 + index)).toISOString().slice(0, 10).replaceAll('-', ''),
  )
  const text = calendarOf(
    evening('20100101', 'RRULE:FREQ=DAILY', ...stamps.map((day) => `EXDATE;${AMSTERDAM}:${day}T190000`)),
    ...stamps.map((day) => override(day, `${day}T180000`, 'SUMMARY:Choir')),
  )
  const spent = cpuMs(() => {
    move(text, '2012-06-01T16:00:00.000Z', DAY + HOUR, { title: 'Chorus' })
  })
  expect(spent / slowness()).toBeLessThan(400)
})
