import type { TSchema } from '@sinclair/typebox'
import * as shape from './schemas'

export interface Answer {
  says: string
  status: number
  schema: TSchema | null
  /** Besides what every guarded route answers: 401 and 503, and for the administration 403. */
  errors: readonly number[]
}

const answer = (status: number, schema: TSchema | null, says: string, ...errors: number[]): Answer => ({
  says,
  status,
  schema,
  errors,
})

/** What each route answers when all goes well, and which refusals it has of its own. */
export const ANSWERS: Record<string, Answer> = {
  'GET /health': answer(200, shape.HEALTH, 'Whether the database is there', 503),
  'GET /health/live': answer(200, null, 'Whether the process is there'),
  'GET /metrics': answer(200, null, 'Prometheus text, for readers on this machine or with METRICS_TOKEN', 403),

  'GET /api/auth/mode': answer(200, shape.AUTH_MODE, 'Which ways to sign in there are'),
  'POST /api/auth/local/login': answer(200, shape.OK, 'Signs in and sets the session cookie', 400, 401, 423, 429, 503),
  'POST /api/auth/local/logout': answer(200, shape.OK, 'Clears the session cookie'),
  'GET /api/auth/local/logout': answer(200, shape.OK, 'Clears the session cookie'),
  'GET /api/login': answer(302, null, 'To the identity provider, or to / with a session'),
  'GET /callback': answer(302, null, 'Where the identity provider sends the browser back to'),

  'GET /api/me': answer(200, shape.ME, 'Who is asking'),
  'PATCH /api/me': answer(200, null, 'Changes the own name or colour', 400),
  'POST /api/me/credential': answer(200, shape.OK, 'Checks and stores the own calendar account', 400),
  'POST /api/me/password': answer(200, shape.OK, 'Changes the own password and ends other sessions', 400, 403, 404),
  'POST /api/me/link-oidc': answer(200, shape.LINK, 'Begins to link the own identity; the state is valid once'),

  'GET /api/events': answer(200, shape.OCCURRENCES, 'Occurrences in a window of at most 90 days', 400),
  'GET /api/events/writable-calendars': answer(200, shape.WRITABLE, 'Own calendars and the shared one'),
  'GET /api/events/sync-status': answer(200, shape.SYNC_STATUS, 'What became of the own writes to an event', 400),
  'GET /api/events/:uid/edit': answer(200, shape.EVENT_FORM, 'An event as a form; of a series its start', 400, 404),
  'POST /api/events/create': answer(202, shape.UID, 'Queues a new event', 400, 403, 422),
  'PATCH /api/events/:uid/edit': answer(202, shape.UID, 'Queues a change; a move has a new uid', 400, 403, 404),
  'DELETE /api/events/:uid': answer(202, shape.UID, 'Queues a removal', 400, 403, 404),
  'POST /api/events/refresh': answer(202, shape.OK, 'Synchronises the own calendars now'),

  'GET /api/lists': answer(200, shape.LISTS, 'Own lists and those shared with the caller'),
  'POST /api/lists': answer(201, shape.COUNTED_LIST, 'A new list', 400),
  'PATCH /api/lists/:id': answer(200, shape.LIST, 'Renames; the owner also shares or unshares', 400, 403, 404),
  'DELETE /api/lists/:id': answer(200, shape.ID, "Removes a list with its items; the owner's right", 400, 403, 404),
  'GET /api/lists/:id/items': answer(200, shape.ITEMS, 'Items in their order', 400, 403, 404),
  'POST /api/lists/:id/items': answer(201, shape.ITEM, 'A new item; takes an Idempotency-Key', 400, 403, 404, 409),
  'DELETE /api/lists/:id/items': answer(200, null, 'Removes what is checked', 400, 403, 404),
  'PATCH /api/list-items/:itemId': answer(200, shape.ITEM, 'One change; takes an Idempotency-Key', 400, 403, 404, 409),
  'DELETE /api/list-items/:itemId': answer(200, shape.ID, 'Removes an item', 400, 403, 404),

  'GET /api/sse/heartbeat': answer(200, null, 'Server-Sent Events: a heartbeat every 10 seconds'),
  'GET /api/sse/lists': answer(200, null, 'Server-Sent Events: list:updated, list:deleted, item:added, …'),
  'GET /api/sse/events': answer(200, null, 'Server-Sent Events: calendar:changed, sync:status'),

  'GET /api/push/vapid-public-key': answer(200, shape.PUBLIC_KEY, 'The key that a subscription is made with'),
  'POST /api/push/subscription': answer(201, shape.OK, 'Remembers a device', 400),
  'DELETE /api/push/subscription': answer(200, shape.OK, "Forgets one device, or all of the caller's", 400),
  'POST /api/push/test': answer(200, null, "Sends to the caller's devices and says how many accepted"),

  'GET /api/setup/status': answer(200, shape.SETUP_STATUS, 'Whether the wizard is locked', 503),
  'POST /api/setup/config': answer(200, shape.OK, 'Stores the settings', 400, 423, 503),
  'POST /api/setup/validate/db': answer(200, shape.OK, 'Checks the database', 423, 503),
  'POST /api/setup/validate/oidc': answer(200, shape.OK, 'Checks the stored issuer', 400, 423, 503),
  'POST /api/setup/validate/vapid': answer(200, shape.OK, 'Checks the stored push key', 400, 423, 503),
  'POST /api/setup/credential': answer(200, shape.OK, 'The first admin and its calendar account', 400, 409, 423, 503),
  'POST /api/setup/complete': answer(200, shape.OK, 'Locks the wizard', 422, 423, 503),

  'GET /api/admin/members': answer(200, shape.MEMBERS, 'Everyone in the household'),
  'POST /api/admin/members': answer(201, shape.ID, 'A new member with a local account', 400, 409),
  'PATCH /api/admin/members/:id': answer(200, null, 'Renames, gives or takes the admin role', 400, 404, 409),
  'DELETE /api/admin/members/:id': answer(200, null, 'Removes a member and all that is theirs', 400, 404, 409),
  'POST /api/admin/members/:id/password': answer(200, shape.OK, 'Sets a password and ends a lockout', 400, 404),
  'POST /api/admin/credentials': answer(200, shape.OK, "Checks and stores a member's calendar account", 400),
  'GET /api/admin/calendars': answer(200, shape.ADMIN_CALENDARS, 'Every calendar'),
  'PUT /api/admin/calendars/:id/shared': answer(200, shape.OK, 'Makes a calendar the shared one', 400, 404),
  'GET /api/admin/config/timezone': answer(200, shape.TIMEZONE, "The household's zone"),
  'PUT /api/admin/config/timezone': answer(200, shape.OK, "Sets the household's zone", 400),
  'POST /api/admin/config/timezone/seed': answer(200, shape.SEEDED, 'Sets the zone when none is set', 400),
  'GET /api/admin/sync': answer(200, null, 'How each calendar and the outbox are doing'),
}
