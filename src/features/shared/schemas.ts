import { t } from 'elysia'
import { RANGES, type Range } from '../../calendar/event-ref'
import { VISIBILITIES } from '../../platform/db/schema'
import { orNull } from '../../platform/http-schema'
import { limitedText } from '../../platform/http-text'
import { MAX_CALENDAR_NAME_LENGTH, MAX_NAME_LENGTH } from '../../platform/limits'

/** Parts of requests and answers of more than one feature. */

const COLOR = '^#[0-9A-Fa-f]{6}$'
export const color = t.String({ pattern: COLOR })
/** The same in requests. */
export const colorBody = (description: string) => t.String({ pattern: COLOR, error: 'expected #RRGGBB', description })
export const displayName = orNull(t.String({ maxLength: MAX_NAME_LENGTH, description: 'Null: show a generic label' }))
export const calendarName = t.String({ maxLength: MAX_CALENDAR_NAME_LENGTH })
export const calendarUrl = t.String({ maxLength: 1024 })
export const problem = orNull(t.String({ maxLength: 500, description: 'What is wrong, in plain words; null: nothing' }))
export const recurrenceId = t.String({
  maxLength: 32,
  description: 'The instance that is meant, by its original start: UTC instant, of an all-day event a date',
})
export const range = t.Unsafe<Range>(
  t.String({ enum: [...RANGES], description: 'How much of the series is meant, from that instance' }),
)
export const uid = t.String({ maxLength: 512 })
export const leadMinutes = orNull(t.Integer({ minimum: 0, description: 'Minutes before the start' }))

const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d$/
const CLOCK_RULE = "expected HH:MM on the household's clock"

/** A time of day in requests; `needs` says in the description what it needs. */
export const clockBody = (needs = '') =>
  limitedText(5, 5, {
    description: `HH:MM on the household's clock${needs}`,
    error: CLOCK_RULE,
    furtherProblemOf: (text) => (CLOCK.test(text) ? null : CLOCK_RULE),
  })
/** The same in answers. */
export const clock = t.String({ pattern: CLOCK.source, description: "On the household's clock" })

/** What others may see of a calendar, in requests. */
export const visibilityBody = t.Union(
  VISIBILITIES.map((word) => t.Literal(word)),
  { error: `expected ${VISIBILITIES.join(', ')}`, description: 'What other members of the household see of it' },
)
