import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { type LocalMariadb, startMariadb } from '../../scripts/local/mariadb'
import { LOCAL_SESSION_COOKIE } from '../../src/identity/local/local-session'
import type { Config } from '../../src/platform/config'
import { migrate } from '../../src/platform/db/migrate'
import { bundled } from '../support/bundle'
import { watchStalls } from '../support/event-loop'
import { servers } from '../support/servers'
import { Service, serviceEnvironment } from '../support/service'

const PROMISED_MS = 5_000
/** More than the pool has connections: the rest wait for one. */
const AT_ONCE = 40

let mariadb: LocalMariadb
let service: Service
let url: string
let bundle: Awaited<ReturnType<typeof bundled>>
beforeAll(async () => {
  bundle = await bundled()
})
beforeAll(async () => {
  // One of its own: the run's is everybody's.
  mariadb = await startMariadb({ folder: await servers.folder('frozen'), disposable: true })
  const connection = await mariadb.connect()
  await connection.query('create database household')
  await connection.end()
  const config: Config['database'] = {
    host: '127.0.0.1',
    port: mariadb.port,
    user: 'root',
    password: mariadb.password,
    name: 'household',
  }
  await migrate(config)
  service = new Service(serviceEnvironment(config, { DEV_AUTH_BYPASS: 'true' }), bundle)
  url = await service.baseUrl()
})
afterAll(async () => {
  thaw()
  await service.stop()
  await mariadb.kill()
})

/** Stopped is a process when all of its threads are: on a busy machine one may answer before. */
async function freeze() {
  process.kill(mariadb.pid, 'SIGSTOP')
  const tasks = `/proc/${mariadb.pid}/task`
  const states = () =>
    readdirSync(tasks).map((id) => readFileSync(`${tasks}/${id}/stat`, 'utf8').split(') ').at(-1)![0])
  await until(async () => states().every((state) => state === 'T'))
}
const thaw = () => process.kill(mariadb.pid, 'SIGCONT')

async function timed(path: string, init: RequestInit = {}) {
  const startedAt = performance.now()
  const answer = await fetch(url + path, init)
  return { status: answer.status, text: await answer.text(), ms: performance.now() - startedAt }
}

/** With any session the bypass issues none: its first query is that of the write itself. */
const headers = { 'content-type': 'application/json', cookie: `${LOCAL_SESSION_COOKIE}=any` }
const addList = { method: 'POST', headers, body: '{"name":"Groceries"}' }

describe('a database that takes connections and does not answer', () => {
  test('is 503 within five seconds, also for those who wait for a connection; then all is well by itself', async () => {
    // Connections that are open already, and freeze with it.
    const before = await Promise.all(Array.from({ length: AT_ONCE }, () => timed('/api/lists')))
    expect(before.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200))

    await freeze()
    const stalls = watchStalls()
    // The writes first: they get connections of the pool and wait inside a transaction.
    const writes = Array.from({ length: 5 }, () => timed('/api/lists', addList))
    const reads = Array.from({ length: AT_ONCE }, () => timed('/api/lists'))
    expect((await timed('/health/live')).status).toBe(200)
    expect(await timed('/health')).toMatchObject({ status: 503, text: '{"ok":false,"db":"down"}' })
    const answers = await Promise.all([...reads, ...writes])
    const limitMs = PROMISED_MS + stalls.stop()
    for (const { status, text, ms } of answers) {
      expect({ status, text }).toEqual({ status: 503, text: '{"error":"Service unavailable"}' })
      expect(ms).toBeLessThan(limitMs)
    }

    // Those who come later find connections that cannot even be opened.
    const later = watchStalls()
    const late = await timed('/api/lists')
    expect(late.status).toBe(503)
    expect(late.ms).toBeLessThan(PROMISED_MS + later.stop())

    thaw()
    await until(async () => (await timed('/api/lists')).status === 200)
    expect((await timed('/api/lists', addList)).status).toBe(201)
    expect((await timed('/health')).status).toBe(200)
    expect(await service.stop()).toBe(0)
  })
})

async function until(condition: () => Promise<boolean>) {
  const deadline = performance.now() + 60_000
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('what is waited for has not come in time')
    await Bun.sleep(20)
  }
}
