import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { calendars, events } from '../../../src/platform/db/schema'
import { type CalendarRow, type Diary, insertCalendar, openDiary } from '../../support/diary'

/** The household lives in Berlin: UTC+1 in winter, UTC+2 in summer. */
let diary: Diary
let personal: CalendarRow
let shared: CalendarRow

beforeAll(async () => {
  diary = await openDiary()
})
afterAll(() => diary.close())
beforeEach(async () => {
  diary.proxy.reset()
  await diary.ctx.db.delete(calendars)
  personal = await diary.calendar('ada')
  shared = await diary.calendar('ada', { isShared: true })
})

const read = (start: string, end: string, who = diary.cast.ada) => diary.occurrences(who, start, end)
const titles = async (start: string, end: string) => (await read(start, end)).map(({ title }) => title)

test('an occurrence has every field', async () => {
  const { ada } = diary.cast
  await diary.put(personal, 'choir', {
    SUMMARY: 'Choir',
    LOCATION: 'Town hall',
    DTSTART: '20261201T180000Z',
    DTEND: '20261201T200000Z',
    raw: 'BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT30M\r\nEND:VALARM',
  })
  expect(await read('2026-12-01', '2026-12-02')).toEqual([
    {
      uid: 'choir',
      title: 'Choir',
      location: 'Town hall',
      allDay: false,
      start: '2026-12-01T18:00:00.000Z',
      end: '2026-12-01T20:00:00.000Z',
      isRecurring: false,
      recurrenceId: null,
      seriesStart: null,
      calendarId: personal.id,
      calendarName: 'Calendar',
      color: '#2563EB',
      isShared: false,
      userId: ada.id,
      ownerName: 'Ada',
      reminderLeadMinutes: 30,
      reminderIsCustom: false,
    },
  ])
})

test('an all-day occurrence has dates, the end after its last day', async () => {
  await putLines(shared, 'trip', 'DTSTART;VALUE=DATE:20261201\r\nDTEND;VALUE=DATE:20261204')
  expect(await read('2026-12-02', '2026-12-03')).toEqual([
    expect.objectContaining({ uid: 'trip', allDay: true, start: '2026-12-01', end: '2026-12-04' }),
  ])
})

test.each([
  ['timed', 'DTSTART:20261101T180000Z\r\nRRULE:FREQ=WEEKLY', 'T18:00:00.000Z'],
  ['all-day', 'DTSTART;VALUE=DATE:20261101\r\nRRULE:FREQ=WEEKLY', ''],
])('an occurrence of a series (%s) says where its series starts and which instance it is', async (_, lines, time) => {
  const seriesStart = `2026-11-01${time}`
  await putLines(personal, 'series', lines)
  const [first, second] = [`2026-11-29${time}`, `2026-12-06${time}`]
  expect(await read('2026-11-27', '2026-12-12')).toEqual([
    expect.objectContaining({ isRecurring: true, seriesStart, start: first, recurrenceId: first }),
    expect.objectContaining({ isRecurring: true, seriesStart, start: second, recurrenceId: second }),
  ])
  expect((await diary.done(diary.cast.ada, 'GET /api/events/series/edit')) as unknown).toMatchObject({
    start: seriesStart,
  })
})

test('an occurrence that was moved is named by its original start', async () => {
  const moved =
    'END:VEVENT\r\nBEGIN:VEVENT\r\nUID:choir\r\nRECURRENCE-ID:20261208T180000Z\r\nDTSTART;VALUE=DATE:20261209'
  await putLines(personal, 'choir', `DTSTART:20261201T180000Z\r\nRRULE:FREQ=WEEKLY\r\n${moved}`)
  expect(await read('2026-12-07', '2026-12-12')).toEqual([
    expect.objectContaining({ start: '2026-12-09', isRecurring: true, recurrenceId: '2026-12-08T18:00:00.000Z' }),
  ])
})

describe('an event is in the window that it overlaps', () => {
  const WINDOWS: [string, string, boolean][] = [
    ['2026-11-28', '2026-12-01', false],
    ['2026-11-28', '2026-12-02', true],
    ['2026-12-02', '2026-12-03', true],
    ['2026-12-03', '2026-12-04', true],
    ['2026-12-04', '2026-12-05', false],
  ]
  const EVENTS: [string, string][] = [
    ['timed', 'DTSTART:20261201T180000Z\r\nDTEND:20261203T060000Z'],
    ['all-day', 'DTSTART;VALUE=DATE:20261201\r\nDTEND;VALUE=DATE:20261204'],
    ['recurring timed', 'DTSTART:20261201T180000Z\r\nDTEND:20261203T060000Z\r\nRRULE:FREQ=YEARLY'],
    ['recurring all-day', 'DTSTART;VALUE=DATE:20261201\r\nDTEND;VALUE=DATE:20261204\r\nRRULE:FREQ=YEARLY'],
  ]
  describe.each(EVENTS)('%s', (_, lines) => {
    test('whichever part of it', async () => {
      await putLines(personal, 'long', lines)
      for (const [start, end, isIn] of WINDOWS) {
        expect([start, end, (await titles(start, end)).length === 1]).toEqual([start, end, isIn])
      }
    })
  })

  test('its days are the household’s, not UTC’s', async () => {
    await putLines(personal, 'late', 'DTSTART:20261201T230000Z\r\nDTEND:20261201T233000Z')
    expect(await titles('2026-12-01', '2026-12-02')).toEqual([])
    expect(await titles('2026-12-02', '2026-12-03')).toEqual(['An event'])
  })

  test('an event without length belongs to the window that it begins in', async () => {
    await putLines(personal, 'moment', 'DTSTART:20261130T230000Z\r\nDTEND:20261130T230000Z')
    expect(await titles('2026-11-30', '2026-12-01')).toEqual([])
    expect(await titles('2026-12-01', '2026-12-02')).toEqual(['An event'])
  })

  test('one that ends where the window begins is not in it', async () => {
    await putLines(personal, 'before', 'DTSTART:20261130T220000Z\r\nDTEND:20261130T230000Z')
    expect(await titles('2026-12-01', '2026-12-02')).toEqual([])
  })
})

test('occurrences are ordered by start, all-day ones at the household’s midnight, then by title', async () => {
  await putLines(personal, '1', 'SUMMARY:Late\r\nDTSTART:20261201T090000Z\r\nDTEND:20261201T100000Z')
  await putLines(personal, '2', 'SUMMARY:B\r\nDTSTART;VALUE=DATE:20261201')
  await putLines(shared, '3', 'SUMMARY:A\r\nDTSTART;VALUE=DATE:20261201\r\nRRULE:FREQ=DAILY;COUNT=2')
  await putLines(shared, '4', 'SUMMARY:Before midnight\r\nDTSTART:20261130T223000Z\r\nDTEND:20261201T030000Z')
  await putLines(personal, '5', 'SUMMARY:After midnight\r\nDTSTART:20261130T233000Z\r\nDTEND:20261201T030000Z')
  await putLines(personal, '6', 'SUMMARY:At midnight\r\nDTSTART:20261130T230000Z\r\nDTEND:20261201T030000Z')
  expect(await titles('2026-12-01', '2026-12-03')).toEqual([
    'Before midnight',
    'A',
    'At midnight',
    'B',
    'After midnight',
    'Late',
    'A',
  ])
})

test('a series that began long ago keeps its hour across daylight saving', async () => {
  await putLines(
    personal,
    'weekly',
    'DTSTART;TZID=Europe/Berlin:19990104T180000\r\nDTEND;TZID=Europe/Berlin:19990104T190000\r\nRRULE:FREQ=WEEKLY',
  )
  const starts = (await read('2026-03-23', '2026-04-06')).map(({ start, isRecurring }) => [start, isRecurring])
  expect(starts).toEqual([
    ['2026-03-23T17:00:00.000Z', true],
    ['2026-03-30T16:00:00.000Z', true],
  ])
})

test('a series that ended before the window and one that begins after it are not in it', async () => {
  await putLines(personal, 'ended', 'DTSTART:20200101T090000Z\r\nRRULE:FREQ=DAILY;UNTIL=20261130T090000Z')
  await putLines(personal, 'later', 'DTSTART:20261202T230000Z\r\nRRULE:FREQ=DAILY')
  expect(await titles('2026-12-01', '2026-12-03')).toEqual([])
})

test('cancelled events are left out', async () => {
  await putLines(personal, 'off', 'STATUS:CANCELLED\r\nDTSTART:20261201T090000Z')
  await putLines(personal, 'series', 'STATUS:CANCELLED\r\nDTSTART:20261201T090000Z\r\nRRULE:FREQ=DAILY')
  expect(await titles('2026-12-01', '2026-12-03')).toEqual([])
})

test('shared events have the shared colour and the owner’s name, for every member', async () => {
  await putLines(shared, 'dinner', 'DTSTART:20261201T180000Z')
  await putLines(personal, 'mine', 'DTSTART:20261201T180000Z')
  for (const who of [diary.cast.ben, diary.cast.cleo]) {
    expect(await read('2026-12-01', '2026-12-02', who)).toEqual([
      expect.objectContaining({ uid: 'dinner', color: '#F25C7A', isShared: true, ownerName: 'Ada' }),
    ])
  }
})

test('a member with a row of their own for the shared calendar sees its events once, as shared', async () => {
  const { ada, ben } = diary.cast
  const twin = await insertCalendar(diary.ctx, ben.id, shared.url)
  await putLines(shared, 'dinner', 'DTSTART:20261201T180000Z')
  const [row] = await diary.ctx.db.select().from(events).where(eq(events.calendarId, shared.id))
  const { id, ...copy } = row!
  await diary.ctx.db.insert(events).values({ ...copy, calendarId: twin.id })
  expect(await read('2026-12-01', '2026-12-02', ben)).toEqual([
    expect.objectContaining({ uid: 'dinner', isShared: true, calendarId: shared.id, userId: ada.id }),
  ])
})

test('what is remembered of a series follows its changes', async () => {
  const weekly = (title: string) => `SUMMARY:${title}\r\nDTSTART:20261201T180000Z\r\nRRULE:FREQ=WEEKLY`
  await putLines(personal, 'choir', weekly('Choir'))
  expect(await titles('2026-12-01', '2026-12-09')).toEqual(['Choir', 'Choir'])
  expect(await titles('2026-12-01', '2026-12-09')).toEqual(['Choir', 'Choir'])
  await putLines(personal, 'choir', weekly('Band'))
  expect(await titles('2026-12-01', '2026-12-09')).toEqual(['Band', 'Band'])
})

test('reading asks no server', async () => {
  await putLines(personal, 'choir', 'DTSTART:20261201T180000Z\r\nRRULE:FREQ=WEEKLY')
  diary.proxy.reset()
  await read('2026-12-01', '2027-03-01')
  expect(diary.proxy.requests).toEqual([])
})

test('a stored event that cannot be read is left out and does not stop the rest', async () => {
  await putLines(personal, 'choir', 'DTSTART:20261201T180000Z\r\nRRULE:FREQ=WEEKLY')
  await putLines(personal, 'band', 'SUMMARY:Band\r\nDTSTART:20261201T180000Z\r\nRRULE:FREQ=WEEKLY')
  await diary.ctx.db.update(events).set({ rawVevent: 'broken', etag: '"new"' }).where(eq(events.uid, 'choir'))
  expect(await titles('2026-12-01', '2026-12-02')).toEqual(['Band'])
})

/** Writes an event whose lines are given as they stand; without a SUMMARY it is "An event". */
async function putLines(calendar: CalendarRow, uid: string, lines: string) {
  const summary = lines.includes('SUMMARY:') ? '' : 'SUMMARY:An event\r\n'
  await diary.putText(
    calendar,
    uid,
    `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//tests//EN\r\nBEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20260101T000000Z\r\n${summary}${lines}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
  )
}
