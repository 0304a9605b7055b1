import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { wholeEvent } from '../../../src/calendar/event-ref'
import { outbox } from '../../../src/platform/db/schema'
import type { Member } from '../../support/cast'
import { type CalendarRow, type Diary, FORM, insertCalendar, openDiary } from '../../support/diary'

let diary: Diary
let personal: CalendarRow
let shared: CalendarRow
let readOnly: CalendarRow

/** Ada owns three calendars with an event each: her own, the shared one, and one that may only be read. */
beforeAll(async () => {
  diary = await openDiary()
  personal = await diary.calendar('ada')
  shared = await diary.calendar('ada', { isShared: true })
  readOnly = await diary.calendar('ada', { writable: false })
  await diary.put(personal, 'own', DAY)
  await diary.put(shared, 'dinner', DAY)
  await diary.put(readOnly, 'holiday', DAY)
})
afterAll(() => diary.close())
beforeEach(async () => {
  await diary.ctx.db.delete(outbox)
})

const DAY = { DTSTART: '20261201T090000Z', DTEND: '20261201T100000Z' }

type Role = 'ada' | 'ben' | 'cleo' | 'nobody'
const ROLES: Role[] = ['ada', 'ben', 'cleo', 'nobody']
const actor = (role: Role) => (role === 'nobody' ? null : diary.cast[role]) as Member

const OWN = { ada: 202, ben: 404, cleo: 404, nobody: 401 }
const SHARED = { ada: 202, ben: 202, cleo: 202, nobody: 401 }
const READ_ONLY = { ada: 403, ben: 404, cleo: 404, nobody: 401 }
const EVERYONE = { ada: 200, ben: 200, cleo: 200, nobody: 401 }
const ROUTES: [string, unknown, Record<Role, number>][] = [
  ['GET /api/events?start=2026-12-01&end=2026-12-02', undefined, EVERYONE],
  ['GET /api/events/writable-calendars', undefined, EVERYONE],
  ['GET /api/events/sync-status?uid=x', undefined, EVERYONE],
  ['POST /api/events/refresh', undefined, { ada: 202, ben: 202, cleo: 202, nobody: 401 }],
  ['GET /api/events/own/edit', undefined, { ...OWN, ada: 200 }],
  ['GET /api/events/dinner/edit', undefined, EVERYONE],
  ['GET /api/events/holiday/edit', undefined, { ...READ_ONLY, ada: 200 }],
  ['GET /api/events/unknown/edit', undefined, { ada: 404, ben: 404, cleo: 404, nobody: 401 }],
  ['PATCH /api/events/own/edit', FORM, OWN],
  ['PATCH /api/events/dinner/edit', FORM, SHARED],
  ['PATCH /api/events/holiday/edit', FORM, READ_ONLY],
  ['PATCH /api/events/unknown/edit', FORM, { ada: 404, ben: 404, cleo: 404, nobody: 401 }],
  ['DELETE /api/events/own', undefined, OWN],
  ['DELETE /api/events/dinner', undefined, SHARED],
  ['DELETE /api/events/holiday', undefined, READ_ONLY],
  ['DELETE /api/events/unknown', undefined, { ada: 404, ben: 404, cleo: 404, nobody: 401 }],
  // Ben and Cleo have no calendar of their own.
  ['POST /api/events/create', FORM, { ada: 202, ben: 422, cleo: 422, nobody: 401 }],
]

const BODY: Record<number, unknown> = {
  401: { error: 'Unauthorized' },
  403: { error: 'Forbidden' },
  404: { error: 'Not found' },
  422: { error: 'You have no calendar of your own that can be written to' },
}

describe.each(ROUTES)('%s', (request, body, expected) => {
  test.each(ROLES)('%s', async (role) => {
    const { status, body: answer } = await diary.request<object>(actor(role), request, body)
    expect(status).toBe(expected[role])
    if (status >= 400) expect(answer).toEqual(BODY[status] as object)
    const isWrite = status === 202 && !request.endsWith('refresh')
    expect(await diary.rows()).toHaveLength(isWrite ? 1 : 0)
  })
})

describe('the calendar a new event names', () => {
  const TARGETS: [string, () => string, Record<Role, number>][] = [
    ['Ada’s own', () => personal.url, { ada: 202, ben: 403, cleo: 403, nobody: 401 }],
    ['the shared one', () => shared.url, SHARED],
    ['one that may only be read', () => readOnly.url, { ada: 403, ben: 403, cleo: 403, nobody: 401 }],
    ['one that nobody has', () => 'https://elsewhere.test/', { ada: 403, ben: 403, cleo: 403, nobody: 401 }],
    ['none at all', () => '', { ada: 403, ben: 403, cleo: 403, nobody: 401 }],
  ]
  describe.each(TARGETS)('%s', (_, url, expected) => {
    test.each(ROLES)('%s', async (role) => {
      const { status } = await diary.request(actor(role), 'POST /api/events/create', { ...FORM, calendarUrl: url() })
      expect(status).toBe(expected[role])
      expect(await diary.rows()).toHaveLength(status === 202 ? 1 : 0)
    })

    test.each(ROLES)('%s moves the shared event there', async (role) => {
      const form = { ...FORM, calendarUrl: url() }
      const { status } = await diary.request(actor(role), 'PATCH /api/events/dinner/edit', form)
      expect(status).toBe(expected[role])
      const rows = url() === shared.url ? 1 : 2
      expect(await diary.rows()).toHaveLength(status === 202 ? rows : 0)
    })
  })
})

test('a new event goes to the first of the member’s own calendars', async () => {
  const first = await insertCalendar(diary.ctx, diary.cast.ben.id, 'https://cal.test/ben/first/', { writable: false })
  const second = await insertCalendar(diary.ctx, diary.cast.ben.id, 'https://cal.test/ben/second/')
  await insertCalendar(diary.ctx, diary.cast.ben.id, 'https://cal.test/ben/third/')
  await diary.done(diary.cast.ben, 'POST /api/events/create', FORM)
  expect((await diary.rows()).map(({ calendarId }) => calendarId)).toEqual([second.id])
  expect(first.id).toBeLessThan(second.id)
  await diary.ctx.db.delete(outbox)
})

test('writable calendars are named without anything secret', async () => {
  const { calendars: found } = await diary.done<{ calendars: object[] }>(
    diary.cast.cleo,
    'GET /api/events/writable-calendars',
  )
  expect(found).toEqual([{ url: shared.url, displayName: 'Calendar', color: '#123456', isShared: true }])
})

describe('a uid in two of a member’s calendars', () => {
  test('is taken from the one that is named, else from their own', async () => {
    const { ada } = diary.cast
    await diary.put(personal, 'twice', { ...DAY, SUMMARY: 'Mine' })
    await diary.put(shared, 'twice', { ...DAY, SUMMARY: 'Ours' })
    const title = async (query: string) =>
      (await diary.request<{ title?: string }>(ada, `GET /api/events/twice/edit${query}`)).body.title
    expect(await title('')).toBe('Mine')
    expect(await title(`?calendarId=${personal.id}`)).toBe('Mine')
    expect(await title(`?calendarId=${shared.id}`)).toBe('Ours')
    expect(await title(`?calendarId=${readOnly.id}`)).toBeUndefined()
    await diary.done(ada, `DELETE /api/events/twice?calendarId=${shared.id}`)
    expect((await diary.rows('twice')).map(({ calendarId }) => calendarId)).toEqual([shared.id])
  })

  test('is changed where it can be', async () => {
    await diary.put(readOnly, 'copied', DAY)
    await diary.put(shared, 'copied', DAY)
    await diary.done(diary.cast.ada, 'PATCH /api/events/copied/edit', FORM)
    expect((await diary.rows('copied')).map(({ calendarId }) => calendarId)).toEqual([shared.id])
  })

  test.each(['0', '-1', '1e3', 'x', '', '1.5', '12345678901'])('calendarId=%s is 400', async (value) => {
    const { status } = await diary.request(diary.cast.ada, `GET /api/events/own/edit?calendarId=${value}`)
    expect(status).toBe(400)
  })
})

test('a uid is taken to the letter: one with a blank behind it, or in capitals, is nobody’s', async () => {
  const { cast, request, rows } = diary
  for (const uid of ['own%20', 'OWN']) {
    expect(await request(cast.ada, `GET /api/events/${uid}/edit`)).toMatchObject({ status: 404 })
    expect(await request(cast.ada, `PATCH /api/events/${uid}/edit`, FORM)).toMatchObject({ status: 404 })
    expect(await request(cast.ada, `DELETE /api/events/${uid}`)).toMatchObject({ status: 404 })
  }
  expect(await rows()).toEqual([])
})

test('the shared calendar’s events are written with its owner’s account, and the author is told', async () => {
  const { cleo, ada } = diary.cast
  diary.announced.length = 0
  const { uid } = await diary.done(cleo, 'POST /api/events/create', { ...FORM, calendarUrl: shared.url })
  await diary.drain.drain()
  expect((await diary.status(cleo, uid)).status).toBe('done')
  expect(await diary.status(ada, uid)).toEqual({ uid, status: 'done' })
  expect(diary.announced.filter(({ topic }) => topic === 'sync-status')).toEqual([
    { topic: 'sync-status', memberId: cleo.id, event: wholeEvent(uid, shared.id), status: 'pending' },
    { topic: 'sync-status', memberId: cleo.id, event: wholeEvent(uid, shared.id), status: 'done' },
  ])
  expect(await diary.occurrences(diary.cast.ben, '2026-12-01', '2026-12-02')).toContainEqual(
    expect.objectContaining({ uid, isShared: true, color: '#F25C7A', ownerName: 'Ada', userId: ada.id }),
  )
})

test('sync-status speaks of the member’s own writes only', async () => {
  const { ada, ben } = diary.cast
  await diary.done(ada, 'DELETE /api/events/dinner')
  expect((await diary.status(ada, 'dinner')).status).toBe('pending')
  expect((await diary.status(ben, 'dinner')).status).toBe('done')
})

test.each([
  ['/api/events/sync-status', 400],
  ['/api/events/sync-status?uid=', 400],
  [`/api/events/sync-status?uid=${'u'.repeat(512)}`, 200],
  [`/api/events/sync-status?uid=${'u'.repeat(513)}`, 400],
  [`/api/events/sync-status?uid=${encodeURIComponent('🦷'.repeat(512))}`, 200],
])('GET %s: %d', async (path, expected) => {
  expect((await diary.request(diary.cast.ada, `GET ${path}`)).status).toBe(expected)
})

test('refresh asks for the caller’s calendars to be synchronised', async () => {
  const asked: number[] = []
  diary.ctx.signals.sync = (memberId) => void asked.push(memberId)
  expect(await diary.done<object>(diary.cast.cleo, 'POST /api/events/refresh')).toEqual({ ok: true })
  expect(asked).toEqual([diary.cast.cleo.id])
})

test('a write raises the signal after it can be seen', async () => {
  const seen: Promise<number>[] = []
  diary.ctx.signals.drain = () => void seen.push(diary.rows().then((rows) => rows.length))
  await diary.done(diary.cast.ada, 'POST /api/events/create', FORM)
  expect(await Promise.all(seen)).toEqual([1])
  diary.ctx.signals.drain = () => {}
})
