import { and, asc, eq, gt, type SQL } from 'drizzle-orm'
import { wordsOf } from '../../../calendar/search/words'
import { itemKey } from '../../../household/shopping/item-key'
import type { Context } from '../../../platform/context'
import { plainRows } from '../../../platform/db/plain-rows'
import { rememberedItems } from '../../../platform/db/schema'
import { RevisedCache } from '../../../platform/revised-cache'
import { TimeSlice } from '../../../platform/time-slice'
import type { Memory } from './stored'

/** What is remembered of one text in a list, as it is looked through. Times are in milliseconds. */
export interface Entry {
  key: string
  text: string
  section: string | null
  amount: string | null
  count: number
  weight: number
  lastAt: number
  boughtAt: number | null
  rounds: readonly number[]
  /** Folded, a blank before each. */
  words: string
}

/** By key. */
export type Entries = ReadonlyMap<string, Entry>

interface Known {
  revision: number
  entries: Map<string, Entry>
}

type Wanted = Pick<Memory, 'listId' | 'revision' | 'forgottenRevision'>

const NOTHING: Entries = new Map()

/** Entries, at about half a kilobyte each. */
const MAX_ENTRIES = 200_000
const ROWS_AT_ONCE = 2_000

/** What lists remember, in memory; whoever asks first pays for reading it, and then each for what has changed. */
export class KnownItems {
  readonly #known = new RevisedCache<number, Known>(MAX_ENTRIES, ({ entries }) => entries.size)

  constructor(private readonly ctx: Pick<Context, 'db'>) {}

  /** What lists remember, each as it is stored now. One after the other: a household may have more lists than connections. */
  async read(wanted: readonly Wanted[]): Promise<Entries[]> {
    const read: Entries[] = []
    for (const one of wanted) read.push(one.revision === 0 ? NOTHING : await this.#at(one))
    return read
  }

  async #at(wanted: Wanted): Promise<Entries> {
    const { listId, revision } = wanted
    return (await this.#known.at(listId, revision, (before) => this.#readOn(wanted, before))).entries
  }

  async #readOn({ listId, revision, forgottenRevision }: Wanted, before: Known | undefined): Promise<Known> {
    const isStillTrue = before !== undefined && before.revision >= forgottenRevision
    const entries = isStillTrue ? before.entries : new Map<string, Entry>()
    const ofList = eq(rememberedItems.listId, listId)
    await this.#addAll(entries, isStillTrue ? and(ofList, gt(rememberedItems.revision, before.revision))! : ofList)
    return { revision, entries }
  }

  async #addAll(entries: Map<string, Entry>, condition: SQL): Promise<void> {
    const slice = new TimeSlice()
    for (let after = ''; ; ) {
      const rows = await this.#add(entries, and(condition, gt(rememberedItems.keyDigest, after))!)
      if (rows.length < ROWS_AT_ONCE) return
      after = rows.at(-1)!.key_digest
      await slice.giveWay()
    }
  }

  async #add(entries: Map<string, Entry>, condition: SQL): Promise<Row[]> {
    const query = this.ctx.db
      .select()
      .from(rememberedItems)
      .where(condition)
      .orderBy(asc(rememberedItems.keyDigest))
      .limit(ROWS_AT_ONCE)
    const rows = await plainRows<Row>(this.ctx.db, query)
    for (const row of rows) {
      const entry = entryOf(row)
      entries.set(entry.key, entry)
    }
    return rows
  }
}

interface Row {
  key_digest: string
  text: string
  section: string | null
  amount: string | null
  count: number
  weight: number
  last_at: string
  bought_at: string | null
  rounds: string
}

const entryOf = ({ text, section, amount, count, weight, last_at, bought_at, rounds }: Row): Entry => ({
  key: itemKey(text),
  text,
  section,
  amount,
  count,
  weight,
  lastAt: msOf(last_at),
  boughtAt: bought_at === null ? null : msOf(bought_at),
  rounds: JSON.parse(rounds),
  words: ` ${wordsOf([text]).join(' ')}`,
})

const msOf = (instant: string) => Date.parse(`${instant.replace(' ', 'T')}Z`)
