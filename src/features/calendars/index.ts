import { Elysia } from 'elysia'
import { changeOwnCalendar, ownCalendars } from '../../household/calendars'
import { session } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { answers } from '../../platform/http-answers'
import { notFound } from '../../platform/http-errors'
import { CalendarChangeBody, CalendarPath, OWN_CALENDAR, OWN_CALENDARS, type OwnCalendar } from './model'

/** What members decide about their own calendars. */
export const calendars = (ctx: Context) =>
  new Elysia({ name: 'calendars', prefix: '/api/me/calendars' })
    .use(session(ctx))
    .get('', async ({ memberId }) => ({ calendars: await ownCalendars(ctx, memberId) }), {
      detail: answers(200, OWN_CALENDARS, 'Own calendars'),
    })
    .patch(
      '/:id',
      async ({ memberId, params, body }): Promise<OwnCalendar> => {
        const calendar = await changeOwnCalendar(ctx, memberId, params.id, body)
        if (calendar === null) throw notFound()
        // The member's other devices look again; nobody else sees anything different.
        ctx.hub.publish({ topic: 'calendar', calendarId: calendar.id, readers: [memberId] })
        return calendar
      },
      {
        params: CalendarPath,
        body: CalendarChangeBody,
        detail: answers(200, OWN_CALENDAR, 'Hides an own calendar, or shows it again', 400, 404),
      },
    )
