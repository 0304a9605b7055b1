import '../lib/composing'
import { startBadge } from '../calendar/badge'
import { startCalendarWrites } from '../calendar/writes/sender'
import { startForgetting } from '../data/forgetting'
import { startLive } from '../data/live'
import { startMemberPreferences } from '../data/member-preferences'
import { startPush } from '../data/push'
import { startSignOut } from '../data/sign-out'
import { startListWrites } from '../lists/writes/sender'
import { startInstallOffer } from '../shell/install-offer'
import { keepStorage } from '../shell/keep-storage'
import { startLaunch } from '../shell/launch'
import { startServiceWorker } from '../shell/service-worker'

/**
 * Starts the background work: the queues of writes, the live streams, forgetting, the service worker, push, and a sign-out
 * that the service has not confirmed; the number on the app's icon, the offer to install it, and what it is opened for again.
 */
export async function startBackground(): Promise<void> {
  startSignOut()
  await startListWrites()
  startLive()
  startForgetting()
  void startCalendarWrites()
  startServiceWorker()
  keepStorage()
  startPush()
  startMemberPreferences()
  startBadge()
  startInstallOffer()
  startLaunch()
}
