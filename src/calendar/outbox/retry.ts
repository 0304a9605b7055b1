import { randomUUID } from 'node:crypto'
import { and, eq, inArray, notInArray } from 'drizzle-orm'
import { writableCalendars } from '../../household/calendars'
import { householdZone } from '../../household/settings'
import type { Context } from '../../platform/context'
import type { Transaction } from '../../platform/db/client'
import { calendars, outbox } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import { forbidden, Refusal } from '../../platform/http-errors'
import { formOf } from '../ical/form'
import { rebased } from '../ical/merge'
import type { Zone } from '../ical/zones'
import { RELEASED } from './claims'
import { holdOwnWrite } from './own-rows'
import type { Queued } from './queue'
import { announceQueued } from './queue'
import { type CachedEvent, type OutboxRow, selectCached } from './rows'
import { storedBase, storedForm } from './stored'

/**
 * Sends a member's write that could not be made once more, as a whole where it is a move: what the member changed is
 * written onto the newest version and wins. Returns the event's uid.
 * @throws Refusal 404, 403 where the member may not write any more, 409 while it, or another change of the event, is on
 * its way
 */
export async function retryWrite(ctx: Context, memberId: number, id: number): Promise<string> {
  const zone = await householdZone(ctx)
  const queued = await inTransaction(ctx.db, async (tx): Promise<Queued> => {
    const rows = await holdOwnWrite(tx, memberId, id)
    await refuseWhenPending(tx, rows)
    await refuseWhenNotWritable(tx, memberId, rows)
    const cached = await selectCachedOf(tx, rows)
    for (const row of rows) {
      await tx
        .update(outbox)
        .set({ ...anew(ctx, row), ...fromNewest(row, cached, zone) })
        .where(eq(outbox.id, row.id))
    }
    const { uid } = rows.find((row) => row.id === id)!
    return { uid, rows: rows.map((row) => ({ ...row, status: 'pending' as const })) }
  })
  announceQueued(ctx, queued)
  return queued.uid
}

/** As if it had just been queued; its operation id stays, by which the server's own version of it is recognised. */
const anew = (ctx: Context, { href, errorCode }: OutboxRow) => ({
  ...RELEASED,
  status: 'pending' as const,
  attemptCount: 0,
  error: null,
  errorCode: null,
  sentEtag: null,
  sentObject: null,
  confirmedAt: null,
  nextAttemptAt: ctx.now(),
  updatedAt: ctx.now(),
  ...(errorCode === 'exists' ? { href: elsewhere(href) } : {}),
})

/** What the event says by now is what the author starts from. */
function fromNewest(row: OutboxRow, cached: CachedEvent | null, zone: Zone): Partial<OutboxRow> {
  if (row.operation === 'delete') return cached === null ? {} : { href: cached.href, etag: cached.etag }
  const { form } = storedForm(row)
  if (cached === null || form === null || row.base === null) return {}
  const base = JSON.stringify(rebased(storedBase(row), form, formOf(cached.text, zone)))
  const { destinationHref, errorCode } = row
  const isTaken = destinationHref !== null && errorCode === 'exists'
  return { base, isBaseGiven: false, ...(isTaken ? { destinationHref: elsewhere(destinationHref) } : {}) }
}

/** A name in the same calendar that nobody else has. */
const elsewhere = (href: string) => `${href.slice(0, href.lastIndexOf('/') + 1)}${randomUUID()}.ics`

/** The event that the rows speak of, as it is cached: of a move where it stands, which is the place it leaves. */
async function selectCachedOf(tx: Transaction, rows: readonly OutboxRow[]): Promise<CachedEvent | null> {
  for (const { calendarId, uid } of rows) {
    const [calendar] = calendarId === null ? [] : await tx.select().from(calendars).where(eq(calendars.id, calendarId))
    const cached = calendar === undefined ? null : await selectCached(tx, calendar, uid)
    if (cached !== null) return cached
  }
  return null
}

async function refuseWhenPending(tx: Transaction, rows: readonly OutboxRow[]): Promise<void> {
  if (rows.some(({ status }) => status === 'pending')) throw new Refusal(409, 'The change is on its way already')
  // An old row that goes out again would go before the newer ones, which know nothing of it.
  const ids = rows.map(({ id }) => id)
  const uids = rows.map(({ uid }) => uid)
  const [other] = await tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(inArray(outbox.uid, uids), eq(outbox.status, 'pending'), notInArray(outbox.id, ids)))
    .limit(1)
  if (other !== undefined) throw new Refusal(409, 'Another change of this event is on its way')
}

async function refuseWhenNotWritable(tx: Transaction, memberId: number, rows: readonly OutboxRow[]): Promise<void> {
  const writable = new Set((await writableCalendars({ db: tx }, memberId)).map(({ writesThrough }) => writesThrough))
  const written = rows.flatMap(({ calendarId, destinationId }) => [calendarId ?? [], destinationId ?? []].flat())
  if (written.some((id) => !writable.has(id))) throw forbidden()
}
