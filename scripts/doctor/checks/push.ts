import { gt } from 'drizzle-orm'
import { pushSubscriptions } from '../../../src/platform/db/schema'
import { checkVapid, type VapidCheck } from '../../../src/platform/webpush/vapid'
import { check, configOf, counted, fail, ok, tablesOf, type Verdict, warn } from '../check'

export interface PushFacts extends VapidCheck {
  subscriptions: number
  /** Those that their push service has refused last. */
  refused: number
}

export const push = check(
  'push',
  async (source): Promise<PushFacts> => {
    const vapid = checkVapid(configOf(source))
    const db = tablesOf(source)
    const [subscriptions, refused] = await Promise.all([
      db.$count(pushSubscriptions),
      db.$count(pushSubscriptions, gt(pushSubscriptions.refusals, 0)),
    ])
    return { ...vapid, subscriptions, refused }
  },
  judgePush,
)

export function judgePush({ enabled, warning, subscriptions, refused }: PushFacts): Verdict {
  const devices = counted(subscriptions, 'subscription')
  if (warning !== null) return fail(warning, 'bunx web-push generate-vapid-keys makes a pair')
  if (!enabled) {
    const says = 'no keys, so no reminders'
    return subscriptions > 0 ? warn(`${says}, although there are ${devices}`, 'set VAPID_*') : ok(says)
  }
  if (refused > 0)
    return warn(`a valid pair of keys, ${devices}, ${refused} refused`, 'those members turn reminders on anew')
  return ok(`a valid pair of keys, ${devices}`)
}
