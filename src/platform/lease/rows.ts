import { and, eq, gt, inArray, like, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../db/client'
import { isDeadlock } from '../db/errors'
import { leases } from '../db/schema'
import { DAY_MS, HOUR_MS } from '../durations'

/** The statements of leases: each compares and sets in one, for GET_LOCK holds on one node of a cluster alone. */

/** How long a lease lasts unless it is renewed, and so how long a process that ended is waited for. */
export const LEASE_MS = 6_000
/** Nobody rests longer: an instant beyond was set before the clock went back. */
const MAX_REST_MS = HOUR_MS
const FARTHEST_MS = 2 * MAX_REST_MS

/** The instant by which leases run. */
export const DATABASE_CLOCK: SQL = sql`utc_timestamp(3)`

/** Where leases are kept, and their clock. */
export interface Place {
  db: Executor
  /** Read anew for each statement. */
  clock: () => SQL
}

/** A lease as it was taken. */
export interface Taken {
  name: string
  holder: string
  fence: number
}

const { name: nameOf, holder: holderOf, fence: fenceOf, untilAt } = leases

const after = ({ clock }: Place, milliseconds: number) =>
  sql`date_add(${clock()}, interval ${milliseconds * 1000} microsecond)`

const isOver = (place: Place) => or(lte(untilAt, place.clock()), gt(untilAt, after(place, FARTHEST_MS)))!

const isTaken = ({ name, holder, fence }: Taken) => and(eq(nameOf, name), eq(holderOf, holder), eq(fenceOf, fence))

/** Takes a lease that nobody holds; null: somebody does, or was faster. */
export async function take(place: Place, name: string, holder: string): Promise<Taken | null> {
  const { db } = place
  try {
    const [{ affectedRows, insertId }] = await db
      .update(leases)
      .set({ holder, fence: sql`last_insert_id(${fenceOf} + 1)`, untilAt: after(place, LEASE_MS) })
      .where(and(eq(nameOf, name), isOver(place)))
    if (affectedRows === 1) return { name, holder, fence: insertId }
    return (await insert(place, name, holder)) ? { name, holder, fence: 1 } : null
  } catch (error) {
    // Two have met, on two nodes perhaps; the other one has it.
    if (isDeadlock(error)) return null
    throw error
  }
}

/** Stores a lease that there has never been. False: there is one. */
async function insert(place: Place, name: string, holder: string): Promise<boolean> {
  const row = { name, holder, fence: 1, untilAt: after(place, LEASE_MS) }
  const [{ affectedRows }] = await place.db.insert(leases).ignore().values(row)
  return affectedRows === 1
}

/** Holds for longer. Returns the names that are still this holder's. */
export async function renew(place: Place, holder: string, names: readonly string[]): Promise<ReadonlySet<string>> {
  const isOwn = and(inArray(nameOf, [...names]), eq(holderOf, holder))
  const [{ affectedRows }] = await place.db
    .update(leases)
    .set({ untilAt: after(place, LEASE_MS) })
    .where(isOwn)
  if (affectedRows === names.length) return new Set(names)
  const rows = await place.db.select({ name: nameOf }).from(leases).where(isOwn)
  return new Set(rows.map(({ name }) => name))
}

/** Lets nobody take it for so long, 0: gives it back. Does nothing to a lease that was lost. */
export async function rest(place: Place, taken: Taken, milliseconds: number): Promise<void> {
  const untilRested = milliseconds > 0 ? after(place, Math.min(milliseconds, MAX_REST_MS)) : place.clock()
  await place.db.update(leases).set({ untilAt: untilRested }).where(isTaken(taken))
}

/** Whether nobody has taken it since, though it may have run out; holds it for longer, and locks it in a transaction. */
export async function keep(place: Place, taken: Taken, db: Executor): Promise<boolean> {
  const [{ affectedRows }] = await db
    .update(leases)
    .set({ untilAt: after(place, LEASE_MS) })
    .where(isTaken(taken))
  return affectedRows === 1
}

/** Which of the names nobody holds. */
export async function freeAmong(place: Place, names: readonly string[]): Promise<string[]> {
  const isHeld = and(gt(untilAt, place.clock()), lte(untilAt, after(place, FARTHEST_MS)))
  const rows = await place.db
    .select({ name: nameOf })
    .from(leases)
    .where(and(inArray(nameOf, [...names]), isHeld))
  const held = new Set(rows.map(({ name }) => name))
  return names.filter((name) => !held.has(name))
}

const PROCESS = 'process:'

/** The lease that says that a process lives. */
export const processName = (holder: string) => PROCESS + holder

/** Stores that a process lives. */
export async function register(place: Place, holder: string): Promise<void> {
  await insert(place, processName(holder), holder)
}

/** The processes that are known, by their holders, and whether they have been silent for too long. */
export async function listProcesses(place: Place): Promise<{ holder: string; isSilent: boolean }[]> {
  return place.db
    .select({ holder: holderOf, isSilent: sql`${isOver(place)}`.mapWith(Boolean) })
    .from(leases)
    .where(like(nameOf, `${PROCESS}%`))
}

/** Gives back everything of a process, what rests included, and forgets it. */
export async function forgetProcess(place: Place, holder: string): Promise<void> {
  const own = processName(holder)
  await place.db
    .update(leases)
    .set({ holder: '', untilAt: place.clock() })
    .where(and(eq(holderOf, holder), ne(nameOf, own)))
  await place.db.delete(leases).where(eq(nameOf, own))
}

/** Deletes leases that nobody has taken for a day; returns how many. */
export async function pruneRows(place: Place, most: number): Promise<number> {
  const isOld = lte(untilAt, after(place, -DAY_MS))
  const [{ affectedRows }] = await place.db.delete(leases).where(isOld).limit(most)
  return affectedRows
}
