import { useMemo } from 'preact/hooks'
import { useText } from '../../i18n'
import { onDay } from '../../lib/layout'
import { dayOf } from '../../lib/tz'
import { type PlacedEntry, type Range, useCalendarOfToday } from '../data'
import { useOwnDue } from './own-due'
import { PeopleDay } from './people-day'

interface PeopleTodayProps {
  /** The days on screen. */
  range: Range
  now: number
  onOpen: (placed: PlacedEntry) => void
}

/** What each person still has today, below each other, whichever days the calendar shows. */
export default function PeopleToday({ range, now, onOpen }: PeopleTodayProps) {
  const { today } = useText().common
  const day = dayOf(now)
  const { placed, coverage, people, hidden, unshared } = useCalendarOfToday(range, day)
  const state = coverage.stateOf(day)
  const events = useMemo(() => onDay(placed, day), [placed, day])
  const due = useOwnDue(day)
  // What is next comes above it with the same answer: nothing is drawn that would then move.
  if (state === 'loading') return null
  return (
    <section class="people-today" aria-label={today}>
      <h2>{today}</h2>
      <PeopleDay {...{ events, people, hidden, unshared, state, day, now, due, onOpen }} most={0} foldsPast />
    </section>
  )
}
