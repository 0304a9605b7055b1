import { onDay } from '../../lib/layout'
import type { Coverage } from '../coverage'
import type { PlacedEntry, Range } from '../data'

/** What the agenda says of one day, or of several at once. */
export interface AgendaLine {
  /** `day`: something happens or is to be done; `free`: nothing is; `unknown`: not even that is known. */
  kind: 'day' | 'free' | 'unknown'
  first: number
  /** With `first`, where it is a single day. */
  last: number
  /** Empty but for a `day`, and for one on which something is only to be done. */
  events: PlacedEntry[]
}

/**
 * The days of a range that have events, or are among those on which something is due, and in between, as one line each,
 * those that have nothing or are not known.
 */
export function agendaLines(
  placed: readonly PlacedEntry[],
  coverage: Pick<Coverage, 'stateOf'>,
  { first, days }: Range,
  due: ReadonlySet<number>,
): AgendaLine[] {
  const lines: AgendaLine[] = []
  for (let day = first; day < first + days; day++) {
    const events = onDay(placed, day)
    const isKnown = coverage.stateOf(day) === 'known'
    const kind = events.length > 0 || (isKnown && due.has(day)) ? 'day' : isKnown ? 'free' : 'unknown'
    const before = lines.at(-1)
    if (kind !== 'day' && before?.kind === kind) before.last = day
    else lines.push({ kind, first: day, last: day, events })
  }
  return lines
}

/** Lines in blocks that are drawn and put away together, each with `most` events or a few more. */
export function inBlocks(lines: readonly AgendaLine[], most: number): AgendaLine[][] {
  const blocks: AgendaLine[][] = [[]]
  let events = 0
  for (const line of lines) {
    if (events >= most) {
      blocks.push([])
      events = 0
    }
    blocks.at(-1)!.push(line)
    events += line.events.length
  }
  return blocks
}
