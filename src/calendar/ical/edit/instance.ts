import { IcalError } from '../error'
import { type FoundInstance, findInstance } from '../find-instance'
import type { EventForm } from '../form'
import { timeLine } from '../lines'
import { mainGroup, readObject } from '../object'
import { replacedBy } from '../prepare'
import { startOf } from '../times'
import { type Editing, editingOf, openObject, removeEvents } from './editing'
import { type EditOptions, stamp, writeChanges } from './index'
import { originalPlace, standAt } from './instance-place'
import { readable } from './instances'
import { handOn } from './range-override'
import { hasAlarms, settleAlarms } from './series-alarms'

/** What belongs to a series and not to one of its instances. */
const OF_SERIES = ['RRULE', 'RDATE', 'EXDATE', 'EXRULE']

/**
 * Writes the changes into one occurrence: into its override, or into one that is made of what speaks for it. Everything
 * else stays byte by byte, the master too; the override names the operation. What `changes` say of recurrence and
 * calendar has no effect.
 * @throws IcalError for an unreadable object, one without that occurrence, or one that has no room for an override
 */
export function editInstance(
  text: string,
  recurrenceId: string,
  changes: Partial<EventForm>,
  options: EditOptions,
): string {
  const editing = openObject(text, options.household)
  const found = instanceIn(editing, recurrenceId)
  const isAlone = found.isOwn && !found.isRange
  if (isAlone && (changes.start !== undefined || changes.allDay !== undefined)) settleOwn(editing, found)
  writeChanges(isAlone ? editingOf(editing, found.event) : withOverride(editing, found), changes, options)
  const edited = editing.document.root.toString()
  // One override more may be more than is read: such an object would vanish from every screen.
  if (!isAlone) readObject(edited, options.household)
  return edited
}

/**
 * Excludes one occurrence and drops its override. The master names the operation; where there is none, an override that
 * is left. An object is to be deleted rather than to lose its last occurrence (`countInstances`).
 * @throws IcalError for an unreadable object, or one without that occurrence
 */
export function excludeInstance(text: string, recurrenceId: string, options: EditOptions): string {
  const editing = openObject(text, options.household)
  const found = instanceIn(editing, recurrenceId)
  const { masters, overrides } = mainGroup(editing.object)
  const range = found.isRange ? found.event : null
  const gone = overridesFor(editing, found).filter((event) => event !== range)
  removeEvents(
    editing,
    gone.map((event) => editingOf(editing, event).block),
  )
  if (range) handOn(editing, found)
  if (masters.length > 0) exclude(editing, found)
  const speaker = masters[0] ?? overrides.find((event) => !gone.includes(event))
  if (speaker) stamp(editingOf(editing, speaker), options, masters.length > 0)
  return editing.document.root.toString()
}

/**
 * One occurrence alone, with all its content, as an object of its own under a new uid.
 * @throws IcalError for an unreadable object, or one without that occurrence
 */
export function extractInstance(text: string, recurrenceId: string, options: EditOptions & { uid: string }): string {
  const editing = openObject(text, options.household)
  const others = editing.document.events.map(({ block }) => block)
  const single = detached(editing, instanceIn(editing, recurrenceId))
  removeEvents(editing, others)
  settleAlarms(editing, single.block)
  single.block.remove('RECURRENCE-ID')
  single.block.set('UID', `UID:${options.uid}`)
  stamp(single, options, false)
  return editing.document.root.toString()
}

/** An alarm that was copied along names another day than the override's, which is about to change. */
function settleOwn(editing: Editing, { event }: FoundInstance): void {
  const { block } = editingOf(editing, event)
  if (hasAlarms(block)) settleAlarms(editing, block)
}

function instanceIn({ object }: Editing, recurrenceId: string): FoundInstance {
  const found = findInstance(object, recurrenceId)
  if (found === null) throw new IcalError('series without that instance')
  return found
}

/** The object with an override for an instance that has none of its own. */
function withOverride(editing: Editing, found: FoundInstance): Editing {
  const single = detached(editing, found)
  if (found.isRange) handOn(editing, found)
  return single
}

/** An override of the instance alone, as it stands: a copy of what speaks for it, with its times. */
function detached(editing: Editing, found: FoundInstance): Editing {
  const source = editingOf(editing, found.event)
  const block = source.block.copy()
  for (const name of OF_SERIES) block.remove(name)
  source.parent.nodes.push(block)
  if (!found.isOwn || found.isRange) standAt({ ...source, block }, found)
  return { ...source, block, main: block.component }
}

/** Overrides of the instance, older versions too. */
function overridesFor({ object, main, zones }: Editing, { instance }: FoundInstance) {
  const { masters, overrides } = mainGroup(object)
  const start = masters.length > 0 ? startOf(main, zones) : undefined
  return overrides.filter((event) => readable(() => replacedBy(event, start, zones))?.instant === instance.instant)
}

/** RFC 5545 3.8.5.1. The first of many: only so many are read. */
function exclude(editing: Editing, { instance, isExcluded }: FoundInstance): void {
  const { clock, value } = originalPlace(editing, instance)
  if (!isExcluded) editing.block.add('EXDATE', timeLine('EXDATE', clock, [value.wall]))
}
