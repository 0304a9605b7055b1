import { isAbsoluteAlarm } from '../alarms'
import { DAY } from '../civil'
import { utcText } from '../lines'
import { instantOf, timeValue } from '../times'
import type { ObjectZones } from '../zone/resolve'
import { toUtcSeconds, toWallSeconds } from '../zone/table'
import type { Block } from './document'
import { readable } from './instances'

/** Moves the alarms at an instant by whole days of the household, when an event begins so many days later. */
export function moveAbsoluteAlarms(event: Block, days: number, zones: ObjectZones): void {
  if (days === 0) return
  const alarms = event.blocks.filter((block) => block.name === 'VALARM' && isAbsoluteAlarm(block.component))
  for (const alarm of alarms) {
    const instant = readable(() => instantOf(timeValue(alarm.property('TRIGGER')!, zones)))
    if (instant === null) continue
    const moved = toUtcSeconds(zones.household, toWallSeconds(zones.household, instant) + days * DAY)
    alarm.set('TRIGGER', `TRIGGER;VALUE=DATE-TIME:${utcText(new Date(moved * 1000))}`)
  }
}
