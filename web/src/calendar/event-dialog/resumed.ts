import { carriedOver, type Draft, endOf, type Original, startOf } from '../draft'
import { editForm } from '../form-of-draft'
import { changedParts, type Part, withParts } from '../writes/changes'

/**
 * A form that was left, on what its event has become since: what was changed in it, and nothing else. What others have
 * changed as well is a change of theirs, since it was not seen here.
 */
export function resumed(left: Draft, before: Original, now: Original, zone: string) {
  const draft = carriedOver({ draft: left, before: before.draft }, now.draft)
  const base = withParts(now.base, before.base, changedIn(left, before, zone))
  return { draft, original: { ...now, base } }
}

/** A time that was still being typed was changed, though it is none yet. */
function changedIn(left: Draft, before: Original, zone: string): Part[] {
  if (Number.isFinite(startOf(left) + endOf(left))) return changedParts(before.base, editForm(left, before, zone))
  const { startDate, startTime, endDate, endTime } = before.draft
  const timed = { ...left, startDate, startTime, endDate, endTime }
  return [...changedParts(before.base, editForm(timed, before, zone)), 'when']
}
