import { beforeEach, describe, expect, test } from 'bun:test'
import { calendars, outbox } from '../../../src/platform/db/schema'
import { type CalendarRow, openDiary } from '../../support/diary'
import { opened } from '../../support/opened'

/** Through the whole service: form, outbox, server, cache, form again. The household lives in Berlin. */
const diary = opened(openDiary)
let calendar: CalendarRow

beforeEach(async () => {
  await diary.ctx.db.delete(outbox)
  await diary.ctx.db.delete(calendars)
  calendar = await diary.calendar('ada')
})

type Form = Record<string, unknown>
const TIMED = { title: 'Choir', allDay: false, start: '2026-12-01T18:00:00.000Z', end: '2026-12-01T20:00:00.000Z' }
const ALL_DAY = { title: 'Trip', allDay: true, start: '2026-12-01', end: '2026-12-03' }

async function create(form: Form): Promise<string> {
  const { uid } = await diary.done(diary.cast.ada, 'POST /api/events/create', form)
  await diary.drain.drain()
  return uid
}

async function edit(uid: string, form: Form): Promise<void> {
  await diary.done(diary.cast.ada, `PATCH /api/events/${encodeURIComponent(uid)}/edit`, form)
  await diary.drain.drain()
  expect(await diary.status(diary.cast.ada, uid)).toEqual({ uid, status: 'done' })
}

const read = (uid: string) => diary.done<Form>(diary.cast.ada, `GET /api/events/${encodeURIComponent(uid)}/edit`)
const text = async (uid: string) => (await diary.cached(calendar, uid))!.rawVevent
const starts = async (start: string, end: string) =>
  (await diary.occurrences(diary.cast.ada, start, end)).map((one) => one.start)

const STORED = {
  location: '',
  description: '',
  recurrence: 'none',
  reminderLeadMinutes: null,
  reminderIsCustom: false,
  personIds: [],
}

describe('what is created is read back', () => {
  test.each<[string, Form, Form]>([
    ['a timed event', TIMED, {}],
    ['an all-day event, its end inclusive', ALL_DAY, {}],
    ['texts', { ...TIMED, location: 'Hall; 1st floor, left', description: 'Line 1\nLine 2 \\ 🎵' }, {}],
    ['a weekly series', { ...TIMED, recurrence: 'weekly' }, {}],
    ['a series with a count', { ...TIMED, recurrence: 'daily', recurrenceCount: 3 }, {}],
    ['a series with an end', { ...TIMED, recurrence: 'monthly', recurrenceUntil: '2027-06-01' }, {}],
    ['a yearly all-day series with an end', { ...ALL_DAY, recurrence: 'yearly', recurrenceUntil: '2030-12-01' }, {}],
    [
      'a series on two weekdays, in the order of the week',
      { ...TIMED, recurrence: { frequency: 'weekly', weekdays: ['TU', 'TH'] } },
      {},
    ],
    ['every other week', { ...TIMED, recurrence: { frequency: 'weekly', interval: 2 }, recurrenceCount: 9 }, {}],
    ['the first Tuesday', { ...TIMED, recurrence: { frequency: 'monthly', nth: 1, weekdays: ['TU'] } }, {}],
    ['a bound without a rule, which has no effect', TIMED, { recurrenceCount: 3 }],
    ['a bound beside none, which has no effect', { ...TIMED, recurrence: 'none' }, { recurrenceUntil: '2027-01-01' }],
    ['a reminder', { ...TIMED, reminderLeadMinutes: 30 }, {}],
    ['a reminder off the list', { ...TIMED, reminderLeadMinutes: 45 }, {}],
    ['no reminder', { ...TIMED, reminderLeadMinutes: null }, {}],
    [
      'a timed reminder at the start, which is none',
      { ...TIMED, reminderLeadMinutes: null },
      { reminderLeadMinutes: 0 },
    ],
    ['an all-day reminder on the day', { ...ALL_DAY, reminderLeadMinutes: 0 }, {}],
    ['an all-day reminder the day before', { ...ALL_DAY, reminderLeadMinutes: 1440 }, {}],
    ['several reminders, the earliest first', { ...TIMED, reminders: [60, 15], reminderIsCustom: true }, {}],
    ['a reminder at the start', { ...TIMED, reminderLeadMinutes: 0, reminders: [0] }, {}],
    [
      'the evening before and the morning of a day',
      { ...ALL_DAY, reminders: [{ daysBefore: 1, time: '18:00' }, 0], reminderIsCustom: true },
      {},
    ],
    ['one reminder of a list, which is the lead', { ...TIMED, reminderLeadMinutes: 15 }, { reminders: [15] }],
    ['an all-day lead rounded up', { ...ALL_DAY, reminderLeadMinutes: 1440 }, { reminderLeadMinutes: 60 }],
  ])('%s', async (_, stored, sent) => {
    const uid = await create({ ...stored, ...sent })
    expect(await read(uid)).toEqual({ ...STORED, ...stored, calendarUrl: calendar.url } as Form)
  })
})

test('a weekly series made in summer keeps its hour in winter', async () => {
  await create({ ...TIMED, start: '2026-10-20T16:00:00Z', end: '2026-10-20T17:00:00Z', recurrence: 'weekly' })
  expect(await starts('2026-10-19', '2026-11-01')).toEqual(['2026-10-20T16:00:00.000Z', '2026-10-27T17:00:00.000Z'])
})

test('a series until a day includes that day', async () => {
  await create({ ...TIMED, recurrence: 'daily', recurrenceUntil: '2026-12-03' })
  expect(await starts('2026-12-01', '2026-12-10')).toHaveLength(3)
})

describe('a reminder on edit', () => {
  test('is one of several: a list adds and drops, a lead stands for all, and an empty list is none', async () => {
    const uid = await create({ ...TIMED, reminderLeadMinutes: 15 })
    await edit(uid, { ...TIMED, reminders: [15, 60, 1440] })
    expect(await read(uid)).toMatchObject({ reminderLeadMinutes: null, reminders: [15, 1440, 60] })
    await edit(uid, { ...TIMED, reminders: [1440, 60] })
    expect(await read(uid)).toMatchObject({ reminders: [1440, 60] })
    await edit(uid, { ...TIMED, reminderLeadMinutes: 60 })
    expect(await read(uid)).toMatchObject({ reminderLeadMinutes: 60, reminderIsCustom: false })
    await edit(uid, { ...TIMED, reminders: [] })
    expect(await text(uid)).not.toContain('VALARM')
  })

  const ALARMS = 'BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT7M\r\nX-MINE:1\r\nEND:VALARM'
  const put = () => diary.put(calendar, 'choir', { DTSTART: '20261201T180000Z', SUMMARY: 'Choir', raw: ALARMS })

  test('that is absent keeps the alarms as they are', async () => {
    await put()
    await edit('choir', { ...TIMED, title: 'Choir practice' })
    expect(await text('choir')).toContain('X-MINE:1')
    expect(await read('choir')).toMatchObject({ reminderLeadMinutes: 7 })
  })

  test('that is null removes them', async () => {
    await put()
    await edit('choir', { ...TIMED, reminderLeadMinutes: null })
    expect(await text('choir')).not.toContain('VALARM')
  })

  test('that is a number sets it', async () => {
    await put()
    await edit('choir', { ...TIMED, reminderLeadMinutes: 60 })
    expect(await read('choir')).toMatchObject({ reminderLeadMinutes: 60 })
    expect((await diary.occurrences(diary.cast.ada, '2026-12-01', '2026-12-02'))[0]?.reminderLeadMinutes).toBe(60)
  })
})

describe('a rule on edit', () => {
  const RULE = { ...TIMED, recurrence: 'weekly', recurrenceCount: 10 }

  test('that is absent is kept', async () => {
    const uid = await create(RULE)
    await edit(uid, { ...TIMED, title: 'Band' })
    expect(await read(uid)).toMatchObject({ title: 'Band', recurrence: 'weekly', recurrenceCount: 10 })
  })

  test('that is none ends the series', async () => {
    const uid = await create(RULE)
    await edit(uid, { ...TIMED, recurrence: 'none' })
    expect(await read(uid)).toMatchObject({ recurrence: 'none' })
    expect(await starts('2026-12-01', '2027-02-01')).toHaveLength(1)
  })

  test('of two weekdays replaces it, from the first of them on', async () => {
    const uid = await create(RULE)
    await edit(uid, { ...TIMED, recurrence: { frequency: 'weekly', weekdays: ['TH', 'WE'] }, recurrenceCount: 3 })
    expect(await starts('2026-12-01', '2027-02-01')).toEqual([
      '2026-12-02T18:00:00.000Z',
      '2026-12-03T18:00:00.000Z',
      '2026-12-09T18:00:00.000Z',
    ])
    expect(await read(uid)).toMatchObject({
      start: '2026-12-02T18:00:00.000Z',
      recurrence: { frequency: 'weekly', weekdays: ['WE', 'TH'] },
      recurrenceCount: 3,
    })
  })

  test('that is a preset replaces it with its bound', async () => {
    const uid = await create(RULE)
    await edit(uid, { ...TIMED, recurrence: 'daily', recurrenceUntil: '2026-12-05' })
    const form = await read(uid)
    expect(form).toMatchObject({ recurrence: 'daily', recurrenceUntil: '2026-12-05' })
    expect(form).not.toHaveProperty('recurrenceCount')
  })

  test('with another bound alone changes the bound', async () => {
    const uid = await create(RULE)
    await edit(uid, { ...TIMED, recurrenceUntil: '2026-12-20' })
    const form = await read(uid)
    expect(form).toMatchObject({ recurrence: 'weekly', recurrenceUntil: '2026-12-20' })
    expect(form).not.toHaveProperty('recurrenceCount')
  })

  test('that the form cannot express stays by being left out', async () => {
    await diary.put(calendar, 'choir', { DTSTART: '20261201T180000Z', RRULE: 'FREQ=MONTHLY;BYDAY=1TU,3TU;COUNT=4' })
    expect(await read('choir')).toMatchObject({ recurrence: 'custom' })
    await edit('choir', { ...TIMED, title: 'First and third Tuesday' })
    expect(await text('choir')).toContain('BYDAY=1TU,3TU')
  })
})

describe('a text on edit', () => {
  test('that is absent is kept, and "" clears it', async () => {
    const uid = await create({ ...TIMED, location: 'Hall', description: 'Scores' })
    await edit(uid, { ...TIMED, title: 'Band', description: '' })
    expect(await read(uid)).toMatchObject({ title: 'Band', location: 'Hall', description: '' })
  })
})

test('a timed event becomes all-day and back', async () => {
  const uid = await create(TIMED)
  await edit(uid, ALL_DAY)
  expect(await read(uid)).toMatchObject(ALL_DAY)
  await edit(uid, TIMED)
  expect(await read(uid)).toMatchObject(TIMED)
})

test('a uid with every sort of character is found', async () => {
  const uid = 'Üid/with %2F & "quotes"?#@x'
  await diary.putText(
    calendar,
    'odd',
    `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//t//EN\r\nBEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20261201T180000Z\r\nSUMMARY:Odd\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
  )
  await edit(uid, { ...TIMED, title: 'Even' })
  expect(await read(uid)).toMatchObject({ title: 'Even' })
  await diary.done(diary.cast.ada, `DELETE /api/events/${encodeURIComponent(uid)}`)
  await diary.drain.drain()
  expect(await diary.cached(calendar, uid)).toBeUndefined()
})
