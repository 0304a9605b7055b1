import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { calendars, idempotencyKeys, outbox } from '../../../src/platform/db/schema'
import { ask, type Member } from '../../support/cast'
import { type CalendarRow, type Diary, FORM, openDiary } from '../../support/diary'

let diary: Diary
let calendar: CalendarRow
beforeAll(async () => {
  // Sessions that outlive the keys.
  diary = await openDiary({ env: { LOCAL_SESSION_EXPIRES: String(30 * 86_400) } })
})
afterAll(() => diary.close())
beforeEach(async () => {
  await diary.ctx.db.delete(outbox)
  await diary.ctx.db.delete(calendars)
  calendar = await diary.calendar('ada')
  diary.announced.length = 0
})

const DAY_MS = 24 * 60 * 60 * 1000
const CHOIR_LINES = { SUMMARY: 'Choir', DTSTART: '20261201T180000Z', DTEND: '20261201T200000Z' }
const CHOIR = { title: 'Choir', allDay: false, start: '2026-12-01T18:00:00Z', end: '2026-12-01T20:00:00Z' }
const EDIT = 'PATCH /api/events/choir/edit'

const send = (request: string, body: unknown, key: string, who: Member = diary.cast.ada) =>
  ask<{ uid: string; error?: string }>(diary, who, request, body, { 'idempotency-key': key })
const create = (key: string, body: unknown = FORM, who?: Member) => send('POST /api/events/create', body, key, who)
const newKey = () => crypto.randomUUID()
const keys = () => diary.ctx.db.select().from(idempotencyKeys)

describe('a client that lost the answer sends a new event again', () => {
  test('adds nothing twice and gets the first answer again', async () => {
    const key = newKey()
    const first = await create(key)
    const again = await create(key)
    expect([first.status, again.status]).toEqual([202, 202])
    expect(again.body).toEqual(first.body)
    expect(await diary.rows()).toHaveLength(1)
  })

  test('and what went unsaid with the answer is said: how the write stands, and that there is something to send', async () => {
    const drained: number[] = []
    diary.ctx.signals.drain = () => void drained.push(1)
    const key = newKey()
    const { uid } = (await create(key)).body
    await create(key)
    await diary.drain.drain()
    await create(key)
    const heard = diary.announced.flatMap((one) => (one.topic === 'sync-status' ? [one] : []))
    const said = (status: string) => [diary.cast.ada.id, uid, status]
    expect<unknown[]>(heard.map(({ memberId, event, status }) => [memberId, event.uid, status])).toEqual([
      said('pending'),
      said('pending'),
      said('done'),
      said('done'),
    ])
    expect(drained).toHaveLength(3)
    diary.ctx.signals.drain = () => {}
  })

  test('eight times at once', async () => {
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(key)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.uid}`)).size).toBe(1)
    expect(await diary.rows()).toHaveLength(1)
  })

  test('after the event has arrived, and when its calendar is gone by now', async () => {
    const key = newKey()
    const first = await create(key)
    await diary.drain.drain()
    expect((await create(key)).body).toEqual(first.body)
    expect(await diary.rows()).toHaveLength(1)
    await diary.ctx.db.delete(calendars)
    expect((await create(key)).body).toEqual(first.body)
  })

  test('and spells what it says in another way', async () => {
    const key = newKey()
    const first = await create(key)
    const { title, ...rest } = FORM
    expect((await create(key, { ...rest, unknown: 1, title: ` ${title} ` })).body).toEqual(first.body)
  })

  test('may try again after a refusal', async () => {
    const key = newKey()
    await diary.ctx.db.delete(calendars)
    expect((await create(key)).status).toBe(422)
    await diary.calendar('ada')
    expect((await create(key)).status).toBe(202)
    expect(await diary.rows()).toHaveLength(1)
  })
})

describe('a service that breaks off in the middle', () => {
  test.each([
    ['before the event is queued', 'before insert on outbox'],
    ['before the answer is kept', 'before update on idempotency_keys'],
  ])('%s leaves neither event nor key, and the next try makes one event', async (_, moment) => {
    const key = newKey()
    const before = (await keys()).length
    const fail = `signal sqlstate '45000' set message_text = 'broken off'`
    await diary.ctx.db.execute(sql.raw(`create trigger break_off ${moment} for each row ${fail}`))
    const broken = await create(key)
    await diary.ctx.db.execute(sql.raw('drop trigger break_off'))
    expect(broken.status).toBe(503)
    expect([await diary.rows(), (await keys()).length]).toEqual([[], before])
    expect((await create(key)).status).toBe(202)
    expect(await diary.rows()).toHaveLength(1)
  })
})

describe('a client that lost the answer sends a change again', () => {
  test('and does not undo what was changed in between', async () => {
    await diary.put(calendar, 'choir', CHOIR_LINES)
    const key = newKey()
    expect((await send(EDIT, { ...CHOIR, title: 'Choir practice' }, key)).status).toBe(202)
    await diary.drain.drain()
    await diary.done(diary.cast.ada, EDIT, { ...CHOIR, title: 'Concert' })
    await diary.drain.drain()
    expect((await send(EDIT, { ...CHOIR, title: 'Choir practice' }, key)).body).toEqual({ uid: 'choir' })
    await diary.drain.drain()
    expect((await diary.cached(calendar, 'choir'))?.title).toBe('Concert')
  })

  test('and learns the new name of an event that has moved', async () => {
    await diary.put(calendar, 'choir', CHOIR_LINES)
    const work = await diary.calendar('ada')
    const key = newKey()
    const move = { ...CHOIR, calendarUrl: work.url }
    const first = await send(EDIT, move, key)
    expect((await send(EDIT, move, key)).body).toEqual(first.body)
    await diary.drain.drain()
    diary.announced.length = 0
    expect((await send(EDIT, move, key)).body).toEqual(first.body)
    expect(await diary.rows()).toHaveLength(2)
    const heard = diary.announced.map((one) => one.topic === 'sync-status' && `${one.event.uid} ${one.status}`)
    expect(heard).toEqual([`${first.body.uid} done`, 'choir done'])
  })
})

test('a removal that is sent again removes nothing more', async () => {
  await diary.put(calendar, 'choir', CHOIR_LINES)
  await diary.done(diary.cast.ada, 'DELETE /api/events/choir')
  await diary.done(diary.cast.ada, 'DELETE /api/events/choir')
  await diary.drain.drain()
  expect(await diary.status(diary.cast.ada, 'choir')).toEqual({ uid: 'choir', status: 'done' })
  expect((await diary.request(diary.cast.ada, 'DELETE /api/events/choir')).status).toBe(404)
})

describe('a key', () => {
  test('belongs to one request', async () => {
    await diary.put(calendar, 'choir', CHOIR_LINES)
    const key = newKey()
    await create(key)
    for (const { status, body } of [
      await create(key, { ...FORM, title: 'Doctor' }),
      await create(key, { ...FORM, reminderLeadMinutes: null }),
      await send(EDIT, FORM, key),
    ]) {
      expect({ status, body: body as unknown }).toEqual({
        status: 422,
        body: { error: 'Idempotency-Key: already used for another request' },
      })
    }
    expect(await diary.rows()).toHaveLength(1)
  })

  test('belongs to one member', async () => {
    await diary.calendar('ben')
    const uids = [await create('key'), await create('key', FORM, diary.cast.ben)].map(({ body }) => body.uid)
    expect(new Set(uids).size).toBe(2)
  })

  test.each(['', 'with a blank', 'x'.repeat(256)])('like %p is refused', async (key) => {
    expect((await create(key)).status).toBe(400)
    expect((await send(EDIT, CHOIR, key)).status).toBe(400)
    expect(await diary.rows()).toEqual([])
  })

  test('is forgotten after seven days', async () => {
    const key = newKey()
    const first = await create(key)
    diary.clock.advance(7 * DAY_MS - 1)
    expect((await create(key)).body).toEqual(first.body)
    diary.clock.advance(2)
    expect((await create(key)).body.uid).not.toBe(first.body.uid)
  })
})
