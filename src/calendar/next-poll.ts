import { MINUTE_MS } from '../platform/durations'
/** Every account is polled when the clock's minutes are a multiple of this. */
export const POLL_MINUTES = 5
export const POLL_INTERVAL_MS = POLL_MINUTES * MINUTE_MS

/** When an account is polled next; during a pause, the first poll after it. */
export function nextPoll(now: Date, pausedUntil: Date | null = null): Date {
  const earliest = Math.max(now.getTime() + 1, pausedUntil?.getTime() ?? 0)
  return new Date(Math.ceil(earliest / POLL_INTERVAL_MS) * POLL_INTERVAL_MS)
}
