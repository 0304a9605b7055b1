import { Elysia, t } from 'elysia'
import { session } from '../../../identity/guards'
import type { Context } from '../../../platform/context'
import { answers } from '../../../platform/http-answers'
import { IdPath, instant, OK, orNull } from '../../../platform/http-schema'
import { limitedText } from '../../../platform/http-text'
import { idempotency } from '../../../platform/idempotency'
import { MAX_AMOUNT_LENGTH, MAX_ITEM_LENGTH, MAX_SECTION_LENGTH } from '../../../platform/limits'
import { forget } from './forget'
import { KnownItems } from './known'
import { readSuggestions } from './read'

const LIMIT = 10

const SuggestionsQuery = t.Object({
  q: t.Optional(
    limitedText(0, MAX_ITEM_LENGTH, {
      description: 'Beginnings of words; without it what was bought last goes before',
    }),
  ),
  limit: t.Optional(
    t.String({
      pattern: '^([1-9]|[1-4][0-9]|50)$',
      error: 'expected a whole number from 1 to 50',
      description: `At most so many; ${LIMIT} where it is not said`,
    }),
  ),
})
const ForgetQuery = t.Object({
  text: t.Optional(limitedText(1, MAX_ITEM_LENGTH, { description: 'Without it all that the caller may see' })),
})

const SUGGESTION = t.Object({
  text: t.String({ minLength: 1, maxLength: MAX_ITEM_LENGTH, description: 'As it was last written' }),
  section: orNull(t.String({ minLength: 1, maxLength: MAX_SECTION_LENGTH })),
  amount: orNull(t.String({ minLength: 1, maxLength: MAX_AMOUNT_LENGTH, description: 'As it was last added' })),
  count: t.Integer({ minimum: 1, description: 'How often it was added' }),
  lastAt: instant,
})
const SUGGESTIONS = t.Object({ suggestions: t.Array(SUGGESTION) })

export type Suggestion = typeof SUGGESTION.static
export type Suggestions = typeof SUGGESTIONS.static

/** What was added before. */
export const suggestions = (ctx: Context) => {
  const known = new KnownItems(ctx)
  return new Elysia({ name: 'suggestions', prefix: '/api' })
    .use(session(ctx))
    .use(idempotency())
    .get(
      '/lists/:id/suggestions',
      async ({ memberId, params, query: { q = '', limit = LIMIT } }) => {
        const found = await readSuggestions(ctx, known, memberId, params.id, { q, limit: Number(limit) })
        return { suggestions: found.map((one) => ({ ...one, lastAt: new Date(one.lastAt).toISOString() })) }
      },
      {
        params: IdPath,
        query: SuggestionsQuery,
        detail: answers(
          200,
          SUGGESTIONS,
          'What was added to lists that the caller may read, best first',
          400,
          403,
          404,
        ),
      },
    )
    .delete(
      '/lists/:id/suggestions',
      async ({ memberId, params, query, idempotencyKey }) => {
        await forget(ctx, memberId, params.id, query.text ?? null, idempotencyKey)
        return { ok: true as const }
      },
      {
        isIdempotent: true,
        params: IdPath,
        query: ForgetQuery,
        detail: answers(200, OK, 'Forgets one text, or all; takes an Idempotency-Key', 400, 403, 404, 422),
      },
    )
}
