import { useEffect, useRef, useState } from 'preact/hooks'
import { ownCalendars } from '../../data/own-calendars'
import { usePeople } from '../../data/people'
import { queries, useQuery } from '../../data/queries'
import { useZone } from '../../data/session'
import { isSame } from '../draft'
import type { Entry } from '../entries'
import type { SeriesRange } from '../event-ref'
import { type Known, questionOf } from '../parts/question-of'
import type { Ask } from '../parts/range-question'
import { type EventPerson, whoIs } from '../who'
import { editUndoably } from '../writes/actions'
import { appearanceOfEntry, forWhom } from '../writes/appearance'
import { formOfTimes } from '../writes/times'

interface Chosen {
  personIds: number[]
  /** How much of a series it is meant for. */
  range: SeriesRange | null
}

interface ForWhomState {
  personIds: number[]
  drawn: EventPerson[]
  choose: (personIds: number[]) => Promise<void>
}

/**
 * Whom an event is for, to be chosen on its card: however many taps it takes, one change, made once the card is gone or
 * the page is left. Of a series the first tap asks how much of it is meant.
 */
export function useForWhom(entry: Entry, known: Known, ask: Ask): ForWhomState {
  const zone = useZone()
  const people = usePeople()
  useQuery(ownCalendars)
  useQuery(queries.writableCalendars)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const { calendarUrl } = known.base ?? {}
  const stored = known.base?.personIds
  // Where nobody is named, the one whom the calendar belongs to; the event itself goes on naming nobody.
  const before = forWhom({ calendarUrl, personIds: stored ?? entry.personIds }).personIds
  const latest = useRef({ chosen, before, stored })
  const made = useRef<number[] | null>(null)
  latest.current = { chosen, before: made.current ?? before, stored: made.current ?? stored }

  useEffect(() => {
    const make = () => {
      const { chosen, before, stored } = latest.current
      if (chosen === null || isSame(chosen.personIds, before)) return
      const seen = formOfTimes(entry.title, entry)
      made.current = chosen.personIds
      latest.current = { chosen, before: chosen.personIds, stored: chosen.personIds }
      const base = stored === undefined ? seen : { ...seen, personIds: stored }
      editUndoably(entry, chosen.range, { ...seen, personIds: chosen.personIds }, base)
    }
    const onLeft = () => document.hidden && make()
    document.addEventListener('visibilitychange', onLeft)
    return () => {
      document.removeEventListener('visibilitychange', onLeft)
      make()
    }
  }, [])

  const choose = async (personIds: number[]) => {
    let range = chosen?.range ?? null
    if (entry.ref.recurrenceId !== null && chosen === null) {
      range = await ask(questionOf(entry, { ...formOfTimes(entry.title, entry), personIds }, known, zone))
      if (range === null) return
    }
    setChosen({ personIds, range })
  }

  const personIds = chosen?.personIds ?? before
  const drawn =
    chosen === null
      ? entry.people
      : whoIs({ ...appearanceOfEntry(entry), ...forWhom({ calendarUrl, personIds }) }, people)
  return { personIds, drawn, choose }
}
