const AT_LATEST_MS = 300

/** Runs something once the browser has nothing better to do, or soon; Safari, which cannot tell, is given a moment. */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(run, { timeout: AT_LATEST_MS })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(run, 200)
  return () => clearTimeout(timer)
}
