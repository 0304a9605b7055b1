import { useState } from 'preact/hooks'
import { useText } from '../../i18n'
import { useFormats } from '../../i18n/format'
import { onDay } from '../../lib/layout'
import { dayOf } from '../../lib/tz'
import { Button } from '../../ui/button'
import { Plus } from '../../ui/icons'
import { lazyExtra, withStyle } from '../../ui/lazy'
import type { DayState } from '../coverage'
import type { PlacedEntry } from '../data'
import { isPast, nextUp, useDayName, useDescribe } from '../parts/describe'
import { EventRow } from '../parts/event-row'
import { useUntil } from '../parts/next-up'

/** Until it is known what is to be done nothing says that there is nothing. */
const DueList = lazyExtra(async () => ({ default: (await withStyle('today', import('./people-list'))).DueList }))

interface DayListProps {
  placed: readonly PlacedEntry[]
  state: DayState
  day: number
  today: number
  now: number
  onOpen: (placed: PlacedEntry) => void
  onCreate: (day: number) => void
}

/** A day in words: bars first, what is over folded away, and when the next one is. */
export function DayList({ placed, state, day, today, now, onOpen, onCreate }: DayListProps) {
  const { calendar, common } = useText()
  const formats = useFormats()
  const dayName = useDayName()
  const events = onDay(placed, day)
  return (
    <section class="day-list" aria-label={formats.full(day)} tabIndex={-1}>
      <header>
        <h2>
          {dayName(day, today)} <small>{formats.dayMonth(day)}</small>
        </h2>
      </header>
      {state === 'unknown' && <p class="day-list-note">{calendar.dayNotLoaded}</p>}
      {state === 'loading' && events.length === 0 && <p class="day-list-note loading">{common.loading}</p>}
      {state === 'known' && events.length === 0 ? (
        <div class="day-list-empty">
          <DueList day={day} today={today} otherwise={<p>{calendar.nothing}</p>} />
          <Button onClick={() => onCreate(day)}>
            <Plus aria-hidden="true" />
            {calendar.firstEvent}
          </Button>
        </div>
      ) : (
        <>
          <DayEvents key={day} events={events} all={placed} day={day} now={now} isMovable onOpen={onOpen} />
          <DueList day={day} today={today} />
          <button type="button" class="day-list-add" onClick={() => onCreate(day)}>
            <Plus aria-hidden="true" />
            {calendar.newEvent}
          </button>
        </>
      )}
    </section>
  )
}

interface DayEventsProps {
  events: readonly PlacedEntry[]
  /** Everything, to know what is next. */
  all: readonly PlacedEntry[]
  day: number
  now: number
  /** They stand where they can be picked up. */
  isMovable?: boolean
  onOpen: (placed: PlacedEntry) => void
}

/** The rows of a day; today's past stays folded until it is asked for. */
export function DayEvents({ events, all, day, now, isMovable = false, onOpen }: DayEventsProps) {
  const { calendar } = useText()
  const until = useUntil()
  const describe = useDescribe()
  const [showsPast, setShowsPast] = useState(false)
  const isToday = day === dayOf(now)
  const past = isToday ? events.filter((one) => isPast(one, now)) : []
  const ahead = events.filter((one) => !past.includes(one))
  const next = isToday ? nextUp(all, now) : null
  return (
    <>
      {past.length > 0 && (
        <button type="button" class="earlier" aria-expanded={showsPast} onClick={() => setShowsPast(!showsPast)}>
          {calendar.earlier(past.length)}
        </button>
      )}
      <ul>
        {showsPast &&
          past.map((one) => (
            <EventRow key={one.item.key} {...{ describe, day, isMovable, onOpen }} placed={one} isOver />
          ))}
        {ahead.map((one) => (
          <EventRow
            key={one.item.key}
            {...{ describe, day, isMovable, onOpen }}
            placed={one}
            hint={one === next ? until(one, now) : undefined}
          />
        ))}
      </ul>
    </>
  )
}
