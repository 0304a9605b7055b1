import { useZone } from '../data/session'
import { useText } from '../i18n'
import { afterFirstPaint } from '../lib/idle'
import { memo } from '../lib/memo'
import { lazyExtra, withStyle } from '../ui/lazy'
import type { CalendarData, PlacedEntry, Range } from './data'
import { NextUp } from './parts/next-up'
import type { View } from './place'

/** What comes later keeps its place, so that nothing moves then. */
const AsOf = lazyExtra(
  async () => {
    await afterFirstPaint
    return { default: (await import('./parts/as-of')).AsOf }
  },
  () => <span class="as-of" />,
)
const MiniMonth = lazyExtra(
  async () => ({ default: (await import('./parts/mini-month')).MiniMonth }),
  () => <div class="mini-month-place" />,
)
const PeopleToday = lazyExtra(() => withStyle('today', import('./views/people-today')))

interface SideProps {
  view: View
  data: CalendarData
  range: Range
  day: number
  today: number
  now: number
  onPick: (day: number) => void
  onOpen: (placed: PlacedEntry) => void
}

/** Beside the calendar on large screens: any date, what is next, and who does what today unless the view says that. */
export const Side = memo(function Side({ view, data, range, day, today, now, onPick, onOpen }: SideProps) {
  const { calendar } = useText()
  const zone = useZone()
  const { coverage, isFailed } = data
  const city = (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
  return (
    <aside class="calendar-side" aria-label={calendar.side}>
      <MiniMonth isMarked day={day} today={today} onPick={onPick} />
      <NextUp range={range} now={now} onOpen={onOpen} />
      {(view !== 'day' || day !== today) && <PeopleToday range={range} now={now} onOpen={onOpen} />}
      <p class="calendar-zone">
        {calendar.zone(city)}
        <AsOf at={coverage.at} isFailed={isFailed} />
      </p>
    </aside>
  )
})

interface GlanceProps {
  data: CalendarData
  range: Range
  now: number
  onOpen: (placed: PlacedEntry) => void
}

/** One line above the calendar where there is no side panel: what is next, and how old all of it is. */
export function Glance({ data, range, now, onOpen }: GlanceProps) {
  return (
    <div class="calendar-glance">
      <NextUp isLine range={range} now={now} onOpen={onOpen} />
      <AsOf at={data.coverage.at} isFailed={data.isFailed} />
    </div>
  )
}
