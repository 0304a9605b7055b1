import type { PeopleNames } from '../categories'
import { type EventForm, formOfEvent } from '../form'
import { changedTimes, type FormTimes } from '../form-times'
import { textLine } from '../lines'
import { sequenceOf } from '../object'
import { startingOnRule } from '../recurrence-start'
import { wantedReminders } from '../reminder-times'
import { OPERATION } from '../x-properties'
import type { Zone } from '../zone/table'
import type { Block } from './document'
import { type Editing, openObject, removeEvents, staleVersionsOf } from './editing'
import { writePeople } from './people'
import { hasMoved, placeFor, placeOf } from './place'
import { willRecur, writeRecurrence } from './recurrence'
import { keepReminders, writeReminders } from './reminder'
import { dateRevision, raiseSequence, watchOverrides } from './revision'
import { moveRules } from './rules'
import { followSeries } from './series'
import { watchCopiedAlarms } from './series-alarms'
import { writeTimes } from './times'

export interface EditOptions {
  operationId: string
  now: Date
  household: Zone
  people: PeopleNames
}

/**
 * Writes the changes into the object's master (or only event); every other byte stays. Overrides and excluded dates
 * follow a series that moves. SEQUENCE grows when time or recurrence change (RFC 5546 2.1.4). `calendarUrl` has no
 * effect.
 * @throws IcalError for an unreadable object or unreadable times
 */
export function editEvent(text: string, changes: Partial<EventForm>, options: EditOptions): string {
  const editing = openObject(text, options.household)
  writeChanges(editing, changes, options)
  return editing.document.root.toString()
}

/** Writes the changes into the event that is edited, and what follows from them into its series. */
export function writeChanges(editing: Editing, changes: Partial<EventForm>, options: EditOptions): void {
  const stampOverrides = watchOverrides(editing, options.now)
  const followAlarms = watchCopiedAlarms(editing)
  writeText(editing.block, 'SUMMARY', changes.title)
  writeText(editing.block, 'LOCATION', changes.location)
  writeText(editing.block, 'DESCRIPTION', changes.description)
  writePeople(editing.block, changes.personIds, options.people)
  stamp(editing, options, reschedule(editing, changes))
  followAlarms()
  stampOverrides()
}

/**
 * Copies the whole object (masters, overrides, zones, alarms) under a new uid.
 * @throws IcalError for an unreadable object
 */
export function copyEvent(text: string, options: EditOptions & { uid: string }): string {
  const editing = openObject(text, options.household)
  const uid = editing.block.property('UID')?.value
  for (const { block } of editing.document.events) {
    if (block.property('UID')?.value === uid) block.set('UID', `UID:${options.uid}`)
  }
  stamp(editing, options, false)
  return editing.document.root.toString()
}

/** Writes a text of the event: absent keeps, blank removes. ALTREP refers to the old text and goes. */
export function writeText(block: Block, name: string, text: string | undefined): void {
  if (text === undefined) return
  if (text === '' && name !== 'SUMMARY') {
    block.remove(name)
    return
  }
  const { ALTREP: _, ...params } = block.property(name)?.params ?? {}
  block.set(name, textLine(name, text, params))
}

/** Writes times, recurrence and reminder, which depend on each other. Tells whether time or recurrence changed. */
function reschedule(editing: Editing, changes: Partial<EventForm>): boolean {
  const { block, main, zones, household } = editing
  const wanted = changedTimes(formOfEvent(main, zones), changes)
  const isRecurring = willRecur(editing, changes)
  const getsRule = isRecurring && changes.recurrence !== undefined
  const from = placeOf(block.property('DTSTART')!, zones)
  const namesTimes = changes.start !== undefined || changes.end !== undefined || changes.allDay !== undefined
  const placeAt = (times: FormTimes) => placeFor(times, from, { isRecurring, getsRule, household })
  const times = getsRule ? startingOnRule(wanted, changes, placeAt(wanted).value.zone) : wanted
  const to = namesTimes || getsRule ? placeAt(times) : from
  remind(editing, changes, times)
  const move = { from, to }
  const timesHaveChanged = (namesTimes || getsRule) && writeTimes(editing, times, move)
  const isMaster = !block.property('RECURRENCE-ID')
  if (!isMaster) return timesHaveChanged
  if (hasMoved(move)) removeEvents(editing, staleVersionsOf(editing))
  const moved = moveRules(editing, move)
  const recurrenceHasChanged = writeRecurrence(editing, changes, to)
  const isSeries = changes.recurrence !== 'none' && (hasMoved(move) || recurrenceHasChanged)
  if (isSeries) followSeries(editing, { move, moved, changes, times })
  return timesHaveChanged || recurrenceHasChanged
}

/** Writes the reminders, or keeps those that stand where they mean the same. */
export function remind(editing: Editing, changes: Partial<EventForm>, times: FormTimes): void {
  const reminders = wantedReminders(changes, times.isDate)
  if (reminders === undefined) keepReminders(editing, times)
  else writeReminders(editing, reminders, times)
}

/** Dates the revision and names the operation; SEQUENCE grows with what is rescheduled (RFC 5546 2.1.4). */
export function stamp({ block, main }: Editing, { operationId, now }: EditOptions, isRescheduled: boolean): void {
  dateRevision(block, now)
  block.set(OPERATION, `${OPERATION}:${operationId}`)
  if (isRescheduled) raiseSequence(block, sequenceOf(main))
}
