import { startWrites } from './calendar/writes/courier'
import { listWrites } from './data/list-writes'
import { startLive } from './data/live'
import { startPush } from './data/push'
import { startServiceWorker } from './shell/service-worker'

/** Starts what works while people look elsewhere: the queues of writes, the live streams, the service worker, push. */
export async function startBehindTheScenes(): Promise<void> {
  await listWrites.start()
  startLive()
  startWrites()
  startServiceWorker()
  startPush()
}
