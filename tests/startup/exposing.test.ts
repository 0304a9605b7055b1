import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { parseNetworks } from '../../src/platform/net/networks'
import type { TestDatabase } from '../support/database'
import { CADDY, CLIENT, documented, NGINX, startDocumented, whyNot } from '../support/documented-proxy'
import { createMigratedDatabase } from '../support/migrated-database'
import { secret } from '../support/secrets'
import { Service, serviceEnvironment } from '../support/service'

/** Everything that has come by the time that these words have. @throws when the stream ends without them */
function hearing(pieces: ReadableStream<Uint8Array>) {
  const reader = pieces.getReader()
  const decoder = new TextDecoder()
  let heard = ''
  return async (words: string) => {
    while (!heard.includes(words)) {
      const { done, value } = await reader.read()
      if (done) throw new Error(`the stream has ended after ${JSON.stringify(heard)}`)
      heard += decoder.decode(value, { stream: true })
    }
    return heard
  }
}

const WRONG = secret('the wrong password')

let database: TestDatabase
beforeAll(async () => {
  database = await createMigratedDatabase()
})
afterAll(() => database.drop())

for (const kind of [CADDY, NGINX]) {
  const why = whyNot(kind)
  describe.skipIf(why !== null)(`${kind.title} as documented${why === null ? '' : `: ${why}`}`, () => {
    let service: Service
    let proxy: Awaited<ReturnType<typeof startDocumented>>
    beforeAll(async () => {
      const { trusted } = await documented(kind.title, kind.language)
      const env = { DEV_AUTH_BYPASS: 'true', TRUSTED_PROXIES: trusted }
      service = new Service(serviceEnvironment(database.config, env))
      proxy = await startDocumented(kind, Number(new URL(await service.baseUrl()).port))
    })
    afterAll(async () => {
      await proxy?.stop()
      await service.stop()
    })

    const forgeries: [string, Record<string, string>][] = [
      ['nothing', {}],
      ['another address', { 'x-forwarded-for': '192.0.2.1' }],
      ["the proxy's address behind another", { 'x-forwarded-for': '192.0.2.1, 127.0.0.1' }],
      ["another address in the standard's header", { forwarded: 'for=192.0.2.1' }],
      ['another address in the header of one proxy', { 'x-real-ip': '192.0.2.1', 'cf-connecting-ip': '192.0.2.1' }],
    ]
    test.each(forgeries)('the log has the address of a client that claims %s', async (_, headers) => {
      service.lines.length = 0
      const body = { username: 'somebody', password: WRONG }
      const status = await proxy.client.ask('POST /api/auth/local/login', { body, headers })
      expect([401, 423, 429]).toContain(status)
      expect((await service.said('sign-in failed')).address).toBe(CLIENT)
    })

    test('an event stream comes as it is sent, long before it ends', async () => {
      const stream = proxy.client.follow('/api/sse/lists')
      const heard = hearing(stream.pieces)
      await heard(': open\n\n')
      expect(await proxy.client.ask('POST /api/lists', { body: { name: 'Groceries' } })).toBe(201)
      expect(await heard('event: list:updated')).toContain('Groceries')
      stream.stop()
    })

    test('the metrics are not reached, not even with headers that say nothing of a proxy', async () => {
      expect(await proxy.client.ask('GET /metrics')).toBe(404)
      expect(await proxy.client.ask('GET /metrics', { headers: { host: '127.0.0.1' } })).toBe(404)
    })

    test('a large calendar file arrives as a small one does', async () => {
      const headers = { 'content-type': 'text/calendar' }
      const send = (bytes: number) => proxy.client.ask('POST /api/import/preview', { headers, body: 'x'.repeat(bytes) })
      const small = await send(100)
      expect([0, 413, 502]).not.toContain(small)
      expect(await send(19 * 2 ** 20)).toBe(small)
    })
  })
}

test('every address of a proxy in the manual is one that the service takes', async () => {
  const manual = await Bun.file(new URL('../../docs/exposing.md', import.meta.url)).text()
  const named = [...manual.matchAll(/^TRUSTED_PROXIES=(.+)$/gm)].map(([, value]) => value!)
  expect(named.length).toBeGreaterThanOrEqual(5)
  for (const value of named) expect(parseNetworks(value)).not.toBeNull()
})
