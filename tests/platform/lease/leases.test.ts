import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { leases } from '../../../src/platform/db/schema'
import { inTransaction } from '../../../src/platform/db/transaction'
import type { Lease } from '../../../src/platform/lease'
import type { Heir, SharedLeases } from '../../../src/platform/lease/shared'
import { type Household, openHousehold } from '../../support/household'
import { rejectionOf } from '../../support/rejection'
import { Processes } from './processes'

/** Leases run for six seconds, and are renewed every two. */
const LEASE_MS = 6_000
const BEAT_MS = 2_000

let household: Household
beforeAll(async () => {
  household = await openHousehold()
})
afterAll(() => household.close())

let processes: Processes
let one: SharedLeases
let other: SharedLeases
beforeEach(async () => {
  await household.ctx.db.delete(leases)
  household.logLines.length = 0
  processes = new Processes(household)
  one = processes.start()
  other = processes.start()
})

/** Work that goes on until it is told to end. */
function underWay(process: SharedLeases, name = 'work') {
  const begun = Promise.withResolvers<Lease>()
  const ending = Promise.withResolvers<number>()
  const ended = process.run(name, (lease) => {
    begun.resolve(lease)
    return ending.promise
  })
  return {
    /** Null: another process does it. */
    begun: Promise.race([begun.promise, ended.then(() => null)]),
    end: async (restMs = 0) => {
      ending.resolve(restMs)
      return ended
    },
  }
}

/** A lease's time in which this process alone beats. */
async function silence(beating: SharedLeases) {
  for (let passed = 0; passed < LEASE_MS; passed += BEAT_MS) {
    processes.advance(BEAT_MS)
    await beating.beat()
  }
}

/** Whether the process may do it now, and does it. */
const does = (process: SharedLeases, name = 'work', restMs = 0) => process.run(name, async () => restMs)

describe('work that one process does', () => {
  test('is done by no other, and by the next when it has ended', async () => {
    const work = underWay(one)
    await work.begun
    expect(await does(other)).toBe(false)
    expect(await does(one)).toBe(false)
    expect(await does(other, 'other work')).toBe(true)
    expect(await work.end()).toBe(true)
    expect(await does(other)).toBe(true)
  })

  test('of twenty that want it at once one does it', async () => {
    for (const name of ['first', 'second', 'third']) {
      const all = Array.from({ length: 20 }, () => underWay(processes.start(), name))
      const begun = await Promise.all(all.map((work) => work.begun))
      expect(begun.filter((lease) => lease !== null)).toHaveLength(1)
      await Promise.all(all.map((work) => work.end()))
    }
  })

  test('is left alone for as long as it says, counted from its beginning', async () => {
    const work = underWay(one)
    await work.begun
    processes.advance(4_000)
    await work.end(30_000)
    processes.advance(25_999)
    expect(await does(other)).toBe(false)
    processes.advance(1)
    expect(await does(other)).toBe(true)
  })

  test('may be done again at once when it has failed', async () => {
    const failing = one.run('work', async () => {
      throw new Error('failed')
    })
    expect((await rejectionOf(failing)).message).toContain('failed')
    await failing.catch(() => {})
    expect(await does(other)).toBe(true)
  })

  test('is held for as long as its process beats', async () => {
    const work = underWay(one)
    const lease = await work.begun
    for (let beats = 0; beats < 10; beats++) {
      processes.advance(BEAT_MS)
      await one.beat()
    }
    expect(await does(other)).toBe(false)
    expect(lease!.isHeld()).toBe(true)
    await work.end()
  })

  test('rests for an hour at most, and for that long, however long is asked for', async () => {
    await does(one, 'work', 3 * 60 * 60_000)
    expect(await does(other)).toBe(false)
    processes.advance(60 * 60_000)
    expect(await does(other)).toBe(true)
  })

  test('rests no longer than a clock can have meant that went back since', async () => {
    await does(one, 'work', 60 * 60_000)
    processes.advance(-30 * 60_000)
    expect(await does(other)).toBe(false)
    processes.advance(-48 * 60 * 60_000)
    expect(await does(other)).toBe(true)
  })
})

describe('a process that stood still', () => {
  test('knows it before it writes, and takes nothing from who came after it', async () => {
    const work = underWay(one)
    const lease = (await work.begun)!
    const { db } = household.ctx
    expect([lease.isHeld(), await lease.confirm(db)]).toEqual([true, true])
    processes.advance(LEASE_MS)
    expect(lease.isHeld()).toBe(false)
    const next = underWay(other)
    expect((await next.begun)!.isHeld()).toBe(true)
    await one.beat()
    expect([lease.isHeld(), await lease.confirm(db)]).toEqual([false, false])
    await work.end(60_000)
    expect(await next.end()).toBe(true)
    expect(await does(processes.start())).toBe(true)
  })

  test('knows it, too, where it was the database that took so long to answer', async () => {
    const work = underWay(processes.start({ waitMs: LEASE_MS }))
    expect((await work.begun)!.isHeld()).toBe(false)
    await work.end()
  })

  test('goes on where nobody came after it', async () => {
    const work = underWay(one)
    const lease = (await work.begun)!
    processes.advance(LEASE_MS)
    expect([lease.isHeld(), await lease.confirm(household.ctx.db), lease.isHeld()]).toEqual([false, true, true])
    expect(await does(other)).toBe(false)
    await work.end()
  })

  test('cannot be told apart by its name alone: another turn of its own has another number', async () => {
    const before = underWay(one)
    const lease = (await before.begun)!
    processes.advance(LEASE_MS)
    const again = underWay(one)
    await again.begun
    expect(await lease.confirm(household.ctx.db)).toBe(false)
    await before.end(60_000)
    await again.end()
    expect(await does(other)).toBe(true)
  })

  test('a confirmed lease is nobody else’s before the transaction ends', async () => {
    const work = underWay(one)
    const lease = (await work.begun)!
    const { db } = household.ctx
    let isTaken = false
    let taking: Promise<unknown> = Promise.resolve()
    await inTransaction(db, async (tx) => {
      expect(await lease.confirm(tx)).toBe(true)
      processes.advance(LEASE_MS)
      taking = does(other).then(() => {
        isTaken = true
      })
      await db.select().from(leases)
      expect(isTaken).toBe(false)
    })
    await taking
    expect(isTaken).toBe(true)
    await work.end()
  })
})

describe('a process that has ended', () => {
  /** Notes what a process takes over. */
  function heirOf(process: SharedLeases) {
    const released: string[] = []
    const heir: Heir & { times: number } = {
      times: 0,
      release: async (holders) => void released.push(...holders),
      goOn: () => {
        heir.times++
      },
    }
    process.start(heir)
    return { released, heir }
  }

  test('is found by the next beat after its lease, and all that it held is free', async () => {
    const { released, heir } = heirOf(other)
    await Promise.all([one.beat(), other.beat()])
    const work = underWay(one)
    await work.begun
    await does(one, 'resting', 60_000)
    processes.advance(LEASE_MS - 1)
    await other.beat()
    expect(released).toEqual([])
    processes.advance(1)
    await other.beat()
    expect([released, heir.times]).toEqual([[one.holder()], 1])
    expect([await does(other), await does(other, 'resting')]).toEqual([true, true])
    await other.beat()
    expect(heir.times).toBe(1)
    await other.stop()
    await work.end()
  })

  test('and beats again is one of them again', async () => {
    const { released } = heirOf(other)
    await Promise.all([one.beat(), other.beat()])
    await silence(other)
    await one.beat()
    await other.beat()
    expect(released).toEqual([one.holder()])
    expect(await one.permit('lane', 1)).not.toBeNull()
    expect(await other.permit('lane', 1)).toBeNull()
    await other.stop()
  })

  test('in good order is waited for by nobody', async () => {
    const { released } = heirOf(other)
    await Promise.all([one.beat(), other.beat()])
    await does(one, 'resting', 60_000)
    await one.stop()
    expect(await does(other, 'resting')).toBe(true)
    await silence(other)
    expect(released).toEqual([])
    await other.stop()
  })

  test('is not every process that was silent while none could say anything', async () => {
    const { released } = heirOf(other)
    await Promise.all([one.beat(), other.beat()])
    processes.advance(LEASE_MS)
    await other.beat()
    await one.beat()
    await other.beat()
    expect(released).toEqual([])
    await other.stop()
  })
})

describe('places', () => {
  test('are shared by processes that know of each other', async () => {
    await one.beat()
    await other.beat()
    await one.beat()
    const taken = [await one.permit('lane', 3), await other.permit('lane', 3), await one.permit('lane', 3)]
    expect(taken.every((permit) => permit !== null)).toBe(true)
    expect([await one.permit('lane', 3), await other.permit('lane', 3)]).toEqual([null, null])
    expect(await other.permit('other lane', 3)).not.toBeNull()
    await taken[1]!.release()
    expect(await one.permit('lane', 3)).not.toBeNull()
  })

  test('that were taken while the clock was ahead are free again', async () => {
    await one.beat()
    await other.beat()
    await one.beat()
    expect(await one.permit('lane', 1)).not.toBeNull()
    processes.advance(-48 * 60 * 60_000)
    expect(await other.permit('lane', 1)).not.toBeNull()
  })

  test('cost a process alone nothing: it need not ask', async () => {
    await one.beat()
    await household.ctx.db.delete(leases)
    expect(await one.permit('lane', 1)).not.toBeNull()
    expect(await household.ctx.db.$count(leases)).toBe(0)
    processes.advance(LEASE_MS)
    // It may not be alone any more.
    expect(await one.permit('lane', 1)).not.toBeNull()
    expect(await household.ctx.db.$count(leases)).toBe(1)
  })
})

test('one of them reports for all, and another one when it has ended', async () => {
  await one.beat()
  await other.beat()
  expect([one.isLeader(), other.isLeader()]).toEqual([true, false])
  processes.advance(LEASE_MS)
  await other.beat()
  await one.beat()
  expect([one.isLeader(), other.isLeader()]).toEqual([false, true])
})

test('a database that does not answer changes nothing, and is not told at every beat', async () => {
  const lost = await openHousehold()
  const process = new Processes(lost).start()
  await process.beat()
  await lost.close()
  await process.beat()
  expect(process.isLeader()).toBe(true)
  expect(lost.logLines.filter((line) => /"level":"(warn|error)"/.test(line))).toEqual([])
})
