import { Coalesced } from '../coalesced'
import type { Db } from '../db/client'
import type { Announcement, Hub } from '../hub'
import { describeError, type Log } from '../log'
import { TimeSlice } from '../time-slice'
import { bodyOf, newsIn } from './body'
import { KEPT_MS, relayedByNow, rowsAfter, rowsSince, type StoredRow } from './read'
import { LOOK_BACK_MS, type RelayedIds } from './relayed-ids'
import type { AnnouncedRow } from './row'
import { SharedReading } from './shared-reading'
import { type AllTopicTexts, withoutTexts, withTexts } from './topic-texts'

const LOOK_EVERY_MS = 1_000
const ROWS_AT_ONCE = 500
/** More than that is told by the loop that gives way to others. */
const MAX_AT_ONCE = 100
/** Who has missed more reads everything anew. */
const MAX_MISSED = 1_000

export interface RelayOptions {
  db: Db
  log: Log
  now: () => Date
  hub: Hub
  topicTexts?: AllTopicTexts
}

/** What was announced while somebody did not listen. */
export type Missed = { announcement: Announcement; at: Date }[]

/**
 * Brings what any process has announced to this one's hub, each row once and by id, so that what concerns the same thing
 * keeps its order. Looks after own commits, when the bus rings and once a second, while somebody listens.
 */
export interface Relay {
  /** Resolves when whatever is committed from now on will be told: for a stream, before it opens. */
  ready(): Promise<void>
  /** The hub has its first subscriber, or has lost its last. */
  listen(isListening: boolean): void
  /** Looks for new rows, now. */
  look(): void
  /** The same; resolves when everything that it has found is told. */
  looked(): Promise<void>
  /** A row of this process, which is about to be committed. */
  written(id: number): void
  /** It is committed. */
  committed(row: AnnouncedRow): void
  /** It is not, or nobody knows. */
  uncertain(id: number): void
  bodyOf(news: readonly Announcement[]): string
  /** What was announced from an instant on, give or take what commits late; null when it is not known any more. */
  since(at: Date): Promise<Missed | null>
  /** Calls `ring` after each own commit. */
  onCommitted(ring: () => void): void
  /** Looks no more. */
  close(): void
}

export const createRelay = (options: RelayOptions): Relay => new DatabaseRelay(options)

class DatabaseRelay implements Relay {
  readonly #db: Db
  readonly #log: Log
  readonly #now: () => Date
  readonly #hub: Hub
  readonly #texts: AllTopicTexts
  #ring = () => {}
  #isListening = false
  #isFailing = false
  #timer: ReturnType<typeof setInterval> | null = null
  /** Null until it is known where to begin. */
  #relayed: RelayedIds | null = null
  #begunAt = 0
  #beginning: Promise<void> | null = null
  /** Told before it was known where to begin. */
  #early: number[] = []
  /** Own rows that wait for those before them. */
  readonly #own = new Map<number, AnnouncedRow>()
  readonly #aboutToCommit = new Set<number>()
  readonly #looks = new Coalesced(() => this.#lookOnce())
  #isTelling = false
  /** After a restart all streams come back at once. */
  readonly #recent = new SharedReading((from) => this.#rowsSince(from))

  constructor({ db, log, now, hub, topicTexts = {} }: RelayOptions) {
    this.#db = db
    this.#log = log
    this.#now = now
    this.#hub = hub
    this.#texts = topicTexts
  }

  bodyOf(news: readonly Announcement[]) {
    return bodyOf(withoutTexts(this.#texts, news))
  }

  onCommitted(ring: () => void) {
    this.#ring = ring
  }

  async ready() {
    if (!this.#isListening) this.#forgetOldBeginning()
    if (this.#relayed === null) await this.#begin()
  }

  listen(isListening: boolean) {
    if (!isListening) {
      this.close()
      return
    }
    this.#forgetOldBeginning()
    this.#isListening = true
    this.ready().catch((error) => this.#note(error))
    this.#timer = setInterval(() => void this.looked(), LOOK_EVERY_MS)
    this.#timer.unref()
  }

  /** Where to begin was found for a subscriber who did not come: by now it lies too far back. */
  #forgetOldBeginning() {
    if (performance.now() - this.#begunAt > LOOK_EVERY_MS) this.#relayed = null
  }

  close() {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
    this.#isListening = false
    this.#relayed = null
    this.#own.clear()
  }

  written(id: number) {
    this.#aboutToCommit.add(id)
  }

  uncertain(id: number) {
    this.#aboutToCommit.delete(id)
    this.look()
  }

  committed(row: AnnouncedRow) {
    this.#aboutToCommit.delete(row.id)
    this.#ring()
    if (!this.#isListening) {
      this.#relayed?.add(row.id, performance.now())
      return
    }
    const relayed = this.#relayed
    if (relayed?.has(row.id)) return
    const isItsTurn = relayed === null || (relayed.isNext(row.id, this.#aboutToCommit) && !this.#isTelling)
    if (isItsTurn && row.news.length <= MAX_AT_ONCE) {
      if (relayed === null) this.#early.push(row.id)
      else relayed.add(row.id, performance.now())
      for (const announcement of row.news) this.#hub.publish(announcement, row.at)
      return
    }
    this.#own.set(row.id, row)
    this.look()
  }

  look() {
    void this.looked()
  }

  looked(): Promise<void> {
    return this.#looks.run()
  }

  async since(at: Date): Promise<Missed | null> {
    const now = this.#now().getTime()
    const from = at.getTime() - LOOK_BACK_MS
    if (from < now - KEPT_MS || at.getTime() > now) return null
    const rows = await this.#recent.read(from)
    const isCut = rows.length > MAX_MISSED && rows[0]!.at.getTime() >= from
    if (isCut) return null
    const missed = rows.filter(({ at }) => at.getTime() >= from)
    return missed.flatMap(({ at, news }) => news.map((announcement) => ({ announcement, at })))
  }

  async #rowsSince(from: number): Promise<AnnouncedRow[]> {
    return this.#told(await rowsSince(this.#db, new Date(from), MAX_MISSED + 1))
  }

  #begin(): Promise<void> {
    this.#beginning ??= this.#findBeginning().finally(() => {
      this.#beginning = null
    })
    return this.#beginning
  }

  async #findBeginning() {
    this.#early = []
    const relayed = await relayedByNow(this.#db, this.#now(), performance.now())
    for (const id of this.#early) relayed.add(id, performance.now())
    this.#relayed = relayed
    this.#begunAt = performance.now()
  }

  async #lookOnce() {
    if (!this.#isListening) return
    try {
      if (this.#relayed === null) await this.#begin()
      else await this.#relayNew(this.#relayed)
      this.#note(null)
    } catch (error) {
      this.#note(error)
    }
  }

  async #relayNew(relayed: RelayedIds) {
    const lookedAt = performance.now()
    let page: StoredRow[]
    let from = relayed.floor
    do {
      page = await rowsAfter(this.#db, from, ROWS_AT_ONCE)
      from = page.at(-1)?.id ?? from
      const rows = await this.#told(page.filter(({ id }) => !relayed.has(id)))
      this.#isTelling = true
      try {
        for (const row of rows) await this.#tell(relayed, row)
      } finally {
        this.#isTelling = false
      }
    } while (page.length === ROWS_AT_ONCE)
    relayed.forgetGaps(lookedAt)
  }

  async #tell(relayed: RelayedIds, { id, at, news }: AnnouncedRow) {
    this.#own.delete(id)
    // It was told at its commit, or nobody listens any more.
    if (relayed.has(id) || relayed !== this.#relayed) return
    relayed.add(id, performance.now())
    const slice = new TimeSlice()
    for (const announcement of news) {
      this.#hub.publish(announcement, at)
      await slice.giveWay()
    }
  }

  /** Rows as they are told; this process knows its own. */
  async #told(rows: readonly StoredRow[]): Promise<AnnouncedRow[]> {
    const told = rows.map(({ id, at, body }) => this.#own.get(id) ?? { id, at, news: this.#newsIn(id, body) })
    const foreign = told.filter(({ id }) => !this.#own.has(id))
    const texts = await withTexts(
      this.#texts,
      this.#db,
      foreign.flatMap(({ news }) => news),
    )
    let place = 0
    for (const row of foreign) {
      const next = place + row.news.length
      row.news = texts.slice(place, next).filter((one) => one !== null)
      place = next
    }
    return told
  }

  /** One row that cannot be read must not hold up those behind it. */
  #newsIn(id: number, body: string): Announcement[] {
    try {
      return newsIn(body)
    } catch (error) {
      this.#log.error('an announcement could not be read', { id, error: describeError(error) })
      return []
    }
  }

  /** Says once that the database does not answer, and once that it does again. */
  #note(error: unknown) {
    const isFailing = error !== null
    if (isFailing === this.#isFailing) return
    this.#isFailing = isFailing
    if (isFailing) this.#log.warn('announcements could not be read', { error: describeError(error) })
    else this.#log.info('announcements are read again')
  }
}
