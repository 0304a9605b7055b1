import { remindsAsSeries, triggersThatCount } from './alarms'
import type { PeopleNames } from './categories'
import { DAY, dayOfWall } from './civil'
import { IcalError } from './error'
import { findInstance, instancesBetween, mainSeries } from './find-instance'
import { formOfEvent, formOfObject, type StoredForm } from './form'
import { type CalendarObject, mainEvent, readObject } from './object'
import { type Component, property } from './parse'
import type { PreparedGroup } from './prepare'
import { parseRecurrenceId } from './recurrence-id'
import { momentText, startOf, wallOf } from './times'
import type { Zone } from './zone/table'

/** One occurrence of a series as a form; what it says of recurrence is the series'. */
export type InstanceForm = StoredForm & {
  /** It is not the master that says what it is. */
  isOverride: boolean
}

/** Occurrences of a series that stand; null: it is endless, or there are more than a thousand. */
export interface InstanceCounts {
  all: number | null
  /** This one and later ones. */
  following: number | null
  /** It is the earliest that is left. */
  isFirst: boolean
}

const MAX_COUNTED = 1000

/**
 * The occurrence as it stands, its override applied; null: the series has no such instance, or it is excluded or
 * cancelled. @throws IcalError for an unreadable object
 */
export function formOfInstance(
  text: string,
  recurrenceId: string,
  household: Zone,
  people?: PeopleNames,
): InstanceForm | null {
  const object = readObject(text, household)
  const found = findInstance(object, recurrenceId)
  if (found === null) return null
  const { event, allDay, start, end } = found
  const { recurrence, recurrenceUntil, recurrenceCount } = formOfObject(object)
  return {
    ...formOfEvent(event, object.zones, people, remindingEvent(object, event)),
    allDay,
    start: momentText(start, allDay),
    end: momentText(allDay ? end - DAY : end, allDay),
    recurrence,
    ...(recurrenceUntil === undefined ? {} : { recurrenceUntil }),
    ...(recurrenceCount === undefined ? {} : { recurrenceCount }),
    isOverride: property(event, 'RECURRENCE-ID') !== undefined,
  }
}

/** The event that says when an occurrence reminds: the series, where its override says nothing else. */
function remindingEvent(object: CalendarObject, event: Component): Component {
  const { zones } = object
  const main = mainEvent(object)
  if (event === main || startOf(event, zones).isDate !== startOf(main, zones).isDate) return event
  return remindsAsSeries(event, zones, triggersThatCount(main, zones)) ? main : event
}

/** How many occurrences a change of one, of it and the following, or of all would concern. @throws IcalError */
export function countInstances(text: string, recurrenceId: string, household: Zone): InstanceCounts {
  const group = mainSeries(readObject(text, household))
  const named = parseRecurrenceId(recurrenceId)
  if (named === null) throw new IcalError('unreadable instance')
  const isEndless = group.series.some(({ last }) => last === Number.POSITIVE_INFINITY)
  const count = (from?: number) => {
    if (isEndless) return null
    const { found, isCut } = instancesBetween(group, { from }, MAX_COUNTED)
    return isCut ? null : found.length
  }
  const earlier = instancesBetween(group, { to: named.seconds }, 1)
  return {
    all: count(),
    following: count(named.seconds),
    isFirst: earlier.found.length === 0 && !earlier.isCut,
  }
}

/** Whether a series leaves out that instance, by EXDATE or by an override that is cancelled. @throws IcalError */
export function isExcluded(text: string, recurrenceId: string, household: Zone): boolean {
  const { seconds } = parseRecurrenceId(recurrenceId) ?? { seconds: Number.NaN }
  const group = mainSeries(readObject(text, household))
  const isCancelled = group.overrides.some(
    ({ replaces, details }) => details.isCancelled && replaces.instant === seconds,
  )
  return isCancelled || isLeftOut(group, seconds)
}

/** Whether an EXDATE of a series names the instance that begins at an instant (UTC seconds). */
export const isLeftOut = ({ series }: PreparedGroup, instant: number): boolean =>
  series.some(
    ({ excluded, excludedDays, start }) => excluded.has(instant) || excludedDays.has(dayOfWall(wallOf(instant, start))),
  )
