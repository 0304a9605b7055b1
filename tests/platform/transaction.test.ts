import { describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '../../src/platform/db/client'
import { prepared } from '../../src/platform/db/prepared'
import { members } from '../../src/platform/db/schema'
import { afterCommit, inTransaction, Overtaken, sendWithBegin } from '../../src/platform/db/transaction'
import { seatedCast } from '../support/cast'
import { type Household, openHousehold } from '../support/household'
import { opened } from '../support/opened'

const household = opened(openHousehold)
const cast = seatedCast(household, { anew: true })

const nameOf = prepared((db) =>
  db
    .select({ name: members.displayName })
    .from(members)
    .where(eq(members.id, sql.placeholder('memberId')))
    .prepare(),
)
const readName = async (db: Transaction | Household['ctx']['db'], memberId: number) =>
  (await nameOf(db).execute({ memberId }))[0]?.name
const rename = (tx: Transaction, displayName: string) =>
  tx.update(members).set({ displayName }).where(eq(members.id, cast.ben.id))

test('what is prepared inside a transaction sees its writes, and nobody else does until it ends', async () => {
  const { db } = household.ctx
  await inTransaction(db, async (tx) => {
    await rename(tx, 'Benjamin')
    expect(await readName(tx, cast.ben.id)).toBe('Benjamin')
    expect(await readName(db, cast.ben.id)).toBe('Ben')
  })
  expect(await readName(db, cast.ben.id)).toBe('Benjamin')
})

test('a failure undoes everything, and the connection serves the next transaction', async () => {
  const { db } = household.ctx
  for (let count = 0; count < 20; count++) {
    const failing = inTransaction(db, async (tx) => {
      await rename(tx, 'Benjamin')
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
  }
  expect(await inTransaction(db, (tx) => readName(tx, cast.ben.id))).toBe('Ben')
})

test('a connection lost in a transaction fails it and is not used again', async () => {
  const { db } = household.ctx
  for (let count = 0; count < 12; count++) {
    const cut = inTransaction(db, async (tx) => {
      await rename(tx, 'Benjamin')
      await tx.execute(sql`kill connection_id()`)
    })
    await expect(cut).rejects.toThrow()
  }
  expect(await inTransaction(db, (tx) => readName(tx, cast.ben.id))).toBe('Ben')
})

test('a transaction that meets another one is run again', async () => {
  const { db } = household.ctx
  let attempts = 0
  const holding = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  const lockBoth = (first: number, second: number, mine: 0 | 1) =>
    inTransaction(db, async (tx) => {
      attempts++
      await tx.update(members).set({ color: '#000000' }).where(eq(members.id, first))
      holding[mine].resolve()
      await holding[mine === 0 ? 1 : 0].promise
      await tx.update(members).set({ color: '#000000' }).where(eq(members.id, second))
    })
  await Promise.all([lockBoth(cast.ada.id, cast.ben.id, 0), lockBoth(cast.ben.id, cast.ada.id, 1)])
  expect(attempts).toBe(3)
})

test('what waits for the commit runs once behind it, and not at all behind a failure', async () => {
  const { db } = household.ctx
  const done: string[] = []
  const failing = inTransaction(db, async (tx) => {
    afterCommit(tx, () => done.push('of a failure'))
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  let attempts = 0
  await inTransaction(db, async (tx) => {
    afterCommit(tx, () => done.push('behind the commit'))
    if (attempts++ === 0) throw new Overtaken('begin anew')
    done.push('before the commit')
  })
  await inTransaction(db, async () => {})
  expect(done).toEqual(['before the commit', 'behind the commit'])
})

describe('a transaction that does not begin', () => {
  /** Within a distributed transaction none of the usual kind begins; what is sent nevertheless counts. */
  async function hinderNext() {
    const connection = await household.ctx.db.$client.getConnection()
    await connection.query("xa start 'distributed'")
    connection.release()
  }

  test('says why, and does nothing', async () => {
    const { db } = household.ctx
    await hinderNext()
    const steps: string[] = []
    const failing = inTransaction(db, async (tx) => {
      steps.push('begins')
      await rename(tx, 'Benjamin')
      steps.push('has renamed')
    })
    await expect(failing).rejects.toMatchObject({ code: 'ER_XAER_RMFAIL' })
    expect(steps).toEqual(['begins'])
    expect(await readName(db, cast.ben.id)).toBe('Ben')
  })

  test.each([
    ['a read', (tx: Transaction) => readName(tx, cast.ben.id)],
    [
      'what does no harm',
      (tx: Transaction) => {
        sendWithBegin(tx)
        return tx.execute(sql`set @harmless = 1`)
      },
    ],
  ])('nothing follows %s that went out with it', async (_, first) => {
    const { db } = household.ctx
    await hinderNext()
    let isRenamed = false
    const failing = inTransaction(db, async (tx) => {
      await first(tx)
      await rename(tx, 'Benjamin')
      isRenamed = true
    })
    await expect(failing).rejects.toMatchObject({ code: 'ER_XAER_RMFAIL' })
    expect(isRenamed).toBe(false)
  })
})

test('nothing overtakes a write that waits until its transaction has begun', async () => {
  const { db } = household.ctx
  await inTransaction(db, async (tx) => {
    const [, name] = await Promise.all([rename(tx, 'Benjamin').execute(), readName(tx, cast.ben.id)])
    expect(name).toBe('Benjamin')
  })
})
