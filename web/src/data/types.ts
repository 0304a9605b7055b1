/** What the API takes and sends, by types alone: nothing of the service is in the bundle. */

import type { EventForm as E } from '../../../src/calendar/ical/form'
import type { OpenedForm as O } from '../../../src/calendar/outbox/check-base'
import type { Occurrence as OwnOccurrence, SyncStatus } from '../../../src/features/events/model'
import type { StoredInstance as I, StoredEvent as S } from '../../../src/features/shared/event-form'

export type { Recurrence, RecurrenceRule } from '../../../src/calendar/ical/recurrence-rule'
export type { ReminderTime } from '../../../src/calendar/ical/reminder-times'
export type { Weekday } from '../../../src/calendar/ical/rule/parse'
export type { AuthMode } from '../../../src/features/auth/model'

export type {
  Freshness,
  Meeting,
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
export type { OwnWrite } from '../../../src/features/writes/model'

/** Somebody whom an event can be for: a member's person, or one who never signs in. */
export interface Person {
  id: number
  name: string
  color: string
  birthday: string | null
  position: number
  memberId: number | null
  managerIds: number[]
  canManage: boolean
}

/** As what the caller sees an event: `busy` tells that somebody is, and nothing else. */
export type Access = 'own' | 'shared' | 'household' | 'busy'

/** An occurrence as the household's windows tell it; what is being written has no more than the form says. */
export interface Occurrence extends OwnOccurrence {
  access?: Access
  personIds?: number[]
  people?: Pick<Person, 'id' | 'name' | 'color'>[]
}

/** How many occurrences of a series stand: all, and from one of them on; null: without end, or more than 1,000. */
export type Counts = NonNullable<StoredInstance['occurrences']>
/** What the stream tells of the own writes of an event, or of one occurrence. */
export type SyncNews = Pick<SyncStatus, 'uid' | 'status'> & { recurrenceId?: string }

type ForWhom = { personIds?: number[] }
export type EventForm = E & ForWhom
export type OpenedEvent = O & ForWhom
export type StoredEvent = S & ForWhom
export type StoredInstance = I & ForWhom
