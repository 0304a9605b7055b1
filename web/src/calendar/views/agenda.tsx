import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useText } from '../../i18n'
import { useFormats } from '../../i18n/format'
import { whenIdle } from '../../lib/idle'
import { onDay } from '../../lib/layout'
import { memo } from '../../lib/memo'
import { Button } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { CalendarDays } from '../../ui/icons'
import type { Coverage, DayState } from '../coverage'
import type { PlacedEntry, Range } from '../data'
import { useDayName } from '../parts/describe'
import { DayEvents } from './day-list'

interface AgendaProps {
  placed: readonly PlacedEntry[]
  coverage: Coverage
  /** Where the list begins. */
  day: number
  today: number
  now: number
  range: Range
  onOpen: (placed: PlacedEntry) => void
  onCreate: (day: number) => void
}

/** The days that have events, one below the other. */
export function Agenda({ placed, coverage, day, today, now, range, onOpen, onCreate }: AgendaProps) {
  const { calendar } = useText()
  const list = useRef<HTMLElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const last = range.first + range.days - 1
  const days = useMemo(() => daysToList(placed, coverage, day, last), [placed, coverage, day, last])
  const shown = useGrowing(days, day, list, end)
  return (
    <section ref={list} class="agenda" aria-label={calendar.views.agenda}>
      {days.length === 0 && (
        <Empty icon={<CalendarDays aria-hidden="true" />} title={calendar.nothingAhead}>
          <Button onClick={() => onCreate(day)}>{calendar.firstEvent}</Button>
        </Empty>
      )}
      {shown.map(({ day: one, until, events }) =>
        until === null ? (
          <AgendaDay key={one} day={one} events={events} all={placed} today={today} now={now} onOpen={onOpen} />
        ) : (
          <NotKnown key={one} first={one} last={until} state={coverage.stateOf(one)} />
        ),
      )}
      <div ref={end} />
    </section>
  )
}

/** Events that are drawn at once, and what follows again and again as the end of the list comes near. */
const FIRST_EVENTS = 14
const STEP = 24
/** How near: a screen and a half. */
const AHEAD = '0px 0px 150% 0px'

interface AgendaOfDay {
  day: number
  /** The last of several days that nothing is known of; null where `day` is known, or has events even so. */
  until: number | null
  events: PlacedEntry[]
}

/** The days that hold the first events, and more as somebody scrolls towards `end`; begins anew with another `start`. */
function useGrowing(
  days: AgendaOfDay[],
  start: number,
  list: { current: HTMLElement | null },
  end: { current: HTMLElement | null },
): AgendaOfDay[] {
  const [grown, setGrown] = useState({ start, events: FIRST_EVENTS })
  const events = grown.start === start ? grown.events : FIRST_EVENTS
  const shown = daysHolding(days, events)
  useEffect(() => {
    if (end.current === null || shown.length === days.length) return
    let cancel = () => {}
    const grow = () => setGrown({ start, events: events + STEP })
    const observer = new IntersectionObserver(
      (seen) => {
        cancel()
        if (seen.at(-1)?.isIntersecting) cancel = whenIdle(grow)
      },
      { root: list.current, rootMargin: AHEAD },
    )
    observer.observe(end.current)
    return () => {
      observer.disconnect()
      cancel()
    }
  }, [shown.length, days.length, events, start])
  return shown
}

function daysHolding(days: AgendaOfDay[], least: number): AgendaOfDay[] {
  let events = 0
  const end = days.findIndex((one) => {
    events += one.events.length
    return events >= least
  })
  return end === -1 ? days : days.slice(0, end + 1)
}

/** The days that have events, and in between those of which nothing is known. */
function daysToList(placed: readonly PlacedEntry[], coverage: Coverage, first: number, last: number): AgendaOfDay[] {
  const busy = new Set<number>()
  for (const { firstDay, lastDay } of placed) {
    for (let day = Math.max(firstDay, first); day <= Math.min(lastDay, last); day++) busy.add(day)
  }
  const listed: AgendaOfDay[] = []
  for (let day = first; day <= last; day++) {
    const before = listed.at(-1)
    if (busy.has(day)) listed.push({ day, until: null, events: onDay(placed, day) })
    else if (coverage.stateOf(day) === 'known') continue
    else if (before?.until === day - 1) before.until = day
    else listed.push({ day, until: day, events: [] })
  }
  return listed
}

/** Days of which nothing is known, in the place where their events would stand. */
function NotKnown({ first, last, state }: { first: number; last: number; state: DayState }) {
  const { calendar } = useText()
  const formats = useFormats()
  return (
    <section class="agenda-day unknown">
      <h2>{first === last ? formats.dayMonth(first) : formats.dayRangeShort(first, last)}</h2>
      <p>{state !== 'known' && calendar.dayStates[state]}</p>
    </section>
  )
}

interface AgendaDayProps {
  day: number
  events: readonly PlacedEntry[]
  all: readonly PlacedEntry[]
  today: number
  now: number
  onOpen: (placed: PlacedEntry) => void
}

const AgendaDay = memo(function AgendaDay({ day, events, all, today, now, onOpen }: AgendaDayProps) {
  const formats = useFormats()
  const dayName = useDayName()
  return (
    <section class={day === today ? 'agenda-day today' : 'agenda-day'} aria-label={formats.full(day)}>
      <h2>
        <span class="agenda-day-name">{dayName(day, today)}</span> <small>{formats.dayMonth(day)}</small>
      </h2>
      <div>
        <DayEvents events={events} all={all} day={day} now={now} onOpen={onOpen} />
      </div>
    </section>
  )
})
