const STEP_MS = 500

/**
 * Calls back once this process has run for so many milliseconds; returns what calls that off. A time in which it stood
 * still (stopped, or without a processor) does not count: what was answered meanwhile has yet to be read.
 */
export function afterRunning(milliseconds: number, callback: () => void): () => void {
  let left = milliseconds
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    const step = Math.min(left, STEP_MS)
    const from = performance.now()
    timer = setTimeout(() => {
      const taken = performance.now() - from
      if (taken < step + STEP_MS) left -= taken
      if (left > 0) wait()
      else callback()
    }, step)
  }
  wait()
  return () => clearTimeout(timer)
}
