import { and, eq } from 'drizzle-orm'
import type { Db, Transaction } from '../../platform/db/client'
import { listItems } from '../../platform/db/schema'
import { LruCache } from '../../platform/lru'
import type { ListEnd } from './list-end'

/** Digests of all lists together, at about 200 bytes each. */
const MAX_DIGESTS = 20_000
const MAX_DIGESTS_OF_LIST = 1_000

/** The unchecked item of each digest; null: there are several. */
type OpenDigests = Map<string, number | null>

/** What a list holds unchecked and where it ends, as an addition has left it. */
export interface OpenSnapshot {
  /** The list's revision: while it stays, nothing of the list has changed. */
  revision: number
  end: ListEnd
  digests: OpenDigests | 'unread' | 'too many'
}

/** A line that was added to a locked list. */
export interface AddedLine {
  /** The list's revision until then, and from then on. */
  before: number
  revision: number
  end: ListEnd
  keyDigest: string
  /** Null: what stood there got more. */
  newId: number | null
}

/** The snapshots of the lists that one process added to last. Any other write to a list ends its snapshot by the revision. */
class OpenCache {
  readonly #snapshots = new LruCache<number, OpenSnapshot>(MAX_DIGESTS)

  get(listId: number): OpenSnapshot | undefined {
    return this.#snapshots.get(listId)
  }

  /**
   * What the transaction that adds a line has to do: the answer keeps what is left by it, once it is committed. The
   * digests are read at the second line in a row: for a single one that would cost more than it saves.
   */
  async prepare(tx: Transaction, listId: number, line: AddedLine): Promise<() => void> {
    const last = this.get(listId)
    const isNext = last?.revision === line.before
    const digests = isNext && last.digests === 'unread' ? await readDigests(tx, listId) : null
    return () => this.#keep(listId, line, digests ?? (isNext ? withLine(last.digests, line) : 'unread'))
  }

  #keep(listId: number, { revision, end }: AddedLine, digests: OpenSnapshot['digests']) {
    // A later line may be quicker to come here.
    if ((this.get(listId)?.revision ?? 0) >= revision) return
    this.#snapshots.set(listId, { revision, end, digests }, typeof digests === 'string' ? 1 : 1 + digests.size)
  }
}

/** Changes the digests in place: nobody else goes on from their revision. */
function withLine(digests: OpenSnapshot['digests'], { keyDigest, newId }: AddedLine): OpenSnapshot['digests'] {
  if (typeof digests === 'string' || newId === null) return digests
  digests.set(keyDigest, digests.has(keyDigest) ? null : newId)
  return digests.size > MAX_DIGESTS_OF_LIST ? 'too many' : digests
}

async function readDigests(tx: Transaction, listId: number): Promise<OpenSnapshot['digests']> {
  const rows = await tx
    .select({ id: listItems.id, keyDigest: listItems.keyDigest })
    .from(listItems)
    .where(and(eq(listItems.listId, listId), eq(listItems.checked, false)))
    .limit(MAX_DIGESTS_OF_LIST + 1)
  if (rows.length > MAX_DIGESTS_OF_LIST) return 'too many'
  const digests: OpenDigests = new Map()
  // Whoever asked what is known of the line has given every open item its digest.
  for (const { id, keyDigest } of rows) digests.set(keyDigest!, digests.has(keyDigest!) ? null : id)
  return digests
}

const caches = new WeakMap<Db, OpenCache>()

/** The cache of a process, by its pool. */
export const openCacheOf = (db: Db): OpenCache => caches.getOrInsertComputed(db, () => new OpenCache())
