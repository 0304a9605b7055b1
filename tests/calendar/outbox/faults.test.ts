import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { calendarCredentials, calendars, outbox } from '../../../src/platform/db/schema'
import { countEvents, giveAccount, putText } from '../../support/caldav'
import { type CalendarRow, type Diary, FORM, openDiary } from '../../support/diary'
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

/** Real servers on a busy machine. */
setDefaultTimeout(30_000)

const AT = '2026-11-20T12:00:00Z'
let diary: Diary
let calendar: CalendarRow

beforeAll(async () => {
  diary = await openDiary()
})
afterAll(() => diary.close())
beforeEach(async () => {
  diary.clock.set(AT)
  diary.proxy.reset()
  diary.logLines.length = 0
  await diary.ctx.db.delete(outbox)
  await diary.ctx.db.delete(calendars)
  calendar = await diary.calendar('ada')
  await diary.put(calendar, 'choir', { SUMMARY: 'Choir', DTSTART: '20261201T180000Z', DTEND: '20261201T200000Z' })
  diary.proxy.reset()
})

const CHOIR = { title: 'Choir practice', allDay: false, start: '2026-12-01T18:00:00Z', end: '2026-12-01T20:00:00Z' }
const ada = () => diary.cast.ada
const pathOf = ({ url }: CalendarRow) => new URL(url).pathname
const sends = (method: string) => diary.proxy.requests.filter((request) => request.method === method)

type Operation = 'create' | 'update' | 'delete'
const OPERATIONS: Operation[] = ['create', 'update', 'delete']
const METHOD = { create: 'PUT', update: 'PUT', delete: 'DELETE' } as const

/** Queues a write of this kind; returns its uid. */
async function queue(operation: Operation): Promise<string> {
  if (operation === 'create') return (await diary.done(ada(), 'POST /api/events/create', FORM)).uid
  if (operation === 'update') await diary.done(ada(), 'PATCH /api/events/choir/edit', CHOIR)
  else await diary.done(ada(), 'DELETE /api/events/choir')
  return 'choir'
}

/** The event's text on the server, null when it is not there. */
async function written(uid: string) {
  const [row] = await diary.rows(uid)
  return diary.onServer(row!.href)
}

/** Exactly one effect on the server and the same in the cache. */
async function expectOneEffect(operation: Operation, uid: string) {
  const text = await written(uid)
  const count = { create: 2, update: 1, delete: 0 }[operation]
  expect(await countEvents('ada', pathOf(calendar))).toBe(count)
  if (operation === 'delete') expect(text).toBeNull()
  else expect(text).toContain(operation === 'create' ? 'SUMMARY:Dentist' : 'SUMMARY:Choir practice')
  const seen = await diary.occurrences(ada(), '2026-12-01', '2026-12-02')
  expect(seen.filter((one) => one.uid === uid)).toHaveLength(operation === 'delete' ? 0 : 1)
}

async function state(uid: string) {
  const [row] = await diary.rows(uid)
  const waits = (row!.nextAttemptAt.getTime() - diary.clock.now().getTime()) / 1000
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
  ])('%s is done, once', async (_, fault) => {
    diary.proxy.fault({ method, times: 1 }, fault)
    const uid = await queue(operation)
    await diary.drain.drain()
    expect((await state(uid)).status).toBe('done')
    expect(sends(method)).toHaveLength(1)
    await expectOneEffect(operation, uid)
  })

  test.each<[string, Fault]>([
    ['that never arrives', cutBefore()],
    ['answered with 500', answer(500)],
    ['answered with 503', answer(503)],
    ['answered with 408', answer(408)],
    ['answered with 423', answer(423)],
    ['answered with 425', answer(425)],
    ['answered with 429', answer(429)],
    ['done behind a 429', answerInstead(429)],
  ])('%s is made at the second attempt, once', async (_, fault) => {
    diary.proxy.fault({ method, times: 1 }, fault)
    const uid = await queue(operation)
    await diary.drain.drain()
    expect(await state(uid)).toEqual({ status: 'pending', attempts: 1, waits: 15, error: null })
    await diary.drain.drain()
    expect(sends(method)).toHaveLength(1)
    diary.clock.advance(15_000)
    await diary.drain.drain()
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
    diary.proxy.fault({ method }, fault)
    const uid = await queue(operation)
    await diary.drain.drain()
    diary.clock.advance(3_600_000)
    await diary.drain.drain()
    const { status, error } = await state(uid)
    expect([name, status]).toEqual([name, 'failed'])
    expect(error).toMatch(/^(The|You)\b.*\.$/)
    expect(sends(method)).toHaveLength(1)
  })

  test('fails with a conflict at 412, and the cache follows the server', async () => {
    const uid = await queue(operation)
    if (operation === 'create') diary.proxy.fault({ method: 'PUT' }, answer(412))
    else await changeElsewhere()
    await diary.drain.drain()
    const { status, error } = await state(uid)
    expect(status).toBe('failed')
    expect(error).toMatch(/changed elsewhere meanwhile|another event in its place/)
    if (operation === 'create') return
    expect((await diary.cached(calendar, 'choir'))?.title).toBe('Elsewhere')
    expect(await written('choir')).toContain('SUMMARY:Elsewhere')
  })

  test('is dead after five failed attempts, at the times between', async () => {
    diary.proxy.fault({ method }, answer(503))
    const uid = await queue(operation)
    const waits: number[] = []
    for (let attempt = 1; attempt <= 5; attempt++) {
      await diary.drain.drain()
      const { waits: seconds } = await state(uid)
      if (attempt < 5) waits.push(seconds)
      diary.clock.advance(seconds * 1000 - 1)
      await diary.drain.drain()
      expect(sends(method)).toHaveLength(attempt)
      diary.clock.advance(1)
    }
    expect(waits).toEqual([15, 60, 300, 900])
    expect(await diary.status(ada(), uid)).toEqual({
      uid,
      status: 'dead',
      error: 'The calendar server could not be reached or did not do it in five attempts.',
    })
    expect((await state(uid)).attempts).toBe(5)
    diary.proxy.reset()
    diary.clock.advance(86_400_000)
    await diary.drain.drain()
    expect(sends(method)).toHaveLength(0)
  })

  test('waits as long as Retry-After asks', async () => {
    diary.proxy.fault({ method, times: 1 }, answer(429, { headers: { 'retry-after': '120' } }))
    const uid = await queue(operation)
    await diary.drain.drain()
    expect((await state(uid)).waits).toBe(120)
    expect(sends('REPORT')).toHaveLength(0)
  })

  test.each<[string, Fault]>([
    ['is cut', cutBefore()],
    ['breaks off', cutWithin()],
    ['is truncated', truncateText()],
    ['is a login page', loginPage()],
    ['is a 500', answer(500)],
  ])('is not sent again when only the reading after it %s', async (_, fault) => {
    diary.proxy.fault({ method: 'REPORT', times: 1 }, fault)
    const uid = await queue(operation)
    await diary.drain.drain()
    expect(await state(uid)).toMatchObject({ status: 'pending', attempts: 0, waits: 15 })
    diary.clock.advance(15_000)
    await diary.drain.drain()
    expect((await state(uid)).status).toBe('done')
    expect(sends(method)).toHaveLength(1)
    await expectOneEffect(operation, uid)
  })

  test('is made once when its answer and the reading after it are lost', async () => {
    diary.proxy.fault({ method, times: 1 }, loseAnswer())
    diary.proxy.fault({ method: 'REPORT', times: 1 }, cutBefore())
    const uid = await queue(operation)
    await diary.drain.drain()
    expect(await state(uid)).toMatchObject({ status: 'pending', attempts: 1, waits: 15 })
    diary.clock.advance(15_000)
    await diary.drain.drain()
    expect((await state(uid)).status).toBe('done')
    expect(sends(method)).toHaveLength(1)
    await expectOneEffect(operation, uid)
  })

  test('that was lost does not overwrite what has come after it', async () => {
    diary.proxy.fault({ method, times: 1 }, cutBefore())
    diary.proxy.fault({ method: 'REPORT', times: 1 }, cutBefore())
    const uid = await queue(operation)
    await diary.drain.drain()
    if (operation === 'create') return
    await changeElsewhere()
    diary.clock.advance(15_000)
    await diary.drain.drain()
    expect((await state(uid)).status).toBe('failed')
    expect(await written('choir')).toContain('SUMMARY:Elsewhere')
  })

  test('waits for a credential that is missing or does not open, and sends nothing', async () => {
    const uid = await queue(operation)
    await diary.ctx.db.update(calendarCredentials).set({ appPassword: 'AAAA' })
    await diary.drain.drain()
    expect(await state(uid)).toEqual({ status: 'pending', attempts: 0, waits: 0, error: null })
    await diary.ctx.db.delete(calendarCredentials)
    await diary.drain.drain()
    expect(await state(uid)).toEqual({ status: 'pending', attempts: 0, waits: 0, error: null })
    expect(diary.proxy.requests).toHaveLength(0)
    await giveAccount(diary.ctx, ada().id, 'ada', diary.proxy.url)
    await giveAccount(diary.ctx, diary.cast.ben.id, 'ben', diary.proxy.url)
    await diary.drain.drain()
    expect((await state(uid)).status).toBe('done')
  })
})

async function changeElsewhere() {
  const path = `${pathOf(calendar)}choir.ics`
  const text = await diary.onServer(path)
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
    await diary.ctx.db.update(outbox).set({ payload })
    await diary.drain.drain()
    expect(await state(uid)).toMatchObject({ status: 'failed', error: expect.stringContaining('not valid') })
    expect(diary.proxy.requests).toHaveLength(0)
  })
})

test('neither errors nor the log hold the server’s words, passwords or contents', async () => {
  diary.proxy.fault({ method: 'PUT' }, answer(403, { body: 'leaky server text' }))
  await diary.done(ada(), 'POST /api/events/create', { ...FORM, title: 'A secret title' })
  await diary.drain.drain()
  const said = JSON.stringify([diary.logLines, await diary.ctx.db.select({ error: outbox.error }).from(outbox)])
  for (const secret of ['leaky', 'ada-app-password', 'A secret title']) expect(said).not.toContain(secret)
})
