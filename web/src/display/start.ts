import '../lib/composing'
import { startForgetting } from '../data/forgetting'
import { startServiceWorker } from '../shell/service-worker'
import { keepDisplay, restoreDisplay } from './kept'
import { startDisplayLive } from './live'

/** What has to happen before the first drawing of a display: it opens with what it knew last. */
export const prepareDisplay = restoreDisplay

/** The background work of a display; nothing of a member's is started on its page. */
export function startDisplay(): void {
  keepDisplay()
  startDisplayLive()
  startForgetting()
  startServiceWorker()
}
