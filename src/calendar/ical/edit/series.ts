import { DAY } from '../civil'
import type { EventForm } from '../form'
import type { FormTimes } from '../form-times'
import { alignedTo, instantOf, type TimeValue } from '../times'
import type { ObjectZones } from '../zone/resolve'
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
  { moved, ...change }: { move: Move; moved: RuleChange[]; changes: Partial<EventForm>; times: FormTimes },
): void {
  const rules = writtenRules(editing, moved, change.move.to.value, change.changes)
  carryAlong(editing, { ...change, rules, isMoved: hasMoved(change.move) })
}

interface FollowedChange {
  move: Move
  rules: RuleChange[]
  changes: Partial<EventForm>
  /** The times of the first instance after the change. */
  times: FormTimes
  /** Instances stand elsewhere, even though the first may not. */
  isMoved: boolean
  /** Seconds by which added dates move; otherwise they follow the start. */
  addedShift?: number
}

/** `followSeries` with the rules as they were and as they have been written. */
export function carryAlong(
  editing: Editing,
  { move, rules, changes, times, isMoved, addedShift }: FollowedChange,
): void {
  const { block, zones } = editing
  const [from, to] = [move.from.value, move.to.value]
  const dates = followedDates(block)
  const named = (name: string) =>
    [...dates].filter((source) => source.name === name).flatMap((source) => instantsNamed(source, from, zones))
  const overrides = overridesOf(editing).flatMap((override) => replacementOf(override, from, zones))
  const added = named('RDATE')
  const isBounded = [changes.recurrence, changes.recurrenceUntil, changes.recurrenceCount].some(
    (one) => one !== undefined,
  )
  const end = isBounded ? endOfShortened(rules, from, to) : Number.POSITIVE_INFINITY
  const instants = [instantOf(from), ...named('EXDATE'), ...added, ...overrides.map(({ instant }) => instant)]
  const last = instants.reduce((latest, instant) => Math.max(latest, instant))
  const instances = followInstances({ from, to, rules, added, addedShift, end }, last + DAY)
  block.rewrite('RDATE', (source) => (dates.has(source) ? movedAdded(source, move, instances, zones) : null))
  if (isMoved) {
    block.rewrite('EXDATE', (source) => (dates.has(source) ? movedExclusions(source, move, instances, zones) : null))
  }
  const gone: Block[] = []
  for (const { block: override, instant } of overrides) {
    const place = instances.follow(instant)
    if (place === null) gone.push(override)
    else if (place !== undefined && isMoved) {
      readable(() => moveOverride(override, { move, instant, place, times }, zones))
    }
  }
  removeEvents(editing, gone)
}

/** The instance an override replaces; none when it cannot be read. */
export function replacementOf(
  override: Block,
  start: TimeValue,
  zones: ObjectZones,
): { block: Block; instant: number }[] {
  const id = override.property('RECURRENCE-ID')!
  const value = readable(() => alignedTo(start, namedBy(id, id.value, start, zones)))
  return value === null ? [] : [{ block: override, instant: instantOf(value) }]
}
