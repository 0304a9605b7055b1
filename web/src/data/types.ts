/** What the API takes and sends, by types alone: nothing of the service is in the bundle. */

export type { EventForm } from '../../../src/calendar/ical/form'
export type { Recurrence, RecurrenceRule } from '../../../src/calendar/ical/recurrence-rule'
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
export type {
  CountedList as List,
  Item,
  ItemChange,
  List as UncountedList,
  ListChangeBody,
  NewItemBody,
  NewListBody,
} from '../../../src/features/lists/model'
export type { CalendarAccount, Me, User as Member } from '../../../src/features/me/model'
export type { SetupStatus } from '../../../src/features/setup/model'
export type { StoredEvent } from '../../../src/features/shared/event-form'
export type { OwnWrite } from '../../../src/features/writes/model'
