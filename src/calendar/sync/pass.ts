import { householdZone } from '../../household/settings'
import type { Context } from '../../platform/context'
import { foreground } from '../../platform/foreground'
import { Batch, CalDavError, type Connection, holdsNoEvents, type ListedObject } from '../caldav/client'
import type { Zone } from '../ical/zone'
import { type Application, type Applied, apply, type CalendarChange } from './apply'
import { hasOtherRows } from './cached-events'
import { announceCalendar, type Calendar } from './calendars'
import { inPortion } from './portions'
import type { Facts } from './remote-changes'
import { isAskedForAgain, type Remembered } from './skipped'
import { readSlice, type Slice } from './slice'
import { Snapshot } from './snapshot'

/**
 * - `done`: the cache holds what the server has
 * - `overtaken`: others kept changing the same rows
 * - `doubted`: the server's tags were seen not to tell the truth
 */
type PassOutcome = 'done' | 'overtaken' | 'doubted'

interface PassOptions {
  /** What earlier readings could not use. */
  remembered: ReadonlyMap<string, Remembered>
  /** Columns to save with the last slice; `shadowed` objects share their UID with another one. */
  atEnd: (shadowed: number) => CalendarChange
  /** Columns to save with every earlier slice, by its last href. */
  onTheWay?: (href: string) => CalendarChange
}

const ATTEMPTS = 3
/** Objects stored in one transaction. */
const OBJECTS_PER_SLICE = 300
/** Slices at a time: one is stored while the next is fetched. */
const LANES = 2
const ANNOUNCE_EVERY_MS = 5_000

type Announces = Application['announces']

/**
 * Reads the wanted objects of a calendar in slices of some hundred. Each slice is stored in its own transaction;
 * removals and tags go with the last. When a pass ends early, what it stored is right, and the next pass does the rest.
 */
export class Pass {
  readonly #waiting: ListedObject[][] = []
  #outcome: PassOutcome | null = null
  #isDoubted = false
  #counts = { stored: 0, removed: 0, duplicates: 0 }
  /** The calendar has changed since it was announced last. */
  #isUnannounced = false
  #announcedAt: number
  readonly #snapshot: Snapshot
  #zone: Promise<Zone> | null = null
  readonly #batch = new Batch()
  readonly #isLarge: boolean

  constructor(
    readonly ctx: Context,
    readonly connection: Connection,
    readonly calendar: Calendar,
    readonly facts: Facts,
    readonly options: PassOptions,
  ) {
    const { wanted } = facts
    for (let start = 0; start < wanted.length; start += OBJECTS_PER_SLICE) {
      this.#waiting.push(wanted.slice(start, start + OBJECTS_PER_SLICE))
    }
    this.#isLarge = calendar.lastFullSyncAt === null || wanted.length > OBJECTS_PER_SLICE
    this.#announcedAt = ctx.now().getTime()
    this.#snapshot = new Snapshot(facts.cached, { isWhole: facts.tier !== 'changes' })
  }

  /** @throws CalDavError */
  async run(): Promise<PassOutcome> {
    try {
      // In order where it must be known how far a pass has come.
      const lanes = this.options.onTheWay === undefined ? LANES : 1
      const ends = await Promise.allSettled(Array.from({ length: lanes }, (_, lane) => this.#storeAllButTheLast(lane)))
      for (const end of ends) if (end.status === 'rejected') throw end.reason
      // A lane that has left gives back what its server did not answer: more than one slice may wait.
      while (this.#outcome === null) {
        const objects = this.#waiting.shift() ?? []
        await this.#store(objects, this.#waiting.length === 0)
      }
      return this.#outcome
    } finally {
      await this.#announceRest()
      this.#log()
    }
  }

  async #storeAllButTheLast(lane: number): Promise<void> {
    try {
      while (this.#outcome === null && this.#waiting.length > 1) {
        // Two at a time take the processors that others need.
        if (lane > 0 && foreground.isActive) return
        await this.#store(this.#waiting.shift()!, false)
      }
    } catch (error) {
      this.#waiting.length = 0
      throw error
    }
  }

  #store(objects: readonly ListedObject[], isLast: boolean): Promise<void> {
    const store = () => this.#storeSlice(objects, isLast)
    return this.#isLarge ? inPortion(this.ctx, store) : store()
  }

  async #storeSlice(objects: readonly ListedObject[], isLast: boolean): Promise<void> {
    const { ctx, connection, calendar, facts } = this
    for (let count = 1; count <= ATTEMPTS; count++) {
      const isFirst = count === 1
      if (!isFirst || this.#zone === null) this.#zone = householdZone(ctx)
      const zone = await this.#zone
      const snapshot = isFirst ? this.#snapshot : null
      const slice = await readSlice(ctx, connection, calendar, facts, objects, { zone, snapshot, batch: this.#batch })
      const isEnd = isLast && slice.left.length === 0
      const rest = isEnd ? await this.#ending(slice) : this.#step(objects, slice)
      const announces = this.#announcesNow(isEnd)
      const applied = await apply(ctx, { ...slice, calendar, zone, announces, ...rest })
      if (applied.outcome === 'overtaken') continue
      if (applied.outcome === 'applied') this.#note(applied, slice, announces)
      if (slice.left.length > 0) this.#waiting.unshift(slice.left)
      if (isEnd || applied.outcome === 'removed') this.#outcome = this.#isDoubted ? 'doubted' : 'done'
      return
    }
    this.#outcome = 'overtaken'
  }

  #step(objects: readonly ListedObject[], { left }: Slice): Partial<Application> {
    const last = objects[objects.length - left.length - 1]
    return last === undefined ? {} : { save: this.options.onTheWay?.(last.href) }
  }

  async #ending(slice: Slice): Promise<Partial<Application>> {
    await this.#refuseFalseEmptiness(slice)
    const { facts, options } = this
    const forgotten = [...options.remembered.keys()].filter((href) => !facts.isThere(href))
    const save = options.atEnd(this.#counts.duplicates + slice.plan.shadowed)
    return { stale: facts.stale, settled: [...slice.settled, ...forgotten], save }
  }

  /** Believes an empty calendar only when a second, different request confirms it. @throws CalDavError */
  async #refuseFalseEmptiness({ plan, skipped }: Slice): Promise<void> {
    const { ctx, connection, calendar, facts, options } = this
    if (plan.upserts.length > 0) return
    const leaving = new Set([...plan.deletes, ...facts.stale].map(({ id }) => id))
    const remembered = [...options.remembered.values()]
    const isWithheld = skipped.some((object) => object.isWithheld) || remembered.some(isAskedForAgain)
    const isNew = calendar.lastFullSyncAt === null && isWithheld
    if ((leaving.size === 0 && !isNew) || (await hasOtherRows(ctx.db, calendar.id, leaving))) return
    if (isNew) throw new CalDavError('malformed', 207, 'nothing of what the calendar lists can be read')
    const useless = new Set([...remembered, ...skipped].map(({ href }) => href))
    const isEmpty = await holdsNoEvents(connection, calendar.url, useless)
    if (!isEmpty) throw new CalDavError('malformed', 207, 'an empty listing was not confirmed')
  }

  #note({ stored, removed }: Applied & { outcome: 'applied' }, { plan }: Slice, announces: Announces) {
    const { facts } = this
    this.#counts.stored += stored
    this.#counts.removed += removed
    this.#counts.duplicates += plan.shadowed
    const touched = [...plan.upserts, ...plan.deletes]
    if (touched.some(({ href }) => href === facts.witness?.href)) this.#isDoubted = true
    const isChanged = stored + removed > 0
    if (announces === 'always' || (announces === 'changes' && isChanged)) {
      this.#isUnannounced = false
      this.#announcedAt = this.ctx.now().getTime()
    } else if (isChanged) this.#isUnannounced = true
  }

  /** Slices on the way are told of together: their readers would read everything anew for each. */
  #announcesNow(isEnd: boolean): Announces {
    const isDue = isEnd || this.ctx.now().getTime() - this.#announcedAt >= ANNOUNCE_EVERY_MS
    if (!isDue) return 'never'
    return this.#isUnannounced ? 'always' : 'changes'
  }

  /** Of a pass that has ended early. */
  async #announceRest() {
    if (this.#isUnannounced) await announceCalendar(this.ctx, this.calendar.id)
  }

  #log() {
    const { stored, removed, duplicates } = this.#counts
    if (stored + removed === 0) return
    const { id } = this.calendar
    const more = duplicates > 0 ? { duplicates } : {}
    this.ctx.log.info('calendar synchronised', { calendarId: id, tier: this.facts.tier, stored, removed, ...more })
  }
}
