import { lt } from 'drizzle-orm'
import { announceQueued, queueCreate } from '../../calendar/outbox/queue'
import { isWritable, type MemberCalendar, readableCalendars } from '../../household/calendars'
import { sharedCalendarOwner } from '../../household/shared-calendar'
import type { DisplayPrincipal } from '../../identity/display-session'
import type { Context } from '../../platform/context'
import type { Executor, Transaction } from '../../platform/db/client'
import { displayWrites } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import { DAY_MS } from '../../platform/durations'
import { Refusal } from '../../platform/http-errors'
import { answerOnce } from '../../platform/idempotency'
import { PRUNED_AT_ONCE } from '../../platform/pruning'
import { validForm } from './service'

/** As long as the outbox keeps what has ended. */
const KEPT_MS = 30 * DAY_MS

/**
 * Queues an event that was added on a display, in the household's calendar. Its author is the admin who made the display,
 * else the calendar's owner: a write needs a member who may try it again. With a key it is queued once. Returns its uid.
 * @throws Refusal 400, 422 without a shared calendar that can be written to, or for a key of another request
 */
export async function createDisplayEvent(
  ctx: Context,
  display: DisplayPrincipal,
  body: unknown,
  key: string | null,
): Promise<string> {
  const { calendarUrl: _, ...form } = validForm(body)
  const parts = ['create on a display', display.id, form]
  const uid = await inTransaction(ctx.db, async (tx) => {
    const memberId = display.addedBy ?? (await sharedCalendarOwner(tx))
    const calendar = memberId === null ? null : await writableSharedCalendar(tx, memberId)
    if (memberId === null || calendar === null) {
      throw new Refusal(422, 'The household has no shared calendar that can be written to')
    }
    return answerOnce(ctx, tx, { memberId, key, parts }, async () => {
      const queued = await queueCreate(ctx, tx, calendar, { memberId, form })
      await noteWrite(ctx, tx, { displayId: display.id, authorId: memberId, uid: queued.event.uid })
      announceQueued(ctx, tx, queued)
      return queued.event.uid
    })
  })
  ctx.signals.drain()
  return uid
}

/** Notes what was added on a display, and forgets what has long ended. */
async function noteWrite(
  { now }: Context,
  tx: Transaction,
  write: { displayId: number; authorId: number; uid: string },
): Promise<void> {
  const createdAt = now()
  await tx.insert(displayWrites).values({ ...write, createdAt })
  await tx
    .delete(displayWrites)
    .where(lt(displayWrites.createdAt, new Date(createdAt.getTime() - KEPT_MS)))
    .limit(PRUNED_AT_ONCE)
}

async function writableSharedCalendar(db: Executor, memberId: number): Promise<MemberCalendar | null> {
  const calendars = await readableCalendars({ db }, memberId)
  return calendars.find((calendar) => calendar.isShared && isWritable(calendar)) ?? null
}
