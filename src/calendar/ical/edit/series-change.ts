import { IcalError, RuleError } from '../error'
import type { EventForm } from '../form'
import { changedTimes, formTimes } from '../form-times'
import { formOfInstance, type InstanceForm } from '../instance'
import { timeLine } from '../lines'
import { mainGroup, sequenceOf } from '../object'
import { parseRecurrenceId, recurrenceIdOf } from '../recurrence-id'
import type { Budget } from '../rule/collector'
import { endOf, instantOf, lengthOf, type Place, startOf, type TimeValue } from '../times'
import { type Editing, openObject, removeEvents, staleVersionsOf } from './editing'
import { followersOf, followTimes, writeTexts } from './followers'
import { type EditOptions, editEvent, remind, stamp, writeChanges } from './index'
import { editInstance, extractInstance } from './instance'
import { type RuleChange, readable } from './instances'
import { movedRule } from './moved-rule'
import { hasMoved, isSameClock, type Move, placeOf } from './place'
import { writeRecurrence } from './recurrence'
import { raiseSequence, watchOverrides } from './revision'
import { boundMoved } from './rule-bound'
import { rulesOf } from './rule-rest'
import { carryAlong } from './series'
import { watchCopiedAlarms } from './series-alarms'
import { moveSeries, type SeriesMove } from './series-move'
import { startOfNewRule } from './start-of-rule'
import { writeTimes } from './times'

type Changes = Partial<EventForm>

/** Work that following the rules of one series may cost. */
const MAX_STEPS = 1_000_000

/**
 * Changes all occurrences of a series as one of them was changed. The difference that `changes` make to that occurrence
 * as it stands is made to the series: the time moves, and when the day moves the rule's own days move with it. Length,
 * title and the rest are set. Overrides follow in what they have in common with their series. Every other byte stays.
 * Without a recurrence that one occurrence is what is left.
 * @throws IcalError for an unreadable object, one without that occurrence, and as RuleError for a rule that cannot move so
 */
export function editSeries(text: string, recurrenceId: string, changes: Changes, options: EditOptions): string {
  const before = formOfInstance(text, recurrenceId, options.household)
  const editing = openObject(text, options.household)
  const id = parseRecurrenceId(recurrenceId)
  if (before === null || id === null) {
    if (id && isSingleAt(editing, id.seconds)) return editEvent(text, changes, options)
    throw new IcalError('series without that instance')
  }
  if (changes.recurrence === 'none') return alone(text, recurrenceId, changes, options)
  if (editing.block.property('RECURRENCE-ID')) return editInstance(text, recurrenceId, changes, options)
  const followers = followersOf(editing, options.people)
  const stampOverrides = watchOverrides(editing, options.now)
  const followAlarms = watchCopiedAlarms(editing)
  writeTexts(editing, followers, changes, options.people)
  const { length, isRescheduled, place } = reschedule(editing, id.seconds, before, changes)
  followTimes(editing, followers, changes, length)
  stamp(editing, options, isRescheduled)
  followAlarms()
  stampOverrides()
  const edited = editing.document.root.toString()
  // An override that replaces no instance of the series has none to follow, and stays.
  const names = [recurrenceIdOf(instantOf(place), place.isDate), ...(before.isOverride ? [recurrenceId] : [])]
  const after = names.find((name) => formOfInstance(edited, name, options.household) !== null)
  if (after === undefined && !namesRule(changes)) throw new RuleError('rule whose days cannot move so')
  const isOverride = after !== undefined && formOfInstance(edited, after, options.household)?.isOverride
  return isOverride ? editInstance(edited, after, changes, options) : edited
}

/** One event instead of a series, as a later revision than any that stood under its uid (RFC 5546 2.1.4). */
function alone(text: string, recurrenceId: string, changes: Changes, options: EditOptions): string {
  const series = openObject(text, options.household)
  const uid = series.block.property('UID')?.value ?? ''
  const { masters, overrides } = mainGroup(series.object)
  const latest = Math.max(...[...masters, ...overrides].map(sequenceOf))
  const editing = openObject(extractInstance(text, recurrenceId, { ...options, uid }), options.household)
  writeChanges(editing, changes, options)
  raiseSequence(editing.block, latest)
  return editing.document.root.toString()
}

function isSingleAt({ block, main, zones }: Editing, instant: number): boolean {
  const repeats = ['RRULE', 'RDATE', 'RECURRENCE-ID'].some((name) => block.property(name))
  return !repeats && instantOf(startOf(main, zones)) === instant
}

const namesRule = ({ recurrence, recurrenceUntil, recurrenceCount }: Changes) =>
  [recurrence, recurrenceUntil, recurrenceCount].some((one) => one !== undefined)

interface Rescheduled {
  /** Where the occurrence's instance stands. */
  place: TimeValue
  length: { isDate: boolean; seconds: number } | null
  isRescheduled: boolean
}

/** @throws RuleError for a rule that cannot move so */
function reschedule(editing: Editing, instant: number, before: InstanceForm, changes: Changes): Rescheduled {
  const { block, main, zones, household } = editing
  const budget = { steps: MAX_STEPS }
  const start = placeOf(block.property('DTSTART')!, zones)
  const [current, wanted] = [formTimes(before), changedTimes(before, changes)]
  const isNewRule = changes.recurrence !== undefined
  const rules = rulesOf(block, 'RRULE', start.value, budget)
  const series = moveSeries({ start, rules, instant, current, wanted, isNewRule, household }, budget)
  const { clock, zone, isDate } = series.target
  const at = (wall: number): Place => ({ clock, value: { isDate, wall, zone } })
  if (isNewRule) writeRecurrence(editing, changes, at(series.wall))
  const first = isNewRule
    ? startOfNewRule(block, at(series.wall), series.startPlace ?? series.start, budget)
    : series.start
  const isMoving = series.days !== 0 || series.seconds !== 0 || !isSameClock(start.clock, clock)
  const move = { from: start, to: isMoving || isNewRule ? at(first) : start }
  const to = move.to.value
  const seconds = wanted.end - wanted.start
  const isSameLength = current.isDate === wanted.isDate && current.end - current.start === seconds
  const length = isSameLength || wanted.isDate !== isDate ? null : { isDate, seconds }
  const begin = instantOf(to)
  const end = length ? begin + seconds : endOf(to, begin, lengthOf(main, start.value, zones))
  const times = { isDate, start: begin, end }
  remind(editing, changes, times)
  const timesHaveChanged = writeTimes(editing, times, move)
  if (hasMoved(move)) removeEvents(editing, staleVersionsOf(editing))
  const extra = isMoving && !isNewRule ? moveRules(editing, series, move, budget) : []
  const recurrenceHasChanged = isNewRule || writeRecurrence(editing, changes, move.to)
  if (isMoving || recurrenceHasChanged) {
    carryAlong(editing, {
      move,
      rules: changesOf(editing, series, move, isNewRule, budget),
      changes,
      times,
      isMoved: isMoving || hasMoved(move),
      addedShift: series.addedShift,
    })
  }
  if (extra.length > 0) block.add('EXDATE', timeLine('EXDATE', clock, extra))
  return {
    place: { ...to, wall: series.wall },
    length,
    isRescheduled: timesHaveChanged || isMoving || recurrenceHasChanged,
  }
}

/** Writes the rules as they move. Returns walls of instances that only the move has made. */
function moveRules({ block, household }: Editing, series: SeriesMove, { from, to }: Move, budget: Budget): number[] {
  const { days, rules, startPlace } = series
  const bounded = new Map(
    rules.map((rule) => [rule.rule.text, boundMoved({ ...rule, to, startPlace, days, household }, budget)]),
  )
  block.rewrite('RRULE', ({ value }) => {
    const text = bounded.get(value)?.text ?? value
    return text === value ? null : `RRULE:${text}`
  })
  const isFloating = to.clock.kind === 'floating'
  block.rewrite('EXRULE', ({ value }) => {
    const text = readable(() => movedRule(value, from.value, to.value, { household, isFloating }))?.text ?? value
    return text === value ? null : `EXRULE:${text}`
  })
  return [...bounded.values()].flatMap(({ extra }) => extra)
}

/** The rules before and after, and where their instances may go: of a new rule also to the day where they stand. */
function changesOf(
  { block }: Editing,
  series: SeriesMove,
  { from, to }: Move,
  isNewRule: boolean,
  budget: Budget,
): RuleChange[] {
  const written = rulesOf(block, 'RRULE', to.value, budget).map(({ text }) => text)
  const { startPlace, rules } = series
  const isStart = (wall: number) => wall === from.value.wall && startPlace !== null
  if (rules.length === 0)
    return [{ before: null, after: written[0] ?? null, turns: true, placesOf: () => [startPlace ?? to.value.wall] }]
  return rules.map(({ rule, placeOf, onItsDay }, index) => ({
    before: rule.text,
    after: written[isNewRule ? 0 : index] ?? null,
    turns: false,
    placesOf: (wall) => {
      const places = isStart(wall) ? [startPlace] : [placeOf(wall)]
      return [...places, ...(isNewRule ? [onItsDay(wall)] : [])].filter((place) => place !== null)
    },
  }))
}
