import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { calendars, outbox } from '../../../src/platform/db/schema'
import { type EventLines, putText, removeAt } from '../../support/caldav'
import { ask, type Member } from '../../support/cast'
import { type CalendarRow, type Diary, FORM, openDiary } from '../../support/diary'
import { answer, type Fault, holdAnswer, loseAnswer } from '../../support/proxy'

/** Ben changes events of his own and of the family's, from two devices; the server does not take everything. */
let diary: Diary
let ben: Member
let home: CalendarRow
let work: CalendarRow

beforeAll(async () => {
  diary = await openDiary()
  ;({ ben } = diary.cast)
})
afterAll(() => diary.close())
beforeEach(async () => {
  diary.clock.set('2026-11-20T12:00:00Z')
  await diary.ctx.db.delete(outbox)
  await diary.ctx.db.delete(calendars)
  home = await diary.calendar('ben')
  work = await diary.calendar('ben')
  await diary.put(home, 'choir', LINES)
  diary.proxy.reset()
  diary.announced.length = 0
})

const LINES = { SUMMARY: 'Choir', DTSTART: '20261201T180000Z', DTEND: '20261201T200000Z' }
const MEETING = { ...LINES, ATTENDEE: 'mailto:eva@example.com' }
const CHOIR = { title: 'Choir', allDay: false, start: '2026-12-01T18:00:00.000Z', end: '2026-12-01T20:00:00.000Z' }
const EDIT = 'PATCH /api/events/choir/edit'

interface Write {
  id: number
  uid: string
  [field: string]: unknown
}

const writes = async (who = ben) => (await diary.done<{ writes: Write[] }>(who, 'GET /api/me/writes')).writes
const retry = (id: number, who = ben) => diary.request<Write>(who, `POST /api/me/writes/${id}/retry`)
const discard = (id: number, who = ben) => diary.request<Write>(who, `DELETE /api/me/writes/${id}`)
const statuses = async () => (await diary.rows()).map(({ status }) => status)
const onServer = (calendar: CalendarRow, uid = 'choir') => diary.onServer(`${new URL(calendar.url).pathname}${uid}.ics`)
const told = () =>
  diary.announced.flatMap((one) => (one.topic === 'sync-status' ? [`${one.event.uid} ${one.status}`] : []))

/** Lets the next writes be refused, as the drain finds them. */
async function refused(status = 413) {
  const allow = diary.proxy.fault({ method: 'PUT' }, answer(status))
  const allowMove = diary.proxy.fault({ method: 'MOVE' }, answer(status))
  await diary.drain.drain()
  allow()
  allowMove()
}

async function changeElsewhere(change: (text: string) => string) {
  const path = `${new URL(home.url).pathname}choir.ics`
  await putText('ben', path, change((await diary.onServer(path))!))
  await diary.sync(home)
}

describe('the list of a member’s writes', () => {
  test('has what waits and what failed, the newest first, and nothing of what is done', async () => {
    await diary.done(ben, 'POST /api/events/create', FORM)
    await diary.drain.drain()
    const { uid } = await diary.done(ben, 'POST /api/events/create', {
      ...FORM,
      title: 'Doctor',
      calendarUrl: home.url,
    })
    await refused()
    diary.clock.advance(1000)
    await diary.done(ben, EDIT, { ...CHOIR, title: 'Concert' })
    await diary.done(ben, 'DELETE /api/events/choir')
    const current = await diary.done<object>(ben, 'GET /api/events/choir/edit')
    const [row, , ...rows] = (await diary.rows()).toReversed()
    expect(rows).toHaveLength(2)
    const change = { uid: 'choir', calendarId: home.id, status: 'pending', error: null, attemptCount: 0 }
    const at = '2026-11-20T12:00:01.000Z'
    expect(await writes()).toEqual([
      { ...change, id: row!.id, operation: 'delete', createdAt: at, form: null, current },
      {
        ...change,
        id: expect.any(Number) as never,
        operation: 'update',
        createdAt: at,
        form: { ...CHOIR, title: 'Concert' },
        current,
      },
      {
        id: expect.any(Number) as never,
        uid,
        calendarId: home.id,
        operation: 'create',
        status: 'failed',
        error: 'The event is too large for the calendar server.',
        attemptCount: 0,
        createdAt: '2026-11-20T12:00:00.000Z',
        form: { ...FORM, title: 'Doctor', calendarUrl: home.url },
        current: null,
      },
    ])
  })

  test('shows the event as it is by now, and nothing of one that is gone', async () => {
    await diary.done(ben, EDIT, { ...CHOIR, title: 'Concert' })
    await changeElsewhere((text) => text.replace('SUMMARY:Choir', 'SUMMARY:Elsewhere'))
    expect((await writes())[0]!.current).toMatchObject({ title: 'Elsewhere', calendarUrl: home.url })
    await removeAt('ben', `${new URL(home.url).pathname}choir.ics`)
    await diary.sync(home)
    expect((await writes())[0]!.current).toBeNull()
    await diary.ctx.db.delete(calendars).where(eq(calendars.id, home.id))
    expect((await writes())[0]).toMatchObject({ calendarId: null, current: null })
  })

  test('names a move once, with the event where it stands', async () => {
    const { uid } = await diary.done(ben, EDIT, { ...CHOIR, title: 'Concert', calendarUrl: work.url })
    expect(await writes()).toMatchObject([
      { uid, operation: 'create', calendarId: work.id, current: { title: 'Choir' } },
    ])
    await refused()
    expect(await writes()).toMatchObject([
      { uid, status: 'failed', current: { title: 'Choir', calendarUrl: home.url } },
    ])
  })

  test('is the author’s alone, on every device', async () => {
    await diary.done(ben, EDIT, { ...CHOIR, title: 'Concert' })
    expect(await writes(diary.cast.ada)).toEqual([])
    expect(await writes()).toHaveLength(1)
  })

  test('says nothing more of an event that its author may not read any more', async () => {
    const { ada } = diary.cast
    await diary.ctx.db.update(calendars).set({ isShared: true }).where(eq(calendars.id, home.id))
    await diary.done(ada, EDIT, { ...CHOIR, title: 'Concert' })
    await refused()
    expect((await writes(ada))[0]!.current).toMatchObject({ title: 'Choir', calendarUrl: home.url })
    await diary.ctx.db.update(calendars).set({ isShared: false })
    await changeElsewhere((text) => text.replace('SUMMARY:Choir', 'SUMMARY:Oncologist'))
    expect(await writes(ada)).toMatchObject([{ form: { title: 'Concert' }, current: null }])
  })

  test('is shorter where the texts are long, those of the forms as well', async () => {
    const long = (length: number) => 'x'.repeat(length)
    await diary.put(home, 'choir', { ...LINES, DESCRIPTION: long(7000) })
    const payload = JSON.stringify({ ...CHOIR, location: long(2000), description: long(2000) })
    const now = diary.ctx.now()
    const row = { authorId: ben.id, calendarId: home.id, uid: 'choir', operation: 'update' as const, payload }
    const rest = { href: '/choir.ics', operationId: '', nextAttemptAt: now, createdAt: now, updatedAt: now }
    await diary.ctx.db.insert(outbox).values(Array.from({ length: 500 }, () => ({ ...row, ...rest })))
    expect(JSON.stringify(await writes()).length / 2 ** 20).toBeWithin(3.5, 4.5)
  })

  test('is counted for admins, and nothing else of it told', async () => {
    const { ada, cleo } = diary.cast
    await diary.done(ben, EDIT, { ...CHOIR, title: 'Concert' })
    await refused()
    await diary.done(ben, 'POST /api/events/create', FORM)
    await diary.ctx.db.update(outbox).set({ status: 'dead' }).where(eq(outbox.operation, 'update'))
    await diary.put(work, 'tea', LINES)
    await diary.done(ben, 'PATCH /api/events/tea/edit', { ...CHOIR, calendarUrl: home.url })
    expect(await diary.done<object>(ada, 'GET /api/admin/writes')).toEqual({
      members: [
        { id: ada.id, pending: 0, failed: 0 },
        { id: ben.id, pending: 2, failed: 1 },
        { id: cleo.id, pending: 0, failed: 0 },
      ],
    })
    expect((await diary.request(ben, 'GET /api/admin/writes')).status).toBe(403)
  })
})

describe('a write that is tried again', () => {
  test('goes out onto the newest version and wins, and leaves alone what its author did not change', async () => {
    const opened = await diary.done<object>(ben, 'GET /api/events/choir/edit')
    await diary.done(ben, EDIT, { ...opened, title: 'Concert', base: opened })
    await changeElsewhere((text) => text.replace('SUMMARY:Choir', 'SUMMARY:Elsewhere\r\nLOCATION:Hall'))
    await diary.drain.drain()
    const [write] = await writes()
    expect(write).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('title'),
      current: { title: 'Elsewhere' },
    })
    diary.announced.length = 0
    expect(await retry(write!.id)).toMatchObject({ status: 202, body: { id: write!.id, uid: 'choir' } })
    expect(told()).toEqual(['choir pending'])
    await diary.drain.drain()
    expect(await writes()).toEqual([])
    expect(await onServer(home)).toContain('SUMMARY:Concert')
    expect(await onServer(home)).toContain('LOCATION:Hall')
    expect(told()).toEqual(['choir pending', 'choir done'])
  })

  test('after a conflict, too', async () => {
    await diary.done(ben, EDIT, { ...CHOIR, title: 'Concert' })
    const path = `${new URL(home.url).pathname}choir.ics`
    await putText('ben', path, (await diary.onServer(path))!.replace('SUMMARY:Choir', 'SUMMARY:Elsewhere'))
    await diary.drain.drain()
    const [write] = await writes()
    expect(write).toMatchObject({ status: 'failed', current: { title: 'Elsewhere' } })
    await retry(write!.id)
    await diary.drain.drain()
    expect(await statuses()).toEqual(['done'])
    expect(await onServer(home)).toContain('SUMMARY:Concert')
  })

  test('gets all its attempts anew, at once', async () => {
    await diary.done(ben, EDIT, { ...CHOIR, title: 'Concert' })
    const allow = diary.proxy.fault({ method: 'PUT' }, answer(500))
    for (let attempt = 0; attempt < 5; attempt++) {
      await diary.drain.drain()
      diary.clock.advance(900_000)
    }
    expect(await statuses()).toEqual(['dead'])
    const [write] = await writes()
    await retry(write!.id)
    await diary.drain.drain()
    expect((await writes())[0]).toMatchObject({ status: 'pending', error: null, attemptCount: 1 })
    allow()
    diary.clock.advance(15_000)
    await diary.drain.drain()
    expect(await statuses()).toEqual(['done'])
  })

  test('makes no second event of one whose answers were lost until the attempts ran out', async () => {
    const { uid } = await diary.done(ben, 'POST /api/events/create', { ...FORM, calendarUrl: work.url })
    diary.proxy.fault({ method: 'PUT', times: 1 }, loseAnswer())
    const allow = diary.proxy.fault({ method: 'REPORT' }, answer(503))
    for (let attempt = 0; attempt < 5; attempt++) {
      await diary.drain.drain()
      diary.clock.advance(900_000)
    }
    expect(await statuses()).toEqual(['dead'])
    allow()
    expect(await retry((await writes())[0]!.id)).toMatchObject({ status: 202, body: { uid } })
    await diary.drain.drain()
    expect(await statuses()).toEqual(['done'])
    expect((await diary.occurrences(ben, '2026-12-01', '2026-12-02')).filter((one) => one.uid === uid)).toHaveLength(1)
    const { pathname } = new URL(work.url)
    expect((await diary.onServer(pathname))!.split('BEGIN:VEVENT')).toHaveLength(2)
  })

  test('takes another place where its own is taken', async () => {
    await diary.done(ben, 'POST /api/events/create', { ...FORM, calendarUrl: work.url })
    const { href } = (await diary.rows())[0]!
    await putText('ben', href, OTHER)
    await diary.drain.drain()
    expect(await statuses()).toEqual(['failed'])
    await retry((await writes())[0]!.id)
    await diary.drain.drain()
    expect(await statuses()).toEqual(['done'])
    expect(await diary.onServer(href)).toContain('UID:other')
  })

  test('removes the event as it is by now', async () => {
    await diary.done(ben, 'DELETE /api/events/choir')
    await changeElsewhere((text) => text.replace('SUMMARY:Choir', 'SUMMARY:Elsewhere'))
    await diary.drain.drain()
    expect(await statuses()).toEqual(['failed'])
    await retry((await writes())[0]!.id)
    await diary.drain.drain()
    expect(await statuses()).toEqual(['done'])
    expect(await onServer(home)).toBeNull()
  })

  test.each([
    ['a copy', LINES],
    ['a meeting in its new place', MEETING],
  ])('removes the event where it stands when %s has never come to be', async (_, lines) => {
    await diary.put(home, 'choir', lines)
    await diary.done(ben, EDIT, { ...CHOIR, calendarUrl: work.url })
    await diary.done(ben, 'DELETE /api/events/choir')
    await refused(403)
    const [removal] = await writes()
    expect(removal).toMatchObject({ operation: 'delete', status: 'failed' })
    expect((await retry(removal!.id)).body).toMatchObject({ uid: 'choir' })
    await diary.drain.drain()
    expect((await diary.rows()).find(({ id }) => id === removal!.id)).toMatchObject({ status: 'done', uid: 'choir' })
    expect(await onServer(home)).toBeNull()
  })

  test('of an event that is gone says so again', async () => {
    await diary.done(ben, EDIT, { ...CHOIR, title: 'Concert' })
    await removeAt('ben', `${new URL(home.url).pathname}choir.ics`)
    await diary.drain.drain()
    const [write] = await writes()
    expect(write).toMatchObject({ status: 'failed', current: null })
    expect((await retry(write!.id)).status).toBe(202)
    await diary.drain.drain()
    expect(await writes()).toMatchObject([{ status: 'failed', error: 'The event is not in the calendar any more.' }])
  })

  test.each(['the first', 'the last'])('as a move goes as a whole, in its order, by %s of its rows', async (which) => {
    const { uid } = await diary.done(ben, EDIT, { ...CHOIR, title: 'Concert', calendarUrl: work.url })
    await refused()
    expect(await statuses()).toEqual(['failed', 'failed'])
    const rows = await diary.rows()
    expect((await retry(rows.at(which === 'the first' ? 0 : -1)!.id)).status).toBe(202)
    await diary.drain.drain()
    expect(await statuses()).toEqual(['done', 'done'])
    expect(await onServer(home)).toBeNull()
    expect(await onServer(work, uid.split('@')[0])).toContain('SUMMARY:Concert')
  })

  test('as a move whose removal was refused, begins with the copy anew', async () => {
    await diary.done(ben, EDIT, { ...CHOIR, calendarUrl: work.url })
    diary.proxy.fault({ method: 'DELETE', times: 1 }, answer(403))
    await diary.drain.drain()
    expect(await statuses()).toEqual(['failed', 'failed', 'done'])
    expect(await writes()).toMatchObject([{ operation: 'create', form: { title: 'Choir' } }])
    await retry((await writes())[0]!.id)
    await diary.drain.drain()
    expect(await statuses()).toEqual(['done', 'done', 'done'])
    expect(await onServer(home)).toBeNull()
  })

  test('as the move of a meeting, with the change behind it', async () => {
    await diary.put(home, 'choir', MEETING)
    await diary.done(ben, EDIT, { ...CHOIR, title: 'Concert', calendarUrl: work.url })
    await refused(403)
    expect(await statuses()).toEqual(['failed', 'failed'])
    expect(await writes()).toHaveLength(1)
    await retry((await writes())[0]!.id)
    await diary.drain.drain()
    expect(await statuses()).toEqual(['done', 'done'])
    expect(await onServer(work)).toContain('SUMMARY:Concert')
    expect(await onServer(home)).toBeNull()
  })

  test('on two devices at once goes out once', async () => {
    await diary.done(ben, EDIT, { ...CHOIR, title: 'Concert' })
    await refused()
    const [{ id }] = (await writes()) as [Write]
    const answers = await Promise.all([retry(id), retry(id), retry(id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409, 409])
    diary.proxy.reset()
    await diary.drain.drain()
    expect(diary.proxy.requests.filter(({ method }) => method === 'PUT')).toHaveLength(1)
  })

  test('is refused while it, or another change of the event, is on its way', async () => {
    await diary.done(ben, EDIT, { ...CHOIR, title: 'Concert' })
    const [waiting] = await writes()
    expect(await retry(waiting!.id)).toMatchObject({ status: 409, body: { error: expect.any(String) } })
    await refused()
    await diary.ctx.db.update(calendars).set({ isShared: true }).where(eq(calendars.id, home.id))
    await diary.done(diary.cast.ada, EDIT, { ...CHOIR, location: 'Hall' })
    expect((await retry(waiting!.id)).status).toBe(409)
    await diary.drain.drain()
    expect((await retry(waiting!.id)).status).toBe(202)
    await diary.drain.drain()
    for (const line of ['SUMMARY:Concert', 'LOCATION:Hall']) expect(await onServer(home)).toContain(line)
  })

  test('is refused where its author may not write any more', async () => {
    const { ada } = diary.cast
    await diary.ctx.db.update(calendars).set({ isShared: true }).where(eq(calendars.id, home.id))
    await diary.done(ada, EDIT, { ...CHOIR, title: 'Concert' })
    await refused()
    const [write] = await writes(ada)
    await diary.ctx.db.update(calendars).set({ isShared: false })
    expect((await retry(write!.id, ada)).status).toBe(403)
    expect(await statuses()).toEqual(['failed'])
  })
})

test('a later change takes the place of a move that failed: nothing of it is left to be tried again', async () => {
  await diary.done(ben, EDIT, { ...CHOIR, calendarUrl: work.url })
  await refused()
  await diary.done(ben, EDIT, { ...CHOIR, title: 'Concert' })
  await diary.drain.drain()
  expect(await writes()).toEqual([])
})

describe('a write that is discarded', () => {
  test('is forgotten, and the other devices hear of it', async () => {
    await diary.done(ben, EDIT, { ...CHOIR, title: 'Concert' })
    await refused()
    const [write] = await writes()
    diary.announced.length = 0
    expect(await discard(write!.id)).toMatchObject({ status: 200, body: { id: write!.id } })
    expect(told()).toEqual(['choir done'])
    expect(await writes()).toEqual([])
    expect(await diary.status(ben, 'choir')).toEqual({ uid: 'choir', status: 'done' })
    expect((await discard(write!.id)).status).toBe(404)
  })

  test('does not go out any more where it only waited', async () => {
    await diary.done(ben, EDIT, { ...CHOIR, title: 'Concert' })
    await discard((await writes())[0]!.id)
    await diary.drain.drain()
    expect(await onServer(home)).toContain('SUMMARY:Choir')
    expect(diary.proxy.requests).toEqual([])
  })

  test('goes as a whole where it is a move: no copy is made later, nothing removed', async () => {
    await diary.done(ben, EDIT, { ...CHOIR, calendarUrl: work.url })
    const [, original] = await diary.rows()
    expect((await discard(original!.id)).status).toBe(200)
    expect(await diary.rows()).toEqual([])
  })

  test('is refused while it is being sent, and while a move is half done', async () => {
    const held = holdAnswer()
    diary.proxy.fault({ method: 'PUT', times: 1 }, held.fault)
    await diary.done(ben, EDIT, { ...CHOIR, calendarUrl: work.url })
    const draining = diary.drain.drain()
    await held.arrived
    const [write] = await writes()
    expect((await discard(write!.id)).status).toBe(409)
    diary.proxy.fault({ method: 'DELETE', times: 1 }, answer(503))
    held.release()
    await draining
    expect(await statuses()).toEqual(['done', 'pending'])
    expect((await discard((await writes())[0]!.id)).status).toBe(409)
    diary.clock.advance(15_000)
    await diary.drain.drain()
    expect(await statuses()).toEqual(['done', 'done'])
  })

  test.each<[string, EventLines, () => Fault]>([
    ['nobody knows whether the copy of a move stands there', LINES, loseAnswer],
    ['nobody knows whether a meeting has moved', MEETING, loseAnswer],
    ['a meeting has moved and only the cache has yet to follow', MEETING, forwarded],
  ])('is refused while %s', async (_, lines, fault) => {
    await diary.put(home, 'choir', lines)
    for (const method of ['PUT', 'MOVE']) diary.proxy.fault({ method, times: 1 }, fault())
    diary.proxy.fault({ method: 'REPORT', times: 1 }, answer(503))
    await diary.done(ben, EDIT, { ...CHOIR, calendarUrl: work.url })
    await diary.drain.drain()
    expect(await statuses()).toContain('pending')
    for (const { id } of await diary.rows()) expect((await discard(id)).status).toBe(409)
    diary.proxy.reset()
    diary.clock.advance(15_000)
    await diary.drain.drain()
    expect(new Set(await statuses())).toEqual(new Set(['done']))
    expect(await onServer(home)).toBeNull()
  })

  test.each([
    ['a move', LINES],
    ['the move of a meeting', MEETING],
  ])('is refused for %s that a removal waits for, and not for the removal', async (_, lines) => {
    await diary.put(home, 'choir', lines)
    await diary.done(ben, EDIT, { ...CHOIR, calendarUrl: work.url })
    await diary.done(ben, 'DELETE /api/events/choir')
    const [removal, move] = await writes()
    expect((await discard(move!.id)).status).toBe(409)
    expect((await discard(removal!.id)).status).toBe(200)
    expect((await discard(move!.id)).status).toBe(200)
    expect(await diary.rows()).toEqual([])
  })
})

describe('a write of somebody else', () => {
  test.each(['POST', 'DELETE'] as const)('is not there: %s', async (method) => {
    await diary.done(ben, EDIT, { ...CHOIR, title: 'Concert' })
    await refused()
    const [{ id }] = (await writes()) as [Write]
    const path = method === 'POST' ? `/api/me/writes/${id}/retry` : `/api/me/writes/${id}`
    for (const who of [diary.cast.ada, diary.cast.cleo])
      expect((await ask(diary, who, `${method} ${path}`)).status).toBe(404)
    expect((await ask(diary, null, `${method} ${path}`)).status).toBe(401)
    expect(await statuses()).toEqual(['failed'])
  })

  test.each(['0', '-1', 'x', '1e3'])('an id like %s is refused', async (id) => {
    expect((await diary.request(ben, `DELETE /api/me/writes/${id}`)).status).toBe(400)
    expect((await diary.request(ben, `POST /api/me/writes/${id}/retry`)).status).toBe(400)
  })

  test('an id that no row can have is not there', async () => {
    expect((await discard(99_999_999_999)).status).toBe(404)
  })
})

/** Nothing happens to the request on its way. */
const forwarded =
  (): Fault =>
  ({ forward }) =>
    forward()

const OTHER = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//tests//EN',
  'BEGIN:VEVENT',
  'UID:other',
  'DTSTAMP:20260101T000000Z',
  'DTSTART:20261201T090000Z',
  'SUMMARY:Another',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n')
