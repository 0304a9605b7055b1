import { useEffect, useState } from 'preact/hooks'

const IDLE_AT_LATEST_MS = 300
const SAFARI_WAITS_MS = 200
const FIRST_SCREEN_MS = 2_000

/** Resolves in a task of its own, so that the browser can answer to people in between. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** Runs something once the browser is idle, or soon; Safari cannot tell. Returns the function that cancels it. */
function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(run, { timeout: IDLE_AT_LATEST_MS })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(run, SAFARI_WAITS_MS)
  return () => clearTimeout(timer)
}

/** Resolves when the first screen is painted and the browser idle: background work begins then. */
export const afterFirstPaint: Promise<void> = new Promise((resolve) => {
  setTimeout(() => whenIdle(resolve), FIRST_SCREEN_MS)
})

/** True once the first screen is idle. */
export function useAfterFirstPaint(): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => void afterFirstPaint.then(() => setOver(true)), [])
  return isOver
}

/** Safari and Firefox cannot tell. */
const connection: { saveData?: boolean } | undefined = (navigator as { connection?: object }).connection

/**
 * Runs tasks that fetch ahead one after the other, each in idle time; none on a device that saves data. Failures are
 * swallowed: what is needed is asked for again.
 */
export function runWhenIdle(tasks: readonly (() => Promise<unknown>)[]): void {
  const before = ahead
  ahead = inTurn(tasks).then(() => before)
}

/** Everything that is fetched and drawn ahead. */
let ahead: Promise<unknown> = afterFirstPaint

/** Resolves when what may be wanted next is there: what is of use on another visit begins then. */
export const afterAhead: Promise<unknown> = afterFirstPaint.then(() => ahead)

async function inTurn(tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  await afterFirstPaint
  if (connection?.saveData) return
  for (const run of tasks) {
    await new Promise<void>(whenIdle)
    await run().catch(() => {})
  }
}
