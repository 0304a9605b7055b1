import { householdChanged } from '../../household/birthdays-calendar'
import { canonicalTimezone, householdZone, SETTING, seedSetting, setSettings } from '../../household/settings'
import { announce } from '../../platform/announcements/announce'
import type { Context } from '../../platform/context'
import type { Transaction } from '../../platform/db/client'
import { inTransaction } from '../../platform/db/transaction'
import { badRequest } from '../../platform/http-errors'
import { markForResummary } from './resummarize'

/** Moves the household to another zone; the cache follows in the background. @throws Refusal 400 for no IANA zone */
export async function changeTimezone(ctx: Context, name: string): Promise<void> {
  const timezone = timezoneNamed(name)
  await movingHousehold(ctx, (tx) => setSettings(ctx, tx, { [SETTING.timezone]: timezone }))
}

/** The same where nobody has chosen a zone yet. Returns whether this one was stored. @throws Refusal 400 */
export async function seedTimezone(ctx: Context, name: string): Promise<boolean> {
  const timezone = timezoneNamed(name)
  return movingHousehold(ctx, (tx) => seedSetting({ now: ctx.now, db: tx }, SETTING.timezone, timezone))
}

function timezoneNamed(name: string): string {
  const timezone = canonicalTimezone(name)
  if (timezone === null) throw badRequest('timezone: expected an IANA time zone such as Europe/Berlin')
  return timezone
}

/** Where the days begin decides what the cache says of all-day and floating events: a move computes that anew. */
async function movingHousehold<T>(ctx: Context, change: (tx: Transaction) => Promise<T>): Promise<T> {
  const { result, hasMoved } = await inTransaction(ctx.db, async (tx) => {
    const within = { config: ctx.config, db: tx }
    const before = await householdZone(within)
    const result = await change(tx)
    const hasMoved = (await householdZone(within)).id !== before.id
    if (hasMoved) {
      await markForResummary(tx)
      announce(ctx, tx, householdChanged())
    }
    return { result, hasMoved }
  })
  if (hasMoved) ctx.signals.timezone()
  return result
}
