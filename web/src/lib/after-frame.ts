let waiting: (() => void)[] = []

/**
 * Runs something once the next frame is painted: what the browser itself has answered with is seen before. What waits when
 * the page is hidden runs at once, since a page that is left may never paint again.
 */
export function afterNextFrame(run: () => void): void {
  waiting.push(run)
  if (document.hidden) runAll()
  else if (waiting.length === 1) requestAnimationFrame(() => setTimeout(runAll))
}

function runAll() {
  const runs = waiting
  waiting = []
  for (const run of runs) run()
}

document.addEventListener('visibilitychange', runAll)
addEventListener('pagehide', runAll)
