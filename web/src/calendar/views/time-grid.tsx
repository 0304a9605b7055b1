import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { useFormats } from '../../i18n/format'
import { firstStart } from '../../lib/day-layout'
import { DAY, dayOf, HOUR } from '../../lib/tz'
import { lazyExtra } from '../../ui/lazy'
import { Avatar, usePersonName } from '../../ui/person'
import type { Shown } from '../by-person'
import type { Coverage } from '../coverage'
import type { Create } from '../create'
import type { PlacedEntry } from '../data'
import { Ghost, PullGhost } from '../drag/ghost'
import type { Lifted } from '../drag/shift'
import { useDrag } from '../drag/use-drag'
import { useFits } from '../parts/fits'
import type { EventPerson } from '../who'
import { AllDayRow } from './all-day-row'
import { dayColumns, personColumns } from './columns'
import { TimeColumn } from './time-column'

interface TimeGridProps {
  placed: readonly PlacedEntry[]
  coverage: Coverage
  /** The first day on screen. */
  first: number
  days: number
  now: number
  /** Who is shown, where a day is drawn person by person. */
  shown: Shown | null
  /** Boxes beside each other before the rest shares one. */
  maxColumns: number
  onOpen: (placed: PlacedEntry) => void
  onOpenDay: (day: number) => void
  onCreate: Create
  onDrop: (drop: Lifted) => void
}

const DueHead = lazyExtra(async () => ({ default: (await import('./people-list')).DueHead }))
const DueWeek = lazyExtra(async () => ({ default: (await import('./people-list')).DueWeek }))

const HOURS = Array.from({ length: 23 }, (_, index) => index + 1)
const MORNING = 8 * HOUR
// In `rem`: of a person's column whose words can be read, of a box, and of the hours beside them.
const LEAST_WIDTH = 7
const LEAST_BOX = 3
const GUTTER = 3.75
/** Pixels above the first event, so that its hour's label is whole. */
const AIR = 10

/** Days, or the persons of one day, beside each other over the hours; all-day events above them. Events can be dragged. */
export function TimeGrid(props: TimeGridProps) {
  const { placed, coverage, first, days, now, shown, maxColumns, onOpen, onOpenDay, onCreate, onDrop } = props
  const formats = useFormats()
  const scroller = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const today = dayOf(now)
  const width = useFits(scroller, 1)
  const fits = Math.max(1, Math.floor(width / LEAST_WIDTH))
  // The hours take a column's room. On a day that is not known nobody is known to have nothing.
  const isKnown = coverage.stateOf(first) === 'known'
  const most = isKnown && fits - 1 < (shown?.people.length ?? 0) ? fits - 1 : Infinity
  const { columns, bars, quiet } = useMemo(
    () => (shown === null ? dayColumns(placed, { first, days }) : personColumns(placed, first, shown, most)),
    [placed, first, days, shown, most],
  )
  const beside = Math.floor((width - GUTTER) / columns.length / LEAST_BOX)
  // Across persons nothing can be dragged.
  const { lifted, pull, handlers } = useDrag({
    ...{ placed, scroller, body, columns, onDrop },
    days: shown === null ? days : 0,
    onPull: ({ day, person }, { start, end }) => onCreate(day, start, person ?? undefined, end),
  })
  useHeadHeight(scroller, head)
  useOpening({ scroller, head, body }, `${first} ${days} ${isKnown}`, {
    start: firstStart(placed, first, days),
    now: first <= today && today < first + days ? now / DAY - today : null,
  })
  return (
    <div
      ref={scroller}
      class={shown === null ? 'time-grid' : 'time-grid by-person'}
      style={{ '--days': columns.length }}
      {...handlers}
    >
      <div ref={head} class="time-grid-head">
        {(days > 1 || shown !== null) && <span class="gutter" />}
        {columns.map(({ key, day, person }) =>
          person !== null ? (
            <PersonHead key={key} person={person} />
          ) : (
            days > 1 && <DayHead key={key} day={day} today={today} onOpenDay={onOpenDay} />
          ),
        )}
        <AllDayRow segments={bars} lifted={shown === null ? lifted : null} {...{ first, days, onOpen }} />
        {days === 1 ? (
          <DueHead day={first} today={today} quiet={quiet} />
        ) : (
          <DueWeek {...{ first, days, today, onOpenDay }} />
        )}
      </div>
      <div ref={body} class="time-grid-body">
        <div class="time-grid-hours" aria-hidden="true">
          {HOURS.map((hour) => (
            <span key={hour} style={{ '--at-hour': hour }}>
              {formats.hour(hour)}
            </span>
          ))}
        </div>
        {columns.map(({ key, day, placed, person }) => (
          <TimeColumn
            key={key}
            placed={placed}
            person={person}
            state={coverage.stateOf(day)}
            day={day}
            now={day === today ? now : null}
            maxColumns={Math.min(maxColumns, beside < 1 ? 1 : Math.max(2, beside))}
            isAlone={columns.length === 1}
            onOpen={onOpen}
            onOpenDay={onOpenDay}
            onCreate={onCreate}
          />
        ))}
        {lifted !== null && !lifted.placed.isBar && <Ghost lifted={lifted} columns={columns} />}
        {pull !== null && <PullGhost pull={pull} day={columns[pull.column]?.day ?? first} />}
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

function PersonHead({ person }: { person: EventPerson }) {
  const name = usePersonName()(person)
  return (
    <div class="person-head" style={{ '--person': person.color }}>
      <Avatar person={person} />
      <b>{name}</b>
    </div>
  )
}

/** Tells the styles what the head covers: the title of an event that began above it stays in view. */
function useHeadHeight(scroller: { current: HTMLElement | null }, head: { current: HTMLElement | null }) {
  useLayoutEffect(() => {
    if (scroller.current === null || head.current === null) return
    const { style } = scroller.current
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) style.setProperty('--covered-by-head', `${entry.target.clientHeight}px`)
    })
    observer.observe(head.current)
    return () => observer.disconnect()
  }, [])
}

interface Frames {
  scroller: { current: HTMLElement | null }
  head: { current: HTMLElement | null }
  body: { current: HTMLElement | null }
}

/**
 * Opens other days, named by `key`, where their first event begins, and later in the day with this moment in view;
 * `start` and `now` are parts of a day.
 */
function useOpening(frames: Frames, key: string, { start, now }: { start: number | null; now: number | null }) {
  useLayoutEffect(() => {
    const [scroller, head, body] = [frames.scroller.current, frames.head.current, frames.body.current]
    if (scroller === null || head === null || body === null) return
    const seen = (scroller.clientHeight - head.clientHeight) / body.clientHeight
    const from = start ?? Math.min(now ?? 1, MORNING / DAY)
    const isNowBelow = now !== null && now > from + seen * 0.8
    scroller.scrollTop = (isNowBelow ? now - seen / 3 : from) * body.clientHeight - AIR
  }, [key])
}
