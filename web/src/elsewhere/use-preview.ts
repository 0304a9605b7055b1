import { useEffect, useState } from 'preact/hooks'
import { ApiError } from '../data/http'
import { type Preview, previewOf } from '../forms/subscriptions'

/** What is known of the link as it is typed. */
export type Previewed =
  | { state: 'none' }
  | { state: 'reading' }
  | { state: 'read'; preview: Preview }
  /** `status` as an ApiError has it. */
  | { state: 'unreadable'; error: ApiError }

/** Nobody stops longer within a word. */
const TYPED_MS = 500

/** The link that a text means; null: none yet. Browsers leave the scheme out, and calendars have one of their own. */
export function linkOf(text: string): string | null {
  const link = text.trim()
  if (link === '' || /\s/.test(link)) return null
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(link) ? link : `https://${link}`
  return URL.canParse(whole) && /^(https?|webcal):$/.test(new URL(whole).protocol) && /[.:\]]/.test(new URL(whole).host)
    ? whole
    : null
}

/** Looks at a link by itself: at once when it was pasted, else when the typing has ended. */
export function usePreview(link: string | null, isPasted: boolean): Previewed {
  const [previewed, setPreviewed] = useState<Previewed>({ state: 'none' })
  useEffect(() => {
    if (link === null) return setPreviewed({ state: 'none' })
    const leaving = new AbortController()
    setPreviewed({ state: 'reading' })
    const ask = async () => {
      try {
        const preview = await previewOf(link, leaving.signal)
        if (!leaving.signal.aborted) setPreviewed({ state: 'read', preview })
      } catch (error) {
        if (leaving.signal.aborted) return
        if (!(error instanceof ApiError)) throw error
        setPreviewed({ state: 'unreadable', error })
      }
    }
    const timer = setTimeout(() => void ask(), isPasted ? 0 : TYPED_MS)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [link])
  return previewed
}
