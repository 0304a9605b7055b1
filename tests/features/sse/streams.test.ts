import { expect, test } from 'bun:test'
import { createStreams } from '../../../src/features/sse/streams'
import { Listening, until } from './listening'

const MEMBER = 'member 7'
const request = (signal?: AbortSignal) => new Request('http://localhost/api/sse/lists', { signal })
const bytes = (length: number) => new TextEncoder().encode(`event: x\nid: 1\ndata: "${'x'.repeat(length - 25)}"\n\n`)

/** Opens a stream and remembers how it is sent to and how often it was detached. */
function openStream(streams = createStreams(), signal?: AbortSignal) {
  const probe = { send: (_: Uint8Array) => {}, detached: 0, stalled: 0 }
  const response = streams.open(request(signal), MEMBER, {
    attach: (send) => {
      probe.send = send
      return () => probe.detached++
    },
    onStalled: () => probe.stalled++,
  })
  return { streams, probe, response }
}

test('a stream opens at once and forbids everybody to keep it', () => {
  const { response } = openStream()
  expect(Object.fromEntries(response.headers)).toEqual({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
})

test('a client that leaves is detached once, and what comes later goes nowhere', async () => {
  const { streams, probe, response } = openStream()
  const listening = await new Listening(response).opened()
  expect(streams.size).toBe(1)
  await listening.leave()
  expect({ size: streams.size, detached: probe.detached }).toEqual({ size: 0, detached: 1 })
  probe.send(bytes(100))
  streams.closeAll()
  expect(probe.detached).toBe(1)
})

test('a request that is aborted is detached at once', () => {
  const abort = new AbortController()
  const { streams, probe } = openStream(createStreams(), abort.signal)
  abort.abort()
  expect({ size: streams.size, detached: probe.detached }).toEqual({ size: 0, detached: 1 })
  const late = openStream(streams, abort.signal)
  expect({ size: streams.size, detached: late.probe.detached }).toEqual({ size: 0, detached: 0 })
})

test('a reader that stalls is dropped when its backlog is full, and the others read on', async () => {
  const streams = createStreams({ maxBacklogBytes: 10_000 })
  const stalled = openStream(streams)
  const awake = openStream(streams)
  const listening = await new Listening(awake.response).opened()
  for (let count = 0; count < 30; count++) {
    stalled.probe.send(bytes(1_000))
    awake.probe.send(bytes(1_000))
    await until('the frame to be read', () => listening.frames.length === count + 1)
  }
  expect(stalled.probe).toEqual(expect.objectContaining({ detached: 1, stalled: 1 }))
  expect(awake.probe).toEqual(expect.objectContaining({ detached: 0, stalled: 0 }))
  expect(streams.size).toBe(1)
  const late = new Listening(stalled.response)
  await until('the stalled stream to break', () => late.hasBroken)
})

test('closing ends every stream cleanly, also one that is opened afterwards', async () => {
  const streams = createStreams()
  const opened = [openStream(streams), openStream(streams)]
  const listening = opened.map(({ response }) => new Listening(response))
  streams.closeAll()
  opened.push(openStream(streams))
  listening.push(new Listening(opened[2]!.response))
  await until('the streams to end', () => listening.every(({ hasEnded }) => hasEnded))
  expect(listening.some(({ hasBroken }) => hasBroken)).toBe(false)
  expect(opened.map(({ probe }) => probe.detached)).toEqual([1, 1, 1])
  expect(streams.size).toBe(0)
})

test('a HEAD request gets the headers and opens nothing', () => {
  const streams = createStreams()
  const head = new Request('http://localhost/api/sse/lists', { method: 'HEAD' })
  const response = streams.open(head, MEMBER, { attach: () => expect.unreachable() })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  expect({ body: response.body, size: streams.size }).toEqual({ body: null, size: 0 })
})
