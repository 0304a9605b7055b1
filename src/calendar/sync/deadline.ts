/** The time for all calendars of one member together. */
export interface Deadline {
  deadlineMs: number
}

/**
 * Does pieces of work one after another within `deadlineMs`. Each gets an equal share of the time that is left, and a
 * signal that ends it: a large piece delays the others, but not for good.
 */
export async function inShares<T>(
  pieces: readonly T[],
  deadlineMs: number,
  work: (piece: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const end = performance.now() + deadlineMs
  for (const [index, piece] of pieces.entries()) {
    const left = Math.max(0, end - performance.now())
    await work(piece, AbortSignal.timeout(Math.floor(left / (pieces.length - index))))
  }
}
