import { and, asc, eq, ne } from 'drizzle-orm'
import { Elysia } from 'elysia'
import { holdHousehold } from '../../household/members'
import { admin } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { calendars, members, removedSharedCalendars } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import { answers } from '../../platform/http-answers'
import { notFound } from '../../platform/http-errors'
import { OK } from '../../platform/http-schema'
import { type AdminCalendar, CALENDARS, IdPath } from './model'

/** Which calendar belongs to everyone. */
export const calendarRoutes = (ctx: Context) =>
  new Elysia()
    .use(admin(ctx))
    .get('/calendars', async () => ({ calendars: await readCalendars(ctx) }), {
      detail: answers(200, CALENDARS, 'Every calendar'),
    })
    .put(
      '/calendars/:id/shared',
      async ({ params }) => {
        await shareCalendar(ctx, params.id)
        return { ok: true }
      },
      { params: IdPath, detail: answers(200, OK, 'Makes a calendar the shared one', 400, 404) },
    )

async function readCalendars(ctx: Context): Promise<AdminCalendar[]> {
  return ctx.db
    .select({
      id: calendars.id,
      displayName: calendars.displayName,
      isShared: calendars.isShared,
      ownerId: calendars.userId,
      ownerName: members.displayName,
    })
    .from(calendars)
    .innerJoin(members, eq(members.id, calendars.userId))
    .orderBy(asc(calendars.id))
}

/** Makes one calendar the household's shared one, in place of any other. @throws Refusal 404, changing nothing */
async function shareCalendar(ctx: Context, calendarId: number): Promise<void> {
  const previous = await inTransaction(ctx.db, async (tx) => {
    // Of two choices at once the second must see, and undo, the first.
    await holdHousehold(ctx, tx)
    const [target] = await tx.select({ id: calendars.id }).from(calendars).where(eq(calendars.id, calendarId))
    if (target === undefined) throw notFound()
    const isOtherShared = and(eq(calendars.isShared, true), ne(calendars.id, calendarId))
    const others = await tx.select({ id: calendars.id }).from(calendars).where(isOtherShared)
    await tx.update(calendars).set({ isShared: false }).where(isOtherShared)
    await tx.update(calendars).set({ isShared: true }).where(eq(calendars.id, calendarId))
    // A former one that comes back is not chosen any more.
    await tx.delete(removedSharedCalendars)
    return others
  })
  for (const { id } of [...previous, { id: calendarId }]) {
    ctx.hub.publish({ topic: 'calendar', calendarId: id, readers: 'everyone' })
  }
}
