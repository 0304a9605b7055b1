import { useState } from 'preact/hooks'
import { useZone } from '../../data/session'
import { useText } from '../../i18n'
import { useFormats } from '../../i18n/format'
import { useNow } from '../../lib/clock'
import { dayOf, toWall } from '../../lib/tz'
import { RefreshCw } from '../../ui/icons'
import { showToast } from '../../ui/toast'
import { refreshCalendars } from '../data'

/** When the server last answered, and a press that asks it to look at the calendars now. */
export function AsOf({ updatedAt }: { updatedAt: number }) {
  const { calendar } = useText()
  const formats = useFormats()
  const zone = useZone()
  const today = dayOf(useNow(zone))
  const { isRefreshing, start } = useRefresh()
  const wall = toWall(updatedAt, zone)
  const words = () => {
    if (isRefreshing) return calendar.refreshing
    if (updatedAt === 0) return calendar.refresh
    const time = formats.time(wall)
    return dayOf(wall) === today ? calendar.asOf(time) : calendar.asOfDay(formats.dayMonth(dayOf(wall)), time)
  }
  return (
    <button
      type="button"
      class={isRefreshing ? 'as-of busy' : 'as-of'}
      title={calendar.refresh}
      aria-label={`${calendar.refresh}. ${words()}`}
      aria-busy={isRefreshing}
      onClick={() => void start()}
    >
      <RefreshCw aria-hidden="true" />
      {words()}
    </button>
  )
}

/** Refreshing, and whether it is on. */
export function useRefresh(): { isRefreshing: boolean; start: () => Promise<void> } {
  const { calendar } = useText()
  const [isRefreshing, setRefreshing] = useState(false)
  const start = async () => {
    if (isRefreshing) return
    setRefreshing(true)
    try {
      await refreshCalendars()
    } catch {
      showToast({ text: calendar.refreshFailed })
    } finally {
      setRefreshing(false)
    }
  }
  return { isRefreshing, start }
}
