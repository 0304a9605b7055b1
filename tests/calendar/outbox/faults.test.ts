import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { connect, listCalendars } from '../../../src/calendar/caldav/client'
import { wholeEvent } from '../../../src/calendar/event-ref'
import { calendarCredentials, calendars, outbox } from '../../../src/platform/db/schema'
import { giveAccount, putText, removeAt } from '../../support/caldav'
import { FORM } from '../../support/diary'
import {
  answer,
  answerInstead,
  cutBefore,
  cutWithin,
  type Fault,
  loginPage,
  loseAnswer,
  redirectTo,
  truncateText,
} from '../../support/proxy'
import { CALDAV_USERS } from '../../support/servers'
import { CHOIR_LINES, pathOf, setScene } from './setting'

const scene = setScene()
const { sent: sends } = scene

beforeEach(async () => {
  await scene.diary.put(scene.calendar, 'choir', CHOIR_LINES)
  scene.diary.proxy.reset()
})

type Operation = 'create' | 'update' | 'delete'
const OPERATIONS: Operation[] = ['create', 'update', 'delete']
const METHOD = { create: 'PUT', update: 'PUT', delete: 'DELETE' } as const

/** Queues a write of this kind; returns its uid. */
async function queue(operation: Operation): Promise<string> {
  if (operation === 'create') return (await scene.create()).uid
  if (operation === 'update') await scene.edit('choir', { title: 'Choir practice' })
  else await scene.diary.done(scene.ada, 'DELETE /api/events/choir')
  return 'choir'
}

/** The event's text on the server, null when it is not there. */
async function written(uid: string) {
  const [row] = await scene.diary.rows(uid)
  return scene.diary.onServer(row!.href)
}

/** Exactly one effect on the server and the same in the cache. */
async function expectOneEffect(operation: Operation, uid: string) {
  const text = await written(uid)
  const count = { create: 2, update: 1, delete: 0 }[operation]
  expect(await scene.count()).toBe(count)
  if (operation === 'delete') expect(text).toBeNull()
  else expect(text).toContain(operation === 'create' ? 'SUMMARY:Dentist' : 'SUMMARY:Choir practice')
  const seen = await scene.diary.occurrences(scene.ada, '2026-12-01', '2026-12-02')
  expect(seen.filter((one) => one.uid === uid)).toHaveLength(operation === 'delete' ? 0 : 1)
}

async function state(uid: string) {
  const [row] = await scene.diary.rows(uid)
  const waits = (row!.nextAttemptAt.getTime() - scene.diary.clock.now().getTime()) / 1000
  return { status: row!.status, attempts: row!.attemptCount, waits, error: row!.error }
}

describe.each(OPERATIONS)('%s', (operation) => {
  const method = METHOD[operation]

  test.each<[string, Fault]>([
    ['whose answer is lost', loseAnswer()],
    ['that is done behind a 500', answerInstead(500)],
    ['that is done behind a 502', answerInstead(502)],
    ['that is done behind a 412', answerInstead(412)],
    ['that is done behind a 408', answerInstead(408)],
    ['that is done behind a 207', answerInstead(207)],
    ['that is done behind a bare 200', answerInstead(200)],
  ])('%s is done, once', async (_, fault) => {
    scene.diary.proxy.fault({ method, times: 1 }, fault)
    const uid = await queue(operation)
    await scene.diary.drain.drain()
    expect((await state(uid)).status).toBe('done')
    expect(sends(method)).toHaveLength(1)
    // What was read to find out goes into the cache: it is not read again.
    expect(sends('REPORT')).toHaveLength(1)
    await expectOneEffect(operation, uid)
  })

  test.each<[string, Fault]>([
    ['that never arrives', cutBefore()],
    ['answered with 200 by something on the way', answer(200)],
    ['answered with a login page', loginPage()],
    ['answered with 500', answer(500)],
    ['answered with 503', answer(503)],
    ['answered with 408', answer(408)],
    ['answered with 423', answer(423)],
    ['answered with 425', answer(425)],
    ['answered with 429', answer(429)],
    ['done behind a 429', answerInstead(429)],
  ])('%s is made at the second attempt, once', async (_, fault) => {
    scene.diary.proxy.fault({ method, times: 1 }, fault)
    const uid = await queue(operation)
    await scene.diary.drain.drain()
    expect(await state(uid)).toEqual({ status: 'pending', attempts: 1, waits: 15, error: null })
    await scene.diary.drain.drain()
    expect(sends(method)).toHaveLength(1)
    scene.diary.clock.advance(15_000)
    await scene.diary.drain.drain()
    expect((await state(uid)).status).toBe('done')
    await expectOneEffect(operation, uid)
  })

  test.each<[string, Fault]>([
    ['400', answer(400)],
    ['401', answer(401)],
    ['403', answer(403)],
    ['409', answer(409)],
    ['413', answer(413)],
    ['415', answer(415)],
    ['418', answer(418)],
    ['a redirect to another host', redirectTo('https://elsewhere.test/')],
    ['a 303', redirectTo('/login', 303)],
    ['a 207 that refuses', answer(207)],
  ])('answered with %s fails at once with a reason', async (name, fault) => {
    scene.diary.proxy.fault({ method }, fault)
    const uid = await queue(operation)
    await scene.diary.drain.drain()
    scene.diary.clock.advance(3_600_000)
    await scene.diary.drain.drain()
    const { status, error } = await state(uid)
    expect([name, status]).toEqual([name, 'failed'])
    expect(error).toMatch(/^(The|You)\b.*\.$/)
    expect(sends(method)).toHaveLength(1)
  })

  test('fails with a conflict at 412, and the cache follows the server', async () => {
    const uid = await queue(operation)
    if (operation === 'create') scene.diary.proxy.fault({ method: 'PUT' }, answer(412))
    else await changeElsewhere()
    await scene.diary.drain.drain()
    const { status, error } = await state(uid)
    expect(status).toBe('failed')
    expect(error).toMatch(/changed elsewhere meanwhile|another event in its place/)
    if (operation === 'create') return
    expect((await scene.diary.cached(scene.calendar, 'choir'))?.title).toBe('Elsewhere')
    expect(await written('choir')).toContain('SUMMARY:Elsewhere')
  })

  test('is dead after five failed attempts, at the times between', async () => {
    scene.diary.proxy.fault({ method }, answer(503))
    const uid = await queue(operation)
    const waits: number[] = []
    for (let attempt = 1; attempt <= 5; attempt++) {
      await scene.diary.drain.drain()
      const { waits: seconds } = await state(uid)
      if (attempt < 5) waits.push(seconds)
      scene.diary.clock.advance(seconds * 1000 - 1)
      await scene.diary.drain.drain()
      expect(sends(method)).toHaveLength(attempt)
      scene.diary.clock.advance(1)
    }
    expect(waits).toEqual([15, 60, 300, 900])
    expect(await scene.diary.status(scene.ada, uid)).toEqual({
      uid,
      status: 'dead',
      error: 'The calendar server could not be reached or did not do it in five attempts.',
      errorCode: 'unanswered',
    })
    expect((await state(uid)).attempts).toBe(5)
    scene.diary.proxy.reset()
    scene.diary.clock.advance(86_400_000)
    await scene.diary.drain.drain()
    expect(sends(method)).toHaveLength(0)
  })

  test('is not done as long as something on the way says yes to everything', async () => {
    scene.diary.proxy.fault({}, loginPage())
    const uid = await queue(operation)
    for (let attempt = 1; attempt <= 5; attempt++) {
      await scene.diary.drain.drain()
      scene.diary.clock.advance(900_000)
    }
    expect(await state(uid)).toMatchObject({ status: 'dead', attempts: 5 })
    expect(sends(method)).toHaveLength(1)
  })

  test('waits as long as Retry-After asks', async () => {
    scene.diary.proxy.fault({ method, times: 1 }, answer(429, { headers: { 'retry-after': '120' } }))
    const uid = await queue(operation)
    await scene.diary.drain.drain()
    expect((await state(uid)).waits).toBe(120)
    expect(sends('REPORT')).toHaveLength(0)
  })

  test.each<[string, Fault]>([
    ['is cut', cutBefore()],
    ['breaks off', cutWithin()],
    ['is truncated', truncateText()],
    ['is a login page', loginPage()],
    ['is a 503', answer(503)],
  ])('is not sent again when only the reading after it %s', async (_, fault) => {
    scene.diary.proxy.fault({ method: 'REPORT', times: 1 }, fault)
    const uid = await queue(operation)
    await scene.diary.drain.drain()
    expect(await state(uid)).toMatchObject({ status: 'pending', attempts: 0, waits: 15 })
    scene.diary.clock.advance(15_000)
    await scene.diary.drain.drain()
    expect((await state(uid)).status).toBe('done')
    expect(sends(method)).toHaveLength(1)
    await expectOneEffect(operation, uid)
  })

  test('ends well when reading back fails until the attempts run out, and the next sync brings what is missing', async () => {
    const allow = scene.diary.proxy.fault({ method: 'REPORT' }, answer(503))
    const uid = await queue(operation)
    const waits: number[] = []
    for (let reading = 0; reading < 5; reading++) {
      await scene.diary.drain.drain()
      const { status, waits: seconds } = await state(uid)
      expect(status).toBe('pending')
      waits.push(seconds)
      scene.diary.clock.advance(seconds * 1000)
    }
    expect(waits).toEqual([15, 15, 60, 300, 900])
    await scene.diary.drain.drain()
    expect(await scene.diary.status(scene.ada, uid)).toEqual({ uid, status: 'done' })
    expect(sends(method)).toHaveLength(1)
    allow()
    await scene.diary.sync(scene.calendar)
    await expectOneEffect(operation, uid)
  })

  test('has five readings even after four failed attempts', async () => {
    const uid = await queue(operation)
    await scene.diary.ctx.db.update(outbox).set({ attemptCount: 4 })
    scene.diary.proxy.fault({ method: 'REPORT' }, answer(503))
    await scene.diary.drain.drain()
    expect(await state(uid)).toMatchObject({ status: 'pending', attempts: 0 })
  })

  test('is made once when its answer and the reading after it are lost', async () => {
    scene.diary.proxy.fault({ method, times: 1 }, loseAnswer())
    scene.diary.proxy.fault({ method: 'REPORT', times: 1 }, cutBefore())
    const uid = await queue(operation)
    await scene.diary.drain.drain()
    expect(await state(uid)).toMatchObject({ status: 'pending', attempts: 1, waits: 15 })
    scene.diary.clock.advance(15_000)
    await scene.diary.drain.drain()
    expect((await state(uid)).status).toBe('done')
    expect(sends(method)).toHaveLength(1)
    await expectOneEffect(operation, uid)
  })

  test.skipIf(operation === 'create')('that was lost does not overwrite what has come after it', async () => {
    scene.diary.proxy.fault({ method, times: 1 }, cutBefore())
    scene.diary.proxy.fault({ method: 'REPORT', times: 1 }, cutBefore())
    const uid = await queue(operation)
    await scene.diary.drain.drain()
    await changeElsewhere()
    scene.diary.clock.advance(15_000)
    await scene.diary.drain.drain()
    expect((await state(uid)).status).toBe('failed')
    expect(await written('choir')).toContain('SUMMARY:Elsewhere')
  })

  test('waits for a credential that is missing, does not open, or is of another server, and sends nothing', async () => {
    const uid = await queue(operation)
    const accounts = await scene.diary.ctx.db.select().from(calendarCredentials)
    await scene.diary.ctx.db.update(calendarCredentials).set({ appPassword: 'AAAA' })
    await scene.diary.drain.drain()
    expect(await state(uid)).toEqual({ status: 'pending', attempts: 0, waits: 0, error: null })
    await scene.diary.ctx.db.delete(calendarCredentials)
    await scene.diary.drain.drain()
    expect(await state(uid)).toEqual({ status: 'pending', attempts: 0, waits: 0, error: null })
    await scene.diary.ctx.db.insert(calendarCredentials).values(accounts)
    await scene.diary.ctx.db.update(calendarCredentials).set({ homeUrl: 'https://elsewhere.example/dav/' })
    await scene.diary.drain.drain()
    expect(await state(uid)).toEqual({ status: 'pending', attempts: 0, waits: 0, error: null })
    expect(scene.diary.proxy.requests).toHaveLength(0)
    await giveAccount(scene.diary.ctx, scene.ada.id, 'ada', scene.diary.proxy.url)
    await giveAccount(scene.diary.ctx, scene.diary.cast.ben.id, 'ben', scene.diary.proxy.url)
    await scene.diary.drain.drain()
    expect((await state(uid)).status).toBe('done')
  })
})

describe('a removal', () => {
  test('answered with 404 while a proxy knows nothing of its server is made when the server is back', async () => {
    scene.diary.proxy.fault({}, answer(404, { body: '404 page not found' }))
    const uid = await queue('delete')
    await scene.diary.drain.drain()
    expect(await state(uid)).toEqual({ status: 'pending', attempts: 1, waits: 15, error: null })
    scene.diary.clock.advance(15_000)
    await scene.diary.drain.drain()
    expect(await state(uid)).toMatchObject({ status: 'pending', attempts: 2 })
    expect(await scene.diary.cached(scene.calendar, 'choir')).toBeDefined()
    scene.diary.proxy.reset()
    scene.diary.clock.advance(60_000)
    await scene.diary.drain.drain()
    expect((await state(uid)).status).toBe('done')
    await expectOneEffect('delete', uid)
  })

  test('that the server says in its own words is not looked at twice', async () => {
    const uid = await queue('delete')
    await scene.diary.drain.drain()
    expect(scene.diary.proxy.requests.map((request) => `${request.method} ${request.status}`)).toEqual([
      'DELETE 200',
      'REPORT 207',
    ])
    expect((await state(uid)).status).toBe('done')
  })
})

describe('after a conflict', () => {
  /** The tags that the cache goes by are those of the server as it is now: nothing seems to have changed. */
  async function makeTagsLie() {
    const { ctx } = scene.diary
    const [account] = await ctx.db
      .select()
      .from(calendarCredentials)
      .where(eq(calendarCredentials.userId, scene.ada.id))
    const connection = connect(ctx, { username: 'ada', password: CALDAV_USERS.ada!, homeUrl: account!.homeUrl })
    const remote = (await listCalendars(connection)).find(({ url }) => url === scene.calendar.url)
    const { ctag, syncToken } = remote!
    const known = { ctag, syncToken, lastFullSyncAt: scene.diary.clock.now() }
    await ctx.db.update(calendars).set(known).where(eq(calendars.id, scene.calendar.id))
  }

  test.each(['update', 'delete'] as const)(
    'of a(n) %s the cache has what was read, whatever the tags say',
    async (operation) => {
      const uid = await queue(operation)
      await changeElsewhere()
      await makeTagsLie()
      scene.diary.announced.length = 0
      await scene.diary.drain.drain()
      expect(await scene.diary.status(scene.ada, uid)).toMatchObject({ status: 'failed', errorCode: 'conflict' })
      expect((await scene.diary.cached(scene.calendar, 'choir'))?.title).toBe('Elsewhere')
      expect(scene.diary.announced).toEqual([
        { topic: 'calendar', calendarId: scene.calendar.id, readers: [scene.ada.id] },
        { topic: 'sync-status', memberId: scene.ada.id, event: wholeEvent(uid, scene.calendar.id), status: 'failed' },
      ])
      await scene.edit('choir', { title: 'Elsewhere, and here' })
      await scene.diary.drain.drain()
      expect(await scene.diary.status(scene.ada, uid)).toEqual({ uid, status: 'done' })
      expect(await written('choir')).toContain('SUMMARY:Elsewhere\\, and here')
    },
  )

  test('with an event that is gone it leaves the cache, and the reason says so', async () => {
    const uid = await queue('update')
    await removeAt('ada', `${pathOf(scene.calendar)}choir.ics`)
    await makeTagsLie()
    await scene.diary.drain.drain()
    expect(await scene.diary.status(scene.ada, uid)).toMatchObject({ status: 'failed', errorCode: 'gone' })
    expect(await scene.diary.cached(scene.calendar, 'choir')).toBeUndefined()
  })
})

async function changeElsewhere() {
  const path = `${pathOf(scene.calendar)}choir.ics`
  const text = await scene.diary.onServer(path)
  await putText('ada', path, text!.replace(/SUMMARY:.*/, 'SUMMARY:Elsewhere'))
}

describe('a stored payload', () => {
  test.each<[string, string | null]>([
    ['is no JSON', '{'],
    ['is absent', null],
    ['is no form', '[]'],
    ['has a title too long', JSON.stringify({ ...FORM, title: 'x'.repeat(256) })],
    ['has a reminder above a week', JSON.stringify({ ...FORM, reminderLeadMinutes: 10_081 })],
  ])('that %s fails without a request', async (_, payload) => {
    const uid = await queue('create')
    await scene.diary.ctx.db.update(outbox).set({ payload })
    await scene.diary.drain.drain()
    expect(await state(uid)).toMatchObject({ status: 'failed', error: expect.stringContaining('not valid') })
    expect(scene.diary.proxy.requests).toHaveLength(0)
  })
})

test('neither errors nor the log hold the server’s words, passwords or contents', async () => {
  scene.diary.proxy.fault({ method: 'PUT' }, answer(403, { body: 'leaky server text' }))
  await scene.diary.done(scene.ada, 'POST /api/events/create', { ...FORM, title: 'A secret title' })
  await scene.diary.drain.drain()
  const said = JSON.stringify([
    scene.diary.logLines,
    await scene.diary.ctx.db.select({ error: outbox.error }).from(outbox),
  ])
  for (const secret of ['leaky', 'ada-app-password', 'A secret title']) expect(said).not.toContain(secret)
})

test('a write on which the service itself fails is tried as often as others are, and holds up none', async () => {
  const { ctx, clock } = scene.diary
  const at = clock.now()
  // An import without its object: no version writes that.
  await ctx.db.insert(outbox).values({
    authorId: scene.ada.id,
    calendarId: scene.calendar.id,
    uid: 'choir',
    operation: 'update',
    isImport: true,
    href: `${pathOf(scene.calendar)}choir.ics`,
    operationId: crypto.randomUUID(),
    nextAttemptAt: at,
    createdAt: at,
    updatedAt: at,
  })
  const { uid } = await scene.create()
  await scene.diary.drain.drain()
  expect(await state(uid)).toMatchObject({ status: 'done' })
  expect(await state('choir')).toMatchObject({ status: 'pending', attempts: 1, waits: 15 })
  for (let attempt = 2; attempt <= 5; attempt++) {
    clock.advance(900_000)
    await scene.diary.drain.drain()
  }
  expect(await state('choir')).toMatchObject({ status: 'dead', attempts: 5 })
})
