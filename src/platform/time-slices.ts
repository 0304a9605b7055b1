import { setImmediate } from 'node:timers/promises'

const SLICE_MS = 5
/** Work that could not be divided for longer than this pays half of it back: others have more than one step to take. */
const LONG_MS = 20
const LONGEST_PAUSE_MS = 25

/**
 * Divides work that takes long, so that other requests get their turn: what is returned is awaited between two pieces of it, and
 * lets the event loop go on once a slice is used up. It counts from its making, or from its last pause.
 */
export function timeSlices(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    const held = performance.now() - began
    if (held < SLICE_MS) return
    await (held < LONG_MS ? setImmediate() : Bun.sleep(Math.min(held / 2, LONGEST_PAUSE_MS)))
    began = performance.now()
  }
}
