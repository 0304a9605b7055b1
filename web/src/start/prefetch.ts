import { monthRange } from '../calendar/data'
import { hasNoSession, isSigningOut } from '../data/anonymous'
import { signedOut } from '../data/http'
import { queries, queryClient } from '../data/queries'
import { lastZone } from '../data/session'
import { formatsFor } from '../i18n/format'
import { preferences } from '../lib/preferences'
import { dayOf, isoOfDay, toWall } from '../lib/tz'
import { currentPlace } from '../router'

/** Sends the first screen's requests while its texts are still loading. */
export function prefetch(): void {
  if (hasNoSession() || isSigningOut()) {
    signedOut.set(true)
    return
  }
  void queryClient.prefetchQuery(queries.me)
  if (currentPlace().path !== '/') return
  void queryClient.prefetchQuery(queries.people)
  const today = dayOf(toWall(Date.now(), lastZone()))
  const { first, days } = monthRange(today, formatsFor(preferences.get()).firstWeekday)
  void queryClient.prefetchQuery(queries.events(isoOfDay(first), isoOfDay(first + days)))
}
