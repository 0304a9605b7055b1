import { useRef } from 'preact/hooks'
import { viewsTexts } from '../../i18n/views'
import { needs } from '../../lib/needs'
import type { Create } from '../create'
import type { PlacedEntry, Range } from '../data'
import { type Carried, carriedTo, liftedBy } from './carried'
import { gripAt, isHandle } from './handles'
import { cellsOf, dayAt, monthIn, scrollMonth, wayOut } from './month-cells'
import { type Point, usePointer } from './pointer'
import type { Lifted } from './shift'
import { useHand } from './use-hand'
import { useMonthKeys } from './use-month-keys'

needs(viewsTexts)

/** Days that are pulled over, from where to where. */
export interface PulledDays {
  from: number
  to: number
  at: Point
}

export interface MonthDragOptions {
  area: { current: HTMLElement | null }
  placed: readonly PlacedEntry[]
  /** The days whose events are known here. */
  range: Range
  /** The day whose list is below a month of dots. */
  day: number
  onPick: (day: number) => void
  onStep: (steps: number) => void
  onCreate: Create
  onDrop: (drop: Lifted) => void
}

/** How long an event is held at the month's edge before the next one comes. */
const DWELL_MS = 650
const FREE_DAY = '.month .month-day'

/** Moving events among the days of a month, making bars longer, and pulling over days: as `useDrag` among the hours. */
export function useMonthDrag({ area, placed, range, day, onPick, onStep, onCreate, onDrop }: MonthDragOptions) {
  // Those of a month that was left are not among the events.
  const isKnown = (at: number) => range.first <= at && at < range.first + range.days
  const isInDays = ({ isBar }: PlacedEntry) => isBar
  const hand = useHand<Carried, PulledDays>({ root: area, placed, isKnown, isInDays, onDrop })
  const { lifted, pull, cancel } = hand
  const leaving = useRef({ way: 0, since: 0 })
  const cells = () => cellsOf(monthIn(area.current))

  usePointer({
    element: area,
    canLift: (target) =>
      isHandle(target) || (target.closest(FREE_DAY) !== null && target.closest('.month-more') === null),
    onLift: (target, at) => {
      const here = dayAt(cells(), at)
      if (!isHandle(target)) {
        if (here !== null) pull.set({ from: here, to: here, at })
        return here !== null
      }
      const one = hand.take(target)
      if (one !== null) lifted.set(liftedBy(one, gripAt(target), here ?? day, at))
      return one !== null
    },
    onMove: (at) => {
      const here = dayAt(cells(), at)
      const [one, days] = [lifted.now.current, pull.now.current]
      if (days !== null) pull.set({ ...days, to: here ?? days.to, at })
      else if (one !== null) lifted.set(carriedTo(one, here, at))
    },
    onHold: (at) => {
      if (scrollMonth(monthIn(area.current), at)) return true
      const way = lifted.now.current === null ? 0 : wayOut(cells(), at)
      const now = performance.now()
      if (way !== leaving.current.way) leaving.current = { way, since: now }
      if (way === 0 || now - leaving.current.since < DWELL_MS) return false
      leaving.current = { way, since: now }
      onStep(way)
      return true
    },
    onDrop: () => {
      const { current: days } = pull.now
      if (lifted.now.current?.isOutside) return cancel()
      pull.set(null)
      hand.drop()
      if (days === null) return
      const [first, last] = [Math.min(days.from, days.to), Math.max(days.from, days.to)]
      onCreate(first, undefined, undefined, undefined, first === last ? undefined : last)
    },
    onCancel: cancel,
  })
  useMonthKeys(area, hand, onPick)
  return { carried: lifted.drawn, pulled: pull.drawn, cells }
}
