import { alarmLines, allDayTrigger, triggerLine } from '../alarm-lines'
import { isIgnored, isNoAlarm, triggerOf } from '../alarm-triggers'
import { writtenReminderOf } from '../alarms'
import { dayOfWall } from '../civil'
import type { FormTimes } from '../form-times'
import { utcText } from '../lines'
import { plainReminders, type ReminderTime, remindersKey } from '../reminder-times'
import { instantOf, startOf, type TimeValue } from '../times'
import { NO_REMINDERS } from '../x-properties'
import { toUtcSeconds, toWallSeconds, UTC } from '../zone/table'
import type { Block } from './document'
import type { Editing } from './editing'

/** An event with its alarms, as it was read before an edit. */
type Reminding = Pick<Editing, 'block' | 'main' | 'zones' | 'household'>

/**
 * Sets the reminders. An alarm that is one of them stays and follows the day; all others go, but where there are to be
 * none the one that says "no alarm" to other clients stays. An override says that it has none: without an alarm alone it
 * has those of its series.
 */
export function writeReminders(editing: Editing, reminders: readonly ReminderTime[], times: FormTimes): void {
  const { block, household } = editing
  const missing = new Map(
    plainReminders(reminders, times.isDate).map((one) => [remindersKey([one], times.isDate), one]),
  )
  const isSet = missing.size > 0
  block.remove(NO_REMINDERS)
  if (!isSet && block.property('RECURRENCE-ID')) block.set(NO_REMINDERS, `${NO_REMINDERS}:TRUE`)
  const kept = new Map<Block, ReminderTime>()
  const becomesTimed = startOf(editing.main, editing.zones).isDate && !times.isDate
  for (const [alarm, reminder] of writtenReminders(editing)) {
    // Nine o'clock of the day is not the start.
    if (becomesTimed && reminder === 0) continue
    if (missing.has(remindersKey([reminder], times.isDate))) kept.set(alarm, reminder)
  }
  const isToGo = (child: Block) => !kept.has(child) && (isSet || !isNoAlarm(child.property('ACTION')?.value))
  block.removeBlocks((child) => child.name === 'VALARM' && isToGo(child))
  keepReminders(editing, times)
  for (const reminder of kept.values()) missing.delete(remindersKey([reminder], times.isDate))
  for (const reminder of missing.values()) block.insertBlock(alarmLines(reminder, times, household))
}

/**
 * Moves absolute all-day alarms with the first day: "the day before" stays the day before. Of a timed event they become
 * relative. Everything else stays byte by byte.
 */
export function keepReminders(editing: Reminding, times: FormTimes): void {
  const start = startOf(editing.main, editing.zones)
  const isSameDay = times.isDate && times.start === start.wall
  if (!start.isDate || isSameDay) return
  for (const [alarm, reminder] of writtenReminders(editing)) {
    alarm.set('TRIGGER', movedTrigger(reminder, times, editing))
  }
}

/** A timed event without a lead keeps the instant of an all-day one's own day. */
function movedTrigger(reminder: ReminderTime, times: FormTimes, { household }: Reminding): string {
  if (reminder === 0) return allDayTrigger(dayOfWall(times.start), reminder, household)
  return triggerLine(reminder, times, household)
}

/** The alarms that are written as we do it, and what they say before the edit. */
function writtenReminders({ block, main, zones }: Reminding): [Block, ReminderTime][] {
  const start = startOf(main, zones)
  return block.blocks.flatMap((child): [Block, ReminderTime][] => {
    const reminder = child.name === 'VALARM' ? writtenReminderOf(child.component, start, zones) : null
    return reminder === null ? [] : [[child, reminder]]
  })
}

/**
 * Moves absolute alarms with an event: those of a timed one stay as long before it, those of an all-day one keep their
 * time of day in the household.
 */
export function moveAlarms({ block, zones }: Pick<Editing, 'block' | 'zones'>, from: TimeValue, to: TimeValue): void {
  const distance = instantOf(to) - instantOf(from)
  if (distance === 0) return
  const zone = to.isDate ? zones.household : UTC
  for (const alarm of block.blocks.filter(({ name }) => name === 'VALARM')) {
    const trigger = isIgnored(alarm.component) ? null : triggerOf(alarm.component, zones)
    if (trigger?.kind !== 'absolute') continue
    const moved = toUtcSeconds(zone, toWallSeconds(zone, trigger.instant) + distance)
    alarm.set('TRIGGER', `TRIGGER;VALUE=DATE-TIME:${utcText(new Date(moved * 1000))}`)
  }
}
