import { describe, expect, test } from 'bun:test'
import { copyEvent, editEvent } from '../../../src/calendar/ical/edit'
import { expand, prepare } from '../../../src/calendar/ical/expand'
import { formOf } from '../../../src/calendar/ical/form'
import { summarize } from '../../../src/calendar/ical/summary'
import { calendarOf, household, options } from './cast'
import { costOf, MAX_MS } from './cost'
import { hostileKinds } from './hostile-objects'

const WINDOW = [Date.UTC(2026, 9, 1), Date.UTC(2026, 11, 30)] as const
const EVERY = (length: number) => Array.from({ length }, (_, index) => index).join()

const event = (...lines: string[]) => calendarOf(['UID:hostile', 'SUMMARY:x', ...lines])
const series = (rule: string) => event('DTSTART:20160104T090000Z', `RRULE:${rule}`)

const readingOf = (text: string) =>
  costOf(
    () => summarize(text, household),
    () => expand(prepare(text, household), ...WINDOW, household),
  )

describe('an invitation cannot stop the process', () => {
  const rules = [
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=SECONDLY',
    'FREQ=MINUTELY',
    'FREQ=SECONDLY;COUNT=1000000000',
    'FREQ=SECONDLY;BYSECOND=59;COUNT=99999999',
    'FREQ=SECONDLY;BYSECOND=59;INTERVAL=2',
    'FREQ=HOURLY;INTERVAL=24;BYHOUR=5',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;COUNT=100000;BYDAY=MO',
    'FREQ=DAILY;COUNT=5;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=WEEKLY;COUNT=2;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=YEARLY;COUNT=3;BYWEEKNO=53;BYDAY=MO;BYMONTH=6',
    'FREQ=YEARLY;BYWEEKNO=20',
    `FREQ=DAILY;BYHOUR=${EVERY(24)};BYMINUTE=${EVERY(60)};BYSECOND=${EVERY(60)}`,
    `FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=${EVERY(24)};BYMINUTE=${EVERY(60)};BYSETPOS=-1`,
    `FREQ=MINUTELY;INTERVAL=3;BYSECOND=${EVERY(60)};BYSETPOS=1`,
    'FREQ=YEARLY;UNTIL=99991231T235959Z',
  ]
  test.each(rules)('%s', (rule) => {
    expect(readingOf(series(rule))).toBeLessThan(MAX_MS)
  })

  const objects: [string, string][] = [
    ['a daily rule from the year 1', event('DTSTART:00010101T090000Z', 'RRULE:FREQ=DAILY;BYDAY=MO')],
    ['an event two thousand years long', event('DTSTART:00010101T090000Z', 'DURATION:P730000D', 'RRULE:FREQ=DAILY')],
    [
      'a thousand rules',
      event(
        'DTSTART:20160104T090000Z',
        ...Array.from({ length: 1000 }, () => 'RRULE:FREQ=SECONDLY;BYSECOND=59;INTERVAL=2'),
      ),
    ],
    [
      'a thousand counted rules',
      event(
        'DTSTART:20160104T090000Z',
        ...Array.from({ length: 1000 }, () => 'RRULE:FREQ=YEARLY;COUNT=3;BYMONTH=2;BYMONTHDAY=30'),
      ),
    ],
    ['exclusion by the second', event('DTSTART:20160104T090000Z', 'RRULE:FREQ=DAILY', 'EXRULE:FREQ=SECONDLY')],
  ]
  test.each(objects)('%s', (_, text) => {
    expect(readingOf(text)).toBeLessThan(MAX_MS)
  })

  test('a hundred thousand added dates are read in reasonable time', () => {
    const dates = Array.from(
      { length: 100_000 },
      (_, index) => `${20_000_101 + (index % 28)}T${String(100_000 + (index % 59)).slice(0, 6)}Z`,
    )
    expect(readingOf(event('DTSTART:20160104T090000Z', `RDATE:${dates.join()}`))).toBeLessThan(MAX_MS)
  })

  test('a zone definition by the second is cut short', () => {
    const text = series('FREQ=DAILY').replace(
      'BEGIN:VEVENT',
      'BEGIN:VTIMEZONE\r\nTZID:Mine\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nRRULE:FREQ=SECONDLY\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\nBEGIN:VEVENT',
    )
    expect(readingOf(text.replace('DTSTART:2016', 'DTSTART;TZID=Mine:2016').replace('090000Z', '090000'))).toBeLessThan(
      100,
    )
  })
})

describe('no object holds the process for a tenth of a second', () => {
  for (const { kind, text } of hostileKinds()) {
    test(kind, () => {
      expect(text.length).toBeLessThan(5 * 1024 * 1024)
      expect(costOf(() => summarize(text, household))).toBeLessThan(MAX_MS)
      expect(costOf(() => expand(prepare(text, household), ...WINDOW, household))).toBeLessThan(MAX_MS)
      expect(costOf(() => formOf(text, household))).toBeLessThan(MAX_MS)
      const times = { allDay: false, start: '2026-10-05T16:00:00Z', end: '2026-10-05T16:30:00Z' }
      expect(costOf(() => editEvent(text, times, options))).toBeLessThan(MAX_MS)
      expect(costOf(() => editEvent(text, { recurrence: 'none' }, options))).toBeLessThan(MAX_MS)
      expect(costOf(() => editEvent(text, { recurrence: 'weekly', recurrenceCount: 3 }, options))).toBeLessThan(MAX_MS)
      expect(costOf(() => copyEvent(text, { ...options, uid: 'copy' }))).toBeLessThan(MAX_MS)
    })
  }
})

describe('what is too much is cut short and said', () => {
  const problemsOf = (text: string) => {
    const problems: string[] = []
    const found = expand(prepare(text, household), ...WINDOW, household, (problem) => problems.push(problem))
    return { found, problems }
  }

  test('no more than 5,000 occurrences of one object', () => {
    const { found, problems } = problemsOf(series('FREQ=MINUTELY'))
    expect(found).toHaveLength(5000)
    expect(problems).toEqual(['more occurrences than are shown'])
  })

  test('exactly as many as there are is not too much', () => {
    const { found, problems } = problemsOf(event('DTSTART:20261001T000000Z', 'RRULE:FREQ=MINUTELY;COUNT=5000'))
    expect(found).toHaveLength(5000)
    expect(problems).toEqual([])
  })

  test('an event with an unusable rule is shown once', () => {
    const { found, problems } = problemsOf(event('DTSTART:20261005T090000Z', 'RRULE:FREQ=NEVER'))
    expect(found).toHaveLength(1)
    expect(problems).toEqual(['rule with an unknown FREQ'])
  })

  test('problems name no contents', () => {
    const secret = 'Surprise'
    const { problems } = problemsOf(
      event('DTSTART;TZID=Surprise:20261005T090000', `RRULE:FREQ=${secret}`, `EXDATE:${secret}`, `DTEND:${secret}`),
    )
    expect(problems).toHaveLength(4)
    expect(problems.join().toLowerCase()).not.toContain(secret.toLowerCase())
  })
})
