import { t } from 'elysia'

/** Shapes of the answers, for the description only; what is sent is decided by each feature's `present`. */

const instant = t.String({ format: 'date-time' })
const id = t.Integer({ minimum: 1 })
const orNull = <T extends ReturnType<typeof t.String> | ReturnType<typeof t.Integer>>(schema: T) =>
  t.Union([schema, t.Null()])
const lead = t.Union([t.Integer({ minimum: 0 }), t.Null()], { description: 'Minutes before the start' })

export const OK = t.Object({ ok: t.Literal(true) })
export const ID = t.Object({ id })
export const UID = t.Object({ uid: t.String() })
export const ERROR = t.Object({ error: t.String({ description: 'A sentence for the person who asked' }) })
export const SETUP_ERROR = t.Object({ ok: t.Literal(false), error: t.String() })

export const HEALTH = t.Object({ ok: t.Boolean(), db: t.Union([t.Literal('up'), t.Literal('down')]) })
export const AUTH_MODE = t.Object({ localEnabled: t.Boolean(), oidcEnabled: t.Boolean() })
export const SETUP_STATUS = t.Object({ setupComplete: t.Boolean(), dbName: t.String() })

export const ME = t.Object({
  user: t.Object({
    id,
    displayName: orNull(t.String()),
    color: t.String({ description: '#RRGGBB' }),
    isAdmin: t.Boolean({ description: 'For navigation only; each route asks the database' }),
    needsProviderSetup: t.Boolean({ description: 'True without a calendar account' }),
    hasLocalCredential: t.Boolean(),
  }),
  timezone: t.String({ description: "The household's zone" }),
})
export const LINK = t.Object({ signedState: t.String(), authorizationUrl: orNull(t.String()) })

export const OCCURRENCES = t.Object({
  occurrences: t.Array(
    t.Object({
      uid: t.String(),
      title: t.String(),
      location: orNull(t.String()),
      allDay: t.Boolean(),
      start: t.String({ description: 'Timed: UTC instant; all-day: date' }),
      end: t.String({ description: 'As start; of an all-day event the day after the last' }),
      isRecurring: t.Boolean(),
      calendarId: id,
      calendarName: t.String(),
      color: t.String(),
      isShared: t.Boolean(),
      userId: id,
      ownerName: orNull(t.String()),
      reminderLeadMinutes: lead,
      reminderIsCustom: t.Boolean(),
    }),
  ),
})
export const EVENT_FORM = t.Object({
  title: t.String(),
  allDay: t.Boolean(),
  start: t.String(),
  end: t.String({ description: 'Of an all-day event the last day' }),
  location: t.String(),
  description: t.String(),
  recurrence: t.String({ description: 'none, daily, weekly, monthly, yearly or custom' }),
  recurrenceUntil: t.Optional(t.String()),
  recurrenceCount: t.Optional(t.Integer({ minimum: 1 })),
  calendarUrl: t.String(),
  reminderLeadMinutes: lead,
  reminderIsCustom: t.Boolean(),
})
export const SYNC_STATUS = t.Object({
  uid: t.String(),
  status: t.Union(['pending', 'failed', 'dead', 'done'].map((state) => t.Literal(state))),
  error: t.Optional(t.String({ description: 'When failed or dead' })),
})
export const WRITABLE = t.Object({
  calendars: t.Array(t.Object({ url: t.String(), displayName: t.String(), color: t.String(), isShared: t.Boolean() })),
})

const list = { id, name: t.String(), isShared: t.Boolean(), ownerId: id, createdAt: instant, updatedAt: instant }
const counts = { activeCount: t.Integer({ minimum: 0 }), doneCount: t.Integer({ minimum: 0 }) }
export const LIST = t.Object(list)
export const COUNTED_LIST = t.Object({ ...list, ...counts })
export const LISTS = t.Object({ lists: t.Array(COUNTED_LIST) })
export const ITEM = t.Object({
  id,
  listId: id,
  text: t.String(),
  checked: t.Boolean(),
  rank: t.String({ description: 'Compared byte by byte' }),
  clientId: t.Optional(t.Union([t.String(), t.Null()])),
  createdAt: instant,
  updatedAt: instant,
})
export const ITEMS = t.Object({ items: t.Array(ITEM) })

export const MEMBERS = t.Object({
  members: t.Array(
    t.Object({
      id,
      displayName: orNull(t.String()),
      color: t.String(),
      hasCredential: t.Boolean(),
      hasLocalCredential: t.Boolean(),
    }),
  ),
})
export const ADMIN_CALENDARS = t.Object({
  calendars: t.Array(t.Object({ id, displayName: t.String(), isShared: t.Boolean() })),
})
export const TIMEZONE = t.Object({ timezone: t.String(), isExplicitlySet: t.Boolean() })
export const SEEDED = t.Object({ ok: t.Literal(true), seeded: t.Boolean() })
export const PUBLIC_KEY = t.Object({ publicKey: t.String({ description: 'Empty when push is off' }) })
