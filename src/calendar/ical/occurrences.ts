import type { Share } from './allowance'
import { recurrenceIdOf } from './recurrence-id'
import type { Budget } from './rule/collector'
import type { Details } from './series'
import type { Instance } from './times'

export interface Occurrence {
  uid: string
  title: string
  location: string | null
  /** As people read them. */
  categories: readonly string[]
  allDay: boolean
  /** Epoch milliseconds; all-day: midnight UTC of the date. */
  start: number
  /** Epoch milliseconds, exclusive; all-day: midnight UTC of the day after the last. */
  end: number
  isRecurring: boolean
  /** Names the instance of its series by its original start (`recurrenceIdOf`); null: the event does not repeat. */
  recurrenceId: string | null
  /** It starts elsewhere than the instance that it replaces. */
  isMoved: boolean
  /** It takes up nobody's time. */
  isTransparent: boolean
}

/** Seconds: instants for timed events, midnights of days (as if UTC) for all-day ones; the ends are exclusive. */
export interface Window {
  from: number
  to: number
  fromDay: number
  toDay: number
}

/** Characters that an occurrence may have for nothing. */
const SHORT_TEXT = 1000

/** Where an expansion puts what it finds. */
export interface OccurrenceSink {
  uid: string
  /** There may be more than were found. */
  isCut: boolean
  readonly window: Window
  /** What walking over rules may still cost in this expansion. */
  readonly budget: Budget
  /** `start` and `end` in UTC seconds, dates as UTC midnights; `instance` is null for an event that does not repeat. */
  add(details: Details, allDay: boolean, start: number, end: number, instance: Instance | null): void
}

/** Gathers the occurrences of one object that overlap a window, as far as its share goes. */
export class Occurrences implements OccurrenceSink {
  uid = ''
  isCut = false
  readonly budget: Budget
  private readonly found: Occurrence[] = []
  private spentOccurrences = 0

  constructor(
    readonly window: Window,
    private readonly share: Share,
  ) {
    this.budget = { steps: share.steps }
  }

  add(details: Details, allDay: boolean, start: number, end: number, instance: Instance | null): void {
    if (details.isCancelled) return
    const from = allDay ? this.window.fromDay : this.window.from
    const to = allDay ? this.window.toDay : this.window.to
    const overlaps = start < to && (end > from || (start === end && start >= from))
    if (!overlaps) return
    const { title, location, categories, isTransparent } = details
    const cost = 1 + Math.floor((title.length + (location?.length ?? 0)) / SHORT_TEXT)
    if (this.spentOccurrences + cost > this.share.occurrences) {
      this.isCut = true
      return
    }
    this.spentOccurrences += cost
    this.found.push({
      uid: this.uid,
      title,
      location,
      categories,
      allDay,
      start: start * 1000,
      end: end * 1000,
      isRecurring: instance !== null,
      recurrenceId: instance && recurrenceIdOf(instance.instant, instance.isDate),
      isMoved: instance !== null && (instance.instant !== start || instance.isDate !== allDay),
      isTransparent,
    })
  }

  spent(): Share {
    return { steps: this.share.steps - Math.max(0, this.budget.steps), occurrences: this.spentOccurrences }
  }

  inOrder(): Occurrence[] {
    return this.found.sort((a, b) => a.start - b.start || a.end - b.end)
  }
}
