const SECONDS = /^\d+$/
/** More than anybody waits; a number without end would be no time at all. */
const MAX_SECONDS = 999_999_999
/** Every form of an HTTP date has a time of the day (RFC 9110 5.6.7); the runtime takes much else for a date. */
const DATE = /\d\d:\d\d:\d\d/

/**
 * A `Retry-After` header in milliseconds from now, never below 0: seconds or a date (RFC 9110 10.2.3). Null where it
 * says nothing.
 */
export function retryAfterMs(value: string | null, now: Date): number | null {
  const text = value?.trim() ?? ''
  if (SECONDS.test(text)) return Math.min(Number(text), MAX_SECONDS) * 1000
  const date = DATE.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime())
}
