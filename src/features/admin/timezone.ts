import { Elysia } from 'elysia'
import { changeTimezone, seedTimezone } from '../../calendar/sync'
import { householdTimezone } from '../../household/settings'
import { admin } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { answers } from '../../platform/http-answers'
import { OK } from '../../platform/http-schema'
import { SEEDED, TIMEZONE, TimezoneBody } from './model'

/** The zone the household lives in. */
export const timezoneRoutes = (ctx: Context) =>
  new Elysia()
    .use(admin(ctx))
    .get('/config/timezone', () => householdTimezone(ctx), { detail: answers(200, TIMEZONE, "The household's zone") })
    .put(
      '/config/timezone',
      async ({ body }) => {
        await changeTimezone(ctx, body.timezone)
        return { ok: true }
      },
      { body: TimezoneBody, detail: answers(200, OK, "Sets the household's zone", 400) },
    )
    .post('/config/timezone/seed', async ({ body }) => ({ ok: true, seeded: await seedTimezone(ctx, body.timezone) }), {
      body: TimezoneBody,
      detail: answers(200, SEEDED, 'Sets the zone when none is set', 400),
    })
