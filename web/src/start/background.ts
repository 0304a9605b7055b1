import { startCalendarWrites } from '../calendar/writes/sender'
import { startLive } from '../data/live'
import { startPush } from '../data/push'
import { startSignOut } from '../data/sign-out'
import { startListWrites } from '../lists/writes/sender'
import { startServiceWorker } from '../shell/service-worker'

/**
 * Starts the background work: the queues of writes, the live streams, the service worker, push, and a sign-out that the
 * service has not confirmed.
 */
export async function startBackground(): Promise<void> {
  startSignOut()
  await startListWrites()
  startLive()
  void startCalendarWrites()
  startServiceWorker()
  startPush()
}
