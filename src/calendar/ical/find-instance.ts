import { expandGroup } from './expand'
import { type CalendarObject, mainGroup } from './object'
import type { OccurrenceSink, Window } from './occurrences'
import type { Component } from './parse'
import { type PreparedGroup, prepareGroup } from './prepare'
import { parseRecurrenceId } from './recurrence-id'
import type { Details } from './series'
import type { Instance } from './times'

/** An instance as it stands; `start` and `end` in UTC seconds, dates as UTC midnights, the end exclusive. */
export interface Standing {
  instance: Instance
  details: Details
  allDay: boolean
  start: number
  end: number
}

/** An instance that was looked for, and the event that says what it is. */
export interface FoundInstance extends Standing {
  /** Its override, else one of all that follow, else the master. */
  event: Component
  /** The override is its own. */
  isOwn: boolean
  /** The override is its own and speaks for all that follow in its series, too. */
  isRange: boolean
  /** An EXDATE names it, too: an override shows it all the same. */
  isExcluded: boolean
}

/** Work that looking for instances may cost, as expanding does. */
const MAX_STEPS = 100_000

/** Gathers the instances with original starts in [from, to), as they stand; cancelled ones are none. */
class Instances implements OccurrenceSink {
  uid = ''
  isCut = false
  readonly budget = { steps: MAX_STEPS }
  readonly window: Window
  readonly found: Standing[] = []

  constructor(
    private readonly from: number,
    private readonly to: number,
    private readonly most: number,
    lastOfSeries: number,
  ) {
    const end = Math.min(to, lastOfSeries + 1)
    this.window = { from, to: end, fromDay: from, toDay: end }
  }

  add(details: Details, allDay: boolean, start: number, end: number, instance: Instance | null): void {
    if (!instance || details.isCancelled || instance.instant < this.from || instance.instant >= this.to) return
    if (this.found.length < this.most) this.found.push({ instance, details, allDay, start, end })
    else this.isCut = true
  }
}

/** The master of an object with its overrides. */
export function mainSeries(object: CalendarObject): PreparedGroup {
  const { masters, ...group } = mainGroup(object)
  return prepareGroup({ ...group, masters: masters.slice(0, 1) }, object.zones)
}

/**
 * Up to `most` instances with original starts in [from, to), UTC seconds; those of an endless series need an end. Cut:
 * there may be more.
 */
export function instancesBetween(
  group: PreparedGroup,
  { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY },
  most: number,
): { found: Standing[]; isCut: boolean } {
  const last = group.series.reduce((latest, series) => Math.max(latest, series.last), from)
  const sink = new Instances(from, to, most, last)
  expandGroup(group, sink)
  return sink
}

/** The instance of the object's series with that RECURRENCE-ID; null when there is none, or it was excluded. */
export function findInstance(object: CalendarObject, recurrenceId: string): FoundInstance | null {
  const named = parseRecurrenceId(recurrenceId)
  if (named === null) return null
  const group = mainSeries(object)
  const { found } = instancesBetween(group, { from: named.seconds, to: named.seconds + 1 }, 1)
  const [standing] = found
  if (standing === undefined || standing.instance.isDate !== named.isDate) return null
  const { masters, overrides } = mainGroup(object)
  const override = group.overrides.find(({ details }) => details === standing.details)
  const isOwn = override?.replaces.instant === standing.instance.instant
  return {
    ...standing,
    event: override ? overrides[override.position]! : masters[0]!,
    isOwn,
    isRange: isOwn && override.isRange && masters.length > 0,
    isExcluded: group.series.some(({ excluded }) => excluded.has(standing.instance.instant)),
  }
}
