import { DAY } from '../civil'
import type { EventForm } from '../form'
import type { FormTimes } from '../form-times'
import { alignedTo, instantOf } from '../times'
import { followedDates, instantsNamed, movedAdded, movedExclusions, namedBy } from './dates'
import type { Block } from './document'
import { type Editing, overridesOf, removeEvents } from './editing'
import { followInstances, type RuleChange, readable } from './instances'
import { moveOverride } from './override'
import { hasMoved, type Move } from './place'
import { endOfShortened, writtenRules } from './rules'

/**
 * Moves everything that names instances of a series whose start or rule has changed. EXDATEs and overrides follow their
 * instance and are removed with it: left behind, excluded instances would come back and replaced ones would show twice.
 * `moved` are the rules after the move, before the form's recurrence was written.
 */
export function followSeries(
  editing: Editing,
  { move, moved, changes, times }: { move: Move; moved: RuleChange[]; changes: Partial<EventForm>; times: FormTimes },
): void {
  const { block, zones } = editing
  const [from, to] = [move.from.value, move.to.value]
  const dates = followedDates(block)
  const named = (name: string) =>
    [...dates].filter((source) => source.name === name).flatMap((source) => instantsNamed(source, from, zones))
  const overrides = overridesOf(editing).flatMap((override) => replacedBy(override, editing, move))
  const added = named('RDATE')
  const rules = writtenRules(editing, moved, to, changes)
  const isBounded = [changes.recurrence, changes.recurrenceUntil, changes.recurrenceCount].some(
    (one) => one !== undefined,
  )
  const end = isBounded ? endOfShortened(rules, from, to) : Number.POSITIVE_INFINITY
  const instants = [instantOf(from), ...named('EXDATE'), ...added, ...overrides.map(({ instant }) => instant)]
  const last = instants.reduce((latest, instant) => Math.max(latest, instant))
  const instances = followInstances({ from, to, rules, added, end }, last + DAY)
  block.rewrite('RDATE', (source) => (dates.has(source) ? movedAdded(source, move, instances, zones) : null))
  if (hasMoved(move)) {
    block.rewrite('EXDATE', (source) => (dates.has(source) ? movedExclusions(source, move, instances, zones) : null))
  }
  const gone: Block[] = []
  for (const { override, instant } of overrides) {
    const place = instances.follow(instant)
    if (place === null) gone.push(override)
    else if (place !== undefined && hasMoved(move)) {
      readable(() => moveOverride(override, { move, instant, place, times }, zones))
    }
  }
  removeEvents(editing, gone)
}

/** The instance an override replaces; none when it cannot be read. */
function replacedBy(override: Block, { zones }: Editing, { from }: Move): { override: Block; instant: number }[] {
  const id = override.property('RECURRENCE-ID')!
  const value = readable(() => alignedTo(from.value, namedBy(id, id.value, from.value, zones)))
  return value === null ? [] : [{ override, instant: instantOf(value) }]
}
