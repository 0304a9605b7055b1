/** What the API sends; times are ISO 8601 text, dates `YYYY-MM-DD`. */

export interface Member {
  id: number
  displayName: string | null
  color: string
  isAdmin: boolean
  needsProviderSetup: boolean
  hasLocalCredential: boolean
}

export interface Me {
  user: Member
  /** The household's IANA zone. */
  timezone: string
}

export interface List {
  id: number
  name: string
  isShared: boolean
  ownerId: number
  activeCount: number
  doneCount: number
  createdAt: string
  updatedAt: string
}

export interface Item {
  id: number
  listId: number
  text: string
  checked: boolean
  /** Orders the items, compared byte by byte: `<`, never `localeCompare`. */
  rank: string
  /** The name a client gave the item before it had an id. */
  clientId?: string | null
  createdAt: string
  updatedAt: string
}

export interface Occurrence {
  uid: string
  title: string
  allDay: boolean
  /** Timed: UTC instant; all-day: date. */
  start: string
  /** As `start`; of an all-day event the day after its last. */
  end: string
  calendarId: number
  calendarName: string
  color: string
  isShared: boolean
  isRecurring: boolean
  /** Of a repeating event: where its series starts, as `start`. */
  seriesStart: string | null
  location: string | null
  userId: number
  ownerName: string | null
  reminderLeadMinutes: number | null
  reminderIsCustom: boolean
}

export interface WritableCalendar {
  url: string
  displayName: string
  color: string
  isShared: boolean
}

/** When calendars were last read from their servers, by the service's clock. */
export interface Freshness {
  now: string
  calendars: { displayName: string; isOwn: boolean; lastSyncedAt: string | null; isFailing: boolean }[]
}

export type SyncState = 'pending' | 'failed' | 'dead' | 'done'

export interface SyncStatus {
  uid: string
  status: SyncState
  /** With `failed` and `dead`: an English sentence, and the same as a stable word to be translated. */
  error?: string
  errorCode?: string | null
}

export type Recurrence = 'none' | 'daily' | 'weekly' | 'monthly' | 'yearly'

/** The body of create and edit; an absent field of an edit is kept as it is. */
export interface EventForm {
  title: string
  allDay: boolean
  start: string
  /** Of an all-day event the last day itself. */
  end: string
  location?: string
  description?: string
  recurrence?: Recurrence
  recurrenceUntil?: string
  recurrenceCount?: number
  calendarUrl?: string
  reminderLeadMinutes?: number | null
}

/** An event as it is stored, for the edit dialog. */
export interface StoredEvent extends Omit<EventForm, 'recurrence' | 'calendarUrl'> {
  recurrence: Recurrence | 'custom'
  calendarUrl: string
  reminderIsCustom: boolean
}

/** An event as a change of it was begun, as far as it was known. */
export type OpenedEvent = Pick<StoredEvent, 'title' | 'allDay' | 'start' | 'end'> & Partial<StoredEvent>

/** A write of the caller's that is on its way, or could not be made. */
export interface OwnWrite {
  id: number
  uid: string
  calendarId: number | null
  /** Of a move, which writes a copy first, `create`; it has a `current`. */
  operation: 'create' | 'update' | 'delete'
  status: Exclude<SyncState, 'done'>
  /** An English sentence. */
  error: string | null
  attemptCount: number
  createdAt: string
  /** As it was asked for; null for a delete. */
  form: EventForm | null
  /** The event as it is known by now. */
  current: StoredEvent | null
}

/** Somebody who takes part in a meeting. */
export interface Participant {
  name: string | null
  email: string | null
}

/** Who would hear of a change of an event. */
export interface Meeting {
  isMeeting: boolean
  /** The caller's account is the organizer's. */
  isOrganizer: boolean
  organizer: Participant | null
  attendees: Participant[]
  /** Of all, where there are too many to be named. */
  attendeeCount?: number
}

export interface AuthMode {
  localEnabled: boolean
  oidcEnabled: boolean
}

export interface SetupStatus {
  setupComplete: boolean
  dbName: string
}
