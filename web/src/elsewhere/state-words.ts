import { useZone } from '../data/session'
import type { Subscription } from '../forms/subscriptions'
import { useElsewhereText } from '../i18n/elsewhere'
import { useFormats } from '../i18n/format'
import { useNow } from '../lib/clock'
import { DAY, MINUTE, toWall } from '../lib/tz'

interface StateWords {
  /** `read 2 hours ago` */
  age: string
  /** Why it cannot be read. */
  problem: string
}

const HOUR = 60 * MINUTE

/** How a subscription is, in words. */
export function useStateWords(): (subscription: Subscription) => StateWords {
  const { subscriptions: texts } = useElsewhereText()
  const zone = useZone()
  const now = useNow(zone)
  const { locale } = useFormats()
  const ago = (instant: string) => {
    const passed = Math.max(0, now - toWall(Date.parse(instant), zone))
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
