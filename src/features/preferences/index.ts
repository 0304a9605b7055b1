import { Elysia } from 'elysia'
import { changePreferences, preferencesOf } from '../../household/preferences'
import { session } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { answers } from '../../platform/http-answers'
import { badRequest } from '../../platform/http-errors'
import { idempotency } from '../../platform/idempotency'
import { withoutAbsent } from '../shared/without-absent'
import { PREFERENCES, PreferencesBody } from './model'

/** How members want to see the client, on all their devices. */
export const preferences = (ctx: Context) =>
  new Elysia({ name: 'preferences', prefix: '/api/me/preferences' })
    .use(session(ctx))
    .use(idempotency())
    .get('', ({ memberId }) => preferencesOf(ctx.db, memberId), {
      detail: answers(200, PREFERENCES, 'How the caller wants to see the client'),
    })
    .patch(
      '',
      async ({ memberId, body: { language, theme, firstWeekday, hourCycle }, idempotencyKey }) => {
        const change = withoutAbsent({ language, theme, firstWeekday, hourCycle })
        if (Object.keys(change).length === 0) throw badRequest('Give at least one field')
        return changePreferences(ctx, memberId, change, idempotencyKey)
      },
      {
        isIdempotent: true,
        body: PreferencesBody,
        detail: answers(
          200,
          PREFERENCES,
          'Changes how the caller wants to see the client; takes an Idempotency-Key',
          400,
          422,
        ),
      },
    )
