const SECONDS = /^\d{1,9}$/

/**
 * A `Retry-After` header in milliseconds from now, never below 0: seconds or a date (RFC 9110 10.2.3). Null where it
 * says nothing.
 */
export function retryAfterMs(value: string | null, now: Date): number | null {
  const text = value?.trim() ?? ''
  if (SECONDS.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime())
}
