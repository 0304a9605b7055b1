import { and, desc, eq, inArray, isNotNull, isNull, lte, or } from 'drizzle-orm'
import type { Transaction } from '../../platform/db/client'
import { calendars, outbox } from '../../platform/db/schema'
import { notFound } from '../../platform/http-errors'
import type { EffectiveRange, EventRef } from '../event-ref'
import { covering } from './event-rows'
import { destinations } from './jobs'
import type { EventAt } from './lock'

/**
 * Where a queued move takes an event. `removed`: a removal is queued, or the destination is gone; `returns`: what a move
 * has copied is taken back.
 */
type Departure = 'removed' | 'returns' | { uid: string; url: string; href: string }

/** Refuses a change of an event, or of an occurrence, that a queued row removes or moves. @throws Refusal 404 */
export async function refuseWhenLeaving(tx: Transaction, at: EventAt, effective: EffectiveRange | null): Promise<void> {
  if ((await selectDeparture(tx, at, effective?.recurrenceId ?? null)) !== null) throw notFound()
}

/** The last queued removal or move of the event, or of one of its occurrences; null: there is none. */
export async function selectDeparture(
  tx: Transaction,
  { event, calendar }: { event: EventRef; calendar: { url: string } },
  recurrenceId: string | null,
): Promise<Departure | null> {
  const [leaving] = await tx
    .select({
      groupId: outbox.groupId,
      operation: outbox.operation,
      href: outbox.destinationHref,
      url: destinations.url,
    })
    .from(outbox)
    .innerJoin(calendars, eq(calendars.id, outbox.calendarId))
    .leftJoin(destinations, eq(destinations.id, outbox.destinationId))
    .where(
      and(
        eq(calendars.url, calendar.url),
        covering({ ...event, calendarId: null, recurrenceId }),
        or(and(eq(outbox.operation, 'delete'), removes(recurrenceId)), isNotNull(outbox.destinationHref)),
        eq(outbox.status, 'pending'),
      ),
    )
    .orderBy(desc(outbox.id))
    .limit(1)
  if (leaving === undefined) return null
  const { groupId, href, url } = leaving
  if (leaving.operation === 'delete' && href !== null) return 'returns'
  if (href !== null) return url === null ? 'removed' : { uid: event.uid, url, href }
  return (groupId === null ? null : await selectCopy(tx, groupId)) ?? 'removed'
}

/** Removals of the whole, or of that occurrence; its names are in the order of time. */
function removes(recurrenceId: string | null) {
  const isWhole = isNull(outbox.range)
  if (recurrenceId === null) return isWhole
  const isFromHere = and(eq(outbox.range, 'thisAndFuture'), lte(outbox.formRecurrenceId, recurrenceId))
  return or(isWhole, isFromHere, eq(outbox.recurrenceId, recurrenceId))
}

/** The copy that a move makes, or has made. */
async function selectCopy(tx: Transaction, groupId: string): Promise<Departure | null> {
  const [copy] = await tx
    .select({ uid: outbox.uid, url: calendars.url, href: outbox.href })
    .from(outbox)
    .innerJoin(calendars, eq(calendars.id, outbox.calendarId))
    .where(
      and(eq(outbox.groupId, groupId), eq(outbox.operation, 'create'), inArray(outbox.status, ['pending', 'done'])),
    )
  return copy ?? null
}
