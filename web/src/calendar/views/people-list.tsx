import { useMemo, useState } from 'preact/hooks'
import { useText } from '../../i18n'
import { useFormats } from '../../i18n/format'
import { onDay } from '../../lib/layout'
import { dayOf } from '../../lib/tz'
import type { CalendarData, PlacedEntry } from '../data'
import { isPast } from '../parts/describe'
import { useOwnDue } from './own-due'
import { PeopleDay } from './people-day'

// One chunk for all that is due on a day: a piece of its own for each view would cost more than it holds.
export { DueHead } from './due-head'
export { DueList } from './due-list'
export { DueWeek } from './due-week'

interface PeopleListProps {
  data: CalendarData
  day: number
  now: number
  onOpen: (placed: PlacedEntry) => void
}

/** A day on a phone: what each person has, all of it on one screen; who has nothing is named in one line. */
export function PeopleList({ data, day, now, onOpen }: PeopleListProps) {
  const { calendar } = useText()
  const formats = useFormats()
  const { placed, coverage, people, hidden, unshared } = data
  const state = coverage.stateOf(day)
  const events = useMemo(() => onDay(placed, day), [placed, day])
  const due = useOwnDue(dayOf(now))
  const [showsPast, setShowsPast] = useState(false)
  const over = day === dayOf(now) ? events.filter((one) => isPast(one, now)).length : 0
  return (
    <section class="people-list" aria-label={formats.full(day)} tabIndex={-1}>
      <h2 class="visually-hidden">{formats.full(day)}</h2>
      {state === 'unknown' && <p class="people-quiet">{calendar.dayNotLoaded}</p>}
      <PeopleDay
        {...{ events, people, hidden, unshared, state, day, now, due, onOpen }}
        most={0}
        foldsPast={!showsPast}
      />
      {over > 0 && (
        <button type="button" class="earlier" aria-expanded={showsPast} onClick={() => setShowsPast(!showsPast)}>
          {calendar.earlier(over)}
        </button>
      )}
    </section>
  )
}
