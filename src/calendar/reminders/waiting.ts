import { and, eq, lte } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import { sentReminders } from '../../platform/db/schema'
import { MINUTE_MS } from '../../platform/durations'
import { type Device, readDevices } from './devices'
import type { Entry } from './ledger'

type Data = Pick<Context, 'db' | 'now' | 'log'>

/** How long a snoozed reminder keeps quiet. */
export const SNOOZE_MS = 10 * MINUTE_MS

/** An entry of the ledger that waits: for the end of quiet hours, or since somebody has snoozed it. */
export interface Waiting {
  id: number
  status: 'held' | 'snoozed'
  dueAt: Date
}

/** One whose time has come, with its device. */
export interface WaitingEntry extends Omit<Entry, 'deviceId'>, Waiting {
  device: Device
}

/**
 * Entries whose time has come, the earliest first. The wait of those ends whose device is signed out for want of use.
 */
export async function readWaiting(ctx: Data): Promise<WaitingEntry[]> {
  const { id, status, dueAt, keyDigest: digest, eventId, which, occurrenceAt } = sentReminders
  const found = await ctx.db
    .select({ id, status, dueAt, digest, eventId, which, occurrenceAt, deviceId: sentReminders.subscriptionId })
    .from(sentReminders)
    .where(lte(dueAt, ctx.now()))
    .orderBy(dueAt, id)
  if (found.length === 0) return []
  const devices = new Map((await readDevices(ctx, 'everyone')).map((device) => [device.id, device]))
  const entries: WaitingEntry[] = []
  for (const { deviceId, ...entry } of found) {
    const device = devices.get(deviceId)
    if (device === undefined) await endWaiting(ctx, entry as Waiting)
    else entries.push({ ...entry, device } as WaitingEntry)
  }
  return entries
}

/** What somebody has asked for comes also when it is over, but not much later than they have asked for. */
export function isInTime({ status, dueAt }: Waiting, expiry: number, now: Date): boolean {
  return now.getTime() < (status === 'snoozed' ? Math.max(expiry, dueAt.getTime() + SNOOZE_MS) : expiry)
}

/** Takes an entry, to send it at once. Returns its id; null: another tick or process was first, or its member was. */
export async function takeWaiting({ db, now }: Data, waiting: Waiting): Promise<number | null> {
  const [result] = await db
    .update(sentReminders)
    .set({ status: 'stored', dueAt: null, createdAt: now() })
    .where(isWaiting(waiting))
  return result.affectedRows === 1 ? waiting.id : null
}

/** Lets an entry wait again that was taken and certainly not delivered. */
export async function putBack({ db }: Data, { id, status, dueAt }: Waiting): Promise<void> {
  await db
    .update(sentReminders)
    .set({ status, dueAt })
    .where(and(eq(sentReminders.id, id), eq(sentReminders.status, 'stored')))
}

/** Lets an entry wait until then, epoch milliseconds. */
export async function waitOn({ db }: Data, waiting: Waiting, until: number): Promise<void> {
  await db
    .update(sentReminders)
    .set({ dueAt: new Date(until) })
    .where(isWaiting(waiting))
}

/** Ends the wait for something that is not to be sent any more. */
export async function endWaiting({ db }: Data, waiting: Waiting): Promise<void> {
  await db.update(sentReminders).set({ status: 'done', dueAt: null }).where(isWaiting(waiting))
}

const isWaiting = ({ id, status, dueAt }: Waiting) =>
  and(eq(sentReminders.id, id), eq(sentReminders.status, status), eq(sentReminders.dueAt, dueAt))
