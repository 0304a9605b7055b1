import { useText } from '../../i18n'
import { useFormats } from '../../i18n/format'
import { needs } from '../../lib/needs'
import { DAY, dayOf } from '../../lib/tz'
import { loadStyle } from '../../ui/lazy'
import { colorsOf } from '../parts/people'
import type { EventPerson } from '../who'
import { type Lifted, pulled, wallsAfter } from './shift'
import type { PulledHours } from './use-drag'

needs(() => loadStyle('drag'))

interface GhostProps {
  lifted: Lifted
  /** On screen: a day, and whose it is where a day has several. */
  columns: readonly { day: number; person: EventPerson | null }[]
}

/** Where the lifted event would be dropped, on each day it touches, beside everybody it is for. */
export function Ghost({ lifted, columns }: GhostProps) {
  const formats = useFormats()
  const { item } = lifted.placed
  const { start, end } = wallsAfter(lifted.placed, lifted.shift)
  const touched = daysOf(start, end)
  const isFor = (person: EventPerson) => item.people.some(({ key }) => key === person.key)
  return (
    <>
      {columns.map(({ day, person }, column) => {
        if (!touched.includes(day) || (person !== null && !isFor(person))) return null
        const from = Math.max(start, day * DAY)
        const to = Math.min(end, (day + 1) * DAY)
        return (
          <div
            key={column}
            class="drag-ghost person"
            style={{
              ...colorsOf(item.people),
              '--column': column,
              '--top': (from - day * DAY) / DAY,
              '--height': (to - from) / DAY,
            }}
            aria-hidden="true"
          >
            <b>{item.label}</b>
            <time class="drag-ghost-time">{formats.timeRange(start, end)}</time>
          </div>
        )
      })}
    </>
  )
}

interface PullGhostProps {
  pull: PulledHours
  /** The day of its column. */
  day: number
}

/** The event that will begin with these times. */
export function PullGhost({ pull: { column, from, to }, day }: PullGhostProps) {
  const { calendar } = useText()
  const formats = useFormats()
  const { start, end } = pulled(from, to)
  const place = { '--column': column, '--top': (start - day * DAY) / DAY, '--height': (end - start) / DAY }
  return (
    <div class="drag-ghost person everyone" style={place} aria-hidden="true">
      <b>{calendar.newEvent}</b>
      <time class="drag-ghost-time">{formats.timeRange(start, end)}</time>
    </div>
  )
}

function daysOf(start: number, end: number): number[] {
  const first = dayOf(start)
  return Array.from({ length: dayOf(Math.max(start, end - 1)) - first + 1 }, (_, index) => first + index)
}
