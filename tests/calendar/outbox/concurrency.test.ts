import { describe, expect, test } from 'bun:test'
import { dispatch } from '../../../src/calendar/outbox/dispatch'
import { createDrain } from '../../../src/calendar/outbox/drain'
import { leaseRow } from '../../../src/calendar/outbox/leases'
import { syncCalendar } from '../../../src/calendar/sync'
import { events, outbox } from '../../../src/platform/db/schema'
import { putText } from '../../support/caldav'
import { insertCalendar } from '../../support/diary'
import { answer, holdAnswer, holdRequest } from '../../support/proxy'
import { CHOIR, CHOIR_LINES, pathOf, setScene } from './setting'

const scene = setScene()
const puts = () => scene.sent('PUT')

describe('drains', () => {
  test('of one process that overlap send each row once', async () => {
    for (let count = 0; count < 5; count++) await scene.create()
    await Promise.all([scene.diary.drain.drain(), scene.diary.drain.drain(), scene.diary.drain.wake()])
    expect(puts()).toHaveLength(5)
    expect(await scene.statuses()).toEqual(Array(5).fill('done'))
  })

  test('of two processes on one database send each row once', async () => {
    const other = createDrain(scene.diary.ctx)
    for (let count = 0; count < 10; count++) await scene.create()
    await Promise.all([scene.diary.drain.drain(), other.drain(), scene.diary.drain.drain(), other.drain()])
    await Promise.all([scene.diary.drain.drain(), other.drain()])
    expect(puts()).toHaveLength(10)
    expect(await scene.statuses()).toEqual(Array(10).fill('done'))
    expect(await scene.count()).toBe(10)
  })

  test('leave alone what another one holds, and take it over when its claim has run out', async () => {
    const held = holdAnswer()
    scene.diary.proxy.fault({ method: 'PUT', times: 1 }, held.fault)
    const { uid } = await scene.create()
    const first = scene.diary.drain.drain()
    await held.arrived
    const other = createDrain(scene.diary.ctx)
    await other.drain()
    expect(puts()).toHaveLength(1)
    scene.diary.clock.advance(20_000)
    await other.drain()
    expect(await scene.diary.status(scene.ada, uid)).toEqual({ uid, status: 'done' })
    expect(puts()).toHaveLength(1)
    held.release()
    await first
    expect(await scene.statuses()).toEqual(['done'])
    expect(await scene.count()).toBe(1)
    const told = scene.diary.announced.flatMap((one) => (one.topic === 'sync-status' ? [one.status] : []))
    expect(told).toEqual(['pending', 'done'])
  })

  test('send nothing that another one has taken over before', async () => {
    await scene.create()
    const [row] = await scene.diary.rows()
    const late = await leaseRow(scene.diary.ctx, row!.id, 'late')
    scene.diary.clock.advance(20_000)
    const other = await leaseRow(scene.diary.ctx, row!.id, 'other')
    expect(await dispatch(scene.diary.ctx, late!)).toBe('pending')
    for (const lease of [late, other]) lease!.end()
    expect(puts()).toEqual([])
    expect((await scene.diary.rows())[0]?.claimedBy).toBe('other')
  })

  test('record nothing of what another one has taken over meanwhile', async () => {
    const { ctx, clock, drain, proxy } = scene.diary
    await scene.create()
    const [row] = await scene.diary.rows()
    proxy.fault({ method: 'PUT', times: 1 }, async (exchange) => {
      clock.advance(20_000)
      const taken = await leaseRow(ctx, row!.id, 'another drain')
      taken!.end()
      return answer(413)(exchange)
    })
    await drain.drain()
    expect(await scene.diary.rows()).toMatchObject([{ status: 'pending', claimedBy: 'another drain' }])
  })

  test('take up what a crash has left behind, also when the clock has been set back since', async () => {
    await scene.diary.put(scene.calendar, 'choir', CHOIR_LINES)
    await scene.edit('choir', { title: 'Choir practice' })
    const claimedUntil = new Date(scene.diary.clock.now().getTime() + 20_000)
    await scene.diary.ctx.db.update(outbox).set({ claimedBy: 'crashed', claimedUntil })
    scene.diary.clock.advance(-3_600_000)
    await scene.edit('choir', { location: 'Town hall' })
    await scene.diary.drain.drain()
    expect(await scene.statuses()).toEqual(['done', 'done'])
  })

  test('hear a signal that comes while they work', async () => {
    const held = holdRequest()
    scene.diary.proxy.fault({ method: 'PUT', times: 1 }, held.fault)
    const { uid: first } = await scene.create()
    const draining = scene.diary.drain.drain()
    await held.arrived
    const { uid: second } = await scene.create({ title: 'Second' })
    void scene.diary.drain.wake()
    held.release()
    await draining
    expect([
      (await scene.diary.status(scene.ada, first)).status,
      (await scene.diary.status(scene.ada, second)).status,
    ]).toEqual(['done', 'done'])
  })

  test('do not let a server that hangs hold up another calendar', async () => {
    const held = holdRequest()
    const other = await scene.diary.calendar('ada')
    scene.diary.proxy.fault({ method: 'PUT', path: new RegExp(pathOf(scene.calendar)) }, held.fault)
    const { uid: stuck } = await scene.create({ calendarUrl: scene.calendar.url })
    const draining = scene.diary.drain.drain()
    await held.arrived
    const { uid: free } = await scene.create({ calendarUrl: other.url })
    await scene.diary.drain.wake()
    const deadline = performance.now() + 60_000
    while ((await scene.diary.status(scene.ada, free)).status !== 'done' && performance.now() < deadline)
      await Bun.sleep(5)
    expect((await scene.diary.status(scene.ada, free)).status).toBe('done')
    expect((await scene.diary.status(scene.ada, stuck)).status).toBe('pending')
    held.release()
    await draining
    expect((await scene.diary.status(scene.ada, stuck)).status).toBe('done')
  })

  test('ask a calendar whose server is busy nothing more until the next pass', async () => {
    for (let count = 0; count < 3; count++) await scene.create()
    scene.diary.proxy.fault({ method: 'PUT' }, answer(503, { headers: { 'retry-after': '60' } }))
    await scene.diary.drain.drain()
    expect(puts()).toHaveLength(1)
    expect(await scene.statuses()).toEqual(['pending', 'pending', 'pending'])
  })

  test('that stop finish what is on its way and start nothing more', async () => {
    const drain = createDrain(scene.diary.ctx)
    const held = holdAnswer()
    scene.diary.proxy.fault({ method: 'PUT', times: 1 }, held.fault)
    await scene.create()
    await scene.create({ title: 'Later' })
    const draining = drain.drain()
    await held.arrived
    const stopped = drain.stop()
    held.release()
    await Promise.all([draining, stopped])
    expect(await scene.statuses()).toEqual(['done', 'pending'])
    await drain.drain()
    expect(puts()).toHaveLength(1)
  })
})

describe('edits of one event', () => {
  test('by two members at once both stand', async () => {
    const { ada, ben } = scene.diary.cast
    const family = await scene.diary.calendar('ada', { isShared: true })
    const path = await scene.diary.put(family, 'dinner', { ...CHOIR_LINES, SUMMARY: 'Dinner' })
    const form = { ...CHOIR, title: 'Dinner' }
    await Promise.all([
      scene.diary.done(ada, 'PATCH /api/events/dinner/edit', { ...form, title: 'Dinner with Eva' }),
      scene.diary.done(ben, 'PATCH /api/events/dinner/edit', { ...form, location: 'At home' }),
    ])
    await scene.diary.drain.drain()
    const text = await scene.diary.onServer(path)
    expect(text).toContain('SUMMARY:Dinner with Eva')
    expect(text).toContain('LOCATION:At home')
    expect(await scene.statuses()).toEqual(['done', 'done'])
  })

  test('fail behind one that has failed', async () => {
    await scene.diary.put(scene.calendar, 'choir', CHOIR_LINES)
    await scene.edit('choir', { title: 'One' })
    await scene.edit('choir', { location: 'Two' })
    const path = `${pathOf(scene.calendar)}choir.ics`
    await putText('ada', path, (await scene.diary.onServer(path))!.replace('SUMMARY:Choir', 'SUMMARY:Elsewhere'))
    await scene.diary.drain.drain()
    expect((await scene.diary.rows()).map(({ status, error }) => [status, error])).toEqual([
      ['failed', 'The calendar server says the event was changed elsewhere meanwhile.'],
      ['failed', 'An earlier change of this event could not be made.'],
    ])
    expect(await scene.diary.onServer(path)).toContain('Elsewhere')
  })

  test('fail behind one that has failed, also of another member who has the same collection as their own', async () => {
    const { ada, ben } = scene.diary.cast
    await scene.diary.put(scene.calendar, 'choir', CHOIR_LINES)
    const bens = await insertCalendar(scene.diary.ctx, ben.id, scene.calendar.url)
    const { id: _, ...choir } = (await scene.diary.cached(scene.calendar, 'choir'))!
    await scene.diary.ctx.db.insert(events).values({ ...choir, calendarId: bens.id })
    scene.diary.proxy.fault({ method: 'PUT', times: 1 }, answer(413))
    for (const [who, title] of [
      [ada, 'One'],
      [ben, 'Two'],
    ] as const) {
      await scene.diary.done(who, 'PATCH /api/events/choir/edit', { ...CHOIR, title })
    }
    await scene.diary.drain.drain()
    expect((await scene.diary.rows()).map(({ calendarId, errorCode }) => [calendarId, errorCode])).toEqual([
      [scene.calendar.id, 'tooLarge'],
      [bens.id, 'earlier'],
    ])
    expect(puts()).toHaveLength(1)
  })

  test('queued at the same moment go out in the order of their commits', async () => {
    const path = await scene.diary.put(scene.calendar, 'choir', CHOIR_LINES)
    const edits = Array.from({ length: 8 }, (_, index) => scene.edit('choir', { title: `Choir ${index}` }))
    const waking = setInterval(() => void scene.diary.drain.wake(), 1)
    await Promise.all(edits)
    clearInterval(waking)
    await scene.diary.drain.drain()
    expect(await scene.statuses()).toEqual(Array(8).fill('done'))
    const last = JSON.parse((await scene.diary.rows()).at(-1)!.payload!)
    expect(await scene.diary.onServer(path)).toContain(`SUMMARY:${last.title}`)
  })
})

test.each(['before', 'after'] as const)('a refresh %s the server has done a write loses nothing', async (moment) => {
  const path = await scene.diary.put(scene.calendar, 'choir', CHOIR_LINES)
  const held = moment === 'before' ? holdRequest() : holdAnswer()
  scene.diary.proxy.fault({ method: 'PUT', times: 1 }, held.fault)
  await scene.edit('choir', { title: 'Choir practice' })
  const draining = scene.diary.drain.drain()
  await held.arrived
  await syncCalendar(scene.diary.ctx, scene.calendar.id)
  held.release()
  await draining
  expect(await scene.statuses()).toEqual(['done'])
  expect(await scene.diary.onServer(path)).toContain('SUMMARY:Choir practice')
  expect((await scene.diary.cached(scene.calendar, 'choir'))?.title).toBe('Choir practice')
})
