import type { calendars, subscriptions } from '../../platform/db/schema'
import type { Subscription } from './model'

export interface FoundSubscription {
  subscription: typeof subscriptions.$inferSelect
  calendar: Pick<typeof calendars.$inferSelect, 'displayName' | 'color' | 'visibility'>
}

/** What stands in place of the path of an address, which may be a secret. */
const HIDDEN_PATH = '/…'

export function presentSubscription({ subscription, calendar }: FoundSubscription): Subscription {
  const { id, calendarId, origin, country, region, reason, lastGoodAt, lastTriedAt } = subscription
  return {
    id,
    calendarId,
    kind: country === null ? 'feed' : 'holidays',
    url: origin && origin + HIDDEN_PATH,
    displayName: calendar.displayName,
    color: calendar.color,
    visibility: calendar.visibility,
    holidays: country === null ? null : { country, region },
    state: reason !== null ? 'failing' : lastTriedAt === null ? 'pending' : 'ok',
    reason,
    lastGoodAt: lastGoodAt?.toISOString() ?? null,
    lastTriedAt: lastTriedAt?.toISOString() ?? null,
  }
}
