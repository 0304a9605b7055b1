import { type TSchema, t } from 'elysia'
import { RANGES } from '../../calendar/event-ref'
import type { EventForm } from '../../calendar/ical/form'
import { MAX_REMINDERS } from '../../calendar/ical/reminder-times'
import { FORM_LIMITS } from '../../calendar/outbox/check-form'
import { RECURRENCES } from '../../calendar/outbox/check-recurrence'
import { STATES } from '../../calendar/outbox/states'
import { ERROR, id, instant, MAX_ID, oneOf, orNull } from '../../platform/http-schema'
import { limitedText } from '../../platform/http-text'
import { MAX_UID_LENGTH } from '../../platform/limits'
import { EVENT_FORM, RECURRENCE_RULE, REMINDER_TIME } from '../shared/event-form'
import { HouseholdQuery } from '../shared/household-query'
import { OCCURRENCE, OF_HOUSEHOLD } from '../shared/occurrence'
import { calendarName, calendarUrl, color } from '../shared/schemas'

const ROW_ID = '^[1-9][0-9]{0,9}$'

/** Start and end are checked by `windowOf`, which knows the calendar. */
export const WindowQuery = t.Object({
  ...HouseholdQuery.properties,
  start: t.Optional(t.String({ description: 'First day of the window, YYYY-MM-DD' })),
  end: t.Optional(t.String({ description: 'The day after the last, YYYY-MM-DD; at most 90 days after start' })),
})

export const EventPath = t.Object({ uid: t.String({ description: 'UID of the event' }) })

/** One uid may stand in two of a member's calendars. */
export const EventQuery = t.Object({
  calendarId: t.Optional(t.String({ pattern: ROW_ID, error: 'expected a positive whole number' })),
})

/** What follows is checked by `effectiveRangeIn`, which knows how both belong together. */
const instance = t.Optional(
  t.String({ description: 'An instance of a series by its original start: UTC instant, of an all-day event a date' }),
)

/** One occurrence of an event. */
export const InstanceQuery = t.Object({ ...EventQuery.properties, recurrenceId: instance })

/** How much of a series is to be changed, from one of its occurrences; both or neither. */
export const RangeQuery = t.Object({
  ...InstanceQuery.properties,
  range: t.Optional(t.String({ description: `How much of the series is meant, from that one: ${RANGES.join(', ')}` })),
})

/** What a display may ask for. */
export const DisplayWindowQuery = t.Object({ start: WindowQuery.properties.start, end: WindowQuery.properties.end })

export const StatusQuery = t.Object({
  uid: limitedText(1, MAX_UID_LENGTH, { description: 'UID of the event' }),
  recurrenceId: instance,
})

/**
 * The event form as the interface describes it. `checkEventForm` checks it, the same for a request as for what the outbox
 * has stored; a schema would count UTF-16 units, take "5" for 5, and could not compare fields.
 */
export const EventFormBody = t.Object({
  title: t.Unknown({
    type: 'string',
    minLength: 1,
    maxLength: FORM_LIMITS.title,
    description: 'On edit also that of base, whatever its length',
  }),
  allDay: t.Unknown({ type: 'boolean' }),
  start: t.Unknown({
    type: 'string',
    maxLength: FORM_LIMITS.moment,
    description: 'Timed: date-time with Z or an offset; all-day: YYYY-MM-DD',
  }),
  end: t.Unknown({
    type: 'string',
    maxLength: FORM_LIMITS.moment,
    description: 'As start; of an all-day event the last day',
  }),
  location: t.Optional(t.Unknown({ type: 'string', maxLength: FORM_LIMITS.text })),
  description: t.Optional(t.Unknown({ type: 'string', maxLength: FORM_LIMITS.text })),
  recurrence: t.Optional(t.Unknown({ oneOf: [{ type: 'string', enum: [...RECURRENCES] }, RECURRENCE_RULE] })),
  recurrenceUntil: t.Optional(
    t.Unknown({ type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$', description: 'Not beside recurrenceCount' }),
  ),
  recurrenceCount: t.Optional(t.Unknown({ type: 'integer', minimum: 1 })),
  calendarUrl: t.Optional(t.Unknown({ type: 'string', maxLength: FORM_LIMITS.calendarUrl })),
  reminderLeadMinutes: t.Optional(
    t.Unknown({
      type: ['integer', 'null'],
      minimum: 0,
      maximum: FORM_LIMITS.reminderLeadMinutes,
      description: 'Absent on edit: the alarms stay; null: none',
    }),
  ),
  reminders: t.Optional(
    t.Unknown({
      type: 'array',
      items: REMINDER_TIME,
      maxItems: MAX_REMINDERS,
      description:
        'Minutes up to 10080, days up to 7. Absent on edit: the alarms stay; beside reminderLeadMinutes: as it says',
    }),
  ),
  personIds: t.Optional(
    t.Unknown({
      type: 'array',
      items: { type: 'integer', minimum: 1 },
      maxItems: FORM_LIMITS.people,
      description: 'Whom it is for, in any order; []: nobody in particular. Absent on edit: kept',
    }),
  ),
} satisfies Record<keyof EventForm, TSchema>)

export const EventChangeBody = t.Object({
  ...EventFormBody.properties,
  base: t.Optional(
    t.Unknown({
      description: 'The form as GET …/edit gave it when it was opened: only what differs from it is written',
    }),
  ),
})

/** The last fields come with `household=true` alone. */
const SEEN_OCCURRENCE = t.Object({ ...OCCURRENCE.properties, ...t.Partial(OF_HOUSEHOLD).properties })
export const OCCURRENCES = t.Object({ occurrences: t.Array(SEEN_OCCURRENCE) })
const WRITABLE_CALENDAR = t.Object({ url: calendarUrl, displayName: calendarName, color, isShared: t.Boolean() })
export const WRITABLE_CALENDARS = t.Object({ calendars: t.Array(WRITABLE_CALENDAR) })
const CALENDAR_FRESHNESS = t.Object({
  displayName: calendarName,
  isOwn: t.Boolean({ description: 'A refresh reads it anew' }),
  lastSyncedAt: orNull(instant),
  isFailing: t.Boolean({ description: 'It could not be read the last time' }),
})
export const FRESHNESS = t.Object({
  now: t.String({ format: 'date-time', description: "The service's clock, which the times below were taken from" }),
  calendars: t.Array(CALENDAR_FRESHNESS),
  owners: t.Optional(
    t.Array(id, {
      description:
        'With `household=true`: members whose own calendars are seen, the caller among them. Others may be busy',
    }),
  ),
})
export const SYNC_STATUS = t.Object({
  uid: t.String({ minLength: 1, maxLength: MAX_UID_LENGTH }),
  status: oneOf(...STATES),
  error: t.Optional(t.String({ description: 'When failed or dead' })),
  errorCode: t.Optional(
    t.Union([t.String(), t.Null()], { description: 'The same as a stable word, for a client to translate' }),
  ),
})
export const CLASH = t.Object({ ...ERROR.properties, current: EVENT_FORM })
export const UID = t.Object({ uid: t.String() })
const PARTICIPANT = t.Object({
  name: orNull(t.String()),
  email: orNull(t.String({ description: 'Null where no mail goes there' })),
})
export const MEETING = t.Object({
  isMeeting: t.Boolean({ description: 'It has an organizer or attendees, whom the calendar server tells of changes' }),
  isOrganizer: t.Boolean({ description: 'The organizer is the account that a change is made with' }),
  organizer: orNull(PARTICIPANT),
  attendees: t.Array(
    t.Object({ ...PARTICIPANT.properties, status: t.String({ description: 'Their answer: PARTSTAT in lower case' }) }),
    { description: 'A hundred at most' },
  ),
  attendeeCount: t.Optional(t.Integer({ minimum: 101, description: 'When there are more' })),
})

export type Occurrence = typeof SEEN_OCCURRENCE.static
export type WritableCalendar = typeof WRITABLE_CALENDAR.static
export type CalendarFreshness = typeof CALENDAR_FRESHNESS.static
export type Freshness = typeof FRESHNESS.static
export type SyncStatus = typeof SYNC_STATUS.static
export type Participant = typeof PARTICIPANT.static
export type Meeting = typeof MEETING.static

/** The id in an `EventQuery`. An id that no row can have is given to nobody. */
export function calendarIdOf({ calendarId }: typeof EventQuery.static): number | null {
  return calendarId === undefined ? null : Math.min(Number(calendarId), MAX_ID)
}
