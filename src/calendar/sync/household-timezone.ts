import { canonicalTimezone, householdTimezone, SETTING, seedSetting, setSetting } from '../../household/settings'
import type { Context } from '../../platform/context'
import { badRequest } from '../../platform/http-errors'
import { describeError } from '../../platform/log'
import { resummarize } from './resummarize'

/** Moves the household to another zone. @throws Refusal 400 for no IANA zone */
export async function changeTimezone(ctx: Context, name: string): Promise<void> {
  const timezone = timezoneNamed(name)
  await movingHousehold(ctx, () => setSetting(ctx, SETTING.timezone, timezone))
}

/** The same where nobody has chosen a zone yet. Returns whether this one was stored. @throws Refusal 400 */
export async function seedTimezone(ctx: Context, name: string): Promise<boolean> {
  const timezone = timezoneNamed(name)
  return movingHousehold(ctx, () => seedSetting(ctx, SETTING.timezone, timezone))
}

function timezoneNamed(name: string): string {
  const timezone = canonicalTimezone(name)
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
