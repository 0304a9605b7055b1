import { t } from 'elysia'
import { parseIsoDate } from '../../calendar/ical/civil'
import { TOKEN_SCOPES } from '../../platform/db/schema'
import { id, instant, oneOf, orNull } from '../../platform/http-schema'
import { limitedText, trimmedText } from '../../platform/http-text'
import { MAX_TOKEN_NAME_LENGTH } from '../../platform/limits'

export const NewTokenBody = t.Object({
  name: trimmedText(MAX_TOKEN_NAME_LENGTH, { description: 'Ends trimmed' }),
  scope: t.Union(
    TOKEN_SCOPES.map((word) => t.Literal(word)),
    { error: `expected ${TOKEN_SCOPES.join(', ')}`, description: 'What it is good for' },
  ),
  expires: t.Optional(
    t.Union(
      [
        limitedText(10, 10, {
          description: 'YYYY-MM-DD: the day of the household with which it ends',
          furtherProblemOf: (date) => (parseIsoDate(date) === null ? 'expected a date that exists' : null),
        }),
        t.Null(),
      ],
      { error: 'expected a date that exists, as YYYY-MM-DD, or null' },
    ),
  ),
})
export type NewToken = typeof NewTokenBody.static

const TOKEN = t.Object({
  id,
  name: t.String({ maxLength: MAX_TOKEN_NAME_LENGTH }),
  scope: oneOf(...TOKEN_SCOPES),
  expires: orNull(t.String({ format: 'date', description: 'The day with which it ends' })),
  createdAt: instant,
  lastUsedAt: orNull(t.String({ format: 'date-time', description: 'UTC, ISO 8601; to the minute' })),
})
export const TOKENS = t.Object({ tokens: t.Array(TOKEN) })
export const NEW_TOKEN = t.Object({
  ...TOKEN.properties,
  token: t.String({ description: 'Told here alone; sent as `Authorization: Bearer`' }),
})

/** A token as its member sees it. */
export type Token = typeof TOKEN.static
export type CreatedToken = typeof NEW_TOKEN.static
