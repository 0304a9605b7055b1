import { dayOf } from '../../lib/tz'
import { atFirst, carriedOver, type Draft, endOf, later, type Original, startOf } from '../draft'
import { editForm } from '../form-of-draft'
import { changedParts, type Part, withParts } from '../writes/changes'

/**
 * A form that was left, on what its event has become since: what was changed in it, and nothing else. What others have
 * changed as well is a change of theirs, since it was not seen here.
 */
export function resumed(left: Draft, before: Original, now: Original, zone: string) {
  const carried = carriedOver({ draft: atFirst(left, before), before: before.first }, now.first)
  const base = withParts(now.base, before.base, changedIn(left, before, zone))
  return placed(carried, { ...now, base }, dayOf(startOf(now.draft)))
}

/** A time that was still being typed was changed, though it is none yet. */
function changedIn(left: Draft, before: Original, zone: string): Part[] {
  if (Number.isFinite(startOf(left) + endOf(left))) return changedParts(before.base, editForm(left, before, zone))
  const { startDate, startTime, endDate, endTime } = before.draft
  const timed = { ...left, startDate, startTime, endDate, endTime }
  return [...changedParts(before.base, editForm(timed, before, zone)), 'when']
}

/** A draft of a series' first event and what it changes, both as they are shown on the day of another of its events. */
export function placed(draft: Draft, original: Original, day: number): { draft: Draft; original: Original } {
  const days = day - dayOf(startOf(original.first))
  return { draft: later(draft, days), original: { ...original, draft: later(original.first, days) } }
}
