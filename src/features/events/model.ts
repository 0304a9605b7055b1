import { t } from 'elysia'
import { FORM_LIMITS, RECURRENCES } from '../../calendar/outbox/check-form'
import { badRequest } from '../../platform/http-errors'
import { hasLength, limitedText, MAX_ID } from '../../platform/http-schema'

const LONGEST_UID = 512
const ROW_ID = '^[1-9][0-9]{0,9}$'

/** `false` is the same as none. */
const household = t.Optional(
  t.String({
    pattern: '^(true|false)$',
    error: 'expected true or false',
    description: 'true: what the caller sees of the household, without calendars they have hidden',
  }),
)

export const HouseholdQuery = t.Object({ household })

/** Start and end are checked by `windowOf`, which knows the calendar. */
export const WindowQuery = t.Object({
  household,
  start: t.Optional(t.String({ description: 'First day of the window, YYYY-MM-DD' })),
  end: t.Optional(t.String({ description: 'The day after the last, YYYY-MM-DD; at most 90 days after start' })),
})

export const EventPath = t.Object({ uid: t.String({ description: 'UID of the event' }) })

/** One uid may stand in two of a member's calendars. */
export const EventQuery = t.Object({
  calendarId: t.Optional(t.String({ pattern: ROW_ID, error: 'expected a positive whole number' })),
})

export const StatusQuery = t.Object({
  uid: limitedText(1, LONGEST_UID, 'UID of the event'),
})

/**
 * The event form as the interface describes it. `checkEventForm` checks it, the same for a request as for what the outbox
 * has stored; a schema would count UTF-16 units, take "5" for 5, and could not compare fields.
 */
export const EventFormBody = t.Object({
  title: t.Unknown({ type: 'string', minLength: 1, maxLength: FORM_LIMITS.title }),
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
  recurrence: t.Optional(t.Unknown({ type: 'string', enum: [...RECURRENCES] })),
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
})

/** Whether a query asks for what the caller sees of the household. */
export const isOfHousehold = ({ household }: typeof HouseholdQuery.static) => household === 'true'
export const EventChangeBody = t.Object({
  ...EventFormBody.properties,
  base: t.Optional(
    t.Unknown({
      description: 'The form as GET …/edit gave it when it was opened: only what differs from it is written',
    }),
  ),
})

/** The id in an `EventQuery`. An id that no row can have is given to nobody. */
export function calendarIdOf({ calendarId }: typeof EventQuery.static): number | null {
  return calendarId === undefined ? null : Math.min(Number(calendarId), MAX_ID)
}

/** @throws Refusal 400 */
export function uidOf({ uid }: typeof StatusQuery.static): string {
  if (!hasLength(uid, 1, LONGEST_UID)) throw badRequest(`uid: expected text of 1 to ${LONGEST_UID} characters`)
  return uid
}
