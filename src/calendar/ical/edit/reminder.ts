import { alarmLines, allDayTrigger } from '../alarm-lines'
import { absoluteInstant, classifyAlarms, isAbsoluteAlarm, isNoAlarm } from '../alarms'
import { dayOfWall } from '../civil'
import type { FormTimes } from '../form-times'
import { utcText } from '../lines'
import { instantOf, startOf } from '../times'
import { toUtcSeconds, toWallSeconds, UTC } from '../zone/table'
import type { Block } from './document'
import type { Editing } from './editing'
import { readable } from './instances'
import type { Move } from './place'

/**
 * Sets the reminder: null (and 0 on a timed event) removes the alarms, but not one that says "no alarm" to other
 * clients.
 */
export function writeReminder({ block, household }: Editing, leadMinutes: number | null, times: FormTimes): void {
  const lines = alarmLines(leadMinutes, times, household)
  const isSet = lines.length > 0
  block.removeBlocks((child) => child.name === 'VALARM' && (isSet || !isNoAlarm(child.property('ACTION')?.value)))
  if (isSet) block.insertBlock(lines)
}

/**
 * Moves an absolute all-day alarm with the first day: "the day before" stays the day before. A timed event gets the
 * lead as a relative alarm. Everything else stays byte by byte.
 */
export function keepReminder({ block, main, zones, household }: Editing, times: FormTimes): void {
  const start = startOf(main, zones)
  const { leadMinutes } = classifyAlarms(main, start, zones)
  const isSameDay = times.isDate && times.start === start.wall
  if (leadMinutes === null || !start.isDate || isSameDay) return
  const day = dayOfWall(times.start)
  const isRelative = !times.isDate && leadMinutes > 0
  const trigger = isRelative ? `TRIGGER:-PT${leadMinutes}M` : allDayTrigger(day, leadMinutes, household)
  for (const alarm of block.blocks.filter(isMovable)) alarm.set('TRIGGER', trigger)
}

/**
 * Moves absolute alarms with an event: those of a timed one stay as long before it, those of an all-day one keep their
 * time of day in the household.
 */
export function moveAlarms({ block, zones, household }: Editing, { from, to }: Move): void {
  const distance = instantOf(to.value) - instantOf(from.value)
  if (distance === 0) return
  const zone = to.value.isDate ? household : UTC
  for (const alarm of block.blocks.filter(isMovable)) {
    const instant = readable(() => absoluteInstant(alarm.property('TRIGGER')!, zones))
    if (instant === null) continue
    const moved = toUtcSeconds(zone, toWallSeconds(zone, instant) + distance)
    alarm.set('TRIGGER', `TRIGGER;VALUE=DATE-TIME:${utcText(new Date(moved * 1000))}`)
  }
}

function isMovable(block: Block): boolean {
  return block.name === 'VALARM' && isAbsoluteAlarm(block.component)
}
