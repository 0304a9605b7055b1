import { onDay, rowSegments, type Segment } from '../../lib/layout'
import { dayByPerson, type Shown } from '../by-person'
import type { PlacedEntry, Range } from '../data'
import type { Entry } from '../entries'
import type { EventPerson } from '../who'

/** A column of the time grid: a day, or what one person has on the day. */
export interface Column {
  key: string
  day: number
  /** Everything that may stand in it. */
  placed: readonly PlacedEntry[]
  /** Null: a day of everybody. */
  person: EventPerson | null
}

export interface Columns {
  columns: Column[]
  /** The bars above them. */
  bars: Segment<Entry>[]
  /** Who has no column, since they have nothing. */
  quiet: EventPerson[]
}

/** Days beside each other. */
export function dayColumns(placed: readonly PlacedEntry[], { first, days }: Range): Columns {
  const columns = Array.from({ length: days }, (_, index) => ({
    key: String(first + index),
    day: first + index,
    placed,
    person: null,
  }))
  const bars = rowSegments(
    placed.filter(({ isBar }) => isBar),
    first,
    days,
  )
  return { columns, bars, quiet: [] }
}

/** One day, person by person; the bars of everybody lie over all columns. One column for all where nobody has one. `most`: columns that there is room for. */
export function personColumns(placed: readonly PlacedEntry[], day: number, shown: Shown, most: number): Columns {
  const events = onDay(placed, day)
  const { everyone, columns: people, quiet } = dayByPerson(events, shown, most)
  const timed = everyone.filter(({ isBar }) => !isBar)
  const [forAll] = everyone.flatMap(({ item }) => item.people).filter(({ isEveryone }) => isEveryone)
  const all = timed.length > 0 && forAll !== undefined ? [{ person: forAll, events: timed }, ...people] : people
  if (all.length === 0) return { ...dayColumns(placed, { first: day, days: 1 }), quiet }
  const over = everyone.filter(({ isBar }) => isBar)
  return {
    columns: all.map(({ person, events }) => ({ key: person.key, day, placed: events, person })),
    bars: [
      ...over.map((bar, lane) => segmentOf(bar, day, { column: 0, span: all.length, lane })),
      ...all.flatMap((one, column) =>
        one.events
          .filter((bar) => bar.isBar && !over.includes(bar))
          .map((bar, index) => segmentOf(bar, day, { column, span: 1, lane: over.length + index })),
      ),
    ],
    quiet,
  }
}

const segmentOf = (
  placed: PlacedEntry,
  day: number,
  at: Pick<Segment, 'column' | 'span' | 'lane'>,
): Segment<Entry> => ({ placed, ...at, continuesBefore: placed.firstDay < day, continuesAfter: placed.lastDay > day })
