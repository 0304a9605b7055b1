import { t } from 'elysia'
import { EARLIEST_REMINDER_MINUTES } from '../../calendar/ical/reminder-times'
import { SHARED_REMINDERS } from '../../household/reminder-preferences'
import { oneOf, orNull, strictInteger } from '../../platform/http-schema'
import { LANGUAGES } from '../../platform/languages'
import { clock, clockBody } from '../shared/schemas'

const minutesBefore = () => strictInteger({ minimum: 0, maximum: EARLIEST_REMINDER_MINUTES })

export const PreferencesBody = t.Partial(
  t.Object({
    defaultTimed: orNull(minutesBefore()),
    defaultAllDay: orNull(minutesBefore()),
    shared: t.Array(t.Union([t.Literal('all'), t.Literal('me'), t.Literal('children')]), {
      maxItems: SHARED_REMINDERS.length,
      description: 'None: nothing of the shared calendar',
    }),
    quietHours: orNull(t.Object({ start: clockBody(), end: clockBody() })),
    morning: orNull(clockBody()),
    language: t.Union([t.Literal('en'), t.Literal('de')]),
  }),
)

const lead = orNull(t.Integer({ minimum: 0, maximum: EARLIEST_REMINDER_MINUTES, description: 'Minutes before' }))

export const PREFERENCES = t.Object({
  defaultTimed: lead,
  defaultAllDay: lead,
  shared: t.Array(oneOf(...SHARED_REMINDERS)),
  quietHours: orNull(t.Object({ start: clock, end: clock })),
  morning: orNull(clock),
  language: oneOf(...LANGUAGES),
})

export type ReminderPreferences = typeof PREFERENCES.static
