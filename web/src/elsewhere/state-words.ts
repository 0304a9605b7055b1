import { useZone } from '../data/session'
import type { Subscription } from '../forms/subscriptions'
import { useElsewhereText } from '../i18n/elsewhere'
import { useFormats } from '../i18n/format'
import { useNow } from '../lib/clock'
import { DAY, HOUR, MINUTE } from '../lib/tz'

interface StateWords {
  /** `read 2 hours ago` */
  age: string
  /** Why it cannot be read. */
  problem: string
}

/** How a subscription is, in words. */
export function useStateWords(): (subscription: Subscription) => StateWords {
  const { subscriptions: texts } = useElsewhereText()
  const { locale } = useFormats()
  // Drawn anew from time to time.
  useNow(useZone())
  const ago = (instant: string) => {
    // Of moments, not of what the clock shows: in two nights of a year an hour is left out, or there twice.
    const passed = Date.now() - Date.parse(instant)
    const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
    if (passed < MINUTE) return texts.justNow
    if (passed < HOUR) return format.format(-Math.floor(passed / MINUTE), 'minute')
    if (passed < DAY) return format.format(-Math.floor(passed / HOUR), 'hour')
    return format.format(-Math.floor(passed / DAY), 'day')
  }
  return ({ state, reason, lastGoodAt }) => ({
    age: lastGoodAt !== null ? texts.read(ago(lastGoodAt)) : state === 'pending' ? texts.pending : texts.neverRead,
    problem: problemOf(reason ?? '', texts.reasons),
  })
}

/** A code that is not known is told in general. */
export function problemOf(reason: string, words: Record<string, string> & { other: string; server: string }): string {
  return words[reason] ?? (/^status-5/.test(reason) ? words.server : words.other)
}
