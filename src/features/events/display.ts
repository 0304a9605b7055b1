import { Elysia } from 'elysia'
import type { WindowReader } from '../../calendar/window/reader'
import { addingDisplay, display } from '../../identity/display-session'
import type { Context } from '../../platform/context'
import { answers } from '../../platform/http-answers'
import { idempotency } from '../../platform/idempotency'
import { HOUSEHOLD_OCCURRENCES } from '../shared/occurrence'
import { windowOf } from '../shared/window'
import { createDisplayEvent } from './display-event'
import { DisplayWindowQuery, EventFormBody, UID } from './model'
import { readDisplayWindow } from './read-window'

const PREFIX = '/api/display/events'

/** The events that a display shows, and those that are added on it. */
export const displayEvents = (ctx: Context, window: WindowReader) =>
  new Elysia({ name: 'display-events' }).use(reading(ctx, window)).use(adding(ctx))

const reading = (ctx: Context, window: WindowReader) =>
  new Elysia({ prefix: PREFIX }).use(display(ctx)).get(
    '',
    async ({ display, query }) => ({
      occurrences: await readDisplayWindow(ctx, window, display.id, windowOf(query)),
    }),
    {
      query: DisplayWindowQuery,
      detail: answers(200, HOUSEHOLD_OCCURRENCES, 'What the display shows of at most 90 days', 400),
    },
  )

const adding = (ctx: Context) =>
  new Elysia({ prefix: PREFIX })
    .use(addingDisplay(ctx))
    .use(idempotency())
    .post(
      '',
      async ({ display, body, idempotencyKey, status }) =>
        status(202, { uid: await createDisplayEvent(ctx, display, body, idempotencyKey) }),
      {
        isIdempotent: true,
        body: EventFormBody,
        detail: answers(
          202,
          UID,
          "Queues a new event in the household's calendar, whichever the form names; takes an Idempotency-Key",
          400,
          422,
        ),
      },
    )
