import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useFormats } from '../../i18n/format'
import { monthGridStart, monthStart, monthWeeks, rowSegments } from '../../lib/layout'
import { LAPTOP, pixelsOf, TOUCH, useMedia } from '../../lib/media'
import { gridRole, useGridKeys } from '../../ui/grid-keys'
import type { Coverage } from '../coverage'
import type { PlacedEntry } from '../data'
import type { EventPerson } from '../who'
import { MonthWeek } from './month-week'

/** By day, what is to be done on it. */
export type MonthDue = ReadonlyMap<number, DueOfMonthDay>

interface DueOfMonthDay {
  count: number
  /** What it is, or of several how many. */
  text: string
  /** Who does it; of several nobody. */
  people: readonly EventPerson[]
  /** All of it, as it is read aloud. */
  words: string
}

export interface MonthProps {
  placed: readonly PlacedEntry[]
  stateOf: Coverage['stateOf']
  due?: MonthDue
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
/** And beside it: the navigation, and the side panel where there is one. */
const BESIDE = 5.25
const SIDE = 15.25
/** Of a day's width what is not the letters of a title, and what a letter takes. */
const DAY_EXTRA = 1.25
const LETTER = 0.36
const MOUSE_LANE = 1.5
const TOUCH_LANE = 1.625
/** An event and how many more there are; where the window is lower than that for each week, the month is scrolled. */
const LEAST_LANES = 2

/** The month as a grid of weeks, with as many events per day as there is room for. */
export function Month(props: MonthProps) {
  const { placed, day, onPick } = props
  const formats = useFormats()
  const grid = useRef<HTMLTableElement>(null)
  const first = monthGridStart(day, formats.firstWeekday)
  const rows = monthWeeks(day, formats.firstWeekday)
  const room = useRoom(grid, rows)
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
          <MonthWeek key={week.first} {...props} {...week} {...room} />
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
          <th key={column} scope="col">
            <span aria-hidden="true">{name(first + column)}</span>
            <span class="visually-hidden">{formats.weekday(first + column)}</span>
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** How many lanes fit into a week's row, and letters into one of them, at the grid's present size. */
function useRoom(grid: { current: HTMLElement | null }, rows: number): { capacity: number; letters: number } {
  const lane = useMedia(TOUCH) ? TOUCH_LANE : MOUSE_LANE
  // A guess renders the grid once; measuring first would render it twice.
  const [height, setHeight] = useState(() => innerHeight - pixelsOf(AROUND))
  const [letters, setLetters] = useState(() =>
    lettersIn(innerWidth - pixelsOf(matchMedia(LAPTOP).matches ? BESIDE + SIDE : BESIDE)),
  )
  useLayoutEffect(() => {
    const element = grid.current
    if (element === null) return
    const measure = () => {
      setHeight(element.clientHeight)
      setLetters(lettersIn(element.clientWidth))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const room = height / pixelsOf(1)
  const capacity = Math.floor(((room - WEEKDAYS_HEIGHT) / rows - ROW_EXTRA) / lane)
  return { capacity: Math.max(LEAST_LANES, capacity), letters }
}

const lettersIn = (width: number): number => Math.floor((width / pixelsOf(1) / 7 - DAY_EXTRA) / LETTER)
