import { useFormats } from '../../i18n/format'
import { needs } from '../../lib/needs'
import { dayOf } from '../../lib/tz'
import { loadStyle } from '../../ui/lazy'
import { colorsOf } from '../parts/people'
import type { Carried } from './carried'
import { type Cell, type Place, rowsOf } from './month-cells'
import type { Point } from './pointer'
import { wallsAfter } from './shift'
import type { PulledDays } from './use-month-drag'

needs(() => loadStyle('drag'))

/** The days on which a carried event would be, and the event itself under the pointer. */
export function CarriedGhost({ carried, cells }: { carried: Carried; cells: readonly Cell[] }) {
  const { placed, shift, at, isOutside } = carried
  const { start, end } = wallsAfter(placed, shift)
  const [first, last] = [dayOf(start), dayOf(Math.max(start, end - 1))]
  const colors = colorsOf(placed.item.people)
  return (
    <div class="person" style={colors} aria-hidden="true">
      {!isOutside && rowsOf(cells, first, last).map((place) => <Target key={place.top} place={place} />)}
      <Label at={at ?? cornerOf(rowsOf(cells, first, last)[0])} title={placed.item.label} days={[first, last]} />
    </div>
  )
}

/** The days on which an event will begin and end. */
export function PulledGhost({ pulled: { from, to, at }, cells }: { pulled: PulledDays; cells: readonly Cell[] }) {
  const [first, last] = [Math.min(from, to), Math.max(from, to)]
  return (
    <div class="person pulled" aria-hidden="true">
      {rowsOf(cells, first, last).map((place) => (
        <Target key={place.top} place={place} />
      ))}
      <Label at={at} title={null} days={[first, last]} />
    </div>
  )
}

const Target = ({ place }: { place: Place }) => <i class="drag-target" style={pixels(place)} />

interface LabelProps {
  at: Point
  title: string | null
  days: [first: number, last: number]
}

function Label({ at, title, days: [first, last] }: LabelProps) {
  const formats = useFormats()
  const days = first === last ? formats.dayMonth(first) : formats.dayRangeShort(first, last)
  return (
    <div class={at.isTouch ? 'drag-label touch' : 'drag-label'} style={pixels({ left: at.x, top: at.y })}>
      {title !== null && <b>{title}</b>}
      <span>{days}</span>
    </div>
  )
}

const cornerOf = (place: Place | undefined): Point => ({
  x: place?.left ?? 0,
  y: (place?.top ?? 0) + (place?.height ?? 0) / 2,
  isTouch: false,
})

const pixels = (place: Partial<Place>): Record<string, string> =>
  Object.fromEntries(Object.entries(place).map(([side, value]) => [side, `${value}px`]))
