import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useFormats } from '../../i18n/format'
import { monthGridStart, monthStart, monthWeeks, rowSegments } from '../../lib/layout'
import { pixelsOf, TOUCH, useMedia } from '../../lib/media'
import type { Coverage } from '../coverage'
import type { PlacedEntry } from '../data'
import { gridRole, useGridKeys } from '../parts/grid-keys'
import { MonthWeek } from './month-week'

export interface MonthProps {
  placed: readonly PlacedEntry[]
  coverage: Coverage
  day: number
  today: number
  onPick: (day: number) => void
  onOpen: (placed: PlacedEntry) => void
  onOpenDay: (day: number) => void
  onCreate: (day: number) => void
}

export const WEEK = [0, 1, 2, 3, 4, 5, 6]

// All in `rem`, as in the stylesheet.
/** Of a week's row what is not lanes: the day numbers and a little air. */
const ROW_EXTRA = 2.625
const WEEKDAYS_HEIGHT = 2.1875
/** Of the window what is above the grid, where there is no banner. */
const AROUND = 7.875
const MOUSE_LANE = 1.5
const TOUCH_LANE = 1.875
/** An event and how many more there are; where the window is lower than that for each week, the month is scrolled. */
const LEAST_LANES = 2

/** The month as a grid of weeks, with as many events per day as there is room for. */
export function Month(props: MonthProps) {
  const { placed, day, onPick } = props
  const formats = useFormats()
  const grid = useRef<HTMLTableElement>(null)
  const first = monthGridStart(day, formats.firstWeekday)
  const rows = monthWeeks(day, formats.firstWeekday)
  const capacity = useCapacity(grid, rows)
  const onKeyDown = useGridKeys(grid, { first, onPick })
  const weeks = useMemo(
    () =>
      Array.from({ length: rows }, (_, row) => ({
        first: first + row * 7,
        segments: rowSegments(placed, first + row * 7, 7),
      })),
    [placed, first, rows],
  )
  return (
    <table
      ref={grid}
      class="month"
      {...gridRole}
      aria-label={formats.monthYear(monthStart(day))}
      style={{ '--rows': rows }}
      onKeyDown={onKeyDown}
    >
      <Weekdays first={first} name={formats.weekdayShort} />
      <tbody>
        {weeks.map((week) => (
          <MonthWeek key={week.first} {...props} {...week} capacity={capacity} />
        ))}
      </tbody>
    </table>
  )
}

/** The row of weekdays above a month. */
export function Weekdays({ first, name }: { first: number; name: (day: number) => string }) {
  const formats = useFormats()
  return (
    <thead>
      <tr class="month-weekdays">
        {WEEK.map((column) => (
          <th key={column} scope="col" aria-label={formats.weekday(first + column)}>
            {name(first + column)}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** How many lanes fit into a week's row at the grid's present height. */
function useCapacity(grid: { current: HTMLElement | null }, rows: number): number {
  const lane = useMedia(TOUCH) ? TOUCH_LANE : MOUSE_LANE
  // A guess renders the grid once; measuring first would render it twice.
  const [height, setHeight] = useState(() => innerHeight - pixelsOf(AROUND))
  useLayoutEffect(() => {
    const element = grid.current
    if (element === null) return
    const measure = () => setHeight(element.clientHeight)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const room = height / pixelsOf(1)
  return Math.max(LEAST_LANES, Math.floor(((room - WEEKDAYS_HEIGHT) / rows - ROW_EXTRA) / lane))
}
