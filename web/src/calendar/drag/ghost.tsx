import { useFormats } from '../../i18n/format'
import { DAY, dayOf } from '../../lib/tz'
import { colorsOf } from '../parts/people'
import { shiftWalls } from './shift'
import type { Lifted } from './use-drag'

interface GhostProps {
  lifted: Lifted
  first: number
  days: number
}

/** Where the lifted event would be dropped, on each day it touches. */
export function Ghost({ lifted, first, days }: GhostProps) {
  const formats = useFormats()
  const { item, startWall, endWall } = lifted.placed
  const { start, end } = shiftWalls({ start: startWall, end: endWall }, lifted.shift)
  const parts = daysOf(start, end).filter((day) => day >= first && day < first + days)
  return (
    <>
      {parts.map((day) => {
        const from = Math.max(start, day * DAY)
        const to = Math.min(end, (day + 1) * DAY)
        return (
          <div
            key={day}
            class="drag-ghost person"
            style={{
              ...colorsOf(item.people),
              '--column': day - first,
              '--top': (from - day * DAY) / DAY,
              '--height': (to - from) / DAY,
            }}
            aria-hidden="true"
          >
            <b>{item.title}</b>
            <time class="drag-ghost-time">{formats.timeRange(start, end)}</time>
          </div>
        )
      })}
    </>
  )
}

function daysOf(start: number, end: number): number[] {
  const first = dayOf(start)
  return Array.from({ length: dayOf(Math.max(start, end - 1)) - first + 1 }, (_, index) => first + index)
}
