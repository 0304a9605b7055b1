import { t } from 'elysia'
import { HOUR_CYCLES, THEMES } from '../../platform/db/schema'
import { oneOf, orNull, strictInteger } from '../../platform/http-schema'
import { LANGUAGES } from '../../platform/languages'

const SATURDAY = 6

export const PreferencesBody = t.Partial(
  t.Object({
    language: orNull(t.Union([t.Literal('en'), t.Literal('de')])),
    theme: orNull(t.Union([t.Literal('light'), t.Literal('dark')])),
    firstWeekday: orNull(strictInteger({ minimum: 0, maximum: SATURDAY })),
    hourCycle: orNull(t.Union([t.Literal('h12'), t.Literal('h23')])),
  }),
)

export const PREFERENCES = t.Object(
  {
    language: orNull(oneOf(...LANGUAGES)),
    theme: orNull(oneOf(...THEMES)),
    firstWeekday: orNull(t.Integer({ minimum: 0, maximum: SATURDAY, description: '0 is Sunday' })),
    hourCycle: orNull(oneOf(...HOUR_CYCLES)),
  },
  { description: 'Null: as the browser says' },
)

export type MemberPreferences = typeof PREFERENCES.static
