import { DAY } from '../civil'
import { type FoundInstance, instancesBetween, mainSeries, type Standing } from '../find-instance'
import { type Editing, editingOf, removeEvents } from './editing'
import { standAt } from './instance-place'

/** Days that are looked through for the next instance, the last more than any rule leaves out. */
const SPANS = [40, 400, 4000, 40_000]

/**
 * Lets an override with RANGE=THISANDFUTURE begin with the next instance that it speaks for, since its own gets an
 * override or an exclusion; without one it goes. Nobody else's reading of such overrides is relied on: none is made.
 */
export function handOn(editing: Editing, found: FoundInstance): void {
  const range = editingOf(editing, found.event)
  const next = nextAfter(editing, found)
  if (next === null) removeEvents(editing, [range.block])
  else standAt(range, next, ';RANGE=THISANDFUTURE')
}

function nextAfter({ object }: Editing, { instance }: FoundInstance): Standing | null {
  const group = mainSeries(object)
  const speaker = group.overrides.find(({ replaces }) => replaces.instant === instance.instant)
  for (const days of SPANS) {
    const span = { from: instance.instant + 1, to: instance.instant + days * DAY }
    const { found } = instancesBetween(group, span, 20_000)
    const following = found.filter((standing) => standing.details === speaker?.details)
    const [first] = following.sort((one, other) => one.instance.instant - other.instance.instant)
    if (first) return first
  }
  return null
}
