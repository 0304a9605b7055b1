import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { connect } from 'node:net'
import { Elysia } from 'elysia'
import { CHANNELS } from '../../../src/app'
import { wholeEvent } from '../../../src/calendar/event-ref'
import { lists } from '../../../src/features/lists'
import { createStreams, type Streams, sse } from '../../../src/features/sse'
import { errors } from '../../../src/platform/http-errors'
import { createTaggedAnswers } from '../../../src/platform/http-tagged'
import { ask, type Cast, type Member, seatCast } from '../../support/cast'
import { type Household, openHousehold } from '../../support/household'
import { shopping } from '../lists/shopping'
import { Listening, until } from './listening'
import { Ticker } from './ticker'

const NOON = '2026-11-20T12:00:00.000Z'
const NOON_MS = Date.parse(NOON)

let household: Household
let cast: Cast
let streams: Streams
let ticker: Ticker
let server: ReturnType<typeof listen>
let shop: ReturnType<typeof shopping>
let open: Listening[]

beforeAll(async () => {
  household = await openHousehold({ at: NOON })
  cast = await seatCast(household.ctx)
  shop = shopping(household)
})
afterAll(() => household.close())
beforeEach(() => {
  household.clock.set(NOON)
  streams = createStreams()
  ticker = new Ticker()
  server = listen()
  open = []
})
afterEach(async () => {
  await Promise.all(open.map((listening) => listening.leave()))
  if (server.server !== null) await server.stop(true)
  // The service hears of a connection that is closed in its own time; the next test counts from nothing.
  await until('nobody to listen', () => household.ctx.hub.size === 0)
})

function listen() {
  const { ctx } = household
  return new Elysia()
    .use(errors(ctx))
    .use(lists(ctx, createTaggedAnswers(ctx.config)))
    .use(sse(ctx, { channels: CHANNELS, streams, every: ticker.every }))
    .listen({ port: 0, hostname: '127.0.0.1', reusePort: false })
}

const origin = () => `http://127.0.0.1:${server.server!.port}`
const get = (path: string, who: Member | null, init: RequestInit = {}) =>
  fetch(`${origin()}${path}`, { ...init, headers: who === null ? {} : { cookie: who.cookie } })

async function hear(path: string, who: Member): Promise<Listening> {
  const listening = new Listening(await get(path, who))
  open.push(listening)
  return listening.opened()
}

describe('every stream', () => {
  test.each(['/api/sse/heartbeat', '/api/sse/lists', '/api/sse/events', '/api/sse/all'])('%s', async (path) => {
    const stranger = await get(path, null)
    expect(stranger.status).toBe(401)
    expect(await stranger.json()).toEqual({ error: 'Unauthorized' })

    const timeout = spyOn(server.server!, 'timeout')
    const { response } = await hear(path, cast.ada)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    expect(timeout.mock.calls.map(([, seconds]) => seconds)).toEqual([0])

    expect((await get(path, cast.ada, { method: 'HEAD' })).status).toBe(200)
    expect(streams.size).toBe(1)
  })
})

test('the heartbeat stream beats at once and then every ten seconds, counting from 0', async () => {
  const listening = await hear('/api/sse/heartbeat', cast.ada)
  expect([...ticker.ticking.values()]).toEqual([10_000])
  expect(await listening.next()).toEqual({ event: 'heartbeat', id: '0', data: { ts: NOON, id: 0 } })
  for (const id of [1, 2]) {
    household.clock.advance(10_000)
    ticker.tick()
    const ts = household.ctx.now().toISOString()
    expect(await listening.next()).toEqual({ event: 'heartbeat', id: String(id), data: { ts, id } })
  }
})

test.each(['/api/sse/lists', '/api/sse/events', '/api/sse/all'])('%s beats every thirty seconds', async (path) => {
  const listening = await hear(path, cast.ada)
  expect([...ticker.ticking.values()]).toEqual([30_000])
  ticker.tick()
  expect(await listening.next()).toEqual({ event: 'heartbeat', id: String(NOON_MS), data: { ts: NOON } })
})

describe('the list stream', () => {
  test('tells everybody who may read the list what happened to it', async () => {
    const { id: listId } = await shop.create(cast.ada)
    const listening = await Promise.all([cast.ada, cast.ben, cast.cleo].map((who) => hear('/api/sse/lists', who)))
    const { id } = await shop.add(cast.ben, listId, 'Milk')
    await shop.change(cast.ben, id, { checked: true })
    await shop.remove(cast.ada, id)
    await ask(household, cast.ben, `PATCH /api/lists/${listId}`, { name: 'Market' })
    await ask(household, cast.ada, `DELETE /api/lists/${listId}`)
    const frame = (type: string, payload: object) => ({
      event: type,
      id: `${listId}-${NOON_MS}`,
      data: { type, listId, payload },
    })
    for (const stream of listening) {
      expect(await stream.next()).toEqual(frame('item:added', { id, listId, text: 'Milk' }))
      expect(await stream.next()).toEqual(frame('item:updated', { id, listId }))
      expect(await stream.next()).toEqual(frame('item:deleted', { id }))
      expect(await stream.next()).toEqual(frame('list:updated', { id: listId, name: 'Market' }))
      expect(await stream.next()).toEqual(frame('list:deleted', { id: listId }))
    }
  })

  test('follows the list as it is shared and taken back, and tells nobody else of it', async () => {
    const ben = await hear('/api/sse/lists', cast.ben)
    const { id } = await shop.create(cast.ada, { name: 'Presents', isShared: false })
    await shop.add(cast.ada, id, 'A secret')
    await shop.setShared(cast.ada, id, true)
    await shop.add(cast.ada, id, 'Known to all')
    await shop.setShared(cast.ada, id, false)
    await shop.add(cast.ada, id, 'Another secret')
    const other = await shop.create(cast.ben, { name: 'Last' })

    expect(await ben.next()).toEqual(expect.objectContaining({ event: 'list:updated' }))
    expect((await ben.next()).data.payload).toEqual(expect.objectContaining({ text: 'Known to all' }))
    expect(await ben.next()).toEqual(expect.objectContaining({ event: 'list:deleted' }))
    expect((await ben.next()).data).toEqual(expect.objectContaining({ listId: other.id }))
    expect(ben.raw).not.toContain('secret')
  })
})

test('the event stream tells of calendars to their readers, and of a write to its author', async () => {
  const [ada, ben] = [await hear('/api/sse/events', cast.ada), await hear('/api/sse/events', cast.ben)]
  const { hub } = household.ctx
  hub.publish({ topic: 'calendar', calendarId: 4, readers: 'everyone' })
  hub.publish({ topic: 'calendar', calendarId: 5, readers: [cast.ben.id] })
  hub.publish({ topic: 'sync-status', memberId: cast.ada.id, event: wholeEvent('u@corkboard'), status: 'failed' })
  await shop.create(cast.ada)
  ticker.tick()

  const changed = (calendarId: number) => ({ type: 'calendar:changed', calendarId, payload: { calendarId } })
  expect((await ada.next()).data).toEqual(changed(4))
  expect((await ada.next()).data).toEqual({ type: 'sync:status', uid: 'u@corkboard', status: 'failed' })
  expect((await ada.next()).event).toBe('heartbeat')
  expect((await ben.next()).data).toEqual(changed(4))
  expect((await ben.next()).data).toEqual(changed(5))
  expect((await ben.next()).event).toBe('heartbeat')
})

test('the whole stream tells of lists and of calendars, in their order, each to those who may know', async () => {
  const [ada, ben] = [await hear('/api/sse/all', cast.ada), await hear('/api/sse/all', cast.ben)]
  const { hub } = household.ctx
  hub.publish({ topic: 'calendar', calendarId: 4, readers: 'everyone' })
  const { id: shared } = await shop.create(cast.ada)
  const { id: presents } = await shop.create(cast.ada, { name: 'Presents', isShared: false })
  hub.publish({ topic: 'sync-status', memberId: cast.ada.id, event: wholeEvent('u@corkboard'), status: 'done' })
  hub.publish({ topic: 'calendar', calendarId: 5, readers: [cast.ben.id] })
  ticker.tick()

  const about = async (listening: Listening, count: number) => {
    const ids: unknown[] = []
    while (ids.length < count) {
      const { event, data } = await listening.next()
      ids.push(`${event} ${data.listId ?? data.calendarId ?? ''}`.trim())
    }
    return ids
  }
  const toBoth = ['calendar:changed 4', `list:updated ${shared}`]
  expect(await about(ada, 5)).toEqual([...toBoth, `list:updated ${presents}`, 'sync:status', 'heartbeat'])
  expect(await about(ben, 4)).toEqual([...toBoth, 'calendar:changed 5', 'heartbeat'])
})

describe('more streams than one person has screens', () => {
  test('the twenty-first takes the place of the first, which comes back later, and nobody else loses one', async () => {
    const bens = await hear('/api/sse/lists', cast.ben)
    const adas: Listening[] = []
    for (let count = 0; count < 20; count++) adas.push(await hear('/api/sse/lists', cast.ada))
    const next = await hear('/api/sse/events', cast.ada)
    await until('the first to end', () => adas[0]!.hasEnded)
    expect(adas[0]!.raw).toEndWith('retry: 30000\n\n')
    expect([...adas.slice(1), bens, next].filter(({ hasEnded }) => hasEnded)).toEqual([])
    expect(streams.size).toBe(21)
    await hear('/api/sse/heartbeat', cast.ada)
    await until('the second to end', () => adas[1]!.hasEnded)
    await shop.create(cast.ada)
    expect((await adas[2]!.next()).event).toBe('list:updated')
  })

  test('a screen that has left leaves its place', async () => {
    const adas: Listening[] = []
    for (let count = 0; count < 20; count++) adas.push(await hear('/api/sse/lists', cast.ada))
    await adas[19]!.leave()
    await until('it to be gone', () => streams.size === 19)
    await hear('/api/sse/lists', cast.ada)
    expect(streams.size).toBe(20)
    expect(adas[0]!.hasEnded).toBe(false)
  })
})

describe('clients that leave', () => {
  test('1,000 connects and aborts leave no stream, no subscriber and no timer', async () => {
    for (let round = 0; round < 50; round++) {
      const aborts = Array.from({ length: 20 }, () => new AbortController())
      await Promise.all(aborts.map(({ signal }) => get('/api/sse/lists', cast.ada, { signal })))
      expect(streams.size).toBe(20)
      for (const abort of aborts) abort.abort()
      await until('the streams to be gone', () => streams.size === 0)
    }
    expect(household.ctx.hub.size).toBe(0)
    expect(ticker.ticking.size).toBe(0)
  })

  test('a screen that stops reading is dropped, and the one beside it hears everything', async () => {
    const { hub } = household.ctx
    const awake = await hear('/api/sse/lists', cast.ada)
    const socket = connect(server.server!.port!, '127.0.0.1')
    socket.pause()
    socket.write(`GET /api/sse/lists HTTP/1.1\r\nHost: localhost\r\nCookie: ${cast.ada.cookie}\r\n\r\n`)
    await until('the second stream to open', () => streams.size === 2)
    const text = 'x'.repeat(100_000)
    let sent = 0
    while (streams.size === 2 && sent < 5_000) {
      hub.publish({ topic: 'list', type: 'item:added', listId: 1, payload: { id: 1, text }, readers: [cast.ada.id] })
      sent++
      await until('the frame to be read', () => awake.frames.length === sent)
    }
    socket.destroy()
    expect({ streams: streams.size, subscribers: hub.size }).toEqual({ streams: 1, subscribers: 1 })
    expect(household.logLines.join('')).toContain('a stalled event stream was dropped')
  })
})

test('when the service stops, streams end and it can go', async () => {
  const listening = [await hear('/api/sse/lists', cast.ada), await hear('/api/sse/heartbeat', cast.ben)]
  const stopped = server.stop(false)
  streams.closeAll()
  await stopped
  await until('the streams to end', () => listening.every(({ hasEnded }) => hasEnded))
  expect(ticker.ticking.size).toBe(0)
})
