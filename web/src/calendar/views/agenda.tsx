import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useText } from '../../i18n'
import { useFormats } from '../../i18n/format'
import { useViewsText, viewsTexts } from '../../i18n/views'
import { addMonths, monthStart } from '../../lib/layout'
import { needs } from '../../lib/needs'
import { useDueState } from '../../lists/chores/use-due'
import { Button } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { CalendarDays } from '../../ui/icons'
import type { PlacedEntry, Range } from '../data'
import { AgendaMonth, type MonthState } from './agenda-month'
import { useTopDay } from './use-top-day'

needs(viewsTexts)

interface AgendaProps {
  /** Where the list begins; then the day that is at its top. */
  day: number
  today: number
  now: number
  /** Another day is at the top. */
  onTop: (day: number) => void
  onOpen: (placed: PlacedEntry) => void
  onCreate: (day: number) => void
}

/** So many months without an event end the list, until more is asked for. */
const MAX_FREE = 2
/** The fewest days that are put above at once. */
const LEAST_EARLIER = 7
/** How near its end the list goes on: a screen and a half. */
const AHEAD = '0px 0px 150% 0px'

/** The days that have events, one below the other, as far as somebody scrolls. */
export default function Agenda({ day, today, now, onTop, onOpen, onCreate }: AgendaProps) {
  const { calendar } = useText()
  const { agenda } = useViewsText()
  const formats = useFormats()
  const list = useRef<HTMLElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState(() => openedAt(day))
  const [states, setStates] = useState<Record<number, MonthState>>({})
  const atTop = useRef(day)
  const onState = useCallback(
    (first: number, state: MonthState) => setStates((before) => ({ ...before, [first]: state })),
    [],
  )
  const { showAbove, forget } = useTopDay(list, content, (top) => {
    if (top === atTop.current) return
    atTop.current = top
    onTop(top)
  })
  // A day that nobody has scrolled to.
  const isElsewhere = day !== atTop.current
  if (isElsewhere) {
    atTop.current = day
    setOpened(openedAt(day))
  }
  useLayoutEffect(() => {
    forget()
    list.current?.scrollTo(0, 0)
  }, [opened.origin])

  const { isKnown: isDueKnown } = useDueState(false)
  const { start, months } = opened
  const known = months.map(({ first }) => states[first] ?? 'loading')
  const last = known.at(-1)
  const isOver = known.slice(-MAX_FREE).every((state) => state === 'free') && months.length >= MAX_FREE
  const goesOn = (last === 'busy' || last === 'free') && !isOver
  const goOn = () => setOpened(later)
  const end = useNear(list, goesOn, months.length, goOn)
  const isEmpty = isOver && !known.includes('busy')
  return (
    <section ref={list} class="agenda" aria-label={calendar.views.agenda}>
      <div ref={content}>
        <button
          type="button"
          class="earlier"
          onClick={() => {
            showAbove()
            setOpened(earlier)
          }}
        >
          {agenda.earlier}
        </button>
        {months.map(({ first, days }) => (
          <AgendaMonth
            key={first}
            {...{ list, first, days, today, now, isDueKnown, onOpen, onState }}
            isStart={first === start}
          />
        ))}
      </div>
      <div ref={end} class="agenda-end">
        {isEmpty && isDueKnown && (
          <Empty icon={<CalendarDays aria-hidden="true" />} title={agenda.nothing}>
            <Button onClick={() => onCreate(day)}>{calendar.firstEvent}</Button>
          </Empty>
        )}
        {isOver && !isEmpty && isDueKnown && <p>{agenda.end(dayMonthYear(lastDayOf(months)))}</p>}
        {(isOver || last === 'unknown') && <Button onClick={goOn}>{agenda.later}</Button>}
      </div>
    </section>
  )

  function dayMonthYear(one: number) {
    return formats.dayRange(one, one)
  }
}

interface Opened {
  /** The day that it was opened on. */
  start: number
  /** The same as long as it is one list that only grows. */
  origin: object
  /** What is listed, in order: each within one month. */
  months: Range[]
}

const restOfMonth = (first: number): Range => ({ first, days: addMonths(monthStart(first), 1) - first })

const lastDayOf = (months: readonly Range[]): number => {
  const { first, days } = months.at(-1)!
  return first + days - 1
}

const openedAt = (day: number): Opened => ({ start: day, origin: {}, months: [restOfMonth(day)] })

const later = ({ months, ...opened }: Opened): Opened => ({
  ...opened,
  months: [...months, restOfMonth(lastDayOf(months) + 1)],
})

function earlier({ months, ...opened }: Opened): Opened {
  const end = months[0]!.first
  const added: Range[] = []
  let first = end
  while (end - first < LEAST_EARLIER) {
    const before = monthStart(first - 1)
    added.unshift({ first: before, days: first - before })
    first = before
  }
  return { ...opened, months: [...added, ...months] }
}

/** Calls `goOn` when the end of the list comes near, and again for as long as it is. */
function useNear(
  list: { current: HTMLElement | null },
  isWanted: boolean,
  length: number,
  goOn: () => void,
): { current: HTMLDivElement | null } {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isWanted || end.current === null) return
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.at(-1)!.isIntersecting && end.current?.checkVisibility({ visibilityProperty: true })) goOn()
      },
      { root: list.current, rootMargin: AHEAD },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isWanted, length])
  return end
}
