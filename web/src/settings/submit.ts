import { useRef, useState } from 'preact/hooks'
import { ApiError } from '../data/http'
import { type SeldomDictionary, useSeldomText } from '../i18n/seldom'

/** What each status means here; every other has words of its own below. */
export type Words = Partial<Record<number, string>>

/** Why the server did not do it, in kind words. */
export function wordsFor({ status }: ApiError, settings: SeldomDictionary['settings'], words: Words): string {
  const own = words[status]
  if (own !== undefined) return own
  if (status === 0) return settings.offline
  if (status === 403) return settings.forbidden
  return status >= 500 || status === 429 ? settings.unavailable : settings.refused
}

export interface Submission {
  isBusy: boolean
  /** What went wrong the last time; empty when nothing did. */
  error: string
  setError: (error: string) => void
  /** Runs the work, one at a time, and keeps in words what the server refuses. True: it is done. */
  submit: (work: () => Promise<unknown>) => Promise<boolean>
}

/** Sends something to the server and tells the person how it went. */
export function useSubmit(words: Words = {}): Submission {
  const { settings } = useSeldomText()
  const isRunning = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')

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
      setError(wordsFor(failure, settings, words))
      return false
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return { isBusy, error, setError, submit }
}
