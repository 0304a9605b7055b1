import { expect, test } from 'bun:test'
import { changedFields } from '../../../src/calendar/ical/changes'
import { copyEvent, editEvent } from '../../../src/calendar/ical/edit'
import { editSeries } from '../../../src/calendar/ical/edit/series-change'
import { seriesBefore, seriesFrom } from '../../../src/calendar/ical/edit/split'
import { IcalError } from '../../../src/calendar/ical/error'
import { expand, prepare } from '../../../src/calendar/ical/expand'
import { formOf } from '../../../src/calendar/ical/form'
import { formOfInstance } from '../../../src/calendar/ical/instance'
import { summarize } from '../../../src/calendar/ical/summary'
import { threadMs } from '../../support/cpu'
import { household, options } from './cast'
import { ownCorpus } from './corpus'
import { seeded } from './seeded'

const SPLINTERS = [
  ':',
  ';',
  '"',
  ',',
  '\r\n',
  '\r\n ',
  'BEGIN:VEVENT\r\n',
  'END:VEVENT\r\n',
  'TZID=',
  '99999999999999999999',
  '-1',
  '0000',
  '9999',
  'RRULE:FREQ=DAILY\r\n',
  'RDATE:20261005T160000Z/P999999999W\r\n',
  'RECURRENCE-ID:20261005T160000Z\r\n',
  'DURATION:-P1W\r\n',
  'BEGIN:VALARM\r\nTRIGGER:-P99999999W\r\nEND:VALARM\r\n',
  '\u0000',
  '\ud800',
]

/** Everything that is done with an object from a server, in turn. */
const verbs: ((text: string) => unknown)[] = [
  (text) => {
    const summary = summarize(text, household)
    const dates = [summary.dtstartUtc, summary.dtendUtc, summary.firstUtc, summary.lastUtc]
    for (const date of dates) if (date) date.toISOString()
    expect(summary.reminder.leadMinutes ?? 0).toBeLessThan(2 ** 31)
  },
  (text) => expand(prepare(text, household), Date.UTC(2026, 9, 1), Date.UTC(2026, 11, 30), household),
  (text) =>
    editEvent(
      text,
      changedFields(formOf(text, household), {
        title: 'x',
        allDay: true,
        start: '2026-10-05',
        end: '2026-10-05',
        recurrence: 'weekly',
        reminderLeadMinutes: 0,
      }),
      options,
    ),
  (text) =>
    editEvent(
      text,
      { allDay: false, start: '2026-10-05T16:00:00Z', end: '2026-10-05T16:00:00Z', recurrenceCount: 3 },
      options,
    ),
  (text) => copyEvent(text, { ...options, uid: 'new' }),
  (text) => seriesBefore(text, lastInstanceOf(text), options),
  (text) => seriesFrom(text, lastInstanceOf(text), { ...options, uid: 'new' }),
  (text) => {
    const recurrenceId = lastInstanceOf(text)
    const { allDay, start } = formOfInstance(text, recurrenceId, household) ?? formOf(text, household)
    const later = new Date(Date.parse(start) + 90_000_000).toISOString().slice(0, allDay ? 10 : 24)
    editSeries(text, recurrenceId, { title: 'x', allDay, start: later, end: later }, options)
  },
]

/** The last instance of an autumn; one that is none where there is none. */
function lastInstanceOf(text: string): string {
  const found = expand(prepare(text, household), Date.UTC(2026, 9, 1), Date.UTC(2026, 11, 30), household)
  return found.findLast(({ recurrenceId }) => recurrenceId !== null)?.recurrenceId ?? '2026-10-05'
}

function check(text: string, hint: string) {
  for (const [index, verb] of verbs.entries()) {
    const began = threadMs()
    try {
      verb(text)
    } catch (error) {
      if (!(error instanceof IcalError))
        throw new Error(`${hint}, verb ${index}: ${JSON.stringify(text)}`, { cause: error })
    }
    if (threadMs() - began > 1000) throw new Error(`${hint}, verb ${index} is slow: ${JSON.stringify(text)}`)
  }
}

test('damaged objects are read or refused, never worse', () => {
  const random = seeded(5545)
  const texts = ownCorpus().map((file) => file.text)
  for (let round = 0; round < 1500; round += 1) {
    let text = texts[random(texts.length)]!
    for (let cut = 0; cut <= random(4); cut += 1) {
      const from = random(text.length)
      const to = from + random(2) * random(40)
      text = text.slice(0, from) + SPLINTERS[random(SPLINTERS.length)] + text.slice(to)
    }
    check(text, `round ${round}`)
  }
})

const huge: [string, string][] = [
  ['nested a hundred thousand deep', 'BEGIN:X\r\n'.repeat(100_000)],
  [
    'twenty thousand events',
    `BEGIN:VCALENDAR\r\n${'BEGIN:VEVENT\r\nUID:u\r\nDTSTART:20261005T160000Z\r\nEND:VEVENT\r\n'.repeat(20_000)}END:VCALENDAR`,
  ],
  [
    'a line of a million characters',
    `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:u\r\nSUMMARY:${'x'.repeat(1_000_000)}\r\nDTSTART:20261005T160000Z\r\nEND:VEVENT\r\nEND:VCALENDAR`,
  ],
  [
    'a hundred thousand folds',
    `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:u\r\nSUMMARY:${'x\r\n '.repeat(100_000)}\r\nDTSTART:20261005T160000Z\r\nEND:VEVENT\r\nEND:VCALENDAR`,
  ],
]
test.each(huge)('%s', (hint, text) => {
  for (const verb of verbs) {
    try {
      verb(text)
    } catch (error) {
      if (!(error instanceof IcalError)) throw new Error(hint, { cause: error })
    }
  }
})
