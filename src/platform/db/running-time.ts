const STEP_MS = 500
/** A step that takes so much longer is a standstill, and no busy moment. */
const STANDSTILL_MS = 1_000

/**
 * Calls back once this process has run for so many milliseconds: while it was stopped, or its machine was, it has waited
 * for nothing, and what it waits for may be there. Returns the function that calls it off.
 */
export function afterRunning(milliseconds: number, callback: () => void): () => void {
  let left = milliseconds
  let timer: ReturnType<typeof setTimeout>
  const step = () => {
    const next = Math.min(left, STEP_MS)
    const begunAt = performance.now()
    timer = setTimeout(() => {
      const passed = performance.now() - begunAt
      left -= passed > next + STANDSTILL_MS ? next : passed
      if (left <= 0) callback()
      else step()
    }, next)
  }
  step()
  return () => clearTimeout(timer)
}
