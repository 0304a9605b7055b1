import { useEffect, useRef, useState } from 'preact/hooks'
import { ownCalendars } from '../../data/own-calendars'
import { usePeople } from '../../data/people'
import { queries, useQuery } from '../../data/queries'
import { useZone } from '../../data/session'
import { isSame } from '../../lib/same'
import type { Entry } from '../entries'
import type { SeriesRange } from '../event-ref'
import { idsOf } from '../parts/for-whom'
import { type KnownSeries, questionOf } from '../parts/question-of'
import type { Ask } from '../parts/range-question'
import { drawnNow, type EventPerson, whoIs } from '../who'
import { editUndoably } from '../writes/actions'
import { appearanceOfEntry, forWhom } from '../writes/appearance'
import { formOfTimes } from '../writes/times'

interface Chosen {
  personIds: number[]
  /** How much of a series it is meant for. */
  range: SeriesRange | null
}

interface ForWhomState {
  /** Who is named, else the one whom the calendar belongs to. */
  personIds: number[]
  drawn: EventPerson[]
  choose: (personIds: number[]) => Promise<void>
}

/**
 * Whom an event is for, to be chosen on its card: however many taps it takes, one change, made once the card is gone or
 * the page is left. Of a series the first tap asks how much of it is meant.
 */
export function useForWhom(entry: Entry, known: KnownSeries, ask: Ask): ForWhomState {
  const zone = useZone()
  const people = usePeople()
  useQuery(ownCalendars)
  useQuery(queries.writableCalendars)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const { calendarUrl } = known.base ?? {}
  const stored = known.base?.personIds
  const given = drawnNow(entry, people)
  const drawn =
    chosen === null
      ? given
      : whoIs({ ...appearanceOfEntry(entry), ...forWhom({ calendarUrl, personIds: chosen.personIds }) }, people)
  const shown = idsOf(drawn)
  const made = useRef<{ shown: number[]; stored: number[] } | null>(null)
  // By what is drawn: an event that names nobody goes on naming nobody when it is for the same people again.
  const before = made.current?.shown ?? idsOf(given)
  const now = { chosen, shown, before, stored: made.current?.stored ?? stored }
  const latest = useRef(now)
  latest.current = now

  useEffect(() => {
    const make = () => {
      const { chosen, shown, before, stored } = latest.current
      if (chosen === null || isSame(shown, before)) return
      const seen = formOfTimes(entry.title, entry)
      made.current = { shown, stored: chosen.personIds }
      latest.current = { chosen, shown, before: shown, stored: chosen.personIds }
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

  const personIds = chosen?.personIds ?? forWhom({ calendarUrl, personIds: stored ?? entry.personIds }).personIds
  return { personIds, drawn, choose }
}
