import { describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { sessionsEnded } from '../../src/identity/announcements'
import { announce } from '../../src/platform/announcements/announce'
import type { Transaction } from '../../src/platform/db/client'
import { dbErrorCode } from '../../src/platform/db/errors'
import { prepared } from '../../src/platform/db/prepared'
import { announcements, members } from '../../src/platform/db/schema'
import {
  afterCommit,
  inTransaction,
  leaveToCommit,
  RetryTransaction,
  sendWithBegin,
} from '../../src/platform/db/transaction'
import { withinTransaction } from '../../src/platform/db/unanswered'
import { seatedCast } from '../support/cast'
import { type Household, openHousehold } from '../support/household'
import { opened } from '../support/opened'
import { rejectionOf } from '../support/rejection'

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
    expect((await rejectionOf(failing)).message).toContain('changed my mind')
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
    expect(await rejectionOf(cut)).toBeInstanceOf(Error)
  }
  expect(await inTransaction(db, (tx) => readName(tx, cast.ben.id))).toBe('Ben')
})

test.each([
  ['waits for each answer', (_: Transaction, write: Promise<unknown>) => write],
  ['leaves what meets it', leaveToCommit],
])('a transaction that meets another one and %s is run again', async (_, end) => {
  const { db } = household.ctx
  let attempts = 0
  const paint = (tx: Transaction, id: number) =>
    tx.update(members).set({ color: '#000000' }).where(eq(members.id, id)).execute()
  const holding = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  const lockBoth = (first: number, second: number, mine: 0 | 1) =>
    inTransaction(db, async (tx) => {
      attempts++
      await paint(tx, first)
      holding[mine].resolve()
      await holding[mine === 0 ? 1 : 0].promise
      await end(tx, paint(tx, second))
      await paint(tx, cast.cleo.id)
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
  expect((await rejectionOf(failing)).message).toContain('changed my mind')
  let attempts = 0
  await inTransaction(db, async (tx) => {
    afterCommit(tx, () => done.push('behind the commit'))
    if (attempts++ === 0) throw new RetryTransaction('begin anew')
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
    expect(await rejectionOf(failing)).toMatchObject({ code: 'ER_XAER_RMFAIL' })
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
    expect(await rejectionOf(failing)).toMatchObject({ code: 'ER_XAER_RMFAIL' })
    expect(isRenamed).toBe(false)
  })
})

/** Commits what was before, as each change of the schema does, and fails. */
const ENDS_AND_FAILS = sql`create table members (id int)`

describe('a write that is left to the commit', () => {
  const announced = async () => (await household.ctx.db.select({ id: announcements.id }).from(announcements)).length
  const tell = (tx: Transaction) => announce(household.ctx, tx, sessionsEnded(cast.ben.id))

  test('is committed with all else', async () => {
    const { db } = household.ctx
    const before = await announced()
    await inTransaction(db, async (tx) => {
      leaveToCommit(tx, rename(tx, 'Benjamin').execute())
      tell(tx)
    })
    expect(await readName(db, cast.ben.id)).toBe('Benjamin')
    expect(await announced()).toBe(before + 1)
  })

  test.each([
    ['fails', sql`update members set id = null`],
    // As the server does on a deadlock, or when another node of a cluster was faster.
    ['ends the transaction', sql`rollback`],
  ])('that %s undoes everything, and nobody hears of it', async (_, statement) => {
    const { db } = household.ctx
    const before = await announced()
    const failing = inTransaction(db, async (tx) => {
      await rename(tx, 'Benjamin')
      leaveToCommit(tx, tx.execute(statement))
      tell(tx)
    })
    expect(await rejectionOf(failing)).toBeInstanceOf(Error)
    expect(await readName(db, cast.ben.id)).toBe('Ben')
    expect(await announced()).toBe(before)
  })

  const failure = (transaction: Promise<unknown>) => transaction.then(() => 'none', dbErrorCode)

  test.each([
    ['is left', (tx: Transaction) => leaveToCommit(tx, tx.execute(ENDS_AND_FAILS))],
    ['is waited for beside it', (tx: Transaction) => tx.execute(ENDS_AND_FAILS)],
  ])('a write behind one that %s and ends the transaction is not sent', async (_, end) => {
    const { db } = household.ctx
    const failing = inTransaction(db, (tx) => Promise.all([end(tx), rename(tx, 'Benjamin').execute()]))
    expect(await failure(failing)).toBe('ER_TABLE_EXISTS_ERROR')
    expect(await readName(db, cast.ben.id)).toBe('Ben')
  })

  test('a write sent once it has failed is not sent either', async () => {
    const { db } = household.ctx
    const failing = inTransaction(db, async (tx) => {
      const left = tx.execute(ENDS_AND_FAILS)
      leaveToCommit(tx, left)
      await left.catch(() => {})
      await rename(tx, 'Benjamin')
    })
    expect(await failure(failing)).toBe('ER_TABLE_EXISTS_ERROR')
    expect(await readName(db, cast.ben.id)).toBe('Ben')
  })

  test('that has failed and was waited for hinders nothing', async () => {
    const { db } = household.ctx
    await inTransaction(db, async (tx) => {
      await tx.execute(sql`update members set id = null`).catch(() => {})
      await rename(tx, 'Benjamin')
    })
    expect(await readName(db, cast.ben.id)).toBe('Benjamin')
  })

  test('that fails beside a body that fails is nobody’s any more', async () => {
    const failing = inTransaction(household.ctx.db, async (tx) => {
      leaveToCommit(tx, tx.execute(sql`update members set id = null`))
      throw new Error('changed my mind')
    })
    expect((await rejectionOf(failing)).message).toContain('changed my mind')
  })
})

test('what counts within a transaction alone is refused outside', async () => {
  const { db } = household.ctx
  const black = '#000000'
  const paint = (on: Transaction | typeof db) =>
    on
      .update(members)
      .set({ color: withinTransaction(black) })
      .where(eq(members.id, cast.ben.id))
      .execute()
  const isBlack = async () => (await db.select().from(members).where(eq(members.color, black))).length === 1
  expect(await rejectionOf(paint(db))).toBeInstanceOf(Error)
  expect(await isBlack()).toBe(false)
  await inTransaction(db, paint)
  expect(await isBlack()).toBe(true)
})

test('nothing overtakes a write that waits until its transaction has begun', async () => {
  const { db } = household.ctx
  await inTransaction(db, async (tx) => {
    const [, name] = await Promise.all([rename(tx, 'Benjamin').execute(), readName(tx, cast.ben.id)])
    expect(name).toBe('Benjamin')
  })
})
