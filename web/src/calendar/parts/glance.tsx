import type { CalendarData, PlacedEntry, Range } from '../data'
import { AsOf } from './as-of'
import { NextUp } from './next-up'

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
      <NextUp isLine data={data} range={range} now={now} onOpen={onOpen} />
      <AsOf at={data.coverage.at} isFailed={data.isFailed} />
    </div>
  )
}
