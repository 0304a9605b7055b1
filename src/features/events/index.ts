import { Elysia } from 'elysia'
import { wholeEvent } from '../../calendar/event-ref'
import { syncStatus } from '../../calendar/outbox/status'
import { createSearch } from '../../calendar/search'
import type { WindowReader } from '../../calendar/window/reader'
import { householdCalendars, ownersOf, readableCalendars, writableCalendars } from '../../household/calendars'
import { calendarRevisions } from '../../household/revisions'
import { session } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { answers, answersTagged } from '../../platform/http-answers'
import { OK } from '../../platform/http-schema'
import type { TaggedAnswers } from '../../platform/http-tagged'
import { idempotency } from '../../platform/idempotency'
import { INSTANCE_FORM } from '../shared/event-form'
import { HouseholdQuery, isOfHousehold } from '../shared/household-query'
import { windowOf } from '../shared/window'
import { effectiveRangeIn, instanceIn } from './effective-range'
import { readMeeting } from './meeting'
import {
  CLASH,
  calendarIdOf,
  EventChangeBody,
  EventFormBody,
  EventPath,
  EventQuery,
  FRESHNESS,
  InstanceQuery,
  MEETING,
  OCCURRENCES,
  RangeQuery,
  StatusQuery,
  SYNC_STATUS,
  type SyncStatus,
  UID,
  WindowQuery,
  WRITABLE_CALENDARS,
} from './model'
import { presentCalendar, presentFreshness } from './present'
import { readHouseholdWindow, readWindow } from './read-window'
import { searchEvents } from './search'
import { SEARCH_HITS, SearchQuery } from './search-model'
import { changeEvent, createEvent, readForm, removeEvent } from './service'

/** The calendar: reads come from the cache alone, writes are queued and sent by the outbox. */
export const events = (ctx: Context, window: WindowReader, tagged: TaggedAnswers) => {
  const find = createSearch(ctx, window)
  return new Elysia({ name: 'events', prefix: '/api/events' })
    .use(session(ctx))
    .use(idempotency())
    .get(
      '',
      async ({ memberId: reader, query, request, set }) => {
        const days = windowOf(query)
        const [told, read] = isOfHousehold(query)
          ? (['household', readHouseholdWindow] as const)
          : (['readable', readWindow] as const)
        const version = await calendarRevisions(ctx, reader, told)
        const build = async () => ({ occurrences: await read(ctx, window, reader, days) })
        return tagged({ request, set }, { reader, version, build })
      },
      { query: WindowQuery, detail: answersTagged(OCCURRENCES, 'Occurrences in a window of at most 90 days', 400) },
    )
    .get('/search', ({ memberId, query }) => searchEvents(ctx, find, memberId, query), {
      query: SearchQuery,
      detail: answers(200, SEARCH_HITS, 'Events that say every word, what comes first; a series once', 400),
    })
    .get(
      '/writable-calendars',
      async ({ memberId }) => {
        const calendars = await writableCalendars(ctx, memberId)
        return { calendars: calendars.map(presentCalendar) }
      },
      { detail: answers(200, WRITABLE_CALENDARS, 'Own calendars and the shared one') },
    )
    .get(
      '/freshness',
      async ({ memberId, query }) => {
        const calendars = await seenCalendars(ctx, memberId, query)
        return {
          now: ctx.now().toISOString(),
          calendars: presentFreshness(calendars),
          ...(isOfHousehold(query) && { owners: [...new Set([memberId, ...ownersOf(calendars)])] }),
        }
      },
      { query: HouseholdQuery, detail: answers(200, FRESHNESS, 'When the calendars one sees were last read', 400) },
    )
    .get(
      '/sync-status',
      ({ memberId, query }): Promise<SyncStatus> =>
        syncStatus(ctx, memberId, { ...wholeEvent(query.uid), recurrenceId: instanceIn(query) }),
      {
        query: StatusQuery,
        detail: answers(200, SYNC_STATUS, 'What became of the own writes to an event', 400),
      },
    )
    .get(
      '/:uid/edit',
      ({ memberId, params, query }) => {
        const event = { ...wholeEvent(params.uid, calendarIdOf(query)), recurrenceId: instanceIn(query) }
        return readForm(ctx, memberId, event)
      },
      {
        params: EventPath,
        query: InstanceQuery,
        detail: answers(
          200,
          INSTANCE_FORM,
          'An event as a form; of a series its start, or the instance named',
          400,
          404,
        ),
      },
    )
    .get(
      '/:uid/meeting',
      ({ memberId, params, query }) => readMeeting(ctx, memberId, wholeEvent(params.uid, calendarIdOf(query))),
      {
        params: EventPath,
        query: EventQuery,
        detail: answers(200, MEETING, 'Who would hear of a change, and as what', 400, 404),
      },
    )
    .post(
      '/create',
      async ({ memberId, body, idempotencyKey, status }) =>
        status(202, { uid: await createEvent(ctx, memberId, body, idempotencyKey) }),
      {
        isIdempotent: true,
        body: EventFormBody,
        detail: answers(202, UID, 'Queues a new event; takes an Idempotency-Key', 400, 403, 422),
      },
    )
    .patch(
      '/:uid/edit',
      async ({ memberId, params, query, body, idempotencyKey, status }) => {
        const event = wholeEvent(params.uid, calendarIdOf(query))
        const asked = { event, effective: effectiveRangeIn(query) }
        return status(202, { uid: await changeEvent(ctx, memberId, asked, body, idempotencyKey) })
      },
      {
        isIdempotent: true,
        params: EventPath,
        query: RangeQuery,
        body: EventChangeBody,
        detail: answers(
          202,
          UID,
          'Queues a change; takes an Idempotency-Key. 409: changed elsewhere to another value since `base`',
          400,
          403,
          404,
          { 409: CLASH },
          422,
        ),
      },
    )
    .delete(
      '/:uid',
      async ({ memberId, params, query, status }) => {
        const event = wholeEvent(params.uid, calendarIdOf(query))
        await removeEvent(ctx, memberId, { event, effective: effectiveRangeIn(query) })
        return status(202, { uid: params.uid })
      },
      { params: EventPath, query: RangeQuery, detail: answers(202, UID, 'Queues a removal', 400, 403, 404) },
    )
    .post(
      '/refresh',
      ({ memberId, status }) => {
        ctx.signals.sync(memberId)
        return status(202, { ok: true as const })
      },
      { detail: answers(202, OK, 'Synchronises the own calendars now') },
    )
}

const seenCalendars = (ctx: Context, memberId: number, query: typeof HouseholdQuery.static) =>
  isOfHousehold(query) ? householdCalendars(ctx, memberId) : readableCalendars(ctx, memberId)
