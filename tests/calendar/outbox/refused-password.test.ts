import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { loadAccount } from '../../../src/household/credentials'
import { calendarCredentials, outbox } from '../../../src/platform/db/schema'
import { answer, loseAnswer } from '../../support/proxy'
import { CHOIR_LINES, setScene } from './setting'

const scene = setScene()
const HOUR_MS = 3_600_000

beforeEach(async () => {
  await scene.diary.put(scene.calendar, 'choir', CHOIR_LINES)
  scene.diary.proxy.reset()
})

const restUntil = (until: Date | null) =>
  scene.diary.ctx.db
    .update(calendarCredentials)
    .set({ refusedUntil: until })
    .where(eq(calendarCredentials.userId, scene.ada.id))
const refusedUntil = async () => (await loadAccount(scene.diary.ctx, scene.ada.id))!.refusedUntil
const inAnHour = () => new Date(scene.diary.clock.now().getTime() + HOUR_MS)

const WRITES: [string, () => Promise<{ uid: string }>][] = [
  ['a new event', () => scene.create()],
  ['a change', () => scene.edit('choir', { title: 'Choir practice' })],
  ['a removal', () => scene.diary.done(scene.ada, 'DELETE /api/events/choir')],
]

describe.each(WRITES)('%s', (_, queue) => {
  test('through an account that is refused at present fails at once, without a request', async () => {
    await restUntil(inAnHour())
    const { uid } = await queue()
    await scene.diary.drain.drain()
    expect(await scene.diary.status(scene.ada, uid)).toMatchObject({ status: 'failed', errorCode: 'wrongPassword' })
    expect(scene.diary.proxy.requests).toEqual([])
  })

  test('that is refused with 401 gives the account its rest', async () => {
    scene.diary.proxy.fault({}, answer(401))
    const { uid } = await queue()
    await scene.diary.drain.drain()
    expect(await scene.diary.status(scene.ada, uid)).toMatchObject({ status: 'failed', errorCode: 'wrongPassword' })
    expect(await refusedUntil()).toEqual(inAnHour())
  })

  test('that one calendar alone refuses with 401 fails alone, after one question to the home', async () => {
    scene.diary.proxy.fault({ method: 'PUT' }, answer(401))
    scene.diary.proxy.fault({ method: 'DELETE' }, answer(401))
    const { uid } = await queue()
    await scene.diary.drain.drain()
    expect(await scene.diary.status(scene.ada, uid)).toMatchObject({ status: 'failed', errorCode: 'notAllowed' })
    expect(await refusedUntil()).toBeNull()
    const home = new URL((await loadAccount(scene.diary.ctx, scene.ada.id))!.homeUrl!).pathname
    expect(scene.sent('PROPFIND').map(({ path }) => path)).toEqual([home])
  })

  test('goes out again when the rest is over, and ends it when it is taken', async () => {
    await restUntil(inAnHour())
    scene.diary.clock.advance(HOUR_MS)
    const { uid } = await queue()
    await scene.diary.drain.drain()
    expect((await scene.diary.status(scene.ada, uid)).status).toBe('done')
    expect(await refusedUntil()).toBeNull()
  })
})

test('a password that was taken in between is refused anew as if for the first time', async () => {
  const refuse = async () => {
    const allow = scene.diary.proxy.fault({}, answer(401))
    await scene.create()
    await scene.diary.drain.drain()
    allow()
  }
  await refuse()
  scene.diary.clock.advance(HOUR_MS)
  await refuse()
  scene.diary.clock.advance(2 * HOUR_MS)
  await scene.create()
  await scene.diary.drain.drain()
  await refuse()
  expect(await refusedUntil()).toEqual(inAnHour())
})

test('a 401 to the look after a lost answer gives the account its rest, too', async () => {
  scene.diary.proxy.fault({ method: 'PUT' }, loseAnswer())
  scene.diary.proxy.fault({ method: 'REPORT' }, answer(401))
  scene.diary.proxy.fault({ method: 'PROPFIND' }, answer(401))
  await scene.create()
  await scene.diary.drain.drain()
  expect(await scene.statuses()).toEqual(['failed'])
  expect(await refusedUntil()).toEqual(inAnHour())
})

test('a 401 that the home cannot be asked about says nothing of the password', async () => {
  scene.diary.proxy.fault({ method: 'PUT' }, answer(401))
  scene.diary.proxy.fault({ method: 'PROPFIND' }, answer(503))
  const { uid } = await scene.create()
  await scene.diary.drain.drain()
  expect(await scene.diary.status(scene.ada, uid)).toMatchObject({ status: 'failed', errorCode: 'refused' })
  expect(await refusedUntil()).toBeNull()
})

test('what the server has done already ends well, whatever becomes of the password', async () => {
  scene.diary.proxy.fault({ method: 'REPORT' }, answer(503))
  const { uid } = await scene.create()
  await scene.diary.drain.drain()
  await restUntil(new Date(scene.diary.clock.now().getTime() + 24 * HOUR_MS))
  scene.diary.proxy.reset()
  for (let reading = 0; reading < 5; reading++) {
    expect((await scene.diary.status(scene.ada, uid)).status).toBe('pending')
    scene.diary.clock.advance(900_000)
    await scene.diary.drain.drain()
  }
  expect((await scene.diary.status(scene.ada, uid)).status).toBe('done')
  expect(scene.diary.proxy.requests).toEqual([])
})

test('another member’s account goes on', async () => {
  await restUntil(inAnHour())
  const theirs = await scene.diary.calendar('ben')
  const { uid } = await scene.diary.done(scene.diary.cast.ben, 'POST /api/events/create', {
    title: 'Tea',
    allDay: true,
    start: '2026-12-01',
    end: '2026-12-01',
    calendarUrl: theirs.url,
  })
  await scene.diary.drain.drain()
  expect((await scene.diary.status(scene.diary.cast.ben, uid)).status).toBe('done')
  expect(await scene.diary.ctx.db.select().from(outbox)).toHaveLength(1)
})
