import { type TSchema, t } from 'elysia'
import { RECURRENCES } from '../../calendar/outbox/check-form'
import { MAX_NAME_LENGTH } from '../../household/members'
import { MAX_USERNAME_LENGTH } from '../../identity/local/username'

/** Shapes of the answers, for the description only; what is sent is decided by each feature's `present`. */

const orNull = <T extends TSchema>(schema: T) => t.Union([schema, t.Null()])
const oneOf = (...words: string[]) => t.Union(words.map((word) => t.Literal(word)))

const instant = t.String({ format: 'date-time', description: 'UTC, ISO 8601' })
const id = t.Integer({ minimum: 1 })
const many = t.Integer({ minimum: 0 })
const color = t.String({ pattern: '^#[0-9A-Fa-f]{6}$' })
const lead = orNull(t.Integer({ minimum: 0, description: 'Minutes before the start' }))
const displayName = orNull(t.String({ maxLength: MAX_NAME_LENGTH, description: 'Null: show a generic label' }))
const username = orNull(t.String({ maxLength: MAX_USERNAME_LENGTH, description: 'Null without a local account' }))
const calendarName = t.String({ maxLength: 255 })
const problem = orNull(t.String({ maxLength: 500, description: 'What is wrong, in plain words; null: nothing' }))

export const OK = t.Object({ ok: t.Literal(true) })
export const ID = t.Object({ id })
export const IDS = t.Object({ ids: t.Array(id) })
export const UID = t.Object({ uid: t.String() })
export const ERROR = t.Object({ error: t.String({ description: 'A sentence for the person who asked' }) })
export const SETUP_ERROR = t.Object({ ok: t.Literal(false), error: t.String() })
const anything = { additionalProperties: true }
export const DOCUMENT = t.Object({ openapi: t.String(), paths: t.Object({}, anything) }, anything)

export const HEALTH = t.Object({ ok: t.Literal(true), db: t.Literal('up') })
export const NO_HEALTH = t.Object({ ok: t.Literal(false), db: t.Literal('down') })
export const AUTH_MODE = t.Object({ localEnabled: t.Boolean(), oidcEnabled: t.Boolean() })
export const SETUP_STATUS = t.Object({ setupComplete: t.Boolean(), dbName: t.String() })

const user = t.Object({
  id,
  displayName,
  color,
  isAdmin: t.Boolean({ description: 'For navigation only; each route asks the database' }),
  needsProviderSetup: t.Boolean({ description: 'True without a calendar account' }),
  hasLocalCredential: t.Boolean(),
})
export const ME = t.Object({ user, timezone: t.String({ description: "The household's zone" }) })
export const CHANGED_ME = t.Object({ user })
export const LINK = t.Object({
  signedState: t.String({ description: 'Good for ten minutes and one use' }),
  authorizationUrl: orNull(t.String({ description: 'Null without an identity provider' })),
})

export const CALENDAR_ACCOUNT = t.Object({
  account: t.Union(
    [
      t.Object({
        username: t.String({ maxLength: 256, description: 'The sign-in name at the calendar server' }),
        serverUrl: orNull(t.String({ maxLength: 1024, description: 'As entered; null: found' })),
        state: oneOf('ok', 'waiting', 'refused', 'failing'),
        reason: problem,
        since: orNull(t.String({ format: 'date-time', description: 'The first of the polls in a row that failed' })),
        nextTryAt: orNull(instant),
        waitingWrites: t.Integer({ minimum: 0, description: 'Own writes through it that have not got there' }),
      }),
      t.Null(),
    ],
    { description: 'Null without a calendar account' },
  ),
})

export const REMINDERS = t.Object({ language: oneOf('en', 'de') })

export const OCCURRENCES = t.Object({
  occurrences: t.Array(
    t.Object({
      uid: t.String({ maxLength: 512 }),
      title: t.String({ maxLength: 16_000 }),
      location: orNull(t.String({ maxLength: 16_000 })),
      allDay: t.Boolean(),
      start: t.String({ description: 'Timed: UTC instant; all-day: date' }),
      end: t.String({ description: 'As start; of an all-day event the day after the last' }),
      isRecurring: t.Boolean(),
      seriesStart: orNull(t.String({ description: 'Of a repeating event, as the start of its series' })),
      calendarId: id,
      calendarName,
      color,
      isShared: t.Boolean(),
      userId: id,
      ownerName: displayName,
      reminderLeadMinutes: lead,
      reminderIsCustom: t.Boolean(),
    }),
  ),
})
export const EVENT_FORM = t.Object({
  title: t.String(),
  allDay: t.Boolean(),
  start: t.String({ description: 'Timed: UTC instant; all-day: date' }),
  end: t.String({ description: 'As start; of an all-day event the last day' }),
  location: t.String(),
  description: t.String(),
  recurrence: oneOf(...RECURRENCES, 'custom'),
  recurrenceUntil: t.Optional(t.String({ description: 'YYYY-MM-DD' })),
  recurrenceCount: t.Optional(t.Integer({ minimum: 1 })),
  calendarUrl: t.String({ maxLength: 1024 }),
  reminderLeadMinutes: lead,
  reminderIsCustom: t.Boolean(),
})
export const CLASH = t.Object({
  ...ERROR.properties,
  current: EVENT_FORM,
})
const participant = {
  name: orNull(t.String()),
  email: orNull(t.String({ description: 'Null where no mail goes there' })),
}
export const MEETING = t.Object({
  isMeeting: t.Boolean({ description: 'It has an organizer or attendees, whom the calendar server tells of changes' }),
  isOrganizer: t.Boolean({ description: 'The organizer is the account that a change is made with' }),
  organizer: orNull(t.Object(participant)),
  attendees: t.Array(
    t.Object({ ...participant, status: t.String({ description: 'Their answer: PARTSTAT in lower case' }) }),
    { description: 'A hundred at most' },
  ),
  attendeeCount: t.Optional(t.Integer({ minimum: 101, description: 'When there are more' })),
})
export const SYNC_STATUS = t.Object({
  uid: t.String({ minLength: 1, maxLength: 512 }),
  status: oneOf('pending', 'failed', 'dead', 'done'),
  error: t.Optional(t.String({ description: 'When failed or dead' })),
  errorCode: t.Optional(
    t.Union([t.String(), t.Null()], { description: 'The same as a stable word, for a client to translate' }),
  ),
})
export const WRITES = t.Object({
  writes: t.Array(
    t.Object({
      id,
      uid: t.String({ maxLength: 512 }),
      calendarId: orNull(id),
      operation: oneOf('create', 'update', 'delete'),
      status: oneOf('pending', 'failed', 'dead'),
      error: orNull(t.String({ description: 'Why it could not be made' })),
      attemptCount: many,
      createdAt: instant,
      form: orNull(t.Object({}, { additionalProperties: true, description: 'As it was asked for; null for a delete' })),
      current: orNull(EVENT_FORM),
    }),
  ),
})
export const RETRIED = t.Object({ id, uid: t.String() })
export const WRITE_COUNTS = t.Object({ members: t.Array(t.Object({ id, pending: many, failed: many })) })
export const WRITABLE = t.Object({
  calendars: t.Array(
    t.Object({ url: t.String({ maxLength: 1024 }), displayName: calendarName, color, isShared: t.Boolean() }),
  ),
})

export const FRESHNESS = t.Object({
  now: t.String({ format: 'date-time', description: "The service's clock, which the times below were taken from" }),
  calendars: t.Array(
    t.Object({
      displayName: calendarName,
      isOwn: t.Boolean({ description: 'A refresh reads it anew' }),
      lastSyncedAt: orNull(instant),
      isFailing: t.Boolean({ description: 'It could not be read the last time' }),
    }),
  ),
})

const ownCalendar = {
  id,
  url: t.String({ maxLength: 1024 }),
  displayName: calendarName,
  color,
  isShared: t.Boolean({ description: "The household's" }),
  isHidden: t.Boolean({ description: 'Left out of what its owner sees of the household' }),
}
export const OWN_CALENDAR = t.Object(ownCalendar)
export const OWN_CALENDARS = t.Object({ calendars: t.Array(t.Object(ownCalendar)) })

const list = {
  id,
  name: t.String({ minLength: 1, maxLength: 255 }),
  isShared: t.Boolean(),
  ownerId: id,
  createdAt: instant,
  updatedAt: instant,
}
export const LIST = t.Object(list)
export const COUNTED_LIST = t.Object({ ...list, activeCount: many, doneCount: many })
export const LISTS = t.Object({ lists: t.Array(COUNTED_LIST) })
export const ITEM = t.Object({
  id,
  listId: id,
  text: t.String({ minLength: 1, maxLength: 500 }),
  checked: t.Boolean(),
  rank: t.String({ minLength: 1, maxLength: 255, description: 'Compared byte by byte' }),
  clientId: t.Optional(t.String({ description: 'The UUID that the client gave' })),
  createdAt: instant,
  updatedAt: instant,
})
export const ITEMS = t.Object({ items: t.Array(ITEM) })

export const PUBLIC_KEY = t.Object({ publicKey: t.String({ description: 'Empty when push is off' }) })
export const TRIAL = t.Object({
  devices: many,
  accepted: t.Integer({ minimum: 0, description: 'Devices whose push service took the message' }),
  problems: t.Array(
    t.Object({
      service: t.String({ description: "The push service's host" }),
      reason: t.String({ description: 'What is wrong, in plain words' }),
    }),
    { description: 'One for each other device' },
  ),
})

export const MEMBERS = t.Object({
  members: t.Array(
    t.Object({
      id,
      displayName,
      color,
      isAdmin: t.Boolean(),
      username,
      hasCredential: t.Boolean({ description: 'A calendar account' }),
      hasLocalCredential: t.Boolean(),
      hasOidcIdentity: t.Boolean(),
    }),
  ),
})
export const ADMISSIONS = t.Object({
  admissions: t.Array(
    t.Object({
      id,
      displayName,
      email: orNull(t.String({ maxLength: 320, description: 'As the identity provider has it, verified or not' })),
      createdAt: instant,
      lastSeenAt: instant,
    }),
  ),
})
const calendar = { id, displayName: calendarName, isShared: t.Boolean(), ownerId: id, ownerName: displayName }
export const ADMIN_CALENDARS = t.Object({ calendars: t.Array(t.Object(calendar)) })
export const TIMEZONE = t.Object({ timezone: t.String(), isExplicitlySet: t.Boolean() })
export const SEEDED = t.Object({ ok: t.Literal(true), seeded: t.Boolean() })

const queued = t.Object({ pending: many, failed: many, dead: many }, { description: 'Queued writes by state' })
export const SYNC_HEALTH = t.Object({
  accounts: t.Array(
    t.Object({
      memberId: id,
      displayName,
      lastPolledAt: orNull(instant),
      lastError: problem,
      nextTryAt: instant,
    }),
  ),
  calendars: t.Array(
    t.Object({
      ...calendar,
      lastSyncedAt: orNull(instant),
      lastError: problem,
      skippedObjects: t.Integer({ minimum: 0, description: 'Objects that could not be read' }),
      nextTryAt: instant,
      outbox: queued,
    }),
  ),
  outbox: queued,
})
