import { useEffect, useState } from 'preact/hooks'
import type { ApiError } from '../data/http'
import { useSigninText } from '../i18n/signin'

/** Why a sign-in did not work; `until` is the epoch millisecond from which another try makes sense. */
export type Refusal =
  | { kind: 'incomplete' | 'wrong' | 'notKept' | 'unreachable' }
  | { kind: 'throttled' | 'locked'; until: number }

/** Waits that the server did not name: a throttle lasts a minute, a lock a quarter of an hour. */
const THROTTLED_SECONDS = 60
const LOCKED_SECONDS = 15 * 60

/** @param isLetIn the service has taken name and password: who is unknown to it afterwards sends no cookie */
export function refusalOf(error: ApiError | null, isLetIn: boolean, now = Date.now()): Refusal {
  const until = (otherwise: number) => now + (error?.retryAfterSeconds ?? otherwise) * 1000
  switch (error?.status) {
    case 400:
    case 401:
      return { kind: isLetIn ? 'notKept' : 'wrong' }
    case 429:
      return { kind: 'throttled', until: until(THROTTLED_SECONDS) }
    case 423:
      return { kind: 'locked', until: until(LOCKED_SECONDS) }
    default:
      return { kind: 'unreachable' }
  }
}

/** The message of a refusal; its waiting time counts down, and the message goes when it is over. */
export function useRefusalText(refusal: Refusal | null): string {
  const signin = useSigninText()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    setNow(Date.now())
    if (refusal === null || !('until' in refusal)) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [refusal])
  if (refusal === null) return ''
  if (!('until' in refusal)) {
    const { enterBoth, wrong, notKept, unreachable } = signin
    return { incomplete: enterBoth, wrong, notKept, unreachable }[refusal.kind]
  }
  const seconds = Math.ceil((refusal.until - now) / 1000)
  if (seconds <= 0) return ''
  const wait = seconds > 90 ? signin.minutes(Math.ceil(seconds / 60)) : signin.seconds(seconds)
  return refusal.kind === 'locked' ? signin.locked(wait) : signin.throttled(wait)
}
