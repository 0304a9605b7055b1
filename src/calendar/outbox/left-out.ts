import type { MemberCalendar } from '../../household/calendars'
import type { Transaction } from '../../platform/db/client'
import { DAY_MS } from '../../platform/durations'
import type { EffectiveRange, EventRef } from '../event-ref'
import { instancesBetween, mainSeries } from '../ical/find-instance'
import { formOfInstance, isExcluded } from '../ical/instance'
import { readObject } from '../ical/object'
import { parseRecurrenceId, recurrenceIdOf } from '../ical/recurrence-id'
import type { Zone } from '../ical/zone'
import { selectDeparture } from './departure'
import { asFor } from './moved-occurrence'
import type { Wanted } from './starting-form'

interface Series {
  event: EventRef
  calendar: MemberCalendar
  text: string
}

/** Seconds before and after an occurrence in which another one is looked for: of a yearly series, too. */
const NEAR = (400 * DAY_MS) / 1000
/** So many are looked at: few leave their series at once. */
const MOST = 50

/**
 * The occurrence from which a request speaks of a series, or of its rest. Where its own was removed or moved to another
 * calendar meanwhile, or is about to be, that is the next one, of a whole series else the one before; the same as was
 * asked where none is left.
 */
export async function standingFor(
  tx: Transaction,
  { event, calendar, text }: Series,
  asked: EffectiveRange,
  household: Zone,
): Promise<EffectiveRange> {
  const { recurrenceId, range } = asked
  const named = parseRecurrenceId(recurrenceId)
  if (range === 'this' || named === null) return asked
  const isLeaving = async (id: string) => (await selectDeparture(tx, { event, calendar }, id)) !== null
  const stands = formOfInstance(text, recurrenceId, household) !== null
  if (stands ? !(await isLeaving(recurrenceId)) : !isExcluded(text, recurrenceId, household)) return asked
  const group = mainSeries(readObject(text, household))
  const { seconds } = named
  const idsBetween = (from: number, to: number) =>
    instancesBetween(group, { from, to }, MOST).found.map(({ instance }) =>
      recurrenceIdOf(instance.instant, instance.isDate),
    )
  const later = idsBetween(seconds + 1, seconds + NEAR)
  const earlier = range === 'all' ? idsBetween(seconds - NEAR, seconds).reverse() : []
  // What an occurrence has of its own is nothing that its series says.
  const isOwn = (id: string) => formOfInstance(text, id, household)?.isOverride ?? true
  const near = [...later, ...earlier].map((id) => ({ id, isOwn: range === 'all' && isOwn(id) }))
  for (const { id } of near.sort((one, other) => Number(one.isOwn) - Number(other.isOwn))) {
    if (!(await isLeaving(id))) return { recurrenceId: id, range }
  }
  return asked
}

/** A change as it is said by the occurrence that speaks for the one that was asked of. Without a base nobody knows by how much. */
export async function saidByStanding(tx: Transaction, series: Series, wanted: Wanted): Promise<Wanted> {
  const { effective, opened, form, zone, people } = wanted
  // One event instead of a series is that occurrence, and no other.
  if (effective === null || opened === null || form.recurrence === 'none') return wanted
  const standing = await standingFor(tx, series, effective, zone)
  const stored = standing === effective ? null : formOfInstance(series.text, standing.recurrenceId, zone, people)
  if (stored === null) return wanted
  const said = asFor({ base: opened, form }, stored, zone)
  return { ...wanted, opened: said.base, form: said.form, effective: standing }
}
