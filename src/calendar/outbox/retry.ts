import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull, notInArray, or } from 'drizzle-orm'
import { type MemberCalendar, writableCalendars } from '../../household/calendars'
import { readDirectory } from '../../household/people-names'
import { householdZone } from '../../household/settings'
import type { Context } from '../../platform/context'
import type { Transaction } from '../../platform/db/client'
import { calendars, outbox } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import { forbidden, Refusal } from '../../platform/http-errors'
import { type EventRef, eventOf } from '../event-ref'
import type { PeopleNames } from '../ical/categories'
import { rebased } from '../ical/merge'
import type { Zone } from '../ical/zone'
import { type CachedEvent, selectCached } from './cached-event'
import { isLeased } from './due'
import { formAt } from './effective-range'
import { concerning } from './event-rows'
import { isMove, isReturn, type OutboxRow } from './jobs'
import { RELEASED } from './leases'
import { lockOwnWrite } from './lock'
import type { Queued } from './queue'
import { announceQueued } from './queue'
import { NOT_DONE } from './states'
import { storedBase, storedForm } from './stored-form'

/**
 * Sends a member's failed write once more, a move as a whole: the member's changes are written onto the newest version
 * and win. Returns the event.
 * @throws Refusal 404, 403 when the member may not write any more, 409 while it, or another change of the event, is
 * pending
 */
export async function retryWrite(ctx: Context, memberId: number, id: number): Promise<EventRef> {
  const [zone, people] = await Promise.all([householdZone(ctx), readDirectory(ctx)])
  const queued = await inTransaction(ctx.db, async (tx): Promise<Queued> => {
    const rows = await lockOwnWrite(tx, memberId, id)
    const copies = await keepCopies(ctx, tx, rows)
    await refuseWhenPending(tx, rows)
    const writable = await writableCalendars({ db: tx }, memberId)
    refuseWhenNotWritable(writable, rows)
    const cached = await selectCachedOf(tx, rows)
    const retried: OutboxRow[] = []
    for (const row of rows) {
      const newest =
        cached === null ? await whereItStayed(tx, row, writable) : fromNewest(row, cached, { rows, zone, people })
      const columns = { ...anew(ctx, row), ...newest, sentObject: copies.get(row) ?? null }
      await tx.update(outbox).set(columns).where(eq(outbox.id, row.id))
      retried.push({ ...row, ...columns })
    }
    const queued = { event: eventOf(retried.find((row) => row.id === id)!), rows: retried }
    announceQueued(ctx, tx, queued)
    return queued
  })
  ctx.signals.drain()
  return queued.event
}

/** As if just queued. The operation id stays: it recognises our own write on the server. */
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

/** The author starts from the event as it is now. */
function fromNewest(
  row: OutboxRow,
  cached: CachedEvent,
  { rows, zone, people }: { rows: readonly OutboxRow[]; zone: Zone; people: PeopleNames },
): Partial<OutboxRow> {
  // The author has seen that the copy was changed; the original must stand all the same.
  if (isReturn(row)) return row.errorCode === 'conflict' ? { sourceObject: null } : {}
  if (row.operation === 'delete') {
    // With its copy it is told which version was copied.
    return { href: cached.href, ...(rows.some(isCopy) ? {} : { etag: cached.etag }) }
  }
  const { form } = storedForm(row)
  const now = formAt(cached.text, row.formRecurrenceId, zone, people)
  if (form === null || row.base === null || now === null) return {}
  const base = JSON.stringify(rebased(storedBase(row), form, now))
  const { destinationHref, errorCode } = row
  const isTaken = destinationHref !== null && errorCode === 'exists'
  return { base, isBaseGiven: false, ...(isTaken ? { destinationHref: elsewhere(destinationHref) } : {}) }
}

/** A removal behind a move that was not made removes the event where it has stayed. */
async function whereItStayed(
  tx: Transaction,
  { askedUid }: OutboxRow,
  writable: readonly MemberCalendar[],
): Promise<Partial<OutboxRow>> {
  if (askedUid === null) return {}
  for (const calendar of writable) {
    const cached = await selectCached(tx, calendar, askedUid)
    const { writesThrough: calendarId } = calendar
    if (cached !== null) return { calendarId, uid: askedUid, askedUid: null, href: cached.href, etag: cached.etag }
  }
  return {}
}

/** An unused name in the same calendar. */
const elsewhere = (href: string) => `${href.slice(0, href.lastIndexOf('/') + 1)}${randomUUID()}.ics`

const isCopy = ({ operation, groupId }: OutboxRow) => operation === 'create' && groupId !== null

/**
 * Forgets removals of a copy that was not taken back, or not yet: it is to stand again. Returns the texts of copies that
 * may stand, so that the next attempt looks first.
 */
async function keepCopies(
  ctx: Context,
  tx: Transaction,
  rows: readonly OutboxRow[],
): Promise<Map<OutboxRow, string | null>> {
  const texts = new Map<OutboxRow, string | null>()
  for (const row of rows.filter(isCopy)) {
    const { authorId, uid } = row
    const isRemoval = and(
      eq(outbox.authorId, authorId),
      eq(outbox.uid, uid),
      eq(outbox.operation, 'delete'),
      isNull(outbox.groupId),
    )
    const removals = await tx
      .select()
      .from(outbox)
      .where(and(isRemoval, inArray(outbox.status, NOT_DONE)))
      .for('update')
    const now = ctx.now()
    const forgotten = removals.filter((one) => one.status !== 'pending' || (isReturn(one) && !isLeased(one, now)))
    if (forgotten.length === 0) continue
    const ids = forgotten.map(({ id }) => id)
    await tx.delete(outbox).where(inArray(outbox.id, ids))
    if (forgotten.some(isReturn)) texts.set(row, row.sentObject)
  }
  return texts
}

/** The cached event of the rows; of a move, in the calendar it leaves. */
async function selectCachedOf(tx: Transaction, rows: readonly OutboxRow[]): Promise<CachedEvent | null> {
  // A copy may stand already, and is not what its author has changed.
  const [originals, copies] = [rows.filter((row) => !isCopy(row)), rows.filter(isCopy)]
  for (const { calendarId, uid } of [...originals, ...copies]) {
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
  const isOfEvent = or(...rows.flatMap(namesOf).map((event) => concerning(event)))
  const [other] = await tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(isOfEvent, eq(outbox.status, 'pending'), notInArray(outbox.id, ids)))
    .limit(1)
  if (other !== undefined) throw new Refusal(409, 'Another change of this event is on its way')
}

/** Both names of a row, without calendar: another row may bring the event elsewhere. */
const namesOf = ({ uid, askedUid, recurrenceId }: OutboxRow): EventRef[] =>
  [uid, askedUid ?? uid].map((name) => ({ calendarId: null, uid: name, recurrenceId }))

function refuseWhenNotWritable(writable: readonly MemberCalendar[], rows: readonly OutboxRow[]): void {
  const through = new Set(writable.map(({ writesThrough }) => writesThrough))
  const written = rows.flatMap((row) => [row.calendarId ?? [], (isMove(row) ? row.destinationId : null) ?? []].flat())
  if (written.some((id) => !through.has(id))) throw forbidden()
}
