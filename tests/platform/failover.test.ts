import { afterEach, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { freePort } from '../../scripts/local/process'
import { type Database, openDatabase } from '../../src/platform/db/client'
import { connect } from '../../src/platform/db/connect'
import { createHosts, parseHosts } from '../../src/platform/db/hosts'
import { members } from '../../src/platform/db/schema'
import { inTransaction } from '../../src/platform/db/transaction'
import { until } from '../features/sse/listening'
import { seatedCast } from '../support/cast'
import { startDatabaseProxy } from '../support/database-proxy'
import { openHousehold } from '../support/household'
import { opened } from '../support/opened'
import { rejectionOf } from '../support/rejection'
import { listenToStatements } from '../support/statements'

const household = opened(openHousehold)
const cast = seatedCast(household, { anew: true })

const atEnd: (() => unknown)[] = []
afterEach(async () => {
  for (const end of atEnd.splice(0)) await end()
})

/** The household's database as it is reached through these servers. */
function through(...ports: number[]): Database {
  const host = ports.map((port) => `127.0.0.1:${port}`).join(',')
  const database = openDatabase({ ...household.config.database, host })
  atEnd.push(() => database.close())
  return database
}

const real = () => household.config.database.port
const nameOfBen = ({ db }: Pick<Database, 'db'>) =>
  db.select({ name: members.displayName }).from(members).where(eq(members.id, cast.ben.id))

describe('the list of hosts', () => {
  test.each([
    ['db', [{ host: 'db', port: 3306 }]],
    [
      'a, b:3307 ,10.0.0.1',
      [
        { host: 'a', port: 3306 },
        { host: 'b', port: 3307 },
        { host: '10.0.0.1', port: 3306 },
      ],
    ],
    ['::1', [{ host: '::1', port: 3306 }]],
    [
      '[fd00::1]:3307,fd00::2',
      [
        { host: 'fd00::1', port: 3307 },
        { host: 'fd00::2', port: 3306 },
      ],
    ],
    ['a,', null],
    ['a:b', null],
    ['a:0', null],
    ['a:65536', null],
    ['user@a', null],
    ['a b', null],
  ])('%j', (text, hosts) => {
    expect(parseHosts(text, 3306)).toEqual(hosts)
  })
})

describe('with several servers', () => {
  test('one that refuses is passed over, and not asked again', async () => {
    const nobody = await freePort()
    const database = through(nobody, real())
    expect(await nameOfBen(database)).toEqual([{ name: 'Ben' }])
    expect(await inTransaction(database.db, (tx) => nameOfBen({ db: tx as never }))).toEqual([{ name: 'Ben' }])
    const connection = await connect({ ...household.config.database, host: `127.0.0.1:${nobody},127.0.0.1:${real()}` })
    await connection.end()
  })

  test('one that says nothing is passed over within the patience of a request', async () => {
    const silent = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
    atEnd.push(() => silent.stop(true))
    expect(await nameOfBen(through(silent.port, real()))).toEqual([{ name: 'Ben' }])
  })

  test('one that freezes in the middle is left with all its connections', async () => {
    const proxy = startDatabaseProxy(household.config.database)
    atEnd.push(() => proxy.stop())
    const database = through(proxy.config.port, real())
    await Promise.all(Array.from({ length: 5 }, () => nameOfBen(database)))
    proxy.freeze()
    const answers = await Promise.all(Array.from({ length: 8 }, () => nameOfBen(database)))
    expect(answers).toEqual(Array.from({ length: 8 }, () => [{ name: 'Ben' }]))
  })

  test.each(['select', 'update'])(
    'a transaction whose server is gone at its %s runs on the next one, once',
    async (at) => {
      const proxy = startDatabaseProxy(household.config.database)
      atEnd.push(() => proxy.stop())
      const database = through(proxy.config.port, real())
      await nameOfBen(database)
      proxy.vanishAt(at)
      await inTransaction(database.db, async (tx) => {
        const [ben] = await nameOfBen({ db: tx as never })
        await tx
          .update(members)
          .set({ displayName: `${ben!.name}!` })
          .where(eq(members.id, cast.ben.id))
      })
      expect(await nameOfBen(household.ctx)).toEqual([{ name: 'Ben!' }])
    },
  )

  test('a commit that got no answer is not tried again, nor is a write outside a transaction', async () => {
    for (const fatal of ['commit', 'update']) {
      const proxy = startDatabaseProxy(household.config.database)
      atEnd.push(() => proxy.stop())
      const database = through(proxy.config.port, real())
      const statements = listenToStatements(database)
      await nameOfBen(database)
      proxy.vanishAt(fatal)
      const rename = (db: Pick<Database['db'], 'update'>) =>
        db.update(members).set({ displayName: 'Benjamin' }).where(eq(members.id, cast.ben.id))
      const writing = fatal === 'commit' ? inTransaction(database.db, rename) : rename(database.db).then()
      expect(await rejectionOf(writing)).toBeInstanceOf(Error)
      expect(statements.filter((text) => text.startsWith('update'))).toHaveLength(1)
      // The next request is answered.
      expect(await nameOfBen(database)).toEqual([{ name: 'Ben' }])
    }
  })
})

describe('a cluster that stands still until it has given up one of its nodes', () => {
  /** Its nodes are there. */
  const cluster = () => through(real(), real())

  const rename = ({ db }: { db: Pick<Database['db'], 'update'> }) =>
    db.update(members).set({ displayName: 'Benjamin' }).where(eq(members.id, cast.ben.id))

  const kinds: [what: string, ask: (database: Database) => Promise<unknown>][] = [
    ['a read', async (database) => nameOfBen(database)],
    ['a transaction', ({ db }) => inTransaction(db, (tx) => rename({ db: tx }))],
  ]

  test.each(kinds)('%s is sent again when it got no answer', async (_, ask) => {
    const database = cluster()
    const standing = await connect(household.config.database)
    atEnd.push(() => standing.end())
    // A read waits for that, too, as it waits in a cluster for what other nodes have committed before.
    await standing.query('lock tables members write')
    const asking = ask(database)
    const first = await waiting(standing)
    await Promise.race([asking, waiting(standing, first)])
    await standing.query('unlock tables')
    await asking
  })

  test('a write outside a transaction is sent again when the server says that it has waited for too long', async () => {
    const database = cluster()
    const statements = listenToStatements(database)
    const other = await connect(household.config.database)
    atEnd.push(() => other.end())
    await other.beginTransaction()
    await other.query("update members set color = '#111111' where id = ?", [cast.ben.id])
    const renaming = rename(database).then()
    const sentAgain = until('it is sent again', () => statements.filter((text) => text.startsWith('update')).length > 1)
    await Promise.race([renaming, sentAgain])
    await other.commit()
    await renaming
    expect(await nameOfBen(household.ctx)).toEqual([{ name: 'Benjamin' }])
  })

  test('is there while one of its nodes greets; of a server that has no others nobody asks', async () => {
    const proxy = startDatabaseProxy(household.config.database)
    atEnd.push(() => proxy.stop())
    const nobody = await freePort()
    const host = (port: number) => ({ host: '127.0.0.1', port })
    const isThere = (...ports: number[]) => createHosts(ports.map(host)).anyGreets()
    expect(await isThere(nobody, proxy.config.port)).toBe(true)
    proxy.freeze()
    expect(await isThere(nobody, proxy.config.port)).toBe(false)
    expect(await isThere(nobody, proxy.config.port, real())).toBe(true)
    expect(await isThere(real())).toBe(false)
  })
})

/** The number of another connection that waits for a table of this one, and is not `other`. */
async function waiting(connection: Awaited<ReturnType<typeof connect>>, other = 0): Promise<number> {
  for (;;) {
    const [rows] = await connection.query(
      "select id from information_schema.processlist where db = database() and id <> ? and state like 'Waiting for table%'",
      [other],
    )
    const [found] = rows as { id: number }[]
    if (found !== undefined) return found.id
    await Bun.sleep(20)
  }
}

describe('a single statement', () => {
  test('that reads is tried again on a new connection', async () => {
    const database = through(real())
    const [[before]] = (await database.db.execute(sql`select connection_id() as id`)) as never as [{ id: number }[]]
    const cutting = await connect(household.config.database)
    const reading = database.db.execute(sql`select sleep(0.2), ${members.displayName} from ${members} limit 1`)
    await cutting.query('do sleep(0.05)')
    await cutting.query('kill connection ?', [before!.id])
    const [rows] = (await reading) as never as [unknown[]]
    expect(rows).toHaveLength(1)
    await cutting.end()
  })

  test('that loses against another write is tried again', async () => {
    const { db } = household.ctx
    const statements = listenToStatements(household.ctx)
    const other = await connect(household.config.database)
    await other.beginTransaction()
    // The server gives up whoever has changed fewer rows.
    await other.query('insert into used_link_nonces select md5(seq), now(3) from seq_1_to_100')
    await other.query("update members set color = '#111111' where id = ?", [cast.ben.id])
    const both = db.update(members).set({ color: '#222222' }).where(sql`id in (${cast.ada.id}, ${cast.ben.id})`)
    const updating = both.then()
    await untilWaiting(other)
    await other.query("update members set color = '#111111' where id = ?", [cast.ada.id])
    await other.commit()
    await updating
    await other.end()
    expect(statements.filter((text) => text.startsWith('update'))).toHaveLength(2)
    const rows = await db.select({ color: members.color }).from(members).where(eq(members.id, cast.ada.id))
    expect(rows).toEqual([{ color: '#222222' }])
  })
})

/** Until somebody else waits for a row of this connection. */
async function untilWaiting(connection: Awaited<ReturnType<typeof connect>>) {
  for (;;) {
    const [rows] = await connection.query('select 1 from information_schema.innodb_lock_waits limit 1')
    if ((rows as unknown[]).length > 0) return
    // The table is made anew only for whoever has not asked for 100 ms.
    await Bun.sleep(120)
  }
}
