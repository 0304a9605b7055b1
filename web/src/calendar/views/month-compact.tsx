import { useMemo, useRef } from 'preact/hooks'
import { useText } from '../../i18n'
import { useFormats } from '../../i18n/format'
import { monthGridStart, monthStart, monthWeeks, onDay } from '../../lib/layout'
import { memo } from '../../lib/memo'
import { cellState, gridRole, useGridKeys } from '../../ui/grid-keys'
import { solid } from '../../ui/person'
import { useWeekNumber } from '../../ui/week-numbers'
import type { PlacedEntry } from '../data'
import { dayMessage } from '../parts/describe'
import { inOrder } from '../who'
import { DayList } from './day-list'
import { type MonthProps, WEEK, Weekdays } from './month'

const MAX_DOTS = 3

interface CompactProps extends MonthProps {
  /** The household's clock, as a wall value. */
  now: number
}

/** The month on a phone: dots of colour, and below them the picked day in words. */
export const MonthCompact = memo(function MonthCompact(props: CompactProps) {
  const { placed, stateOf, due, day, today, now, onPick, onOpen, onCreate } = props
  const formats = useFormats()
  const grid = useRef<HTMLTableElement>(null)
  const first = monthGridStart(day, formats.firstWeekday)
  const rows = monthWeeks(day, formats.firstWeekday)
  const onKeyDown = useGridKeys(grid, { first, onPick })
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
                  {...{ placed, stateOf, due, day, today, onPick }}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <DayList {...{ placed, day, today, now, onOpen, onCreate }} state={stateOf(day)} />
    </>
  )
})

type CompactDayProps = Pick<MonthProps, 'placed' | 'stateOf' | 'due' | 'day' | 'today' | 'onPick'> & { cell: number }

function CompactDay({ cell, placed, stateOf, due, day, today, onPick }: CompactDayProps) {
  const { calendar } = useText()
  const formats = useFormats()
  const events = useMemo(() => onDay(placed, cell), [placed, cell])
  const state = stateOf(cell)
  const toDo = due?.get(cell)
  const classes = [
    'compact-day',
    monthStart(cell) === monthStart(day) ? '' : 'outside',
    cell === today ? 'today' : '',
    cell === day ? 'picked' : '',
    state,
  ]
  return (
    <td class={classes.join(' ')} {...cellState(cell === day)} data-week={useWeekNumber()(cell)}>
      <button
        type="button"
        class="compact-number"
        data-day={cell}
        tabIndex={cell === day ? 0 : -1}
        aria-label={[formats.full(cell), dayMessage(events.length, state, calendar), toDo?.words]
          .filter(Boolean)
          .join(', ')}
        aria-current={cell === today ? 'date' : undefined}
        onClick={() => onPick(cell)}
      >
        {formats.dayOfMonth(cell)}
        <Dots events={events} isDue={toDo !== undefined} />
      </button>
    </td>
  )
}

/**
 * A dot for each of the first who have something that day, always in the same order; an empty one where something is to
 * be done; then how many events, if more.
 */
function Dots({ events, isDue }: { events: readonly PlacedEntry[]; isDue: boolean }) {
  // A number of two digits needs the room of a dot.
  const most = events.length > 9 ? MAX_DOTS - 1 : MAX_DOTS
  const people = inOrder(events.flatMap(({ item }) => item.people)).slice(0, most)
  return (
    <span class="dots" data-count={events.length > people.length ? events.length : undefined} aria-hidden="true">
      {people.map((person) => (
        <i key={person.key} style={{ background: solid(person) }} />
      ))}
      {isDue && <i class="to-do" />}
    </span>
  )
}
