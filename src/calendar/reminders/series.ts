import { MINUTE_MS } from '../../platform/durations'
import { LruCache } from '../../platform/lru'
import { IcalError } from '../ical/error'
import { Allowance, CUT_SHORT, type Report } from '../ical/expand'
import { ORDERLY_SIZE, type Prepared, prepare } from '../ical/prepare'
import type { Zone } from '../ical/zone'
import { type Due, dueOfSeries } from './due'
import type { ReminderColumns } from './event-reminders'
import { isWithin, type TickWindow } from './tick-window'

/** Names one version of a cached object. */
export interface SeriesKey extends ReminderColumns {
  id: number
  etag: string | null
  updatedAt: Date
}

/** Longer than any two neighbouring ticks are apart, and short enough to expand quickly. */
const BLOCK_MINUTES = 360
const BLOCK_MS = BLOCK_MINUTES * MINUTE_MS
/** Objects of `ORDERLY_SIZE`; larger ones weigh more. */
const MAX_OBJECTS = 4_000
/** More reminders of one event are of no use; an hourly event stays below this in the longest window. */
const MAX_A_MINUTE = 5
const MAX_DUES = 200

interface Entry {
  /** Null: the object cannot be read. */
  prepared: Prepared | null
  /** Reminders by the start of their block; the newest two are kept. */
  blocks: Map<number, readonly Due[]>
  /** Whether its surplus of reminders was reported. */
  isToldOf: boolean
}

/**
 * The reminders of recurring objects. An object is read once and expanded for six hours at a time, so that a tick only
 * compares numbers. Everything that changes an answer is part of the key.
 */
export class SeriesReminders {
  readonly #entries = new LruCache<string, Entry>(MAX_OBJECTS * ORDERLY_SIZE)
  /** Names by their keys, which one tick leaves to the next. */
  readonly #names = new WeakMap<SeriesKey, { zone: Zone; name: string }>()

  /** Keys whose text `read` needs before `due` can answer. */
  unread<Key extends SeriesKey>(keys: readonly Key[], household: Zone): Key[] {
    return keys.filter((key) => !this.has(key, household))
  }

  has(key: SeriesKey, household: Zone): boolean {
    return this.#entries.has(this.#nameOf(key, household))
  }

  /** Prepares an object; false when it cannot be read. */
  read(key: SeriesKey, text: string, household: Zone): boolean {
    const prepared = prepareOrNull(text, household)
    this.#keep(this.#nameOf(key, household), { prepared, blocks: new Map(), isToldOf: false })
    return prepared !== null
  }

  /**
   * Yields the reminders in the window, block by block; none for an object that was not read or cannot be. `allowance`
   * is the tick's; an object that exceeds it is reported once.
   */
  *due(
    key: SeriesKey,
    window: TickWindow,
    household: Zone,
    allowance: Allowance = new Allowance(),
    report: Report = () => {},
  ): Generator<readonly Due[]> {
    const name = this.#nameOf(key, household)
    const entry = this.#entries.get(name)
    if (entry === undefined || entry.prepared === null) return
    const { prepared, blocks } = entry
    const reportOnce = (problem: string) => {
      if (problem !== CUT_SHORT || entry.isToldOf) return
      entry.isToldOf = true
      report(problem)
    }
    let room = Math.min(MAX_DUES, MAX_A_MINUTE * Math.ceil((window.to - window.from) / MINUTE_MS))
    const phase = phaseOf(key)
    for (let from = blockStart(window.from, phase); from <= window.to; from += BLOCK_MS) {
      let dues = blocks.get(from)
      if (dues === undefined) {
        const block = { from, to: from + BLOCK_MS - 1 }
        dues = dueOfSeries(prepared, key, block, household, reportOnce, allowance)
        blocks.set(from, dues)
        if (blocks.size > 2) blocks.delete(blocks.keys().next().value!)
        this.#keep(name, entry)
      }
      const found = dues.filter(({ fireAt }) => isWithin(window, fireAt))
      yield found.slice(0, room)
      room -= found.length
      if (room < 0) {
        reportOnce(CUT_SHORT)
        return
      }
    }
  }

  #nameOf(key: SeriesKey, zone: Zone): string {
    const known = this.#names.get(key)
    if (known?.zone.id === zone.id) return known.name
    const name = nameOf(key, zone)
    this.#names.set(key, { zone, name })
    return name
  }

  #keep(name: string, entry: Entry): void {
    const dues = [...entry.blocks.values()].reduce((count, block) => count + block.length, 0)
    this.#entries.set(name, entry, Math.max(ORDERLY_SIZE, (entry.prepared?.size ?? 0) + dues))
  }
}

/** Null: it cannot be read. */
export function prepareOrNull(text: string, household: Zone): Prepared | null {
  try {
    return prepare(text, household)
  } catch (error) {
    if (error instanceof IcalError) return null
    throw error
  }
}

function nameOf({ id, etag, updatedAt, leadMinutes, reminders }: SeriesKey, household: Zone): string {
  return `${id} ${leadMinutes} ${reminders} ${updatedAt.getTime()} ${household.id} ${etag}`
}

/** Blocks begin at another minute for each object, so that no tick has to expand all of them. */
const phaseOf = ({ id }: SeriesKey) => (id % BLOCK_MINUTES) * MINUTE_MS

const blockStart = (instant: number, phase: number) => Math.floor((instant - phase) / BLOCK_MS) * BLOCK_MS + phase
