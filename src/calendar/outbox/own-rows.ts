import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '../../platform/db/client'
import { outbox } from '../../platform/db/schema'
import { notFound } from '../../platform/http-errors'
import { UNSETTLED } from '../../platform/outbox-states'
import { holdCalendars } from './holding'
import type { OutboxRow } from './rows'

/**
 * A member's write that is not done, with the rows that were queued with it and are not done either, in their order. They
 * and their calendars are held until the transaction ends. @throws Refusal 404, also for another member's
 */
export async function holdOwnWrite(tx: Transaction, memberId: number, id: number): Promise<OutboxRow[]> {
  const [asked] = await tx
    .select()
    .from(outbox)
    .where(ownUnsettled(memberId, eq(outbox.id, id)))
  if (asked === undefined) throw notFound()
  const together = asked.groupId === null ? eq(outbox.id, id) : eq(outbox.groupId, asked.groupId)
  const rows = () => tx.select().from(outbox).where(ownUnsettled(memberId, together)).orderBy(asc(outbox.id))
  const calendarIds = (await rows()).flatMap((row) => [row.calendarId ?? [], row.destinationId ?? []].flat())
  await holdCalendars(tx, calendarIds)
  const held = await rows().for('update')
  if (held.length === 0) throw notFound()
  return held
}

const ownUnsettled = (memberId: number, condition: ReturnType<typeof eq>) =>
  and(eq(outbox.authorId, memberId), inArray(outbox.status, UNSETTLED), condition)
