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
      left -= runIn(performance.now() - from, step)
      if (left > 0) wait()
      else callback()
    }, step)
  }
  wait()
  return () => clearTimeout(timer)
}

/** A step that took much longer than it was to take is one in which the process stood still. */
const runIn = (taken: number, step: number) => (taken < step + STEP_MS ? taken : 0)

interface RunningTime extends Disposable {
  /** Milliseconds since it began, those left out in which the process stood still. */
  elapsed(): number
}

let users = 0
let ranMs = 0
let steppedAt = 0
let steps: ReturnType<typeof setInterval> | null = null

/** Begins to measure for how long this process runs. All who do share the steps in which it is told. */
export function runningTime(): RunningTime {
  users++
  if (steps === null) {
    steppedAt = performance.now()
    steps = setInterval(step, STEP_MS)
    steps.unref()
  }
  const from = ranByNow()
  return { elapsed: () => ranByNow() - from, [Symbol.dispose]: () => void users-- }
}

const ranByNow = () => ranMs + runIn(performance.now() - steppedAt, STEP_MS)

function step() {
  ranMs = ranByNow()
  steppedAt = performance.now()
  if (users > 0 || steps === null) return
  clearInterval(steps)
  steps = null
}
