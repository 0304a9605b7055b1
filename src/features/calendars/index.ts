import { Elysia } from 'elysia'
import { changeOwnCalendar, ownCalendars } from '../../household/own-calendars'
import { session } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { answers } from '../../platform/http-answers'
import { CalendarChangeBody, CalendarPath, OWN_CALENDAR, OWN_CALENDARS } from './model'

/** What members decide about their own calendars. */
export const calendars = (ctx: Context) =>
  new Elysia({ name: 'calendars', prefix: '/api/me/calendars' })
    .use(session(ctx))
    .get('', async ({ memberId }) => ({ calendars: await ownCalendars(ctx, memberId) }), {
      detail: answers(200, OWN_CALENDARS, 'Own calendars'),
    })
    .patch('/:id', async ({ memberId, params, body }) => changeOwnCalendar(ctx, memberId, params.id, body), {
      params: CalendarPath,
      body: CalendarChangeBody,
      detail: answers(200, OWN_CALENDAR, 'Hides an own calendar, or shows it again', 400, 404),
    })
