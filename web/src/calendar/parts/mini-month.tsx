import { useMemo, useRef, useState } from 'preact/hooks'
import { useText } from '../../i18n'
import { useFormats } from '../../i18n/format'
import { addMonths, monthGridStart, monthStart } from '../../lib/layout'
import { IconButton } from '../../ui/button'
import { ChevronLeft, ChevronRight } from '../../ui/icons'
import { monthRange, type Range, useCalendar } from '../data'
import { useGridKeys } from './grid-keys'

interface MiniMonthProps {
  day: number
  today: number
  /** Days that have events get a small mark. */
  isMarked?: boolean
  onPick: (day: number) => void
}

const CELLS = Array.from({ length: 42 }, (_, index) => index)

/** A small month to jump to a date with; it can be paged without leaving the day. */
export function MiniMonth({ day, today, isMarked = false, onPick }: MiniMonthProps) {
  const { calendar } = useText()
  const formats = useFormats()
  const grid = useRef<HTMLFieldSetElement>(null)
  const [paged, setPaged] = useState({ from: day, months: 0 })
  const months = paged.from === day ? paged.months : 0
  const shown = addMonths(monthStart(day), months)
  const first = monthGridStart(shown, formats.firstWeekday)
  const onKeyDown = useGridKeys(grid, { first, onPick })
  const markOf = useMarks(monthRange(shown, formats.firstWeekday), isMarked)
  const words: Record<Mark, string[]> = { busy: [calendar.busy], unknown: [calendar.dayStates.unknown], '': [] }
  const page = (step: number) => setPaged({ from: day, months: months + step })
  return (
    <fieldset ref={grid} class="mini-month" onKeyDown={onKeyDown}>
      <legend class="visually-hidden">{calendar.jump}</legend>
      <div class="mini-month-head">
        <b aria-live="polite">{formats.monthYear(shown)}</b>
        <IconButton label={calendar.previous.month} onClick={() => page(-1)}>
          <ChevronLeft aria-hidden="true" />
        </IconButton>
        <IconButton label={calendar.next.month} onClick={() => page(1)}>
          <ChevronRight aria-hidden="true" />
        </IconButton>
      </div>
      <div class="mini-month-days">
        {CELLS.slice(0, 7).map((column) => (
          <span key={column} aria-hidden="true">
            {formats.weekdayLetter(first + column)}
          </span>
        ))}
        {CELLS.map((index) => {
          const cell = first + index
          const mark = markOf(cell)
          const classes = [
            monthStart(cell) === shown ? '' : 'outside',
            cell === today ? 'today' : '',
            cell === day ? 'picked' : '',
            mark,
          ]
          return (
            <button
              key={cell}
              type="button"
              class={classes.join(' ')}
              data-day={cell}
              tabIndex={cell === day || (months !== 0 && cell === shown) ? 0 : -1}
              aria-label={[formats.fullYear(cell), ...words[mark]].join(', ')}
              aria-current={cell === today ? 'date' : undefined}
              aria-pressed={cell === day}
              onClick={() => onPick(cell)}
            >
              {formats.dayOfMonth(cell)}
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}

type Mark = 'busy' | 'unknown' | ''

/** What a day shows without words: that it has events, or that nobody knows. */
function useMarks(range: Range, isWanted: boolean): (day: number) => Mark {
  const { placed, coverage } = useCalendar(range, { enabled: isWanted })
  const busy = useMemo(() => {
    const days = new Set<number>()
    for (const { firstDay, lastDay } of placed) {
      for (let day = firstDay; day <= lastDay; day++) days.add(day)
    }
    return days
  }, [placed])
  return (day) => {
    if (!isWanted) return ''
    if (busy.has(day)) return 'busy'
    return coverage.stateOf(day) === 'unknown' ? 'unknown' : ''
  }
}
