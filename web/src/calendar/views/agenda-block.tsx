import { useEffect, useRef, useState } from 'preact/hooks'
import { useText } from '../../i18n'
import { useFormats } from '../../i18n/format'
import { useViewsText, viewsTexts } from '../../i18n/views'
import { memo } from '../../lib/memo'
import { needs } from '../../lib/needs'
import type { Coverage } from '../coverage'
import type { PlacedEntry } from '../data'
import { useDayName } from '../parts/describe'
import type { AgendaLine } from './agenda-days'
import { DayEvents } from './day-list'
import { DueList } from './due-list'

needs(viewsTexts)

/** Of the list's height: what is drawn above and below what is seen. */
const AROUND = '150% 0px'
/** About what a row and what a day needs, in `rem`, until it is measured. */
const ROW = 3.5
const DAY_EXTRA = 2.5

interface AgendaWords {
  coverage: Coverage
  /** Everything, to know what is next. */
  placed: readonly PlacedEntry[]
  today: number
  now: number
  /** Whether nothing is due but what stands there. */
  isDueKnown: boolean
  onOpen: (placed: PlacedEntry) => void
}

interface BlockProps extends AgendaWords {
  list: { current: HTMLElement | null }
  lines: AgendaLine[]
  /** Drawn from the start: it is on the first screen. */
  isFirst: boolean
  /** The day after its last line; null where the month is over. */
  next: number | null
}

/** Some days of the agenda: far from what is seen they are no more than their height. */
export function AgendaBlock({ list, lines, isFirst, next, ...words }: BlockProps) {
  const block = useRef<HTMLDivElement>(null)
  // Null: drawn.
  const [height, setHeight] = useState<string | null>(() => (isFirst ? null : `${aboutAsHighAs(lines)}rem`))
  useEffect(() => {
    const element = block.current
    if (element === null) return
    const observer = new IntersectionObserver(
      (seen) => {
        const { isIntersecting, boundingClientRect } = seen.at(-1)!
        // Of a view that is not shown nothing is seen.
        if (!element.checkVisibility({ visibilityProperty: true })) return
        if (isIntersecting) setHeight(null)
        else if (!element.contains(document.activeElement)) setHeight(`${boundingClientRect.height}px`)
      },
      { root: list.current, rootMargin: AROUND },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={block} style={height === null ? undefined : { height }}>
      {height === null &&
        lines.map((line, index) => (
          <Line key={line.first} {...words} line={line} next={lines[index + 1]?.first ?? next} />
        ))}
    </div>
  )
}

const aboutAsHighAs = (lines: AgendaLine[]): number =>
  lines.reduce((sum, { events }) => sum + events.length * ROW + DAY_EXTRA, 0)

interface LineProps extends AgendaWords {
  line: AgendaLine
  next: number | null
}

function Line({ line, next, coverage, isDueKnown, ...words }: LineProps) {
  const { calendar } = useText()
  const formats = useFormats()
  const { kind, first, last } = line
  if (kind === 'day') return <AgendaDay {...words} day={first} events={line.events} />
  if (kind === 'free') return <FreeDays {...{ first, next, isDueKnown }} />
  const state = coverage.stateOf(first)
  return (
    <section class="agenda-day unknown" data-day={first}>
      <h3>{first === last ? formats.dayMonth(first) : formats.dayRangeShort(first, last)}</h3>
      <p>{state !== 'known' && calendar.dayStates[state]}</p>
    </section>
  )
}

/** Days without events, of which nothing is said as long as something may be due. */
function FreeDays({ first, next, isDueKnown }: Pick<LineProps, 'next' | 'isDueKnown'> & { first: number }) {
  const { agenda } = useViewsText()
  const formats = useFormats()
  const isWholeMonth = formats.dayOfMonth(first) === '1'
  const untilEnd = isWholeMonth ? agenda.none : agenda.rest
  const words = next === null ? untilEnd(formats.month(first)) : agenda.until(formats.full(next))
  return (
    <p class="agenda-free" data-day={first}>
      {isDueKnown ? words : '\u00a0'}
    </p>
  )
}

interface AgendaDayProps extends Omit<AgendaWords, 'coverage' | 'isDueKnown'> {
  day: number
  events: readonly PlacedEntry[]
}

const AgendaDay = memo(function AgendaDay({ day, events, placed, today, now, onOpen }: AgendaDayProps) {
  const formats = useFormats()
  const dayName = useDayName()
  return (
    <section class={day === today ? 'agenda-day today' : 'agenda-day'} data-day={day} aria-label={formats.full(day)}>
      <h3>
        <span class="agenda-day-name">{dayName(day, today)}</span> <small>{formats.dayMonth(day)}</small>
      </h3>
      <div>
        <DayEvents events={events} all={placed} day={day} now={now} onOpen={onOpen} />
        <DueList day={day} today={today} />
      </div>
    </section>
  )
})
