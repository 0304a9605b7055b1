import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { idempotencyKeys } from '../../src/platform/db/schema'
import { inTransaction } from '../../src/platform/db/transaction'
import { writeOnce } from '../../src/platform/idempotency'
import { type Cast, type Member, seatCast } from '../support/cast'
import { type Household, openHousehold } from '../support/household'

const BEFORE = 400

let household: Household
let cast: Cast
beforeAll(async () => {
  household = await openHousehold()
  cast = await seatCast(household.ctx)
  const { db, now } = household.ctx
  const rows = Array.from({ length: BEFORE }, (_, count) => ({
    userId: [cast.ada, cast.ben, cast.cleo][count % 3]!.id,
    key: crypto.randomUUID(),
    requestDigest: '',
    response: 'x'.repeat(300),
    createdAt: new Date(now().getTime() - count * 1_000),
  }))
  await db.insert(idempotencyKeys).values(rows)
  // The server chooses another way through a table that it knows, as it does after some time.
  await db.execute(sql`analyze table ${idempotencyKeys}`)
})
afterAll(() => household.close())

/** A write that does nothing but `during`. */
function write({ id: memberId }: Member, key: string, during: () => Promise<void> = async () => {}, answer = key) {
  const { ctx } = household
  const done = async () => {
    await during()
    return { answer, news: null }
  }
  const request = { memberId, key, parts: [] }
  return inTransaction(ctx.db, (tx) => writeOnce(ctx, tx, request, done, async () => null))
}

test('a key that two members have chosen is each one’s own', async () => {
  const chosen = (who: Member, answer: string) => write(who, 'chosen', undefined, answer)
  const answers = [await chosen(cast.ada, 'Ada’s'), await chosen(cast.ben, 'Ben’s')]
  expect(answers.map(({ answer }) => answer)).toEqual(['Ada’s', 'Ben’s'])
  expect([await chosen(cast.ada, 'again'), await chosen(cast.ben, 'again')]).toEqual(answers)
})

test('a write that stands still keeps no other write waiting', async () => {
  const stands = Promise.withResolvers<void>()
  const goesOn = Promise.withResolvers<void>()
  let begun = 0
  const standing = write(cast.ada, 'standing', async () => {
    begun++
    stands.resolve()
    await goesOn.promise
  })
  await stands.promise
  await Promise.all([cast.ada, cast.ben, cast.cleo].map((who) => write(who, 'other')))
  goesOn.resolve()
  await standing
  // Had they waited, the server would have ended it, and it would have begun anew.
  expect(begun).toBe(1)
})
