import { useRef, useState } from 'preact/hooks'
import { useText } from '../i18n'
import { useFormats } from '../i18n/format'
import { addMonths, monthGridStart, monthStart } from '../lib/layout'
import { IconButton } from './button'
import { useGridKeys } from './grid-keys'
import { ChevronLeft, ChevronRight } from './icons'
import { useWeekNumber } from './week-numbers'

interface PagedMonth {
  /** Any day of the month that is drawn. */
  shown: number
  /** Whether it is another than that of the picked day. */
  isPaged: boolean
  page: (months: number) => void
}

/** The month of a day, or one that was paged to from there. */
export function usePagedMonth(day: number): PagedMonth {
  const [paged, setPaged] = useState({ from: day, months: 0 })
  const months = paged.from === day ? paged.months : 0
  return {
    shown: addMonths(monthStart(day), months),
    isPaged: months !== 0,
    page: (step) => setPaged({ from: day, months: months + step }),
  }
}

interface MonthGridProps {
  /** What is picked here; read aloud. */
  label: string
  /** The picked day. */
  day: number
  today: number
  paged: PagedMonth
  /** What a day shows beside its number: a class, empty for nothing … */
  markOf?: (day: number) => string
  /** … and what each says. */
  words?: Record<string, string>
  onPick: (day: number) => void
  /** Called when keys go to a day. */
  onMove: (day: number) => void
}

const CELLS = Array.from({ length: 42 }, (_, index) => index)

/** A small month to pick a day from, with arrows, Home, End and the page keys as well. */
export function MonthGrid({ label, day, today, paged, markOf, words, onPick, onMove }: MonthGridProps) {
  const { calendar } = useText()
  const formats = useFormats()
  const numberOf = useWeekNumber()
  const grid = useRef<HTMLFieldSetElement>(null)
  // It also follows the calendar around it, which tells that itself.
  const [isTurning, setTurning] = useState(false)
  const { shown, isPaged, page } = paged
  const first = monthGridStart(shown, formats.firstWeekday)
  const onKeyDown = useGridKeys(grid, { first, onPick: onMove })
  return (
    <fieldset ref={grid} class="mini-month" onKeyDown={onKeyDown}>
      <legend class="visually-hidden">{label}</legend>
      <div class="mini-month-head" onFocusCapture={() => setTurning(true)} onBlurCapture={() => setTurning(false)}>
        <b aria-live={isTurning ? 'polite' : 'off'}>{formats.monthYear(shown)}</b>
        <IconButton label={calendar.previous.month} onClick={() => page(-1)}>
          <ChevronLeft aria-hidden="true" />
        </IconButton>
        <IconButton label={calendar.next.month} onClick={() => page(1)}>
          <ChevronRight aria-hidden="true" />
        </IconButton>
      </div>
      <div class={numberOf(first) === undefined ? 'mini-month-days' : 'mini-month-days numbered'}>
        {CELLS.slice(0, 7).map((column) => (
          <span key={column} aria-hidden="true">
            {formats.weekdayLetter(first + column)}
          </span>
        ))}
        {CELLS.map((index) => {
          const cell = first + index
          const mark = markOf?.(cell) ?? ''
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
              data-week={numberOf(cell)}
              tabIndex={cell === day || (isPaged && cell === shown) ? 0 : -1}
              aria-label={formats.fullYear(cell) + (mark && `, ${words?.[mark]}`)}
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
