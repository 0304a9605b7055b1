import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { calendars, outbox } from '../../../src/platform/db/schema'
import { eventText } from '../../support/caldav'
import { ask, type Member } from '../../support/cast'
import { type CalendarRow, type Diary, openDiary } from '../../support/diary'

/** A family's dinner, which everyone may change; each of them has opened it in a dialog before. */
let diary: Diary
let family: CalendarRow
let ada: Member
let ben: Member
let path: string
let opened: Form

type Form = Record<string, unknown>
interface Clash {
  error: string
  current: Form
}

beforeAll(async () => {
  diary = await openDiary()
  ;({ ada, ben } = diary.cast)
})
afterAll(() => diary.close())
beforeEach(async () => {
  await diary.ctx.db.delete(outbox)
  await diary.ctx.db.delete(calendars)
  family = await diary.calendar('ada', { isShared: true })
  path = await diary.put(family, 'dinner', LINES)
  opened = await read()
  diary.proxy.reset()
})

const LINES = { SUMMARY: 'Dinner', DTSTART: '20261201T170000Z', DTEND: '20261201T190000Z' }
const EDIT = 'PATCH /api/events/dinner/edit'
const AT_EIGHT = { start: '2026-12-01T20:00:00.000Z', end: '2026-12-01T22:00:00.000Z' }

const read = (who = ada) => diary.done<Form>(who, 'GET /api/events/dinner/edit')
/** What a dialog sends: every field that it can express, the changed ones among them, and what it was opened with. */
const formOf = ({ reminderIsCustom, reminderLeadMinutes, recurrence, ...form }: Form, changes: Form) => ({
  ...form,
  ...(reminderIsCustom ? {} : { reminderLeadMinutes }),
  ...changes,
})
const save = (who: Member, changes: Form, base: unknown = opened) =>
  diary.request<Clash & { uid: string }>(who, EDIT, { ...formOf(opened, changes), base })

async function saved(who: Member, changes: Form) {
  expect((await save(who, changes)).status).toBe(202)
  await diary.drain.drain()
  expect(await diary.status(who, 'dinner')).toEqual({ uid: 'dinner', status: 'done' })
}

describe('two who have the same event open', () => {
  test.each<[string, Form, Form, Form]>([
    ['one moves it, the other adds a place', AT_EIGHT, { location: 'Terrace' }, { ...AT_EIGHT, location: 'Terrace' }],
    [
      'one renames it, the other moves it',
      { title: 'Dinner with Eva' },
      AT_EIGHT,
      { title: 'Dinner with Eva', ...AT_EIGHT },
    ],
    ['both move it to the same hour', AT_EIGHT, AT_EIGHT, AT_EIGHT],
    [
      'one makes it repeat, the other wants to be reminded',
      { recurrence: 'weekly' },
      { reminderLeadMinutes: 30 },
      { recurrence: 'weekly', reminderLeadMinutes: 30 },
    ],
    ['the other changes nothing', AT_EIGHT, {}, AT_EIGHT],
  ])('%s: both stand', async (_, hers, his, both) => {
    await saved(ada, hers)
    await saved(ben, his)
    expect(await read()).toMatchObject(both)
    expect(await diary.rows()).toHaveLength(2)
  })

  test.each<[string, Form, Form, string]>([
    ['move it to different hours', AT_EIGHT, { end: '2026-12-01T19:30:00Z' }, 'start, end'],
    ['rename it', { title: 'Dinner with Eva' }, { title: 'Supper' }, 'title'],
    ['set another reminder', { reminderLeadMinutes: 30 }, { reminderLeadMinutes: 60 }, 'reminderLeadMinutes'],
    [
      'rename it and write other notes',
      { title: 'Eva', description: 'Wine' },
      { title: 'Supper', description: 'Bread' },
      'title, description',
    ],
  ])('who %s clash: the second sees what stands there, and nothing is queued', async (_, hers, his, names) => {
    await saved(ada, hers)
    const { status, body } = await save(ben, his)
    expect(status).toBe(409)
    expect(Object.keys(body)).toEqual(['error', 'current'])
    expect(body.current).toEqual(await read(ben))
    expect(body.error).toEndWith(`: ${names}.`)
    expect(body.error).not.toMatch(/Eva|Supper|2026/)
    expect(await diary.rows()).toHaveLength(1)
  })

  test('the one who was second may say it again, knowing what stands there', async () => {
    await saved(ada, { title: 'Dinner with Eva' })
    const { current } = (await save(ben, { title: 'Supper' })).body
    expect((await save(ben, { title: 'Supper' }, current)).status).toBe(202)
    await diary.drain.drain()
    expect(await read()).toMatchObject({ title: 'Supper' })
  })

  test('without the form as it was opened the last one wins, as ever', async () => {
    await saved(ada, { title: 'Dinner with Eva' })
    await diary.done(ben, EDIT, formOf(opened, { location: 'Terrace' }))
    await diary.drain.drain()
    expect(await read()).toMatchObject({ title: 'Dinner', location: 'Terrace' })
  })
})

describe('a clash that shows only when the write is to go out', () => {
  test('fails it with a reason that names the field, and sends nothing', async () => {
    expect((await save(ben, { title: 'Supper' })).status).toBe(202)
    await diary.put(family, 'dinner', { ...LINES, SUMMARY: 'From the phone' })
    diary.proxy.reset()
    await diary.drain.drain()
    expect(await diary.status(ben, 'dinner')).toEqual({
      uid: 'dinner',
      status: 'failed',
      error: 'The event was changed elsewhere meanwhile, too: title.',
      errorCode: 'clash',
    })
    expect(diary.proxy.requests).toEqual([])
    expect(await diary.onServer(path)).toContain('SUMMARY:From the phone')
  })

  test('is none where the same was wanted, and nothing is left to send', async () => {
    await save(ben, { title: 'Supper' })
    await diary.put(family, 'dinner', { ...LINES, SUMMARY: 'Supper' })
    diary.proxy.reset()
    await diary.drain.drain()
    expect((await diary.status(ben, 'dinner')).status).toBe('done')
    expect(diary.proxy.requests).toEqual([])
  })

  test('is none for other fields', async () => {
    await save(ben, { title: 'Supper' })
    await diary.put(family, 'dinner', { ...LINES, LOCATION: 'Terrace' })
    await diary.drain.drain()
    expect(await read()).toMatchObject({ title: 'Supper', location: 'Terrace' })
  })

  test('is one between two members who were both told that it goes out', async () => {
    expect((await save(ada, { title: 'Dinner with Eva' })).status).toBe(202)
    expect((await save(ben, { title: 'Supper', location: 'Terrace' })).status).toBe(202)
    await diary.drain.drain()
    expect((await diary.status(ada, 'dinner')).status).toBe('done')
    expect(await diary.status(ben, 'dinner')).toMatchObject({ status: 'failed', errorCode: 'clash' })
    expect(await read()).toMatchObject({ title: 'Dinner with Eva', location: '' })
  })

  test('is none with what the same person has asked for before, however quickly', async () => {
    expect((await save(ben, { title: 'Supper' })).status).toBe(202)
    expect((await save(ben, { title: 'Late supper' })).status).toBe(202)
    expect((await save(ben, { title: 'Late supper', ...AT_EIGHT }, { ...opened, title: 'Late supper' })).status).toBe(
      202,
    )
    await diary.drain.drain()
    expect((await diary.rows()).map(({ status }) => status)).toEqual(['done', 'done', 'done'])
    expect(await read()).toMatchObject({ title: 'Late supper', ...AT_EIGHT })
  })
})

describe('a move to another calendar', () => {
  const move = async (changes: Form) => save(ada, { ...changes, calendarUrl: (await diary.calendar('ada')).url })

  test('clashes like any other change', async () => {
    await saved(ben, { title: 'Supper' })
    expect((await move({ title: 'Dinner with Eva' })).status).toBe(409)
    expect(await diary.rows()).toHaveLength(1)
    const { body } = await move({ location: 'Terrace' })
    await diary.drain.drain()
    const form = await diary.done<Form>(ada, `GET /api/events/${encodeURIComponent(body.uid)}/edit`)
    expect(form).toMatchObject({ title: 'Supper', location: 'Terrace' })
  })

  test('that clashes only when it is to go out leaves the event where it is', async () => {
    const { body } = await move({ title: 'Dinner with Eva' })
    await diary.put(family, 'dinner', { ...LINES, SUMMARY: 'From the phone' })
    await diary.drain.drain()
    expect(await diary.status(ada, body.uid)).toMatchObject({ status: 'failed', errorCode: 'clash' })
    expect(await diary.status(ada, 'dinner')).toMatchObject({ status: 'failed', errorCode: 'notCopied' })
    expect(await diary.onServer(path)).toContain('SUMMARY:From the phone')
  })
})

describe('the form as it was opened', () => {
  test.each([
    ['1TU', { frequency: 'monthly', nth: 1, weekdays: ['TU'] }],
    ['1TU,3TU', 'custom'],
  ])('is taken just as it was answered, whatever the event: %s', async (days, recurrence) => {
    const lines = { ...LINES, RRULE: `FREQ=MONTHLY;BYDAY=${days}`, raw: TWO_ALARMS }
    await diary.put(family, 'dinner', lines)
    opened = await read()
    expect(opened).toMatchObject({ recurrence, reminderIsCustom: true, calendarUrl: family.url })
    await saved(ben, { title: 'Supper' })
    const text = await diary.onServer(path)
    for (const line of ['SUMMARY:Supper', `BYDAY=${days}`, '-PT10M', '-PT20M']) expect(text).toContain(line)
  })

  test.each([
    ['no title', ''],
    ['a longer title than a form may give', 'Dinner '.repeat(50).trim()],
  ])('of an event of another application with %s is changed in everything else', async (_, title) => {
    path = await diary.put(family, 'dinner', { ...LINES, SUMMARY: title })
    opened = await read()
    await saved(ben, AT_EIGHT)
    expect(await read()).toMatchObject({ title, ...AT_EIGHT })
    const work = await diary.calendar('ada')
    const { uid } = (await save(ada, { ...AT_EIGHT, calendarUrl: work.url }, { ...opened, ...AT_EIGHT })).body
    await diary.drain.drain()
    expect(await diary.done<Form>(ada, `GET /api/events/${uid}/edit`)).toMatchObject({ title, calendarUrl: work.url })
  })

  test('keeps the alarm of another application on each day of a series; without it a number is an alarm at 09:00', async () => {
    const alarm = 'BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:Theirs\r\nTRIGGER:-P1D\r\nEND:VALARM'
    const lines = { DTSTART: '20261201', RRULE: 'FREQ=WEEKLY', raw: alarm }
    await diary.putText(family, 'dinner', eventText('dinner', lines).replace('DTSTART:', 'DTSTART;VALUE=DATE:'))
    opened = await read()
    expect(opened).toMatchObject({ allDay: true, reminderLeadMinutes: 1440 })
    await saved(ben, { title: 'Supper' })
    expect(await diary.onServer(path)).toContain(alarm)
    const { reminderIsCustom, recurrence, ...form } = opened
    await diary.done(ben, EDIT, { ...form, title: 'Feast' })
    await diary.drain.drain()
    expect(await diary.onServer(path)).toContain('TRIGGER;VALUE=DATE-TIME:20261130T080000Z')
  })

  test('with no title takes none away', async () => {
    expect((await save(ben, { title: '' })).status).toBe(400)
    expect((await save(ben, { title: '', ...AT_EIGHT }, { ...opened, title: '' })).status).toBe(202)
    await diary.drain.drain()
    expect(await read()).toMatchObject({ title: 'Dinner', ...AT_EIGHT })
  })

  test('may leave out what a form may leave out', async () => {
    const { title, allDay, start, end } = opened
    await diary.put(family, 'dinner', { ...LINES, LOCATION: 'Terrace' })
    expect((await save(ben, { title: 'Supper', location: 'Hall' }, { title, allDay, start, end })).status).toBe(202)
    await diary.drain.drain()
    expect(await read()).toMatchObject({ title: 'Supper', location: 'Hall' })
  })

  test.each<[string, string, unknown]>([
    ['null', 'base', null],
    ['text', 'base', 'x'],
    ['a list', 'base', []],
    ['nothing', 'base.title', {}],
    ['a title of the wrong type', 'base.title', { title: 5 }],
    ['no allDay', 'base.allDay', { allDay: undefined }],
    ['allDay of the wrong type', 'base.allDay', { allDay: 'false' }],
    ['no start', 'base.start', { start: undefined }],
    ['a start without a zone', 'base.start', { start: '2026-12-01T17:00:00' }],
    ['a start that is none', 'base.start', { start: 'soon' }],
    ['a date for a timed event', 'base.end', { end: '2026-12-01' }],
    ['a time for an all-day event', 'base.end', { allDay: true, start: '2026-12-01' }],
    ['a date that does not exist', 'base.start', { allDay: true, start: '2026-02-30', end: '2026-03-01' }],
    ['a location of the wrong type', 'base.location', { location: null }],
    ['a description of the wrong type', 'base.description', { description: 1 }],
    ['a recurrence nobody knows', 'base.recurrence', { recurrence: 'hourly' }],
    ['an until that is no date', 'base.recurrenceUntil', { recurrenceUntil: '2026-13-01' }],
    ['a count that is no number', 'base.recurrenceCount', { recurrenceCount: '3' }],
    ['a reminder of the wrong type', 'base.reminderLeadMinutes', { reminderLeadMinutes: '15' }],
    ['a reminder that is no whole number', 'base.reminderLeadMinutes', { reminderLeadMinutes: 1.5 }],
    ['a mark of the wrong type', 'base.reminderIsCustom', { reminderIsCustom: 1 }],
    ['an address of the wrong type', 'base.calendarUrl', { calendarUrl: 1 }],
  ])('that is or has %s is refused, and %s is named', async (name, field, change) => {
    const isWhole = field === 'base' || name === 'nothing'
    const base = isWhole ? change : { ...opened, ...(change as Form) }
    const { status, body } = await save(ben, { title: 'Supper' }, base)
    expect(status).toBe(400)
    expect(body).toEqual({ error: expect.stringMatching(new RegExp(`^${field}: expected `)) } as never)
    expect(await diary.rows()).toEqual([])
  })

  test('has no effect on a new event', async () => {
    await diary.calendar('ada')
    const { status } = await diary.request(ada, 'POST /api/events/create', {
      ...formOf(opened, { calendarUrl: undefined }),
      base: 5,
    })
    expect(status).toBe(202)
  })

  test('belongs to the request that a key is for', async () => {
    const headers = { 'idempotency-key': 'a-key' }
    const send = async (base: Form) =>
      (await ask(diary, ben, EDIT, { ...formOf(opened, { title: 'Supper' }), base }, headers)).status
    expect(await send(opened)).toBe(202)
    expect(await send({ ...opened, unknown: 1 })).toBe(202)
    expect(await send({ ...opened, location: 'Terrace' })).toBe(422)
    expect(await diary.rows()).toHaveLength(1)
  })
})

const TWO_ALARMS = [10, 20]
  .map((minutes) => `BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT${minutes}M\r\nEND:VALARM`)
  .join('\r\n')
