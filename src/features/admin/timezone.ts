import { Elysia } from 'elysia'
import { changeTimezone, seedTimezone } from '../../calendar/sync'
import { householdTimezone } from '../../household/settings'
import { admin } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { TimezoneBody } from './model'

/** The zone the household lives in. */
export const timezoneRoutes = (ctx: Context) =>
  new Elysia()
    .use(admin(ctx))
    .get('/config/timezone', () => householdTimezone(ctx))
    .put(
      '/config/timezone',
      async ({ body }) => {
        await changeTimezone(ctx, body.timezone)
        return { ok: true }
      },
      { body: TimezoneBody },
    )
    .post('/config/timezone/seed', async ({ body }) => ({ ok: true, seeded: await seedTimezone(ctx, body.timezone) }), {
      body: TimezoneBody,
    })
