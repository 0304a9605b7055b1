import { useState } from 'preact/hooks'
import { useZone } from '../../data/session'
import { useText } from '../../i18n'
import { useFormats } from '../../i18n/format'
import { useNow } from '../../lib/clock'
import { dayOf, toWall } from '../../lib/tz'
import { CloudOff, RefreshCw } from '../../ui/icons'
import { showToast } from '../../ui/toast'
import { type Answered, useKnown, useTold } from '../freshness'

/** A press that has the calendars read now; of what is old, or cannot be read, it says since when that is known. */
export function AsOf(answered: Answered) {
  const { calendar } = useText()
  const asOf = useAsOfText()
  const { isRefreshing, start } = useRefresh()
  const known = useKnown(answered)
  const told = useTold(known, answered)
  const words = told === null ? null : asOf(told)
  return (
    <button
      type="button"
      class={isRefreshing ? 'as-of busy' : known.failing.length > 0 ? 'as-of behind' : 'as-of'}
      title={calendar.refresh}
      aria-label={[isRefreshing ? calendar.refreshing : calendar.refresh, words, ...known.failing.map(calendar.unread)]
        .filter(Boolean)
        .join('. ')}
      aria-busy={isRefreshing}
      onClick={() => void start()}
    >
      {known.failing.length > 0 && !isRefreshing ? <CloudOff aria-hidden="true" /> : <RefreshCw aria-hidden="true" />}
      {words}
    </button>
  )
}

/** Words for an instant of which something is known: `As of 14:00`, with the day where it is another one. */
export function useAsOfText(): (instant: number) => string {
  const { calendar } = useText()
  const formats = useFormats()
  const zone = useZone()
  const today = dayOf(useNow(zone))
  return (instant) => {
    const wall = toWall(instant, zone)
    const time = formats.time(wall)
    return dayOf(wall) === today ? calendar.asOf(time) : calendar.asOfDay(formats.dayMonth(dayOf(wall)), time)
  }
}

/** What came of the last refresh takes the place of what came of the one before. */
const REFRESH = 'refresh'

/** Refreshing, and whether it is on. */
export function useRefresh(): { isRefreshing: boolean; start: () => Promise<void> } {
  const { calendar } = useText()
  const [isRefreshing, setRefreshing] = useState(false)
  const start = async () => {
    if (isRefreshing) return
    setRefreshing(true)
    try {
      const { refreshCalendars } = await import('../refresh')
      const failing = await refreshCalendars()
      if (failing.length > 0) showToast({ text: failing.map(calendar.unread).join(' '), slot: REFRESH })
    } catch {
      showToast({ text: calendar.refreshFailed, slot: REFRESH })
    } finally {
      setRefreshing(false)
    }
  }
  return { isRefreshing, start }
}
