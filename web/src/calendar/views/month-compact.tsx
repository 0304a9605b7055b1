import { useMemo, useRef } from 'preact/hooks'
import { useText } from '../../i18n'
import { useFormats } from '../../i18n/format'
import { monthGridStart, monthStart, monthWeeks, onDay } from '../../lib/layout'
import type { PlacedEntry } from '../data'
import { dayMessage } from '../parts/describe'
import { cellState, gridRole, useGridKeys } from '../parts/grid-keys'
import { inOrder } from '../who'
import { DayList } from './day-list'
import { type MonthProps, WEEK, Weekdays } from './month'
import { useSwipe } from './swipe'

const MOST_DOTS = 5

interface CompactProps extends MonthProps {
  /** The household's clock, as a wall value. */
  now: number
  onStep: (steps: number) => void
}

/** The month on a phone: dots of colour, and below them the picked day in words. */
export function MonthCompact(props: CompactProps) {
  const { placed, coverage, day, today, now, onPick, onOpen, onCreate, onStep } = props
  const formats = useFormats()
  const grid = useRef<HTMLTableElement>(null)
  const first = monthGridStart(day, formats.firstWeekday)
  const rows = monthWeeks(day, formats.firstWeekday)
  const onKeyDown = useGridKeys(grid, { first, onPick })
  useSwipe(grid, onStep)
  return (
    <>
      <table
        ref={grid}
        class="month-compact"
        {...gridRole}
        aria-label={formats.monthYear(monthStart(day))}
        onKeyDown={onKeyDown}
      >
        <Weekdays first={first} name={formats.weekdayLetter} />
        <tbody>
          {Array.from({ length: rows }, (_, row) => (
            <tr key={first + row * 7} class="compact-week">
              {WEEK.map((column) => (
                <CompactDay
                  key={column}
                  cell={first + row * 7 + column}
                  {...{ placed, coverage, day, today, onPick }}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <DayList {...{ placed, day, today, now, onOpen, onCreate }} state={coverage.stateOf(day)} />
    </>
  )
}

type CompactDayProps = Pick<MonthProps, 'placed' | 'coverage' | 'day' | 'today' | 'onPick'> & { cell: number }

function CompactDay({ cell, placed, coverage, day, today, onPick }: CompactDayProps) {
  const { calendar } = useText()
  const formats = useFormats()
  const events = useMemo(() => onDay(placed, cell), [placed, cell])
  const state = coverage.stateOf(cell)
  const classes = [
    'compact-day',
    monthStart(cell) === monthStart(day) ? '' : 'outside',
    cell === today ? 'today' : '',
    cell === day ? 'picked' : '',
    state,
  ]
  return (
    <td class={classes.join(' ')} {...cellState(cell === day)}>
      <button
        type="button"
        class="compact-number"
        data-day={cell}
        tabIndex={cell === day ? 0 : -1}
        aria-label={`${formats.full(cell)}, ${dayMessage(events.length, state, calendar)}`}
        aria-current={cell === today ? 'date' : undefined}
        onClick={() => onPick(cell)}
      >
        {formats.dayOfMonth(cell)}
        <Dots events={events} />
      </button>
    </td>
  )
}

/** One dot for each person who has something that day, always in the same order. */
function Dots({ events }: { events: readonly PlacedEntry[] }) {
  const people = inOrder(events.flatMap(({ item }) => item.people))
  return (
    <span class="dots" aria-hidden="true">
      {people.slice(0, MOST_DOTS).map(({ key, color }) => (
        <i key={key} style={{ background: color }} />
      ))}
    </span>
  )
}
