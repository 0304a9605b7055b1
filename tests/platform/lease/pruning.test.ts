import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { leases } from '../../../src/platform/db/schema'
import { DAY_MS } from '../../../src/platform/durations'
import { pruneLeases } from '../../../src/platform/lease/prune'
import { createPruning, PRUNED_AT_ONCE } from '../../../src/platform/pruning'
import { type Household, openHousehold } from '../../support/household'
import { processesOn } from '../../support/processes'

let household: Household
beforeAll(async () => {
  household = await openHousehold()
})
afterAll(() => household.close())

test('processes prune in turns: one of them does it, and either goes on while rows are left', async () => {
  const processes = await processesOn(household.ctx)
  const removed: string[] = []
  const left = [PRUNED_AT_ONCE, PRUNED_AT_ONCE, 3]
  const prunings = processes.map(({ ctx, leases }) =>
    createPruning(ctx, {
      rows: async () => {
        removed.push(leases.holder())
        return left.shift() ?? 0
      },
    }),
  )
  const [one, other] = processes.map(({ leases }) => leases.holder())
  await prunings[0]!()
  await prunings[1]!()
  await prunings[0]!()
  expect(removed).toEqual([one!, other!, one!])
  for (const prune of [...prunings, ...prunings]) await prune()
  expect(removed).toHaveLength(3)
  for (const { leases } of processes) await leases.stop()
})

test('a clock that is set back keeps nothing from being pruned', async () => {
  const { ctx, clock } = household
  let runs = 0
  const prune = createPruning(ctx, { news: async () => ++runs })
  clock.advance(365 * DAY_MS)
  await prune()
  clock.advance(-365 * DAY_MS)
  // The lease rests by the database's clock.
  await ctx.db.delete(leases)
  await prune()
  expect(runs).toBe(2)
})

test('leases that nobody has taken for a day are forgotten, and no others', async () => {
  const { ctx } = household
  const at = (hours: number) => sql`date_add(utc_timestamp(3), interval ${hours} hour)`
  await ctx.db.delete(leases)
  const rows = { old: at(-25), recent: at(-23), resting: at(1) }
  for (const [name, untilAt] of Object.entries(rows)) {
    await ctx.db.insert(leases).values({ name, holder: '', fence: 1, untilAt })
  }
  expect(await pruneLeases(ctx)).toBe(1)
  const kept = await ctx.db.select({ name: leases.name }).from(leases).orderBy(leases.name)
  expect(kept.map(({ name }) => name)).toEqual(['recent', 'resting'])
})
