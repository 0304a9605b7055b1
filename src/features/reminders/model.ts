import { t } from 'elysia'
import { EARLIEST_REMINDER_MINUTES } from '../../calendar/ical/reminder-times'
import { SHARED_REMINDERS } from '../../household/reminder-preferences'
import { oneOf, orNull, strictInteger } from '../../platform/http-schema'
import { limitedText } from '../../platform/http-text'
import { LANGUAGES } from '../../platform/languages'

const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d$/
const CLOCK_RULE = "expected HH:MM on the household's clock"

const clock = () =>
  limitedText(5, 5, {
    description: "HH:MM on the household's clock",
    error: CLOCK_RULE,
    furtherProblemOf: (text) => (CLOCK.test(text) ? null : CLOCK_RULE),
  })
const minutesBefore = () => strictInteger({ minimum: 0, maximum: EARLIEST_REMINDER_MINUTES })

export const PreferencesBody = t.Partial(
  t.Object({
    defaultTimed: orNull(minutesBefore()),
    defaultAllDay: orNull(minutesBefore()),
    shared: t.Array(t.Union([t.Literal('all'), t.Literal('me'), t.Literal('children')]), {
      maxItems: SHARED_REMINDERS.length,
      description: 'None: nothing of the shared calendar',
    }),
    quietHours: orNull(t.Object({ start: clock(), end: clock() })),
    morning: orNull(clock()),
    language: t.Union([t.Literal('en'), t.Literal('de')]),
  }),
)

const time = t.String({ pattern: CLOCK.source, description: "On the household's clock" })
const lead = orNull(t.Integer({ minimum: 0, maximum: EARLIEST_REMINDER_MINUTES, description: 'Minutes before' }))

export const PREFERENCES = t.Object({
  defaultTimed: lead,
  defaultAllDay: lead,
  shared: t.Array(oneOf(...SHARED_REMINDERS)),
  quietHours: orNull(t.Object({ start: time, end: time })),
  morning: orNull(time),
  language: oneOf(...LANGUAGES),
})

export type ReminderPreferences = typeof PREFERENCES.static
