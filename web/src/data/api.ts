import type { Range as SeriesRange } from '../../../src/calendar/event-ref'
import { request } from './http'
import type {
  AuthMode,
  EventForm,
  Freshness,
  Item,
  ItemChange,
  List,
  ListChangeBody,
  Me,
  Meeting,
  NewItemBody,
  Occurrence,
  OpenedEvent,
  OwnWrite,
  Person,
  ReminderPreferences,
  SetupStatus,
  StoredInstance,
  SyncStatus,
  UncountedList,
  WritableCalendar,
} from './types'

/** The endpoints that more than one part asks, one function each. All throw ApiError. */

export const session = {
  mode: () => request<AuthMode>('GET', '/api/auth/mode'),
  signIn: (body: { username: string; password: string; remember?: boolean }) =>
    request<{ ok: true }>('POST', '/api/auth/local/login', { body }),
  signOut: () => request<{ ok: true }>('POST', '/api/auth/local/logout'),
  me: () => request<Me>('GET', '/api/me'),
  setupStatus: () => request<SetupStatus>('GET', '/api/setup/status'),
}

/** Names an event: in which calendar, which of its occurrences, and how much of its series. */
interface EventQuery {
  calendarId?: number | undefined
  recurrenceId?: string | undefined
  range?: SeriesRange | undefined
}

const pathOf = (uid: string, part = '') => `/api/events/${encodeURIComponent(uid)}${part}`

/** Without the calendars that the caller has hidden. */
const SEEN = { household: 'true' }

export const events = {
  /** Occurrences of the days from `start` up to and not with `end`; at most 90 days. */
  between: async (start: string, end: string) =>
    (await request<{ occurrences: Occurrence[] }>('GET', '/api/events', { query: { start, end, ...SEEN } }))
      .occurrences,
  writableCalendars: async () =>
    (await request<{ calendars: WritableCalendar[] }>('GET', '/api/events/writable-calendars')).calendars,
  freshness: () => request<Freshness>('GET', '/api/events/freshness', { query: SEEN }),
  read: (uid: string, query: EventQuery) =>
    request<StoredInstance>('GET', pathOf(uid, '/edit'), { query: { ...query } }),
  meeting: (uid: string, calendarId?: number) =>
    request<Meeting>('GET', pathOf(uid, '/meeting'), { query: { calendarId } }),
  create: (body: EventForm, key: string) => request<{ uid: string }>('POST', '/api/events/create', { body, key }),
  /** `base`: what differs from it is written, and what others have changed meanwhile as well is refused with 409. */
  edit: (uid: string, body: EventForm & { base?: OpenedEvent }, key: string, query: EventQuery) =>
    request<{ uid: string }>('PATCH', pathOf(uid, '/edit'), {
      body,
      query: { ...query },
      key,
    }),
  remove: (uid: string, query: EventQuery) => request<{ uid: string }>('DELETE', pathOf(uid), { query: { ...query } }),
  syncStatus: (uid: string, recurrenceId?: string) =>
    request<SyncStatus>('GET', '/api/events/sync-status', { query: { uid, recurrenceId } }),
  refresh: () => request<{ ok: true }>('POST', '/api/events/refresh'),
}

export const people = {
  all: async () => (await request<{ people: Person[] }>('GET', '/api/people')).people,
}

/** The caller's own calendar writes that are not done. */
export const writes = {
  all: async () => (await request<{ writes: OwnWrite[] }>('GET', '/api/me/writes')).writes,
  retry: (id: number) => request<{ id: number; uid: string }>('POST', `/api/me/writes/${id}/retry`),
  discard: (id: number) => request<{ id: number }>('DELETE', `/api/me/writes/${id}`),
}

export const lists = {
  all: async () => (await request<{ lists: List[] }>('GET', '/api/lists')).lists,
  change: (id: number, body: ListChangeBody) => request<UncountedList>('PATCH', `/api/lists/${id}`, { body }),
  items: async (id: number) => (await request<{ items: Item[] }>('GET', `/api/lists/${id}/items`)).items,
  addItem: (id: number, body: NewItemBody, key: string) =>
    request<Item>('POST', `/api/lists/${id}/items`, { body, key }),
  changeItem: (itemId: number, body: ItemChange, key: string) =>
    request<Item>('PATCH', `/api/list-items/${itemId}`, { body, key }),
  removeItem: (itemId: number) => request<{ id: number }>('DELETE', `/api/list-items/${itemId}`),
}

export const reminders = {
  preferences: () => request<ReminderPreferences>('GET', '/api/me/reminders'),
  change: (body: Partial<ReminderPreferences>) => request<ReminderPreferences>('PATCH', '/api/me/reminders', { body }),
}

export const push = {
  publicKey: async () => (await request<{ publicKey: string }>('GET', '/api/push/vapid-public-key')).publicKey,
  subscribe: (body: PushSubscriptionJSON) => request<{ ok: true }>('POST', '/api/push/subscription', { body }),
  unsubscribe: (endpoint: string) => request<{ ok: true }>('DELETE', '/api/push/subscription', { query: { endpoint } }),
}
