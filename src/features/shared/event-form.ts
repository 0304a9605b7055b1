import { t } from 'elysia'
import { MAX_INTERVAL, PRESETS } from '../../calendar/ical/recurrence-rule'
import { WEEKDAYS } from '../../calendar/ical/rule/parse'
import { RECURRENCES } from '../../calendar/outbox/check-recurrence'
import { amount, id, oneOf, orNull } from '../../platform/http-schema'
import { calendarUrl, leadMinutes, recurrenceId } from './schemas'

/** `RecurrenceRule`, as it is told; what comes in is checked by `checkEventForm`. */
export const RECURRENCE_RULE = t.Object(
  {
    frequency: oneOf(...PRESETS),
    interval: t.Optional(t.Integer({ minimum: 1, maximum: MAX_INTERVAL })),
    weekdays: t.Optional(t.Array(oneOf(...WEEKDAYS), { minItems: 1, maxItems: 7, uniqueItems: true })),
    nth: t.Optional(
      t.Integer({ minimum: -1, maximum: 5, description: 'Which of the weekdays in the month; -1: the last; not 0' }),
    ),
    monthDay: t.Optional(t.Integer({ minimum: -1, maximum: 31, description: '-1: the last; not 0' })),
  },
  { description: 'Weekly with weekdays; monthly and yearly with nth and weekdays, or with monthDay' },
)

/** `ReminderTime`, as it is told. */
export const REMINDER_TIME = t.Union([
  t.Integer({ minimum: 0, description: 'Minutes before the start, 0 at it; all-day: whole days before, at 09:00' }),
  t.Object({
    daysBefore: t.Integer({ minimum: 0, description: 'All-day events only; 0: on the first day' }),
    time: t.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: 'HH:MM' }),
  }),
])

/** An event as an edit dialog starts from it. */
export const EVENT_FORM = t.Object({
  title: t.String(),
  allDay: t.Boolean(),
  start: t.String({ description: 'Timed: UTC instant; all-day: date' }),
  end: t.String({ description: 'As start; of an all-day event the last day' }),
  location: t.String(),
  description: t.String(),
  recurrence: t.Union([oneOf(...RECURRENCES, 'custom'), RECURRENCE_RULE]),
  recurrenceUntil: t.Optional(t.String({ description: 'YYYY-MM-DD' })),
  recurrenceCount: t.Optional(t.Integer({ minimum: 1 })),
  calendarUrl,
  reminderLeadMinutes: leadMinutes,
  reminderIsCustom: t.Boolean(),
  reminders: t.Optional(
    t.Array(REMINDER_TIME, {
      description: 'Where reminderLeadMinutes does not tell them: several, at a time of a day, or at the start',
    }),
  ),
  personIds: t.Optional(t.Array(id, { description: 'Whom it is for; their order has no meaning' })),
})

/** The same for one occurrence where the request names one. */
export const INSTANCE_FORM = t.Object({
  ...EVENT_FORM.properties,
  recurrenceId: t.Optional(recurrenceId),
  isOverride: t.Optional(t.Boolean({ description: 'It differs from its series' })),
  occurrences: t.Optional(
    t.Object(
      {
        all: orNull(amount),
        following: orNull(amount),
        isFirst: t.Boolean({ description: 'None before it is left' }),
      },
      { description: 'How many a change of all, or of this and the following, is about; null: more than 1,000' },
    ),
  ),
})

export type StoredInstance = typeof INSTANCE_FORM.static
export type StoredEvent = typeof EVENT_FORM.static
