import { Elysia } from 'elysia'
import { wholeEvent } from '../../calendar/event-ref'
import { syncStatus } from '../../calendar/outbox/status'
import { createWindowReader } from '../../calendar/window/reader'
import { householdCalendars, readableCalendars, writableCalendars } from '../../household/calendars'
import { session } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { idempotencyKeyOf } from '../../platform/idempotency'
import { readMeeting } from './meeting'
import {
  calendarIdOf,
  EventChangeBody,
  EventFormBody,
  EventPath,
  EventQuery,
  HouseholdQuery,
  isOfHousehold,
  StatusQuery,
  uidOf,
  WindowQuery,
} from './model'
import { presentCalendar, presentFreshness } from './present'
import { changeEvent, createEvent, readForm, readWindow, removeEvent } from './service'
import { windowOf } from './window'

/** The calendar: reads come from the cache alone, writes are queued and sent by the outbox. */
export const events = (ctx: Context) => {
  const window = createWindowReader(ctx)
  return new Elysia({ name: 'events', prefix: '/api/events' })
    .use(session(ctx))
    .get(
      '',
      async ({ memberId, query }) => {
        const days = windowOf(query)
        return { occurrences: await readWindow(window, await seenCalendars(ctx, memberId, query), days) }
      },
      { query: WindowQuery },
    )
    .get('/writable-calendars', async ({ memberId }) => {
      const calendars = await writableCalendars(ctx, memberId)
      return { calendars: calendars.map(presentCalendar) }
    })
    .get(
      '/freshness',
      async ({ memberId, query }) => {
        const calendars = await seenCalendars(ctx, memberId, query)
        return { now: ctx.now().toISOString(), calendars: calendars.map(presentFreshness) }
      },
      { query: HouseholdQuery },
    )
    .get('/sync-status', ({ memberId, query }) => syncStatus(ctx, memberId, wholeEvent(uidOf(query))), {
      query: StatusQuery,
    })
    .get(
      '/:uid/edit',
      ({ memberId, params, query }) => readForm(ctx, memberId, wholeEvent(params.uid, calendarIdOf(query))),
      { params: EventPath, query: EventQuery },
    )
    .get(
      '/:uid/meeting',
      ({ memberId, params, query }) => readMeeting(ctx, memberId, wholeEvent(params.uid, calendarIdOf(query))),
      { params: EventPath, query: EventQuery },
    )
    .post(
      '/create',
      async ({ memberId, body, request, status }) =>
        status(202, { uid: await createEvent(ctx, memberId, body, idempotencyKeyOf(request)) }),
      { body: EventFormBody },
    )
    .patch(
      '/:uid/edit',
      async ({ memberId, params, query, body, request, status }) => {
        const event = wholeEvent(params.uid, calendarIdOf(query))
        return status(202, { uid: await changeEvent(ctx, memberId, event, body, idempotencyKeyOf(request)) })
      },
      { params: EventPath, query: EventQuery, body: EventChangeBody },
    )
    .delete(
      '/:uid',
      async ({ memberId, params, query, status }) => {
        await removeEvent(ctx, memberId, wholeEvent(params.uid, calendarIdOf(query)))
        return status(202, { uid: params.uid })
      },
      { params: EventPath, query: EventQuery },
    )
    .post('/refresh', ({ memberId, status }) => {
      ctx.signals.sync(memberId)
      return status(202, { ok: true as const })
    })
}

const seenCalendars = (ctx: Context, memberId: number, query: typeof HouseholdQuery.static) =>
  isOfHousehold(query) ? householdCalendars(ctx, memberId) : readableCalendars(ctx, memberId)
