import { IcalError } from '../error'
import { timeLine } from '../lines'
import { isRange, parseRecurrenceId } from '../recurrence-id'
import type { Budget } from '../rule/collector'
import { endOf, instantOf, lengthOf, type Place, placeAt, startOf, wallOf } from '../times'
import { followedDates, instantsNamed, keptDates } from './dates'
import type { Block } from './document'
import { type Editing, openObject, removeEvents } from './editing'
import { type EditOptions, stamp } from './index'
import { moveOverride } from './override'
import { placeOf } from './place'
import { moveAlarms } from './reminder'
import { instancesFrom, ruleBefore, ruleFrom, rulesOf, type SplitRule } from './rule-rest'
import { replacementOf } from './series'
import { watchCopiedAlarms } from './series-alarms'
import { writeTimes } from './times'

/** Work that dividing one series may cost. */
const MAX_STEPS = 1_000_000

const RULES = ['RRULE', 'EXRULE'] as const
type RuleName = (typeof RULES)[number]

type Replacement = ReturnType<typeof replacementOf>[number]

/** A series and the instant (UTC seconds) at which it is divided. */
interface Division {
  editing: Editing
  /** DTSTART; without a master, the instance that the first override replaces. */
  start: Place
  at: number
  overrides: Replacement[]
  budget: Budget
  /** Once the series begins elsewhere. */
  followAlarms: () => void
}

/**
 * The series as it ends before one of its instances: its rules by UNTIL, or by COUNT where they count, and without
 * RDATE, EXDATE and overrides of that instance and later ones (RFC 5545 3.8.5). An override stays with the instance that
 * it replaces, wherever it has been moved to. Every other byte stays.
 * @throws IcalError for an unreadable object, one that has nothing before, and a series too long to be divided
 */
export function seriesBefore(text: string, recurrenceId: string, options: EditOptions): string {
  const division = divide(text, recurrenceId, options)
  const { editing, start, at, overrides, budget } = division
  const isBefore = (instant: number) => instant < at
  const kept = overrides.filter(({ instant }) => isBefore(instant))
  removeEvents(editing, overrides.filter((one) => !kept.includes(one)).map(blockOf))
  if (isMaster(editing)) {
    keepDates(division, isBefore)
    for (const name of RULES) {
      rewriteRules(division, name, (rule) => ruleBefore(rule, start, at, budget))
    }
    if (!isBefore(instantOf(start.value))) beginWithoutRule(division, kept)
  }
  return written(division, kept, options, true)
}

/**
 * The rest of the series from one of its instances on, under a new uid: what is left of COUNT, the RDATEs, EXDATEs and
 * overrides of that instance and later ones, everything else as it stands. It starts at that instance, unless the
 * instance is an RDATE beside a rule: then at the next one of the rule, so that the rule goes on as before.
 * @throws IcalError for an unreadable object, one that has nothing there, and a series too long to be divided
 */
export function seriesFrom(text: string, recurrenceId: string, options: EditOptions & { uid: string }): string {
  const division = divide(text, recurrenceId, options)
  const { editing, start, at, overrides } = division
  const kept = overrides.filter(({ instant }) => instant >= at)
  if (isMaster(editing)) {
    kept.push(...rangeFrom(division, kept))
    keepDates(division, (instant) => instant >= at)
    if (instantOf(start.value) < at) beginLater(division, kept)
  }
  const blocks = [...(isMaster(editing) ? [editing.block] : []), ...kept.map(blockOf)]
  removeEvents(
    editing,
    editing.document.events.map(blockOf).filter((block) => !blocks.includes(block)),
  )
  for (const block of blocks) block.set('UID', `UID:${options.uid}`)
  return written(division, kept, options, false)
}

/** @throws IcalError for an unreadable object, and for what cannot name an instance of it */
function divide(text: string, recurrenceId: string, { household }: EditOptions): Division {
  const editing = openObject(text, household)
  const { block, document, main, zones } = editing
  const id = parseRecurrenceId(recurrenceId)
  startOf(main, zones)
  const start = placeOf(block.property('RECURRENCE-ID') ?? block.property('DTSTART')!, zones)
  if (id?.isDate !== start.value.isDate) throw new IcalError('series without that instance')
  const uid = block.property('UID')?.value
  const overrides = document.events
    .map(blockOf)
    .filter((event) => event.property('RECURRENCE-ID') && event.property('UID')?.value === uid)
    .flatMap((override) => replacementOf(override, start.value, zones))
  const followAlarms = watchCopiedAlarms(editing)
  return { editing, start, at: id.seconds, overrides, budget: { steps: MAX_STEPS }, followAlarms }
}

/** Overrides of a series that is elsewhere may stand alone. */
const isMaster = ({ block }: Editing) => !block.property('RECURRENCE-ID')

const blockOf = ({ block }: { block: Block }) => block

function keepDates({ editing: { block, zones }, start }: Division, isKept: (instant: number) => boolean): void {
  const dates = followedDates(block)
  for (const name of ['EXDATE', 'RDATE']) {
    block.rewrite(name, (source) => (dates.has(source) ? keptDates(source, start.value, zones, isKept) : null))
  }
}

/** '' removes a rule, null leaves it as it stands. */
function rewriteRules(division: Division, name: RuleName, rewrite: (rule: SplitRule) => string | null): void {
  const { editing, start, budget } = division
  const rules = rulesOf(editing.block, name, start.value, budget)
  editing.block.rewrite(name, ({ value }) => {
    const rule = rules.find(({ text }) => text === value)
    const text = rule ? rewrite(rule) : null
    return text === null || text === value ? null : text && `${name}:${text}`
  })
}

/** Starts the series at the next instance from which its rules go on as before. @throws IcalError */
function beginLater(division: Division, kept: Replacement[]): void {
  const { editing, start, at, budget } = division
  const [rules, exclusions] = RULES.map((name) => rulesOf(editing.block, name, start.value, budget)) as [
    SplitRule[],
    SplitRule[],
  ]
  const walls = instancesOf(rules, division)
  if (walls.length === 0) {
    for (const name of RULES) rewriteRules(division, name, () => '')
    beginWithoutRule(division, kept)
    return
  }
  const wall = walls.find((one) => [...rules, ...exclusions].every((rule) => ruleFrom(rule, one, budget) !== null))
  if (wall === undefined || budget.steps < 0) throw new IcalError('series too long to be divided')
  for (const name of RULES) rewriteRules(division, name, (rule) => ruleFrom(rule, wall, budget))
  const excluded = exclusions.flatMap((rule) => instancesFrom(rule, at, budget))
  const added = walls.filter((one) => one < wall && !excluded.includes(one))
  if (added.length > 0) editing.block.add('RDATE', timeLine('RDATE', start.clock, added))
  beginAt(division, { ...start, value: { ...start.value, wall } })
}

/** Wall-clock seconds of the next instances of several rules, in their order. */
function instancesOf(rules: SplitRule[], { at, budget }: Division): number[] {
  return [...new Set(rules.flatMap((rule) => instancesFrom(rule, at, budget)))].sort((a, b) => a - b)
}

/** Starts the series at the first RDATE or override that is left. @throws IcalError when none is */
function beginWithoutRule(division: Division, kept: Replacement[]): void {
  const { editing, start } = division
  const { block, zones } = editing
  const added = block.properties('RDATE').flatMap((source) => instantsNamed(source, start.value, zones))
  const first = [...added, ...kept.map(({ instant }) => instant)].reduce(
    (a, b) => Math.min(a, b),
    Number.POSITIVE_INFINITY,
  )
  if (first === Number.POSITIVE_INFINITY) throw new IcalError('series without that instance')
  const isPeriod = (entry: string) => entry.includes('/')
  block.rewrite('RDATE', (source) =>
    keptDates(source, start.value, zones, (instant, entry) => instant !== first || isPeriod(entry)),
  )
  const { value, clock } = start
  beginAt(
    division,
    value.isDate ? { clock, value: { ...value, wall: first } } : placeAt(first, { clock, zone: value.zone }),
  )
}

function beginAt({ editing, start }: Division, to: Place): void {
  const { main, zones } = editing
  const instant = instantOf(to.value)
  const end = endOf(to.value, instant, lengthOf(main, start.value, zones))
  const move = { from: start, to }
  writeTimes(editing, { isDate: to.value.isDate, start: instant, end }, move)
  moveAlarms(editing, start.value, to.value)
}

/**
 * The override of all that follow (RANGE=THISANDFUTURE) which speaks for the first instances of the rest. It begins with
 * the first of them that has no override of its own and is not excluded.
 */
function rangeFrom(division: Division, kept: Replacement[]): Replacement[] {
  const { editing, start, at, overrides } = division
  const { block, zones } = editing
  const isOfFollowing = ({ block: override }: Replacement) => isRange(override.property('RECURRENCE-ID')!)
  const latest = overrides
    .filter((one) => isOfFollowing(one) && one.instant < at)
    .sort((a, b) => a.instant - b.instant)
    .at(-1)
  if (!latest) return []
  const named = (name: string) => block.properties(name).flatMap((source) => instantsNamed(source, start.value, zones))
  const taken = [...named('EXDATE'), ...kept.map(({ instant }) => instant)]
  const places = [
    ...instancesOf(rulesOf(block, 'RRULE', start.value, division.budget), division),
    ...named('RDATE').map((one) => wallOf(one, start.value)),
  ]
  const free = places
    .map((wall) => ({ wall, instant: instantOf({ ...start.value, wall }) }))
    .filter(({ instant }) => instant >= at && !taken.includes(instant))
    .sort((a, b) => a.instant - b.instant)[0]
  if (!free || kept.some((one) => isOfFollowing(one) && one.instant < free.instant)) return []
  const times = { isDate: start.value.isDate, start: 0, end: 0 }
  const move = { from: start, to: start }
  moveOverride(latest.block, { move, instant: latest.instant, place: free.wall, times }, zones)
  return [{ block: latest.block, instant: free.instant }]
}

/** @throws IcalError when nothing is left */
function written(
  { editing, followAlarms }: Division,
  kept: Replacement[],
  options: EditOptions,
  isRescheduled: boolean,
): string {
  const block = isMaster(editing) ? editing.block : kept[0]?.block
  if (!block) throw new IcalError('series without that instance')
  followAlarms()
  stamp({ ...editing, block, main: block.component }, options, isRescheduled)
  return editing.document.root.toString()
}
