import { afterAll, beforeAll, expect, test } from 'bun:test'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type Database, openDatabase } from '../../src/platform/db/client'
import { inTransaction, RetryTransaction } from '../../src/platform/db/transaction'
import { createDatabase, type TestDatabase } from '../support/database'

let own: TestDatabase
let [here, there]: Database[] = []
beforeAll(async () => {
  own = await createDatabase()
  here = openDatabase(own.config)
  there = openDatabase(own.config)
  await here.db.execute(sql`create table notes (id int primary key, text varchar(40))`)
  await here.db.execute(sql`insert into notes values (1, 'as it was')`)
})
afterAll(async () => {
  await Promise.all([here!.close(), there!.close()])
  await own.drop()
})

test('a process that stands still in a transaction keeps nobody from writing, and writes when it goes on', async () => {
  await here!.db.execute(sql`update notes set text = 'as it was' where id = 1`)
  const locked = Promise.withResolvers<void>()
  const goesOn = Promise.withResolvers<void>()
  const texts: string[] = []
  const standing = inTransaction(here!.db, async (tx) => {
    const [[row]] = (await tx.execute(sql`select text from notes where id = 1 for update`)) as unknown as [
      { text: string }[],
    ]
    texts.push(row!.text)
    locked.resolve()
    await goesOn.promise
    await tx.execute(sql`update notes set text = concat(text, ', then here') where id = 1`)
  })
  await locked.promise
  await inTransaction(there!.db, (tx) => tx.execute(sql`update notes set text = 'from there' where id = 1`))
  goesOn.resolve()
  await standing
  expect(await textOfNote()).toBe('from there, then here')
  expect(texts).toEqual(['as it was', 'from there'])
})

test('nor when several of its transactions wait for the same, each of which is ended in its turn', async () => {
  const goesOn = Promise.withResolvers<void>()
  const stand = () =>
    inTransaction(here!.db, async (tx) => {
      await tx.execute(sql`select text from notes where id = 1 for update`)
      await goesOn.promise
    })
  const standing = [stand(), stand()]
  while ((await waiting()) < standing.length - 1) await setImmediate()
  await inTransaction(there!.db, (tx) => tx.execute(sql`update notes set text = 'from there, late' where id = 1`))
  expect(await textOfNote()).toBe('from there, late')
  goesOn.resolve()
  await Promise.all(standing)
})

test('a process that stood still longer than it tries again begins its transaction anew', async () => {
  let begun = 0
  await inTransaction(here!.db, async (tx) => {
    await tx.execute(sql`update notes set text = 'once' where id = 1`)
    // To the process the same as being stopped.
    if (++begun === 1) Bun.sleepSync(5_000)
    await tx.execute(sql`update notes set text = concat(text, ', then again') where id = 1`)
  })
  expect([begun, await textOfNote()]).toEqual([2, 'once, then again'])
})

test('so does one that had begun anew before', async () => {
  let begun = 0
  await inTransaction(here!.db, async (tx) => {
    await tx.execute(sql`update notes set text = 'once' where id = 1`)
    begun++
    if (begun === 1) throw new RetryTransaction('begin anew')
    if (begun === 2) Bun.sleepSync(5_000)
    await tx.execute(sql`update notes set text = concat(text, ', then again') where id = 1`)
  })
  expect([begun, await textOfNote()]).toEqual([3, 'once, then again'])
})

test('an answer that came while the process stood still is read when it goes on', async () => {
  const inTime = here!.db.execute(sql`select 1 as one`)
  const within = inTransaction(here!.db, (tx) => tx.execute(sql`select 2 as two`))
  await setImmediate()
  Bun.sleepSync(5_500)
  const answers = (await Promise.all([inTime, within])) as unknown as [[{ one: number }], [{ two: number }]][]
  expect(answers.map(([rows]) => rows)).toEqual([[{ one: 1 }], [{ two: 2 }]] as never)
})

/** How many wait for the note's lock. */
async function waiting(): Promise<number> {
  const isWaiting = sql`db = database() and id <> connection_id() and info like '%for update'`
  const [[row]] = (await there!.db.execute(
    sql`select count(*) as number from information_schema.processlist where ${isWaiting}`,
  )) as unknown as [{ number: number }[]]
  return Number(row!.number)
}

async function textOfNote(): Promise<string> {
  const [[row]] = (await here!.db.execute(sql`select text from notes`)) as unknown as [{ text: string }[]]
  return row!.text
}
