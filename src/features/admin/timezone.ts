import { Elysia } from 'elysia'
import { resummarize } from '../../calendar/sync'
import { canonicalTimezone, householdTimezone, SETTING, seedSetting, setSetting } from '../../household/settings'
import { admin } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { answers } from '../../platform/http-answers'
import { badRequest } from '../../platform/http-errors'
import { OK } from '../../platform/http-schema'
import { describeError } from '../../platform/log'
import { SEEDED, TIMEZONE, TimezoneBody } from './model'

/** The zone the household lives in. */
export const timezoneRoutes = (ctx: Context) =>
  new Elysia()
    .use(admin(ctx))
    .get('/config/timezone', () => householdTimezone(ctx), { detail: answers(200, TIMEZONE, "The household's zone") })
    .put(
      '/config/timezone',
      async ({ body }) => {
        const timezone = zoneNamed(body.timezone)
        await movingHousehold(ctx, () => setSetting(ctx, SETTING.timezone, timezone))
        return { ok: true }
      },
      { body: TimezoneBody, detail: answers(200, OK, "Sets the household's zone", 400) },
    )
    .post(
      '/config/timezone/seed',
      async ({ body }) => {
        const timezone = zoneNamed(body.timezone)
        const seeded = await movingHousehold(ctx, () => seedSetting(ctx, SETTING.timezone, timezone))
        return { ok: true, seeded }
      },
      { body: TimezoneBody, detail: answers(200, SEEDED, 'Sets the zone when none is set', 400) },
    )

function zoneNamed(text: string): string {
  const timezone = canonicalTimezone(text)
  if (timezone === null) throw badRequest('timezone: expected an IANA time zone such as Europe/Berlin')
  return timezone
}

/** Where the days begin decides what the cache says of all-day and floating events: a move computes that anew. */
async function movingHousehold<T>(ctx: Context, change: () => Promise<T>): Promise<T> {
  const before = await householdTimezone(ctx)
  const result = await change()
  const after = await householdTimezone(ctx)
  if (before.timezone === after.timezone) return result
  try {
    await resummarize(ctx)
  } catch (error) {
    // The choice stands; the daily full pass catches up.
    ctx.log.error('the cache does not follow the new time zone yet', { error: describeError(error) })
  }
  return result
}
