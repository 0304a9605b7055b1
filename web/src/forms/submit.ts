import { useEffect, useRef, useState } from 'preact/hooks'
import { isReachable, onReachable } from '../data/connection'
import { ApiError } from '../data/http'
import { type SecondaryDictionary, useSecondaryText } from '../i18n/secondary'

/** What each status means here; the others are below. */
export type Messages = Partial<Record<number, string>>

/** Why the service refused, for the person who asked. */
export function messageFor(
  { status }: ApiError,
  settings: SecondaryDictionary['settings'],
  messages: Messages,
): string {
  const own = messages[status]
  if (own !== undefined) return own
  if (status === 0) return isReachable() ? settings.unanswered : settings.offline
  if (status === 403) return settings.forbidden
  return status >= 500 || status === 429 ? settings.unavailable : settings.refused
}

export interface Submission {
  isBusy: boolean
  /** What went wrong the last time; empty when nothing did. */
  error: string
  setError: (error: string) => void
  /** Runs the work, one at a time, and keeps a message of what the service refuses. True: it is done. */
  submit: (work: () => Promise<unknown>) => Promise<boolean>
}

/** Sends something to the server and tells the person how it went. */
export function useSubmit(messages: Messages = {}): Submission {
  const { settings } = useSecondaryText()
  const { offline, unanswered } = settings
  const isRunning = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')

  // What needs a connection has one again.
  useEffect(() => onReachable(() => setError((said) => (said === offline ? unanswered : said))), [settings])

  const submit = async (work: () => Promise<unknown>) => {
    if (isRunning.current) return false
    isRunning.current = true
    setBusy(true)
    setError('')
    try {
      await work()
      return true
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(messageFor(failure, settings, messages))
      return false
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return { isBusy, error, setError, submit }
}
