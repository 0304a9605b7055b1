import { t } from 'elysia'
import type { CachedOccurrence } from '../../calendar/window/reader'
import { ACCESSES, type MemberCalendar } from '../../household/calendars'
import { SHARED_COLOR } from '../../household/palette'
import { id, oneOf, orNull } from '../../platform/http-schema'
import { MAX_NAME_LENGTH } from '../../platform/limits'
import { calendarName, color, displayName, leadMinutes, uid } from './schemas'

export const OCCURRENCE = t.Object({
  uid,
  title: t.String({ maxLength: 16_000 }),
  location: orNull(t.String({ maxLength: 16_000 })),
  allDay: t.Boolean(),
  start: t.String({ description: 'Timed: UTC instant; all-day: date' }),
  end: t.String({ description: 'As start; of an all-day event the day after the last' }),
  isRecurring: t.Boolean(),
  recurrenceId: orNull(
    t.String({ description: 'Of a repeating event, the original start of this instance: UTC instant or date' }),
  ),
  seriesStart: orNull(t.String({ description: 'Of a repeating event, as the start of its series' })),
  calendarId: t.Integer({ minimum: 0, description: '0: birthdays' }),
  calendarName,
  color,
  isShared: t.Boolean(),
  userId: t.Integer({ minimum: 0, description: '0: birthdays, which are nobody’s' }),
  ownerName: displayName,
  reminderLeadMinutes: leadMinutes,
  reminderIsCustom: t.Boolean(),
  readOnly: t.Optional(t.Literal(true, { description: 'Nobody can change it here' })),
  birthday: t.Optional(
    t.Object({
      name: t.String({ maxLength: MAX_NAME_LENGTH }),
      age: orNull(t.Integer({ minimum: 0, description: 'Null: the year of birth is not known' })),
    }),
  ),
})

const EVENT_PERSON = t.Object({ id, name: t.String({ maxLength: MAX_NAME_LENGTH }), color })

/** What an occurrence also tells whoever asks for the household. */
export const OF_HOUSEHOLD = t.Object({
  access: oneOf(...ACCESSES),
  personIds: t.Array(id, { description: 'Whom it is for' }),
  people: t.Array(EVENT_PERSON, { description: 'The same with name and colour' }),
  holiday: t.Optional(t.Literal(true, { description: 'A public holiday: everybody’s, whoever keeps its calendar' })),
})
const HOUSEHOLD_OCCURRENCE = t.Object({ ...OCCURRENCE.properties, ...OF_HOUSEHOLD.properties })

export const HOUSEHOLD_OCCURRENCES = t.Object({ occurrences: t.Array(HOUSEHOLD_OCCURRENCE) })

export type Occurrence = typeof OCCURRENCE.static
export type HouseholdOccurrence = typeof HOUSEHOLD_OCCURRENCE.static
export type EventPerson = typeof EVENT_PERSON.static

/** An element of the windowed read. */
export const presentOccurrence = (occurrence: CachedOccurrence, calendar: MemberCalendar): Occurrence => ({
  uid: occurrence.uid,
  title: occurrence.title,
  location: occurrence.location,
  allDay: occurrence.allDay,
  start: occurrence.start,
  end: occurrence.end,
  isRecurring: occurrence.isRecurring,
  recurrenceId: occurrence.recurrenceId,
  seriesStart: occurrence.seriesStart,
  calendarId: calendar.id,
  calendarName: calendar.displayName,
  color: colorOf(calendar),
  isShared: calendar.isShared,
  userId: calendar.ownerId,
  ownerName: calendar.ownerName,
  reminderLeadMinutes: occurrence.reminderLeadMinutes,
  reminderIsCustom: occurrence.reminderIsCustom,
  ...((isSubscription(calendar) || occurrence.birthday !== undefined) && { readOnly: true as const }),
  ...(occurrence.birthday !== undefined && { birthday: occurrence.birthday }),
})

const isSubscription = ({ source }: MemberCalendar) => source !== 'caldav'

/**
 * Who looks at the household sees by its colours whose it is; what comes from elsewhere is nobody's. Its own colour may tell
 * which one it is: a busy one has its owner's, as all busy ones.
 */
export function colorOf(calendar: MemberCalendar): string {
  if (calendar.isShared) return SHARED_COLOR
  return isSubscription(calendar) && calendar.access !== 'busy' ? calendar.color : calendar.ownerColor
}
