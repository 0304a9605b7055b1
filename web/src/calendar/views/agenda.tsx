import { useEffect, useMemo, useState } from 'preact/hooks'
import { useText } from '../../i18n'
import { useFormats } from '../../i18n/format'
import { onDay } from '../../lib/layout'
import { Button } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { CalendarDays } from '../../ui/icons'
import type { PlacedEntry, Range } from '../data'
import { useDayName } from '../parts/describe'
import { DayEvents } from './day-list'

interface AgendaProps {
  placed: readonly PlacedEntry[]
  /** Where the list begins. */
  day: number
  today: number
  now: number
  range: Range
  onOpen: (placed: PlacedEntry) => void
  onCreate: (day: number) => void
}

/** The days that have events, one below the other. */
export function Agenda({ placed, day, today, now, range, onOpen, onCreate }: AgendaProps) {
  const { calendar } = useText()
  const last = range.first + range.days - 1
  const days = useMemo(() => daysWithEvents(placed, day, last), [placed, day, last])
  const count = useGrowing(FIRST_DAYS, days.length, day)
  return (
    <section class="agenda" aria-label={calendar.views.agenda}>
      {days.length === 0 && (
        <Empty icon={<CalendarDays aria-hidden="true" />} title={calendar.nothingAhead}>
          <Button onClick={() => onCreate(day)}>{calendar.firstEvent}</Button>
        </Empty>
      )}
      {days.slice(0, count).map(({ day: one, events }) => (
        <AgendaDay key={one} day={one} events={events} all={placed} today={today} now={now} onOpen={onOpen} />
      ))}
    </section>
  )
}

/** Enough to fill a screen; the others follow while nothing else happens, so that the view opens at once. */
const FIRST_DAYS = 8
const GROW_AFTER_MS = 120

/** Grows from `first` to `all` step by step; begins anew with another `key`. */
function useGrowing(first: number, all: number, key: number): number {
  const [grown, setGrown] = useState({ key, count: first })
  const count = grown.key === key ? grown.count : first
  useEffect(() => {
    if (count >= all) return
    const timer = setTimeout(() => setGrown({ key, count: count + first }), GROW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [count, all, key])
  return count
}

function daysWithEvents(placed: readonly PlacedEntry[], first: number, last: number) {
  const days = new Set<number>()
  for (const { firstDay, lastDay } of placed) {
    for (let day = Math.max(firstDay, first); day <= Math.min(lastDay, last); day++) days.add(day)
  }
  return [...days].sort((a, b) => a - b).map((day) => ({ day, events: onDay(placed, day) }))
}

interface AgendaDayProps {
  day: number
  events: readonly PlacedEntry[]
  all: readonly PlacedEntry[]
  today: number
  now: number
  onOpen: (placed: PlacedEntry) => void
}

function AgendaDay({ day, events, all, today, now, onOpen }: AgendaDayProps) {
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
}
