import { type TSchema, t } from 'elysia'
import * as shape from './schemas'

export interface Answer {
  says: string
  status: number
  /** Null for a redirect, which has no body. */
  schema: TSchema | null
  mediaType: string
  /** Besides what every guarded or writing route may answer; see `document.ts`. */
  errors: readonly number[]
}

const answer = (status: number, schema: TSchema, says: string, ...errors: number[]): Answer => ({
  says,
  status,
  schema,
  mediaType: 'application/json',
  errors,
})

const text = (mediaType: string, says: string, ...errors: number[]): Answer => ({
  says,
  status: 200,
  schema: t.String(),
  mediaType,
  errors,
})

const redirect = (says: string, ...errors: number[]): Answer => ({
  says,
  status: 302,
  schema: null,
  mediaType: '',
  errors,
})

/** Frames of `event`, `id` and `data`, the last one JSON of the shapes that are named. */
const stream = (frames: string) => text('text/event-stream', `Server-Sent Events: ${frames}`)

/** What each route answers when all goes well, and which refusals it has of its own. */
export const ANSWERS: Record<string, Answer> = {
  'GET /health': answer(200, shape.HEALTH, 'Whether the database is there', 503),
  'GET /health/live': answer(200, shape.OK, 'Whether the process is there'),
  'GET /metrics': text('text/plain', 'Prometheus text, for readers on this machine or with METRICS_TOKEN', 403),

  'GET /api/auth/mode': answer(200, shape.AUTH_MODE, 'Which ways to sign in there are', 503),
  'POST /api/auth/local/login': answer(200, shape.OK, 'Signs in and sets the session cookie', 400, 401, 423, 429, 503),
  'POST /api/auth/local/logout': answer(200, shape.OK, 'Ends the session on all its copies', 503),
  'GET /api/auth/local/logout': answer(
    200,
    shape.OK,
    "The same by a link, but for one on another site's page",
    403,
    503,
  ),
  'GET /api/login': redirect('To the identity provider, or to / with a session', 401, 503),
  'GET /callback': redirect(
    'Where the identity provider sends the browser back to; /?error=… says what went wrong, and whom the household ' +
      'does not admit gets a page',
    403,
    503,
  ),

  'GET /api/me': answer(200, shape.ME, 'Who is asking'),
  'PATCH /api/me': answer(200, shape.CHANGED_ME, 'Changes the own name or colour, or both', 400),
  'GET /api/me/calendar-account': answer(200, shape.CALENDAR_ACCOUNT, 'How the own calendar account is doing'),
  'GET /api/me/reminders': answer(200, shape.REMINDERS, 'How notifications speak to the caller'),
  'PATCH /api/me/reminders': answer(200, shape.REMINDERS, 'Changes the language of notifications', 400),
  'POST /api/me/credential': answer(200, shape.OK, 'Checks and stores the own calendar account', 400),
  'POST /api/me/password': answer(200, shape.OK, 'Changes the own password and ends other sessions', 400, 403, 404),
  'GET /api/me/calendars': answer(200, shape.OWN_CALENDARS, 'Own calendars'),
  'PATCH /api/me/calendars/:id': answer(200, shape.OWN_CALENDAR, 'Hides an own calendar, or shows it again', 400, 404),
  'POST /api/me/link-oidc': answer(200, shape.LINK, 'Begins to link the own identity; the state is valid once'),

  'GET /api/me/writes': answer(
    200,
    shape.WRITES,
    'The newest 500 own writes that are not done, fewer where texts are long; a move once',
  ),
  'POST /api/me/writes/:id/retry': answer(
    202,
    shape.RETRIED,
    'Sends it again onto the newest version',
    400,
    403,
    404,
    409,
  ),
  'DELETE /api/me/writes/:id': answer(
    200,
    shape.ID,
    'Forgets it; 409 while it is being sent, or may leave a move half done',
    400,
    404,
    409,
  ),

  'GET /api/events': answer(200, shape.OCCURRENCES, 'Occurrences in a window of at most 90 days', 400),
  'GET /api/events/writable-calendars': answer(200, shape.WRITABLE, 'Own calendars and the shared one'),
  'GET /api/events/freshness': answer(200, shape.FRESHNESS, 'When the calendars one sees were last read', 400),
  'GET /api/events/sync-status': answer(200, shape.SYNC_STATUS, 'What became of the own writes to an event', 400),
  'GET /api/events/:uid/edit': answer(200, shape.EVENT_FORM, 'An event as a form; of a series its start', 400, 404),
  'GET /api/events/:uid/meeting': answer(200, shape.MEETING, 'Who would hear of a change, and as what', 400, 404),
  'POST /api/events/create': answer(202, shape.UID, 'Queues a new event; takes an Idempotency-Key', 400, 403, 422),
  'PATCH /api/events/:uid/edit': answer(
    202,
    shape.UID,
    'Queues a change; takes an Idempotency-Key. 409: changed elsewhere to another value since `base`',
    400,
    403,
    404,
    409,
    422,
  ),
  'DELETE /api/events/:uid': answer(202, shape.UID, 'Queues a removal', 400, 403, 404),
  'POST /api/events/refresh': answer(202, shape.OK, 'Synchronises the own calendars now'),

  'GET /api/lists': answer(200, shape.LISTS, 'Own lists and those shared with the caller'),
  'POST /api/lists': answer(201, shape.COUNTED_LIST, 'A new list', 400),
  'PATCH /api/lists/:id': answer(200, shape.LIST, 'Renames; the owner also shares or unshares', 400, 403, 404),
  'DELETE /api/lists/:id': answer(200, shape.ID, "Removes a list with its items; the owner's right", 400, 403, 404),
  'GET /api/lists/:id/items': answer(200, shape.ITEMS, 'Items in their order', 400, 403, 404),
  'POST /api/lists/:id/items': answer(201, shape.ITEM, 'A new item; takes an Idempotency-Key', 400, 403, 404, 422),
  'DELETE /api/lists/:id/items': answer(
    200,
    shape.IDS,
    'Removes what is checked; the ids of it, in their order',
    400,
    403,
    404,
  ),
  'PATCH /api/list-items/:itemId': answer(200, shape.ITEM, 'One change; takes an Idempotency-Key', 400, 403, 404, 422),
  'DELETE /api/list-items/:itemId': answer(200, shape.ID, 'Removes an item', 400, 403, 404),

  'GET /api/sse/heartbeat': stream('heartbeat `{ ts, id }` at once and every 10 seconds, counting from 0'),
  'GET /api/sse/lists': stream(
    '`{ type, listId, payload }`: list:updated (id, name), list:deleted (id), item:added (id, listId, text, clientId if ' +
      'given), item:updated (id, listId), item:deleted (id); heartbeat `{ ts }` every 30 seconds',
  ),
  'GET /api/sse/events': stream(
    'calendar:changed `{ type, calendarId, payload: { calendarId } }`, sync:status `{ type, uid, status }` of the own ' +
      'writes; heartbeat `{ ts }` every 30 seconds',
  ),

  'GET /api/push/vapid-public-key': answer(200, shape.PUBLIC_KEY, 'The key that a subscription is made with'),
  'POST /api/push/subscription': answer(201, shape.OK, 'Remembers a device', 400),
  'DELETE /api/push/subscription': answer(200, shape.OK, "Forgets one device, or all of the caller's", 400),
  'POST /api/push/test': answer(200, shape.TRIAL, "Sends to the caller's devices and says how many accepted"),

  'GET /api/setup/status': answer(200, shape.SETUP_STATUS, 'Whether the wizard is closed to the caller', 503),
  'POST /api/setup/config': answer(200, shape.OK, 'Stores the settings', 400, 423, 503),
  'POST /api/setup/validate/db': answer(200, shape.OK, 'Checks the database', 423, 503),
  'POST /api/setup/validate/oidc': answer(200, shape.OK, 'Checks the stored issuer', 400, 423, 503),
  'POST /api/setup/validate/vapid': answer(200, shape.OK, 'Checks the stored push key', 400, 423, 503),
  'POST /api/setup/credential': answer(200, shape.OK, 'The first admin and its calendar account', 400, 409, 423, 503),
  'POST /api/setup/complete': answer(200, shape.OK, 'Locks the wizard', 422, 423, 503),

  'GET /api/admin/members': answer(200, shape.MEMBERS, 'Everyone in the household'),
  'POST /api/admin/members': answer(201, shape.ID, 'A new member with a local account', 400, 409),
  'PATCH /api/admin/members/:id': answer(200, shape.OK, 'Renames, gives or takes the admin role', 400, 404, 409),
  'DELETE /api/admin/members/:id': answer(200, shape.ID, 'Removes a member and all that is theirs', 400, 404, 409),
  'POST /api/admin/members/:id/sign-out': answer(200, shape.OK, 'Ends every session of a member', 400, 404),
  'POST /api/admin/members/:id/password': answer(200, shape.OK, 'Sets a password and ends a lockout', 400, 404),
  'GET /api/admin/admissions': answer(200, shape.ADMISSIONS, 'Who waits to be admitted, the latest first'),
  'POST /api/admin/admissions/:id/admit': answer(201, shape.ID, 'Makes somebody who waits a member', 400, 404),
  'DELETE /api/admin/admissions/:id': answer(200, shape.ID, 'Turns somebody away; they may ask again', 400, 404),
  'POST /api/admin/credentials': answer(200, shape.OK, "Checks and stores a member's calendar account", 400),
  'GET /api/admin/calendars': answer(200, shape.ADMIN_CALENDARS, 'Every calendar'),
  'PUT /api/admin/calendars/:id/shared': answer(200, shape.OK, 'Makes a calendar the shared one', 400, 404),
  'GET /api/admin/config/timezone': answer(200, shape.TIMEZONE, "The household's zone"),
  'PUT /api/admin/config/timezone': answer(200, shape.OK, "Sets the household's zone", 400),
  'POST /api/admin/config/timezone/seed': answer(200, shape.SEEDED, 'Sets the zone when none is set', 400),
  'GET /api/admin/writes': answer(200, shape.WRITE_COUNTS, 'How many writes of each member wait or failed'),
  'GET /api/admin/sync': answer(200, shape.SYNC_HEALTH, 'How each calendar and the outbox are doing'),

  'GET /api/openapi': text('text/html', 'This description as a page'),
  'GET /api/openapi/json': answer(200, shape.DOCUMENT, 'This description'),
}

/** Routes that take an `Idempotency-Key`: the same request again is answered as the first time, and done once. */
export const KEYED = [
  'POST /api/events/create',
  'PATCH /api/events/:uid/edit',
  'POST /api/lists/:id/items',
  'PATCH /api/list-items/:itemId',
]
