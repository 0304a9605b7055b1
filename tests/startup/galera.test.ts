import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import type { Connection, RowDataPacket } from 'mysql2/promise'
import { type LocalGalera, whyNoGalera } from '../../scripts/local/galera'
import type { Config } from '../../src/platform/config'
import { migrate } from '../../src/platform/db/migrate'
import { servers } from '../support/servers'
import { Service, serviceEnvironment } from '../support/service'

const ITEMS = 60
const WRITERS = 4
const MAX_ATTEMPTS = 5

const missing = whyNoGalera()
/** Without the library the stories are skipped under a name that says what to install. */
const name = missing === null ? 'a cluster of three nodes' : `a cluster of three nodes (skipped: ${missing})`

describe.skipIf(missing !== null)(name, () => {
  let cluster: LocalGalera
  const services: Service[] = []
  let listId: number
  const acknowledged = new Map<number, string>()
  const statuses: number[] = []

  beforeAll(async () => {
    cluster = await servers.galera()
    const root = await cluster.nodes[0].server!.connect()
    await root.query('create database household character set utf8mb4 collate utf8mb4_unicode_ci')
    await root.end()
    await migrate(configFrom(0))
    for (const node of [0, 1]) {
      services.push(new Service(serviceEnvironment(configFrom(node), { DEV_AUTH_BYPASS: 'true' })))
      await untilReady(services[node]!)
    }
  })
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()))
    await cluster.stop()
  })

  /** The cluster as it is named to a service that prefers one of its nodes. */
  function configFrom(first: number): Config['database'] {
    const ports = [0, 1, 2].map((step) => cluster.nodes[(first + step) % 3]!.port)
    const host = ports.map((port) => `127.0.0.1:${port}`).join(',')
    return { host, port: 3306, user: 'root', password: cluster.password, name: 'household' }
  }

  async function untilReady(service: Service) {
    const url = await service.baseUrl()
    const deadline = performance.now() + 100_000
    while ((await fetch(`${url}/health/ready`)).status !== 200) {
      if (performance.now() > deadline) throw new Error(JSON.stringify(service.lines.slice(-5)))
      await Bun.sleep(50)
    }
  }

  /** Asks as a client does: what was refused for the moment is sent again under its key. */
  async function ask<T>(service: number, request: string, body?: object): Promise<T> {
    const [method, path] = request.split(' ')
    const key = randomUUID()
    for (let attempt = 1; ; attempt++) {
      const answer = await fetch(`${await services[service]!.baseUrl()}${path}`, {
        method,
        body: body === undefined ? null : JSON.stringify(body),
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
      })
      if (answer.status === 503 && attempt < MAX_ATTEMPTS) continue
      statuses.push(answer.status)
      return (await answer.json()) as T
    }
  }

  /** So many items by several writers at once, in turn at both services, each of which reads beside that. */
  async function addItems(prefix: string, count: number, meanwhile: (added: number) => Promise<void> = async () => {}) {
    let next = 0
    const write = async () => {
      for (let number = next++; number < count; number = next++) {
        const text = `${prefix} ${number}`
        const item = await ask<{ id: number }>(number % 2, `POST /api/lists/${listId}/items`, { text })
        acknowledged.set(item.id, text)
        await ask(number % 2, 'GET /api/lists')
        await meanwhile(number)
      }
    }
    await Promise.all(Array.from({ length: WRITERS }, write))
  }

  /** Until somebody else's query waits at the node of this connection. */
  async function untilQueried(connection: Connection) {
    for (;;) {
      const [rows] = await connection.query<RowDataPacket[]>(
        "select id from information_schema.processlist where db = 'household' and command = 'Query'",
      )
      if (rows.length > 0) return
      await Bun.sleep(5)
    }
  }

  /** The answers that a server may not give, and what was logged about them. */
  const failures = () => {
    const failed = statuses.splice(0).filter((status) => status >= 500)
    return failed.length === 0
      ? []
      : [failed, services.map(({ lines }) => lines.filter(({ level }) => level !== 'info'))]
  }

  /** Items by their ids; each has a place of its own. */
  async function itemsAt(node: number): Promise<Map<number, string>> {
    const connection = await cluster.nodes[node]!.server!.connect('household')
    // What the others have committed before.
    await connection.query('set session wsrep_sync_wait = 1')
    const [rows] = await connection.query<RowDataPacket[]>('select id, text, `rank` from list_items')
    await connection.end()
    expect(new Set(rows.map(({ rank }) => rank)).size).toBe(rows.length)
    return new Map(rows.map(({ id, text }) => [id as number, text as string]))
  }

  test('takes the whole schema where every table must have a primary key', async () => {
    const connection = await cluster.nodes[2].server!.connect('household')
    const refused = await connection.query('create table keyless (id int)').catch((error) => error)
    expect(refused).toBeInstanceOf(Error)
    const [tables] = await connection.query<RowDataPacket[]>('show tables')
    expect(tables.length).toBeGreaterThan(30)
    await connection.end()
  })

  test('takes writes at two nodes at once', async () => {
    const list = await ask<{ id: number }>(0, 'POST /api/lists', { name: 'Groceries' })
    listId = list.id
    await addItems('before', ITEMS)
    expect(failures()).toEqual([])
    for (const node of [0, 1, 2]) expect(await itemsAt(node)).toEqual(acknowledged)
  })

  test('what was answered at one node is read at the other, however far that is behind', async () => {
    const behind = await cluster.nodes[1].server!.connect()
    await behind.query('flush tables with read lock')
    const list = await ask<{ id: number }>(0, 'POST /api/lists', { name: 'Hardware' })
    const reading = ask<{ lists: { id: number }[] }>(1, 'GET /api/lists')
    await Promise.race([reading, untilQueried(behind)])
    await behind.query('unlock tables')
    expect((await reading).lists.map(({ id }) => id)).toContain(list.id)
    await behind.end()
    expect(failures()).toEqual([])
  })

  test('a node that is killed under its writers loses nothing and doubles nothing', async () => {
    await addItems('during', ITEMS, async (added) => {
      if (added === ITEMS / 4) await cluster.nodes[0].kill()
    })
    expect(failures()).toEqual([])
    expect(acknowledged.size).toBe(2 * ITEMS)
    for (const node of [1, 2]) expect(await itemsAt(node)).toEqual(acknowledged)
  })

  test('a node that comes back has everything, and needs only what it has missed', async () => {
    const [node] = cluster.nodes
    const before = await node.restart()
    await addItems('after', WRITERS)
    expect(failures()).toEqual([])
    expect(await itemsAt(0)).toEqual(acknowledged)
    await node.kill()
    expect(await node.restart()).toBeGreaterThan(before)
    expect(await itemsAt(0)).toEqual(acknowledged)
  })
})
