import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { freePort } from '../../../scripts/local/process'
import { ConfigError, readConfig } from '../../../src/platform/config'
import type { TestDatabase } from '../../support/database'
import { createMigratedDatabase } from '../../support/migrated-database'
import { secret } from '../../support/secrets'
import { refusal, Service, serviceEnvironment } from '../../support/service'

const TOKEN = secret('a-token-for-the-reader-of-metrics')
const AUTHORIZED = { authorization: `Bearer ${TOKEN}` }

let database: TestDatabase
beforeAll(async () => {
  database = await createMigratedDatabase()
})
afterAll(() => database.drop())

describe('a listener for metrics alone', () => {
  let service: Service
  let main: string
  let own: string
  beforeAll(async () => {
    const env = { METRICS_PORT: '0', METRICS_TOKEN: TOKEN }
    service = new Service(serviceEnvironment(database.config, env))
    main = await service.baseUrl()
    const { address, port } = await service.said('listening for metrics')
    own = `http://${address}:${port}`
  })
  afterAll(() => service.stop())

  test('is on loopback, and answers what the other port answered', async () => {
    expect(own).toStartWith('http://127.0.0.1:')
    await fetch(`${main}/api/lists/4711/items`)
    const answer = await fetch(`${own}/metrics`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toStartWith('text/plain')
    const text = await answer.text()
    expect(text).toMatch(
      /corkboard_request_seconds_count\{method="GET",route="\/api\/lists\/:id\/items",status="401"\} 1/,
    )
    expect(text).toContain('corkboard_database_up 1')
    expect(text).toMatch(/corkboard_database_connections\{state="open"\} [1-9]/)
  })

  const readers: [string, Record<string, string>, number][] = [
    ['somebody whom a proxy speaks for', { 'x-forwarded-for': '203.0.113.9' }, 403],
    ['the same with the token', { 'x-forwarded-for': '203.0.113.9', ...AUTHORIZED }, 200],
    ['somebody who calls it by another name', { host: 'corkboard.example.org' }, 403],
  ]
  test.each(readers)('lets in by the same rules: %s', async (_, headers, status) => {
    expect((await fetch(`${own}/metrics`, { headers })).status).toBe(status)
  })

  test('leaves nothing for the other port, not even with the token', async () => {
    for (const headers of [{}, AUTHORIZED]) {
      const answer = await fetch(`${main}/metrics`, { headers })
      expect({ status: answer.status, body: await answer.json() }).toEqual({
        status: 404,
        body: { error: 'Not found' },
      })
    }
  })

  test.each(['/', '/api/me', '/health', '/api/auth/mode'])('serves nothing else: %s', async (path) => {
    expect((await fetch(own + path)).status).toBe(404)
  })
})

test('a port that is taken stops the start', async () => {
  const taken = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  const { exitCode } = await refusal(serviceEnvironment(database.config, { METRICS_PORT: `${taken.port}` }))
  expect(exitCode).toBe(1)
  taken.stop(true)
})

describe('METRICS_PORT', () => {
  const read = async (more: Record<string, string>) =>
    readConfig(serviceEnvironment(database.config, { PORT: `${await freePort()}`, ...more })).metricsListener

  test('unset: none', async () => expect(await read({ METRICS_HOST: '0.0.0.0' })).toBeNull())

  test('with a host', async () => {
    expect(await read({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' })).toEqual({ port: 9464, hostname: '0.0.0.0' })
  })

  test.each([
    ['no number', { METRICS_PORT: 'yes' }],
    ['too high', { METRICS_PORT: '65536' }],
    ['the port of everything else', { PORT: '3000', METRICS_PORT: '3000' }],
  ])('%s is refused by its name', async (_, more) => {
    const error = await read(more).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(ConfigError)
    expect(error.message).toStartWith('METRICS_PORT: ')
  })
})
