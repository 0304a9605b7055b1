import { useText } from '../../i18n'
import { fitRow, type HighSegment, monthStart, type Segment, spreadRow } from '../../lib/layout'
import { memo } from '../../lib/memo'
import { cellState } from '../../ui/grid-keys'
import { useWeekNumber } from '../../ui/week-numbers'
import type { PlacedEntry } from '../data'
import { type Entry, isReadOnly } from '../entries'
import { type Describe, dayMessage, useDescribe } from '../parts/describe'
import { handleOf } from '../parts/handle'
import { isUnsaved, More, stateClass } from '../parts/marks'
import { colorsOf, Initials } from '../parts/people'
import type { MonthProps } from './month'

interface MonthWeekProps extends MonthProps {
  first: number
  segments: Segment<Entry>[]
  /** Lanes that fit. */
  capacity: number
  /** Letters of a title that fit into a lane. */
  letters: number
}

/** One row of the month. */
export const MonthWeek = memo(function MonthWeek({ first, segments, capacity, letters, ...props }: MonthWeekProps) {
  const describe = useDescribe()
  const { shown, hidden } = fitRow(segments, 7, capacity)
  const spread = spreadRow(shown, { days: 7, capacity }, ({ title }) => title.length > letters)
  return (
    <tr class="month-week">
      {hidden.map((hiddenHere, column) => {
        const here = segments.filter(({ column: from, span }) => from <= column && column < from + span)
        return (
          <MonthDay
            key={column}
            {...props}
            describe={describe}
            cell={first + column}
            segments={spread.filter((segment) => segment.column === column)}
            count={here.length}
            goOn={here.filter((segment) => segment.column < column)}
            hidden={hiddenHere}
            hidesUnsaved={here.some((segment) => isUnsaved(segment.placed) && !shown.includes(segment))}
          />
        )
      })}
    </tr>
  )
})

interface MonthDayProps extends MonthProps {
  describe: Describe
  cell: number
  /** The segments that begin in this cell. */
  segments: HighSegment<Entry>[]
  count: number
  /** Those that cover it and begin in an earlier one, where their bars are told. */
  goOn: Segment<Entry>[]
  hidden: number
  /** One of those could not be saved. */
  hidesUnsaved: boolean
}

function MonthDay({
  cell,
  stateOf,
  due,
  day,
  today,
  segments,
  count,
  goOn,
  hidden,
  hidesUnsaved,
  onPick,
  onOpen,
  onOpenDay,
  onCreate,
  describe,
}: MonthDayProps) {
  const { calendar } = useText()
  const { formats } = describe
  const weekNumber = useWeekNumber()(cell)
  const isPicked = cell === day
  const state = stateOf(cell)
  const toDo = due?.get(cell)
  const classes = [
    'month-day',
    monthStart(cell) === monthStart(day) ? '' : 'outside',
    cell === today ? 'today' : '',
    isPicked ? 'picked' : '',
    state,
  ]
  return (
    <td class={classes.join(' ')} {...cellState(isPicked)} data-week={weekNumber}>
      <DayNumber
        describe={describe}
        cell={cell}
        today={today}
        isPicked={isPicked}
        words={[
          dayMessage(count, state, calendar),
          ...goOn.map(({ placed }) => `${placed.item.label}, ${describe.times(placed, cell)}`),
          toDo?.words,
          weekNumber && calendar.week(weekNumber),
        ]
          .filter(Boolean)
          .join(', ')}
        onPick={onPick}
        onCreate={onCreate}
      />
      {segments.map((segment) => (
        <Chip
          key={segment.placed.item.key}
          describe={describe}
          segment={segment}
          isReachable={isPicked}
          onOpen={onOpen}
        />
      ))}
      {hidden > 0 && (
        <button
          type="button"
          class={hidesUnsaved ? 'month-more not-saved' : 'month-more'}
          tabIndex={isPicked ? 0 : -1}
          onClick={() => onOpenDay(cell)}
        >
          <More isUnsaved={hidesUnsaved} count={hidden} words={calendar.moreOn(hidden, formats.full(cell))} />
        </button>
      )}
      {toDo && (
        <button type="button" class="month-due" tabIndex={isPicked ? 0 : -1} onClick={() => onOpenDay(cell)}>
          <Initials people={toDo.people} />
          <span class="month-due-text" aria-hidden="true">
            {toDo.text}
          </span>
          <b aria-hidden="true">{toDo.count}</b>
          <span class="visually-hidden">
            {toDo.words}, {formats.full(cell)}
          </span>
        </button>
      )}
    </td>
  )
}

interface DayNumberProps {
  describe: Describe
  cell: number
  today: number
  isPicked: boolean
  /** What is read aloud after the date. */
  words: string
  onPick: (day: number) => void
  onCreate: (day: number) => void
}

/** The day's number. Its hit area is the whole cell: a press picks the day and offers a new event on it. */
function DayNumber({ describe, cell, today, isPicked, words, onPick, onCreate }: DayNumberProps) {
  const { formats } = describe
  return (
    <button
      type="button"
      class="month-number"
      data-day={cell}
      tabIndex={isPicked ? 0 : -1}
      aria-label={`${formats.full(cell)}, ${words}`}
      aria-current={cell === today ? 'date' : undefined}
      onClick={() => {
        onPick(cell)
        onCreate(cell)
      }}
    >
      {formats.dayOfMonth(cell)}
    </button>
  )
}

interface ChipProps {
  describe: Describe
  segment: HighSegment<Entry>
  /** Whether Tab stops here: only in the picked day, else a month has hundreds of stops. */
  isReachable: boolean
  onOpen: (placed: PlacedEntry) => void
}

function Chip({ describe, segment, isReachable, onOpen }: ChipProps) {
  const { placed, span, lane, isHigh, continuesBefore, continuesAfter } = segment
  const { item, isBar, startWall } = placed
  const canResize = isBar && !isReadOnly(item)
  const classes = [
    'month-chip person',
    isBar ? 'bar' : 'timed',
    continuesBefore ? 'from-before' : '',
    continuesAfter ? 'goes-on' : '',
    isHigh ? 'high' : '',
    stateClass(item),
  ]
  return (
    <button
      type="button"
      class={classes.join(' ')}
      style={{ ...colorsOf(item.people), '--at': lane, '--span': span }}
      tabIndex={isReachable ? 0 : -1}
      {...handleOf(item)}
      onClick={() => onOpen(placed)}
    >
      <Initials people={item.people} />
      <span class="month-chip-title">
        {item.label} <span class="visually-hidden">{describe.rest(placed)}</span>
      </span>
      {!isBar && <time aria-hidden="true">{describe.formats.time(startWall)}</time>}
      {canResize && !continuesBefore && <i data-resize="start" aria-hidden="true" />}
      {canResize && !continuesAfter && <i data-resize="end" aria-hidden="true" />}
    </button>
  )
}
