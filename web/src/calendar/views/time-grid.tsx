import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { useFormats } from '../../i18n/format'
import { rowSegments } from '../../lib/layout'
import { DAY, dayOf, HOUR } from '../../lib/tz'
import type { Coverage } from '../coverage'
import type { PlacedEntry } from '../data'
import { Ghost } from '../drag/ghost'
import { type Drop, useDrag } from '../drag/use-drag'
import { AllDayRow } from './all-day-row'
import { TimeColumn } from './time-column'

interface TimeGridProps {
  placed: readonly PlacedEntry[]
  coverage: Coverage
  /** The first day on screen. */
  first: number
  days: number
  now: number
  /** Boxes beside each other before the rest shares one. */
  maxColumns: number
  onOpen: (placed: PlacedEntry) => void
  onOpenDay: (day: number) => void
  onCreate: (day: number, wall?: number) => void
  onDrop: (drop: Drop) => void
}

const HOURS = Array.from({ length: 23 }, (_, index) => index + 1)
const MORNING = 7 * HOUR
const BEFORE_NOW = 3 * HOUR
/** Pixels above the first hour, so that its label is whole. */
const AIR = 10

/** Days beside each other over the hours; all-day events above them. Events can be dragged. */
export function TimeGrid(props: TimeGridProps) {
  const { placed, coverage, first, days, now, maxColumns, onOpen, onOpenDay, onCreate, onDrop } = props
  const formats = useFormats()
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const today = dayOf(now)
  const columns = useMemo(() => Array.from({ length: days }, (_, index) => first + index), [first, days])
  const bars = useMemo(
    () =>
      rowSegments(
        placed.filter(({ isBar }) => isBar),
        first,
        days,
      ),
    [placed, first, days],
  )
  const { lifted, handlers } = useDrag({ placed, scroller, body, days, onDrop })
  useOpening(scroller, body, first <= today && today < first + days ? now - today * DAY : null)
  return (
    <div ref={scroller} class="time-grid" style={{ '--days': days }} {...handlers}>
      <div class="time-grid-head">
        {days > 1 && <span class="gutter" />}
        {days > 1 && columns.map((day) => <DayHead key={day} day={day} today={today} onOpenDay={onOpenDay} />)}
        <AllDayRow segments={bars} lifted={lifted} first={first} days={days} onOpen={onOpen} />
      </div>
      <div ref={body} class="time-grid-body">
        <div class="time-grid-hours" aria-hidden="true">
          {HOURS.map((hour) => (
            <span key={hour} style={{ '--at-hour': hour }}>
              {formats.hour(hour)}
            </span>
          ))}
        </div>
        {columns.map((day) => (
          <TimeColumn
            key={day}
            placed={placed}
            state={coverage.stateOf(day)}
            day={day}
            now={day === today ? now : null}
            maxColumns={maxColumns}
            isAlone={days === 1}
            onOpen={onOpen}
            onOpenDay={onOpenDay}
            onCreate={onCreate}
          />
        ))}
        {lifted !== null && !lifted.placed.isBar && <Ghost lifted={lifted} first={first} days={days} />}
      </div>
    </div>
  )
}

function DayHead({ day, today, onOpenDay }: { day: number; today: number; onOpenDay: (day: number) => void }) {
  const formats = useFormats()
  return (
    <button
      type="button"
      class={day === today ? 'day-head today' : 'day-head'}
      aria-current={day === today ? 'date' : undefined}
      onClick={() => onOpenDay(day)}
    >
      <span aria-hidden="true">{formats.weekdayShort(day)}</span>
      <b class="day-head-number" aria-hidden="true">
        {formats.dayOfMonth(day)}
      </b>
      <span class="visually-hidden">{formats.full(day)}</span>
    </button>
  )
}

/** Opens where the day begins for most people, later in the day with this moment in view. */
function useOpening(
  scroller: { current: HTMLElement | null },
  body: { current: HTMLElement | null },
  timeOfDay: number | null,
) {
  useLayoutEffect(() => {
    if (scroller.current === null || body.current === null) return
    const top = timeOfDay === null ? MORNING : Math.max(MORNING, timeOfDay - BEFORE_NOW)
    scroller.current.scrollTop = (top / DAY) * body.current.clientHeight - AIR
  }, [])
}
