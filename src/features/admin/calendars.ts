import { Elysia } from 'elysia'
import { allCalendars } from '../../household/calendars'
import { shareCalendar } from '../../household/shared-calendar'
import { admin } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { IdPath } from './model'

/** Which calendar belongs to everyone. */
export const calendarRoutes = (ctx: Context) =>
  new Elysia()
    .use(admin(ctx))
    .get('/calendars', async () => ({ calendars: await allCalendars(ctx) }))
    .put(
      '/calendars/:id/shared',
      async ({ params }) => {
        await shareCalendar(ctx, params.id)
        return { ok: true }
      },
      { params: IdPath },
    )
