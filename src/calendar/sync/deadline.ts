/** The time for all calendars of one member together. */
export interface Deadline {
  deadlineMs: number
}

/**
 * Does pieces of work one after another within a time. Each gets an equal part of what those before it have left, and
 * the signal that ends it: a large one holds up the others, but not for good.
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
