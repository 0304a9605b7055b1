import { Elysia } from 'elysia'
import { changeOwnCalendar, ownCalendars } from '../../household/own-calendars'
import { session } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { answers } from '../../platform/http-answers'
import { badRequest } from '../../platform/http-errors'
import { IdPath } from '../../platform/http-schema'
import { withoutAbsent } from '../shared/without-absent'
import { CalendarChangeBody, OWN_CALENDAR, OWN_CALENDARS } from './model'

/** What members decide about their own calendars. */
export const calendars = (ctx: Context) =>
  new Elysia({ name: 'calendars', prefix: '/api/me/calendars' })
    .use(session(ctx))
    .get('', async ({ memberId }) => ({ calendars: await ownCalendars(ctx, memberId) }), {
      detail: answers(200, OWN_CALENDARS, 'Own calendars'),
    })
    .patch(
      '/:id',
      async ({ memberId, params, body: { color, ...rest } }) => {
        const change = withoutAbsent({ ...rest, color: color?.toUpperCase() })
        if (Object.keys(change).length === 0) throw badRequest(`Give any of ${FIELDS.join(', ')}`)
        return changeOwnCalendar(ctx, memberId, params.id, change)
      },
      {
        params: IdPath,
        body: CalendarChangeBody,
        detail: answers(
          200,
          OWN_CALENDAR,
          'Changes what an own calendar is to oneself and to others, here alone',
          400,
          404,
        ),
      },
    )

const FIELDS = Object.keys(CalendarChangeBody.properties)
