import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNotNull, not, or } from 'drizzle-orm'
import type { MemberCalendar } from '../../household/calendars'
import type { Context } from '../../platform/context'
import type { Transaction } from '../../platform/db/client'
import { outbox } from '../../platform/db/schema'
import { forbidden } from '../../platform/http-errors'
import { pathKey } from '../caldav/path'
import type { EffectiveRange, EventRef } from '../event-ref'
import { UID_SUFFIX } from '../ical/build'
import type { EventForm } from '../ical/form'
import type { CachedEvent } from './cached-event'
import { coveredBy, underEitherName } from './event-rows'
import type { OutboxRow } from './jobs'
import type { EventAt } from './lock'
import { UNMADE } from './states'

export type NewRow = typeof outbox.$inferInsert & EventRef & { calendarId: number }

/** The columns of a row for a new event, with its uid and href. */
export function newEvent(ctx: Context, memberId: number, calendar: MemberCalendar, form: EventForm) {
  const id = randomUUID()
  return {
    ...commonColumns(ctx, memberId, calendar),
    operation: 'create' as const,
    uid: `${id}${UID_SUFFIX}`,
    recurrenceId: null,
    href: `${pathKey(calendar.url, calendar.url)}${id}.ics`,
    payload: JSON.stringify(form),
  }
}

/** The columns of a row that writes an object as it is, under the uid that it has. */
export function importedEvent(
  ctx: Context,
  memberId: number,
  calendarId: number,
  { url, uid, object }: { url: string; uid: string; object: string },
) {
  return {
    ...freshColumns(ctx),
    authorId: memberId,
    calendarId,
    operation: 'create' as const,
    uid,
    recurrenceId: null,
    href: `${pathKey(url, url)}${randomUUID()}.ics`,
    sourceObject: object,
    isImport: true,
  }
}

/** The columns of a row for an existing event; without `effective` it is about the event as a whole. */
export function existingEvent(
  ctx: Context,
  memberId: number,
  { event: { uid }, calendar }: EventAt,
  { href, etag }: Pick<CachedEvent, 'href' | 'etag'>,
  effective: EffectiveRange | null = null,
) {
  // Only a single occurrence has an order and failures of its own.
  const recurrenceId = effective?.range === 'this' ? effective.recurrenceId : null
  return { ...commonColumns(ctx, memberId, calendar), ...rangeColumns(effective), uid, recurrenceId, href, etag }
}

/** The columns that say how much of a series a row is about, and of which occurrence its form speaks. */
export const rangeColumns = (effective: EffectiveRange | null) => ({
  range: effective?.range ?? null,
  formRecurrenceId: effective?.recurrenceId ?? null,
})

/** A row that removes what a create has made, in the version that is cached by then. */
export const removalOf = (ctx: Context, { authorId, calendarId, uid, href }: OutboxRow) => ({
  ...freshColumns(ctx),
  authorId,
  calendarId,
  operation: 'delete' as const,
  uid,
  href,
})

/**
 * A row that takes back a copy whose original was not removed: as long as that stands, and nobody has changed the copy
 * since it was sent.
 */
export const returnOf = (
  ctx: Context,
  copy: OutboxRow,
  original: Pick<OutboxRow, 'calendarId' | 'href'>,
): typeof outbox.$inferInsert => ({
  ...removalOf(ctx, copy),
  sourceObject: copy.sentObject ?? '',
  destinationId: original.calendarId,
  destinationHref: original.href,
})

function commonColumns(ctx: Context, memberId: number, { writesThrough }: MemberCalendar) {
  if (writesThrough === null) throw forbidden()
  return { ...freshColumns(ctx), authorId: memberId, calendarId: writesThrough }
}

function freshColumns({ now }: Context) {
  const at = now()
  return { operationId: randomUUID(), nextAttemptAt: at, createdAt: at, updatedAt: at }
}

/** Inserts rows. A new write of an event replaces its author's failed ones. */
export async function insertRows(tx: Transaction, rows: readonly NewRow[]): Promise<void> {
  for (const row of rows) if (row.operation !== 'create') await forgetFailures(tx, row)
  // One by one: the ids of a multi-row insert need not grow in order everywhere, and a create precedes its delete.
  for (const row of rows) await tx.insert(outbox).values(row)
}

/** Deletes whole groups: half a move must not be retried. */
async function forgetFailures(tx: Transaction, row: NewRow): Promise<void> {
  const isFailure = and(eq(outbox.authorId, row.authorId), inArray(outbox.status, UNMADE))
  // A change of the copy says nothing of the original, and the two stand until one is removed.
  const isOfCopy = or(and(eq(outbox.operation, 'create'), isNotNull(outbox.groupId)), isOfReturn)!
  const failures = await tx
    .select({ id: outbox.id, groupId: outbox.groupId })
    .from(outbox)
    .where(and(isFailure, not(isOfCopy), underEitherName(coveredBy, row)))
  if (failures.length === 0) return
  const ids = failures.map(({ id }) => id)
  const groups = failures.flatMap(({ groupId }) => groupId ?? [])
  const isForgotten = and(isFailure, or(inArray(outbox.id, ids), inArray(outbox.groupId, groups)))
  const { authorId, operation, groupId, uid } = outbox
  const forgotten = await tx.select({ authorId, operation, groupId, uid }).from(outbox).where(isForgotten)
  await tx.delete(outbox).where(isForgotten)
  await resumeReturns(tx, forgotten, row.updatedAt)
}

/** With a move that is given up goes its copy: what could not be taken back is tried again. */
export async function resumeReturns(
  tx: Transaction,
  givenUp: readonly Pick<OutboxRow, 'authorId' | 'operation' | 'groupId' | 'uid'>[],
  now: Date,
): Promise<void> {
  const copies = givenUp.flatMap(({ operation, groupId, uid }) =>
    operation === 'create' && groupId !== null ? uid : [],
  )
  if (copies.length === 0) return
  await tx
    .update(outbox)
    .set({ status: 'pending', attemptCount: 0, error: null, errorCode: null, nextAttemptAt: now, updatedAt: now })
    .where(
      and(
        eq(outbox.authorId, givenUp[0]!.authorId),
        inArray(outbox.uid, copies),
        isOfReturn,
        inArray(outbox.status, UNMADE),
      ),
    )
}

/** `isReturn`, said to the database. */
const isOfReturn = and(eq(outbox.operation, 'delete'), isNotNull(outbox.destinationHref))
