const STEP_MS = 25

/** Waits until a condition holds. @throws with the last value when it never does */
export async function until<T>(what: string, read: () => T | Promise<T>, holds: (value: T) => boolean, ms = 60_000) {
  const deadline = performance.now() + ms
  let value = await read()
  while (!holds(value)) {
    if (performance.now() > deadline) throw new Error(`waited for: ${what}; last seen: ${JSON.stringify(value)}`)
    await Bun.sleep(STEP_MS)
    value = await read()
  }
  return value
}
