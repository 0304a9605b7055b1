import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { SERVER_MAX_BODY_BYTES } from '../../src/platform/http-limits'
import { MAX_FILE_BYTES } from '../../src/platform/limits'
import { cookieFor, seatedCast } from '../support/cast'
import { leastHoldOf } from '../support/event-loop'
import { openHousehold } from '../support/household'
import { opened } from '../support/opened'

type Body = string | ReadableStream<Uint8Array>

const MIB = 1024 * 1024
const FILE = { error: 'The file is larger than 20 MiB' }
const BODY = { error: 'The request body is larger than 1 MiB' }

const household = opened(openHousehold)
const cast = seatedCast(household)

beforeAll(() => {
  const limits = { reusePort: false, maxRequestBodySize: SERVER_MAX_BODY_BYTES }
  household.app.listen({ port: 0, hostname: '127.0.0.1', ...limits })
})
afterAll(() => household.app.stop(true))

/** Says how much it is about to send, and waits for the answer with the first byte in its hand. */
async function announce(path: string, bytes: string, host = 'localhost'): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port: household.app.server!.port!,
    socket: { data: (_, answer) => resolve(answer.toString()), close: () => resolve('') },
  })
  const headers = [`POST ${path} HTTP/1.1`, `Host: ${host}`, `Cookie: ${cast.ben.cookie}`, `Content-Length: ${bytes}`]
  socket.write(`${headers.join('\r\n')}\r\n\r\n`)
  const answer = await promise
  socket.end()
  return answer
}

/** A body of this size that announces none; tells how much of it was taken. */
function unannounced(bytes: number) {
  const piece = new Uint8Array(64 * 1024).fill(0x78)
  const taken = { bytes: 0 }
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (taken.bytes >= bytes) return controller.close()
        taken.bytes += piece.length
        controller.enqueue(piece)
      },
    },
    { highWaterMark: 0 },
  )
  return { taken, body }
}

const send = (path: string, body: Body) =>
  fetch(new URL(path, household.app.server!.url), {
    method: 'POST',
    headers: { cookie: cast.ben.cookie, 'content-type': 'text/calendar' },
    body,
  })

/** Without a connection between. */
const handle = async (path: string, body: Body, more: Record<string, string> = {}) =>
  household.app.handle(
    new Request(`http://localhost${path}`, {
      method: 'POST',
      headers: { cookie: cast.ben.cookie, 'content-type': 'text/calendar', ...more },
      body,
    }),
  )

test.each([
  ['/api/import/preview', String(21 * MIB), FILE],
  ['/api/import', String(10 ** 12), FILE],
  ['/api/lists', String(21 * MIB), BODY],
  ['/api/lists', String(Number.MAX_SAFE_INTEGER), BODY],
])('to %s, what announces %s bytes is refused before it is sent', async (path, bytes, error) => {
  const answer = await announce(path, bytes)
  expect(answer).toStartWith('HTTP/1.1 413 ')
  for (const header of ['x-request-id', 'content-security-policy', 'x-content-type-options', 'cache-control']) {
    expect(answer.toLowerCase()).toContain(`\r\n${header}: `)
  }
  expect(answer).toEndWith(`\r\n\r\n${JSON.stringify(error)}`)
})

test.each(['[::', 'a b', ''])('so is what comes with the Host header "%s", which is none', async (host) => {
  const answer = await announce('/api/lists', String(2 * MIB), host)
  expect(answer).toStartWith('HTTP/1.1 413 ')
  expect(answer).toEndWith(`\r\n\r\n${JSON.stringify(BODY)}`)
  expect(household.logLines.filter((line) => line.includes('"error"'))).toEqual([])
})

test.each([21, 64])('a file of %d MiB is told why, announced or not', async (size) => {
  for (const body of ['x'.repeat(size * MIB), unannounced(size * MIB).body]) {
    const response = await send('/api/import/preview', body)
    expect({ status: response.status, body: (await response.json()) as object }).toEqual({ status: 413, body: FILE })
  }
})

test('of the files that one member sends at once two are taken in, and nobody else waits for them', async () => {
  let begun = 0
  const [refused, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const pull = async (controller: ReadableStreamDefaultController) => {
    begun++
    await end.promise
    controller.close()
  }
  const answered: number[] = []
  const answers = Array.from({ length: 20 }, async () => {
    const { status } = await handle('/api/import/preview', new ReadableStream({ pull }, { highWaterMark: 0 }))
    if (answered.push(status) === 8) refused.resolve()
  })
  await refused.promise
  expect(answered).toEqual(Array(8).fill(503))
  expect(begun).toBe(2)
  // Nobody says where to.
  expect((await handle('/api/import/preview', 'x', { cookie: cast.ada.cookie })).status).toBe(400)
  end.resolve()
  await Promise.all(answers)
  expect(answered.slice(8)).toEqual(Array(12).fill(400))
})

test('what announces too much waits for no other request of its sender', async () => {
  const ends: (() => void)[] = []
  const answered: number[] = []
  const noted = async (answer: Promise<Response> | Response) => answered.push((await answer).status)
  // More than run at once.
  const others = Array.from({ length: 100 }, () => {
    const body = new ReadableStream({ start: (controller) => void ends.push(() => controller.close()) })
    return noted(handle('/api/lists', body, { 'content-type': 'application/json' }))
  })
  const refused = noted(handle('/api/import/preview', 'x', { 'content-length': String(21 * MIB) }))
  for (const end of ends) end()
  await Promise.all([...others, refused])
  expect(answered[0]).toBe(413)
})

test('no route takes more than its limit of a body that announces no length', async () => {
  const { app, ctx } = household
  const routes = app.routes.filter(({ method }) => !['GET', 'HEAD'].includes(method))
  expect(routes.length).toBeGreaterThan(80)
  const greedy: string[] = []
  for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'text/calendar']) {
    for (const { method, path } of routes) {
      const url = `http://localhost${path.replaceAll(/:\w+/g, '999999').replace('*', 'x')}`
      for (const cookie of ['', await cookieFor(ctx, cast.ada.id)]) {
        const { body, taken } = unannounced(2 * MAX_FILE_BYTES)
        const headers = { 'content-type': type, cookie }
        await app.handle(new Request(url, { method: method === 'ALL' ? 'POST' : method, headers, body }))
        const most = path.startsWith('/api/import') && type === 'text/calendar' ? MAX_FILE_BYTES : MIB
        if (taken.bytes > most + MIB) greedy.push(`${method} ${path}: ${taken.bytes} of ${type}`)
      }
    }
  }
  expect(greedy).toEqual([])
})

describe('a body of values that stand in each other', () => {
  const MAX_HELD_MS = 100
  const nested = (levels: number) => `{"username":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)},"password":"x"}`
  const post = async (path: string, body: Body, cookie = '') => {
    const headers = { cookie, 'content-type': 'application/json' }
    const answer = await household.app.handle(new Request(`http://localhost${path}`, { method: 'POST', headers, body }))
    return { status: answer.status, body: (await answer.json()) as object }
  }

  test.each([25, 5000, 15_000])('%d deep is refused in a moment, whoever sends it', async (levels) => {
    const body = nested(levels)
    const why = 'The request body is nested too deep'
    for (const [path, cookie, error] of [
      // Of a body with a password nothing is told.
      ['/api/auth/local/login', '', 'Invalid request'],
      ['/api/lists', cast.ben.cookie, why],
      ['/api/import/preview?calendarUrl=x', cast.ben.cookie, why],
    ] as const) {
      for (const sent of [() => body, () => new Blob([body]).stream()]) {
        const { result, heldMs } = await leastHoldOf(() => post(path, sent(), cookie), MAX_HELD_MS)
        expect(result).toEqual({ status: 400, body: { error } })
        expect(heldMs).toBeLessThan(MAX_HELD_MS)
      }
    }
  })

  test.each(['toString', 'valueOf'])('with a field %s is refused, whatever is wrong with it', async (name) => {
    for (const path of ['/api/invitations/open', '/api/auth/local/login']) {
      for (const token of [{ [name]: 1 }, [{ [name]: 1 }]]) {
        expect((await post(path, JSON.stringify({ token, username: token, password: token }))).status).toBe(400)
      }
    }
  })

  test.each([
    ['a list', `[${'1,'.repeat(500_000)}1]`],
    ['an object', JSON.stringify(Object.fromEntries(Array.from({ length: 70_000 }, (_, at) => [`k${at}`, at])))],
  ])('%s of all that a body holds is looked through in a moment', async (_, body) => {
    const { heldMs } = await leastHoldOf(() => post('/api/auth/local/login', body), 250)
    expect(heldMs).toBeLessThan(250)
  })

  test('as deep as none of ours is judged by what it says', async () => {
    expect(await post('/api/lists', nested(5), cast.ben.cookie)).toEqual({
      status: 400,
      body: { error: 'name: expected text' },
    })
  })
})
