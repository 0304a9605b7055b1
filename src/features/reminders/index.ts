import { Elysia } from 'elysia'
import { changeReminderPreferences, reminderPreferencesOf } from '../../household/reminder-preferences'
import { session } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { answers } from '../../platform/http-answers'
import { badRequest } from '../../platform/http-errors'
import { PREFERENCES, PreferencesBody } from './model'

/** How members want to be reminded. */
export const reminders = (ctx: Context) =>
  new Elysia({ name: 'reminders', prefix: '/api/me/reminders' })
    .use(session(ctx))
    .get('', ({ memberId }) => reminderPreferencesOf(ctx, memberId), {
      detail: answers(200, PREFERENCES, 'How the caller wants to be reminded'),
    })
    .patch(
      '',
      async ({ memberId, body }) => {
        if (Object.values(body).every((value) => value === undefined)) throw badRequest('Give at least one field')
        const { quietHours } = body
        if (quietHours && quietHours.start === quietHours.end) throw badRequest('quietHours: start and end must differ')
        await changeReminderPreferences(ctx, memberId, body)
        return reminderPreferencesOf(ctx, memberId)
      },
      { body: PreferencesBody, detail: answers(200, PREFERENCES, 'Changes how the caller wants to be reminded', 400) },
    )
