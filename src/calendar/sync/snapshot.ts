import type { CachedEvent } from './plan'

/** Rows of a calendar at one moment. */
export class Snapshot {
  readonly #byHref: Map<string, CachedEvent>
  readonly #byUid: Map<string, CachedEvent> | null

  /** `isWhole`: they are all of the calendar's rows. */
  constructor(rows: readonly CachedEvent[], { isWhole }: { isWhole: boolean }) {
    this.#byHref = new Map(rows.map((row) => [row.href, row]))
    this.#byUid = isWhole ? new Map(rows.map((row) => [row.uid, row])) : null
  }

  at(hrefs: readonly string[]): CachedEvent[] {
    return hrefs.flatMap((href) => this.#byHref.get(href) ?? [])
  }

  /** Null when the snapshot is not whole. */
  of(uids: readonly string[]): CachedEvent[] | null {
    const byUid = this.#byUid
    return byUid && uids.flatMap((uid) => byUid.get(uid) ?? [])
  }
}
