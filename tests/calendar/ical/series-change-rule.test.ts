import { describe, expect, test } from 'bun:test'
import { editSeries } from '../../../src/calendar/ical/edit/series-change'
import { seriesFrom } from '../../../src/calendar/ical/edit/split'
import type { EventForm } from '../../../src/calendar/ical/form'
import { calendarOf, options } from './cast'
import { AMSTERDAM, changesOf, DAY, days, evening, HOUR, linesOf, override, shown } from './choir'

describe('a new rule replaces that of the whole series', () => {
  const text = calendarOf(
    evening('20260210', 'RRULE:FREQ=WEEKLY', `EXDATE;${AMSTERDAM}:20260217T180000,20260224T180000`),
    override('20260324', '20260324T200000', 'SUMMARY:Late'),
    override('20260331', '20260331T200000', 'SUMMARY:Later'),
  )
  const NOVEMBER = '2026-11-24T17:00:00.000Z'
  const change = (more: Partial<EventForm>, by = 0) =>
    editSeries(text, NOVEMBER, changesOf(text, NOVEMBER, by, more), options)

  test('so that it has the occurrence, from the first day on that can be', () => {
    const edited = change({ recurrence: 'monthly' })
    expect(days(edited)[0]).toBe('03-24')
    expect(days(edited)).toContain('11-24')
    expect(shown(edited).slice(0, 2)).toEqual(['03-24T19:00 Late', '04-24T16:00 Choir'])
  })

  test('exclusions and overrides that name no instance any more are dropped', () => {
    const edited = change({ recurrence: 'monthly' })
    expect(linesOf(edited, '(?:EXDATE|RECURRENCE-ID)')).toEqual([
      `EXDATE;${AMSTERDAM}:20260224T180000`,
      `RECURRENCE-ID;${AMSTERDAM}:20260324T180000`,
    ])
  })

  test('with another day: they go along', () => {
    const edited = change({ recurrence: 'weekly', recurrenceUntil: '2026-12-31' }, DAY)
    expect(linesOf(edited, '(?:DTSTART|EXDATE|RECURRENCE-ID)')).toEqual([
      `DTSTART;${AMSTERDAM}:20260211T180000`,
      `EXDATE;${AMSTERDAM}:20260218T180000,20260225T180000`,
      `RECURRENCE-ID;${AMSTERDAM}:20260325T180000`,
      `DTSTART;${AMSTERDAM}:20260324T200000`,
      `RECURRENCE-ID;${AMSTERDAM}:20260401T180000`,
      `DTSTART;${AMSTERDAM}:20260331T200000`,
    ])
  })

  test('an end alone changes the end', () => {
    const edited = change({ recurrenceUntil: '2026-03-25' })
    expect(shown(edited)).toEqual([
      '02-10T17:00 Choir',
      '03-03T17:00 Choir',
      '03-10T17:00 Choir',
      '03-17T17:00 Choir',
      '03-24T19:00 Late',
    ])
  })

  test('none: the occurrence is what is left', () => {
    const edited = change({ recurrence: 'none', title: 'Concert' }, HOUR)
    expect(shown(edited)).toEqual(['11-24T18:00 Concert'])
    expect(linesOf(edited, '(?:UID|RRULE|EXDATE|RECURRENCE-ID|SEQUENCE)')).toEqual(['UID:u', 'SEQUENCE:1'])
  })

  // RFC 5546 2.1.4: whoever knows a later revision of the uid leaves an earlier one aside.
  test('none: what is left is a later revision than the series and each of its overrides', () => {
    const series = calendarOf(
      evening('20260210', 'RRULE:FREQ=WEEKLY', 'SEQUENCE:4'),
      override('20260324', '20260324T200000', 'SUMMARY:Late', 'SEQUENCE:1'),
      override('20260331', '20260331T200000', 'SUMMARY:Later', 'SEQUENCE:7'),
    )
    for (const id of ['2026-03-17T17:00:00.000Z', '2026-03-24T17:00:00.000Z']) {
      expect(linesOf(editSeries(series, id, { recurrence: 'none' }, options), 'SEQUENCE')).toEqual(['SEQUENCE:8'])
    }
  })
})

describe('this and following', () => {
  test('is the rest of the series, changed', () => {
    const text = calendarOf(evening('20260907', 'RRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=6'))
    const id = '2026-09-16T16:00:00.000Z'
    const rest = seriesFrom(text, id, { ...options, uid: 'rest' })
    const edited = editSeries(rest, id, changesOf(text, id, DAY), options)
    expect(days(edited)).toEqual(['09-17', '09-21', '09-24'])
  })

  test('may be a single one', () => {
    const text = calendarOf(evening('20260907', `RDATE;${AMSTERDAM}:20260911T100000`))
    const id = '2026-09-11T08:00:00.000Z'
    const rest = seriesFrom(text, id, { ...options, uid: 'rest' })
    expect(shown(editSeries(rest, id, changesOf(text, id, HOUR), options))).toEqual(['09-11T09:00 Choir'])
  })
})
