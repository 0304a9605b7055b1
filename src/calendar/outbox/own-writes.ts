import { and, desc, eq, inArray } from 'drizzle-orm'
import { householdZone } from '../../household/settings'
import type { Context } from '../../platform/context'
import { calendars, events, outbox } from '../../platform/db/schema'
import { IcalError } from '../ical/error'
import { formOf, type StoredForm } from '../ical/form'
import type { Zone } from '../ical/zones'
import { storedPayload } from './stored'

/** Rows that are not done. */
export const UNSETTLED = ['pending', 'failed', 'dead'] as const

/** A write that is on its way, or could not be made. */
export interface OwnWrite {
  id: number
  uid: string
  calendarId: number | null
  operation: 'create' | 'update' | 'delete'
  status: (typeof UNSETTLED)[number]
  error: string | null
  attemptCount: number
  createdAt: Date
  /** The form as it was asked for; null for a delete. */
  form: unknown
  /** The event as it is cached, null when it is not. */
  current: { form: StoredForm; calendarUrl: string } | null
}

/** The member's own writes that are not done, the newest first; a move, which is two rows, once. */
export async function readOwnWrites(ctx: Context, memberId: number): Promise<OwnWrite[]> {
  const zone = await householdZone(ctx)
  const rows = await ctx.db
    .select({ row: outbox, url: calendars.url, text: events.rawVevent })
    .from(outbox)
    .leftJoin(calendars, eq(calendars.id, outbox.calendarId))
    .leftJoin(events, and(eq(events.calendarId, outbox.calendarId), eq(events.uid, outbox.uid)))
    .where(and(eq(outbox.authorId, memberId), inArray(outbox.status, UNSETTLED)))
    .orderBy(desc(outbox.id))
  const groups = Map.groupBy(rows, ({ row }) => row.groupId ?? row.id)
  return [...groups.values()].map((group) => {
    const { id, uid, calendarId, operation, status, error, attemptCount, createdAt, payload } = group.at(-1)!.row
    // The copy is not there before it is made: what is to be moved stands with the row that removes it.
    const cached = group.findLast(({ text }) => text !== null)
    return {
      id,
      uid,
      calendarId,
      operation,
      status: status as OwnWrite['status'],
      error,
      attemptCount,
      createdAt,
      form: storedPayload(payload),
      current: cached === undefined ? null : currentOf(cached.text!, cached.url!, zone),
    }
  })
}

function currentOf(text: string, calendarUrl: string, zone: Zone): OwnWrite['current'] {
  try {
    return { form: formOf(text, zone), calendarUrl }
  } catch (error) {
    if (error instanceof IcalError) return null
    throw error
  }
}
