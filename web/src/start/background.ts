import { startWrites } from '../calendar/writes/courier'
import { listWrites } from '../data/list-writes'
import { startLive } from '../data/live'
import { startPush } from '../data/push'
import { startSignOut } from '../data/sign-out'
import { startServiceWorker } from '../shell/service-worker'

/**
 * Starts the background work: the queues of writes, the live streams, the service worker, push, and a sign-out that the
 * service has not confirmed.
 */
export async function startBackground(): Promise<void> {
  startSignOut()
  await listWrites.start()
  startLive()
  startWrites()
  startServiceWorker()
  startPush()
}
