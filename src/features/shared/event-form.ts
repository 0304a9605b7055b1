import { t } from 'elysia'
import { RECURRENCES } from '../../calendar/outbox/check-form'
import { oneOf, orNull } from '../../platform/http-schema'
import { calendarUrl } from './schemas'

export const leadMinutes = orNull(t.Integer({ minimum: 0, description: 'Minutes before the start' }))

/** An event as an edit dialog starts from it. */
export const EVENT_FORM = t.Object({
  title: t.String(),
  allDay: t.Boolean(),
  start: t.String({ description: 'Timed: UTC instant; all-day: date' }),
  end: t.String({ description: 'As start; of an all-day event the last day' }),
  location: t.String(),
  description: t.String(),
  recurrence: oneOf(...RECURRENCES, 'custom'),
  recurrenceUntil: t.Optional(t.String({ description: 'YYYY-MM-DD' })),
  recurrenceCount: t.Optional(t.Integer({ minimum: 1 })),
  calendarUrl,
  reminderLeadMinutes: leadMinutes,
  reminderIsCustom: t.Boolean(),
})

export type StoredEvent = typeof EVENT_FORM.static
