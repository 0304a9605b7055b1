import { Elysia } from 'elysia'
import { allCalendars } from '../../household/calendars'
import { shareCalendar } from '../../household/shared-calendar'
import { admin } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { answers } from '../../platform/http-answers'
import { IdPath, OK } from '../../platform/http-schema'
import { CALENDARS } from './model'

/** Which calendar belongs to everyone. */
export const calendarRoutes = (ctx: Context) =>
  new Elysia()
    .use(admin(ctx))
    .get('/calendars', async (): Promise<typeof CALENDARS.static> => ({ calendars: await allCalendars(ctx) }), {
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
