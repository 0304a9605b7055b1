import { IcalError } from '../error'
import { type EventGroup, latestVersions, readObject, sequenceOf } from '../object'
import { type Component, property } from '../parse'
import { replacedBy } from '../prepare'
import type { AddedDate } from '../recurrence-dates'
import { isRange } from '../recurrence-id'
import { detailsOf, isHidden, readSeries, type Series } from '../series'
import { endOf, type Instance, type Length, lengthOf, startOf, type TimeValue, wallOf } from '../times'
import type { Zone } from '../zone'
import type { ObjectZones } from '../zone/resolve'
import { alarmsOf, contentLines, stampLine, UNSTAMPED } from './content'
import { recurrenceLines, spanLines } from './times'
import { onClockOf, PublishedZones } from './zones'

export { PublishedZones }

/** Work that the rules and dates of one object may cost. */
const MAX_STEPS = 60_000
/** Added instances with ends of their own that are written out, each with all that its series says. */
const MAX_OWN_ENDS = 100

export interface PublishOptions {
  household: Zone
  /** Of the calendar that is written. */
  zones: PublishedZones
  /** The uid under which one more event of this uid is written; no two of a calendar are alike. */
  uidFor: (uid: string) => string
  /** What stands in place of everything that an event says; null: it says it. Then what takes nobody's time is left out. */
  busy: string | null
  reminders: boolean
}

/**
 * The VEVENTs of an object for others to read: as our own reader understands it, and written as every other reader does.
 * Floating times stand in the household's zone, what is cancelled is an exception of its series, an instance without its
 * series is an event of its own.
 * @throws IcalError when it is unreadable
 */
export function publishedEvents(text: string, options: PublishOptions): string[] {
  const object = readObject(text, options.household)
  return object.groups.flatMap((group) => groupLines(group, object.zones, options))
}

interface Master {
  event: Component
  series: Series
}

interface Override {
  event: Component
  replaces: Instance
  start: TimeValue
  length: Length
  isRange: boolean
  isShown: boolean
}

function groupLines(group: EventGroup, zones: ObjectZones, options: PublishOptions): string[] {
  const budget = { steps: MAX_STEPS }
  const isShown = (event: Component) => isTold(event, options)
  const masters = readable(group.masters, (event): Master => ({ event, series: readSeries(event, zones, budget) }))
  // Overrides speak of the last timed one, as our reader has it.
  const main = masters.findLast(({ series }) => !series.start.isDate) ?? masters.at(-1)
  const overrides = latestVersions(
    readable(group.overrides, (event) => overrideOf(event, main?.series.start, zones, isShown(event))),
    ({ replaces }) => replaces.instant,
    ({ event }) => sequenceOf(event),
  )
  const isSeriesShown = main !== undefined && isShown(main.event)
  return [
    ...masters
      .filter(({ event }) => isShown(event))
      .flatMap((master) => seriesLines(group.uid, master, master === main ? overrides : [], zones, options)),
    ...(isSeriesShown
      ? []
      : overrides.filter((one) => one.isShown).flatMap((one) => alone(group.uid, one, zones, options))),
  ]
}

/** Whether anything of an event is told. */
function isTold(event: Component, { busy }: PublishOptions): boolean {
  const { isCancelled, isTransparent } = detailsOf(event)
  return !isCancelled && !(busy !== null && isTransparent)
}

function overrideOf(
  event: Component,
  seriesStart: TimeValue | undefined,
  zones: ObjectZones,
  isShown: boolean,
): Override {
  const start = startOf(event, zones)
  return {
    event,
    replaces: replacedBy(event, seriesStart, zones),
    start,
    length: lengthOf(event, start, zones),
    isRange: isRange(property(event, 'RECURRENCE-ID')!),
    isShown,
  }
}

/** A series with its overrides, all under one uid. */
function seriesLines(
  uid: string,
  { event, series }: Master,
  overrides: readonly Override[],
  zones: ObjectZones,
  options: PublishOptions,
): string[] {
  const published = options.uidFor(uid)
  // A range that is cancelled stays: it has no end that an exception could name.
  const written = overrides.filter(({ isShown, isRange }) => isShown || isRange)
  const gone = overrides.filter((one) => !written.includes(one)).map(({ replaces }) => replaces.instant)
  const ownEnds = withOwnEnds(series, overrides)
  const shown = overrides.filter((one) => one.isShown).map(({ replaces }) => replaces.instant)
  const replaced = new Set([...shown, ...ownEnds.map(({ instant }) => instant)])
  const nameOf = (instant: number) => onClockOf(series.start, instant)
  return [
    ...eventLines(published, event, zones, options, [
      ...spanLines(series.start, series.length, options.zones),
      ...recurrenceLines(event, series, gone, replaced, options.zones),
    ]),
    ...ownEnds.flatMap(({ instant, end }) =>
      eventLines(published, event, zones, options, [
        options.zones.line('RECURRENCE-ID', nameOf(instant)),
        options.zones.line('DTSTART', nameOf(instant)),
        options.zones.line('DTEND', nameOf(end)),
      ]),
    ),
    ...written.flatMap((one) => {
      const { replaces, start, length, isRange, isShown } = one
      const name = replaces.zone === series.start.zone ? replaces : nameOf(replaces.instant)
      return eventLines(published, one.event, zones, options, [
        options.zones.line('RECURRENCE-ID', name, isRange ? ';RANGE=THISANDFUTURE' : ''),
        ...spanLines(start, length, options.zones),
        ...(isShown || options.busy === null ? [] : ['STATUS:CANCELLED']),
      ])
    }),
  ]
}

/** Added instances (RDATE;VALUE=PERIOD) that end elsewhere than the series says: many readers know no other way to say so. */
function withOwnEnds(series: Series, overrides: readonly Override[]): AddedDate[] {
  const { start, length, exclusionRules } = series
  if (exclusionRules.length > 0) return []
  const replaced = new Set(overrides.map(({ replaces }) => replaces.instant))
  const ranges = overrides.filter(({ isRange }) => isRange)
  const firstRange = ranges.reduce((first, { replaces }) => Math.min(first, replaces.instant), Number.POSITIVE_INFINITY)
  const told = { ...series, replaced }
  const isSpokenFor = (instant: number) => instant > firstRange || isHidden(told, wallOf(instant, start), instant)
  const firsts = new Map(series.added.toReversed().map((one) => [one.instant, one]))
  return [...firsts.values()]
    .filter(({ value, instant, end }) => end !== endOf(value, instant, length) && !isSpokenFor(instant))
    .slice(0, MAX_OWN_ENDS)
}

/** An instance whose series is not here. */
function alone(uid: string, { event, start, length }: Override, zones: ObjectZones, options: PublishOptions): string[] {
  return eventLines(options.uidFor(uid), event, zones, options, spanLines(start, length, options.zones))
}

function eventLines(
  uid: string,
  event: Component,
  zones: ObjectZones,
  { busy, reminders }: PublishOptions,
  times: string[],
): string[] {
  const said = busy === null ? contentLines(event) : [`SUMMARY:${busy}`, 'TRANSP:OPAQUE']
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    busy === null ? stampLine(event) : UNSTAMPED,
    ...times,
    ...said,
    ...(reminders && busy === null ? alarmsOf(event, zones) : []),
    'END:VEVENT',
  ]
}

function readable<Value>(events: readonly Component[], read: (event: Component) => Value): Value[] {
  return events.flatMap((event) => {
    try {
      return read(event)
    } catch (error) {
      if (!(error instanceof IcalError)) throw error
      return []
    }
  })
}
