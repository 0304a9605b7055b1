import { isIgnored } from '../alarm-triggers'
import { remindsAsSeries, triggersThatCount } from '../alarms'
import { startOf } from '../times'
import type { Block } from './document'
import { type Editing, overridesOf } from './editing'
import { moveAlarms } from './reminder'

/**
 * Overrides may have the very alarms of their series, copied along as they stand: an instant, which names another day.
 * Returns what lets them have those that the series has by then.
 */
export function watchCopiedAlarms(editing: Editing): () => void {
  const { block, zones } = editing
  const triggersOf = ({ component }: Block) => triggersThatCount(component, zones)
  const isCopy = (override: Block) => Bun.deepEquals(triggersOf(override), triggersOf(block))
  const hasInstants = !block.property('RECURRENCE-ID') && triggersOf(block).some(({ kind }) => kind === 'absolute')
  const copies = hasInstants ? overridesOf(editing).filter(isCopy) : []
  return () => {
    for (const copy of copies) if (!isCopy(copy)) copyAlarms(block, copy)
  }
}

/** Lets an override that reminds as its series have the alarms of that for itself, from where it stands. */
export function settleAlarms({ block: series, zones }: Editing, override: Block): void {
  if (series.property('RECURRENCE-ID')) return
  const [from, to] = [startOf(series.component, zones), startOf(override.component, zones)]
  const isAlike = remindsAsSeries(override.component, zones, triggersThatCount(series.component, zones))
  if (!isAlike || from.isDate !== to.isDate) return
  if (!hasAlarms(override)) copyAlarms(series, override)
  moveAlarms({ block: override, zones }, from, to)
}

const isAlarm = ({ name, component }: Block) => name === 'VALARM' && !isIgnored(component)

/** Whether an event has alarms that count. */
export const hasAlarms = ({ blocks }: Block): boolean => blocks.some(isAlarm)

function copyAlarms(from: Block, to: Block): void {
  to.removeBlocks(isAlarm)
  to.nodes.push(...from.blocks.filter(isAlarm).map((alarm) => alarm.copy()))
}
