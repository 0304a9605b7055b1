import { IcalError } from '../ical/error'
import { type Prepared, prepare } from '../ical/expand'
import type { Zone } from '../ical/zones'
import { type Due, dueOfSeries } from './due'
import { isWithin, type Reach } from './reach'

/** What tells one state of a cached object, read for one zone, from every other. */
export interface SeriesKey {
  id: number
  etag: string | null
  updatedAt: Date
  leadMinutes: number
}

/** Longer than any two neighbouring ticks are apart, and short enough to expand quickly. */
const BLOCK_MINUTES = 360
const BLOCK_MS = BLOCK_MINUTES * 60_000
const MOST_OBJECTS = 4_000

interface Entry {
  /** Null: the object cannot be read. */
  prepared: Prepared | null
  /** Reminders by the start of their block; the newest two are kept. */
  blocks: Map<number, readonly Due[]>
}

/**
 * The reminders of recurring objects. Each object is read once, and expanded once for six hours at a time, so that a tick
 * only compares numbers. Whatever changes an answer is part of the key: nothing in here goes stale.
 */
export class SeriesReminders {
  readonly #entries = new Map<string, Entry>()

  /** Those whose text is needed before they can be asked for. */
  unread<Key extends SeriesKey>(keys: readonly Key[], household: Zone): Key[] {
    return keys.filter((key) => !this.#entries.has(nameOf(key, household)))
  }

  /** Takes in an object's text; false when it cannot be read. */
  read(key: SeriesKey, text: string, household: Zone): boolean {
    const prepared = prepareOrNull(text, household)
    this.#entries.set(nameOf(key, household), { prepared, blocks: new Map() })
    if (this.#entries.size > MOST_OBJECTS) this.#entries.delete(this.#entries.keys().next().value!)
    return prepared !== null
  }

  /** The reminders in the reach; none for an object that was not taken in or cannot be read. */
  due(key: SeriesKey, reach: Reach, household: Zone): Due[] {
    const name = nameOf(key, household)
    const entry = this.#entries.get(name)
    if (entry === undefined) return []
    // The map is in order of use, so that the object not asked for longest goes first.
    this.#entries.delete(name)
    this.#entries.set(name, entry)
    const { prepared } = entry
    if (prepared === null) return []
    const found: Due[] = []
    const phase = phaseOf(key)
    for (let from = blockStart(reach.from, phase); from <= reach.to; from += BLOCK_MS) {
      const dues = entry.blocks.get(from) ?? expandBlock(entry, prepared, from, key.leadMinutes, household)
      for (const due of dues) if (isWithin(reach, due.fireAt)) found.push(due)
    }
    return found
  }
}

function expandBlock(entry: Entry, prepared: Prepared, from: number, leadMinutes: number, household: Zone): Due[] {
  const dues = dueOfSeries(prepared, leadMinutes, { from, to: from + BLOCK_MS - 1 }, household)
  entry.blocks.set(from, dues)
  if (entry.blocks.size > 2) entry.blocks.delete(entry.blocks.keys().next().value!)
  return dues
}

function prepareOrNull(text: string, household: Zone): Prepared | null {
  try {
    return prepare(text, household)
  } catch (error) {
    if (error instanceof IcalError) return null
    throw error
  }
}

function nameOf({ id, etag, updatedAt, leadMinutes }: SeriesKey, household: Zone): string {
  return `${id} ${leadMinutes} ${updatedAt.getTime()} ${household.id} ${etag}`
}

/** Blocks begin at another minute for each object, so that no tick has to expand all of them. */
const phaseOf = ({ id }: SeriesKey) => (id % BLOCK_MINUTES) * 60_000

const blockStart = (instant: number, phase: number) => Math.floor((instant - phase) / BLOCK_MS) * BLOCK_MS + phase
