/** What the API takes and sends, by types alone: nothing of the service is in the bundle. */

import type { Occurrence, SyncStatus } from '../../../src/features/events/model'
import type { ItemChangeBody, Tick } from '../../../src/features/lists/model'
import type { StoredInstance } from '../../../src/features/shared/event-form'

export type { EventForm } from '../../../src/calendar/ical/form'
export type { Recurrence, RecurrenceRule } from '../../../src/calendar/ical/recurrence-rule'
export type { ReminderTime } from '../../../src/calendar/ical/reminder-times'
export type { Weekday } from '../../../src/calendar/ical/rule/parse'
export type { OpenedForm as OpenedEvent } from '../../../src/calendar/outbox/check-base'
export type { AuthMode } from '../../../src/features/auth/model'

export type {
  Freshness,
  Meeting,
  Occurrence,
  Participant,
  SyncStatus,
  WritableCalendar,
} from '../../../src/features/events/model'
export type { SearchHit, SearchHits } from '../../../src/features/events/search-model'
export type { Suggestion } from '../../../src/features/lists/memory/routes'
export type {
  AddedItem,
  ChangedItem,
  Item,
  ListChangeBody,
  NewItemBody,
  NewItemsBody,
  NewListBody,
} from '../../../src/features/lists/model'
export type { CalendarAccount, HomeAccount, Me, User as Member } from '../../../src/features/me/model'
export type { Person } from '../../../src/features/people/model'
export type { MemberPreferences } from '../../../src/features/preferences/model'
export type { ReminderPreferences } from '../../../src/features/reminders/model'
export type { SetupStatus } from '../../../src/features/setup/model'
export type { StoredEvent, StoredInstance } from '../../../src/features/shared/event-form'
export type { HomeSignIn, OpenedAccount } from '../../../src/features/shared/home-account'
export type { CountedList as List, List as UncountedList } from '../../../src/features/shared/lists'
export type { OwnWrite } from '../../../src/features/writes/model'

/** What an item says, as it is changed; null takes away. */
export type ItemContent = Omit<ItemChangeBody, 'checked' | 'doneAt' | 'position'>
/** One change of an item. */
export type ItemChange = Tick | { position: string } | ItemContent

/** As what the caller sees an event: `busy` tells that somebody is, and nothing else. */
export type Access = NonNullable<Occurrence['access']>

/** How many occurrences of a series stand: all, and from one of them on; null: without end, or more than 1,000. */
export type Counts = NonNullable<StoredInstance['occurrences']>
/** What the stream tells of the own writes of an event, or of one occurrence. */
export type SyncNews = Pick<SyncStatus, 'uid' | 'status'> & { recurrenceId?: string }
