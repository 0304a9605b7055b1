import { getTableName } from 'drizzle-orm'
import type { PoolConnection, ResultSetHeader } from 'mysql2/promise'
import type { Transaction } from '../db/client'
import { announcements } from '../db/schema'
import { type LastStep, lastStepOf } from '../db/transaction'
import type { Announcement } from '../hub'
import { bodyOf } from './body'
import type { AnnouncedRow } from './row'

/** What announcing needs of the context; `WITHOUT_STREAMS` for a process that has none. */
export interface Announcing {
  now: () => Date
  relay: {
    /** The announcements as the text of a row. */
    bodyOf(news: readonly Announcement[]): string
    /** A row is written that is about to be committed. */
    written(id: number): void
    committed(row: AnnouncedRow): void
    /** It was not, or the answer to that is lost. */
    uncertain(id: number): void
  }
}

/**
 * Announces what a transaction has done, with all else that it announces, in one row that is written with its commit: so
 * none is lost, and every process tells its streams. Nobody hears of a transaction that fails.
 */
export function announce(ctx: Announcing, tx: Transaction, ...news: readonly Announcement[]): void {
  if (news.length === 0) return
  lastStepOf(tx, () => new Announcements(ctx)).news.push(...news)
}

/** The other processes look for what this one announces. */
export const WITHOUT_STREAMS: Announcing['relay'] = {
  bodyOf,
  written: () => {},
  committed: () => {},
  uncertain: () => {},
}

/** Past the query builder: every write of the household pays for it. Refused outside a transaction (`withinTransaction`). */
const INSERT = `insert into ${getTableName(announcements)} (at, body) values (if(@@in_transaction, ?, null), ?)`

class Announcements implements LastStep {
  readonly news: Announcement[] = []
  #row: AnnouncedRow | null = null

  constructor(readonly ctx: Announcing) {}

  async beforeCommit(connection: PoolConnection) {
    const { now, relay } = this.ctx
    const at = now()
    const [{ insertId: id }] = await connection.query<ResultSetHeader>(INSERT, [at, relay.bodyOf(this.news)])
    this.#row = { id, at, news: this.news }
    relay.written(id)
  }

  afterCommit() {
    if (this.#row !== null) this.ctx.relay.committed(this.#row)
  }

  afterFailure() {
    if (this.#row !== null) this.ctx.relay.uncertain(this.#row.id)
  }
}
