/** Nobody who has finished waits longer for what can be done without. */
const PATIENCE_MS = 1_000
/** Nor for what cannot: without it, something else would be stored than was meant. */
export const LONG_PATIENCE_MS = 5_000

/** An answer; null when it does not come so soon. */
export const soon = <T>(answer: Promise<T>, patienceMs = PATIENCE_MS): Promise<T | null> =>
  Promise.race([answer, new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null))])
