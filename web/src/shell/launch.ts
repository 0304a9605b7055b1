import { navigate } from '../router'

/** What opens the client while it is open comes to this window (Web App Launch Handler API). */
interface LaunchQueue {
  setConsumer(consume: (params: { targetURL?: string | null }) => void): void
}

/** Shows what the client was opened for in the window that is there: a shortcut, a link, what was shared. */
export function startLaunch(): void {
  const { launchQueue } = window as { launchQueue?: LaunchQueue }
  // This page was opened for the first of them.
  let loadedFor: string | undefined = performance.getEntriesByType('navigation')[0]?.name
  launchQueue?.setConsumer(({ targetURL }) => {
    if (!targetURL) return
    const { origin, href, pathname, search, hash } = new URL(targetURL)
    const isHere = href === loadedFor
    loadedFor = undefined
    if (!isHere && origin === location.origin) navigate(pathname + search + hash)
  })
}
