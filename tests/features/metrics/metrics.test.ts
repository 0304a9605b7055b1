import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { TestDatabase } from '../../support/database'
import { createMigratedDatabase } from '../../support/migrated-database'
import { getWithHost } from '../../support/raw-request'
import { Service, serviceEnvironment } from '../../support/service'

const TOKEN = 'a-token-for-the-reader-of-metrics'

let database: TestDatabase
let service: Service
let url: string
beforeAll(async () => {
  database = await createMigratedDatabase()
  service = new Service(serviceEnvironment(database.config, { METRICS_TOKEN: TOKEN, DEV_AUTH_BYPASS: 'true' }))
  url = await service.baseUrl()
})
afterAll(async () => {
  await service.stop()
  await database.drop()
})

const read = (headers: Record<string, string> = {}) => fetch(`${url}/metrics`, { headers })

describe('metrics', () => {
  test('count requests by the pattern of their route, never by their path', async () => {
    await fetch(`${url}/api/lists/4711/items`)
    const text = await (await read()).text()
    expect(text).toMatch(
      /corkboard_request_seconds_count\{method="GET",route="\/api\/lists\/:id\/items",status="404"\} 1/,
    )
    expect(text).not.toContain('4711')
  })

  test('show the outbox, the pool, the streams and the database', async () => {
    const stream = new AbortController()
    await fetch(`${url}/api/sse/heartbeat`, { signal: stream.signal })
    const text = await (await read()).text()
    stream.abort()
    expect(text).toContain('corkboard_outbox_rows{state="pending"} 0')
    expect(text).toContain('corkboard_outbox_oldest_pending_seconds 0')
    expect(text).toContain('corkboard_open_streams 1')
    expect(text).toMatch(/corkboard_database_connections\{state="open"\} [1-9]/)
    expect(text).toContain('corkboard_database_up 1')
  })

  test('tell what the process uses, how late it is, and when its workers last did their work', async () => {
    const text = await (await read()).text()
    const sampleOf = (sample: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${sample} `))
          ?.split(' ')[1],
      )
    const now = Date.now() / 1000
    for (const sample of [
      'process_start_time_seconds',
      ...['poll', 'drain', 'remind', 'additions', 'subscriptions'].map(
        (worker) => `corkboard_worker_last_success_timestamp_seconds{worker="${worker}"}`,
      ),
    ]) {
      expect(sampleOf(sample)).toBeWithin(now - 600, now + 1)
    }
    expect(sampleOf('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
    expect(sampleOf('process_cpu_seconds_total')).toBeGreaterThan(0)
    expect(sampleOf('process_open_fds')).toBeGreaterThan(3)
    expect(sampleOf('corkboard_event_loop_lag_seconds{quantile="1"}')).toBeGreaterThanOrEqual(0)
    expect(sampleOf('corkboard_database_seconds_count')).toBeGreaterThan(0)
  })

  test('that the manual watches are there', async () => {
    const manual = await Bun.file(join(import.meta.dir, '../../../docs/operating.md')).text()
    const text = await (await read()).text()
    const watched = [...manual.matchAll(/`(corkboard_\w+)/g)].map(([, name]) => name)
    expect(watched.length).toBeGreaterThan(5)
    for (const name of watched) expect(text).toContain(`# TYPE ${name} `)
  })

  const readers: [string, Record<string, string>, number][] = [
    ['a reader on this machine', {}, 200],
    ['whom a proxy on this machine speaks for', { 'x-forwarded-for': '203.0.113.9' }, 403],
    ...['x-real-ip', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port', 'via', 'cf-connecting-ip'].map(
      (name): [string, Record<string, string>, number] => [`whose request carries ${name}`, { [name]: '1.1 x' }, 403],
    ),
    ['whom a proxy that says nothing has sent', { host: 'corkboard.example.org' }, 403],
    ['whose host only begins like this machine', { host: 'localhost.example.org' }, 403],
    ['who calls this machine by its other names', { host: 'localhost:3000' }, 200],
    ['who calls it by its address of version 6', { host: '[::1]:3000' }, 200],
    [
      'a proxied one with the token',
      { host: 'corkboard.example.org', via: '1.1 x', authorization: `Bearer ${TOKEN}` },
      200,
    ],
    ['the same with the token', { 'x-forwarded-for': '203.0.113.9', authorization: `Bearer ${TOKEN}` }, 200],
    ['the same with a wrong token', { 'x-forwarded-for': '203.0.113.9', authorization: `Bearer ${TOKEN}x` }, 403],
    ['the same with no token in the header', { forwarded: 'for=203.0.113.9', authorization: 'Bearer null' }, 403],
  ]
  test.each(readers)('%s', async (_, headers, status) => {
    expect((await read(headers)).status).toBe(status)
  })

  test.each(['[::', 'a b', ''])('with the host %j: refused', async (host) => {
    expect((await getWithHost(url, '/metrics', host)).status).toBe(403)
  })
})
