const POLL_INTERVAL_MS = 5 * 60_000

/** When an account is polled next: at the next fifth minute of the clock, during a pause at the first after it. */
export function nextPoll(now: Date, pausedUntil: Date | null = null): Date {
  const earliest = Math.max(now.getTime() + 1, pausedUntil?.getTime() ?? 0)
  return new Date(Math.ceil(earliest / POLL_INTERVAL_MS) * POLL_INTERVAL_MS)
}
