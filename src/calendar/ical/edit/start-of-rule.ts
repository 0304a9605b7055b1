import { DAY, dayOfWall, timeOfDay } from '../civil'
import { withBound } from '../recurrence'
import type { Budget } from '../rule/collector'
import { parseRule } from '../rule/parse'
import { planRule } from '../rule/plan'
import { walkRule } from '../rule/walk'
import type { Place } from '../times'
import type { Block } from './document'
import { readable } from './instances'

/** Days that are tried; beyond them the series begins with the instance itself. */
const MAX_DAYS = 40_000

/**
 * DTSTART, on the wall clock, of a series that gets a new rule: the first day from `earliest` on with which the rule
 * has the instance, so that neither the beginning nor the occurrence that was edited is lost.
 */
export function startOfNewRule(event: Block, instance: Place, earliest: number, budget: Budget): number {
  const { isDate, wall } = instance.value
  const source = event.property('RRULE')?.value ?? ''
  const rule = readable(() =>
    parseRule(withBound(source, {}, { isDate, isFloating: false, household: instance.value.zone }), isDate),
  )
  if (rule === null) return earliest
  const has = (start: number, one: number) => walkRule(planRule(rule, start), one, one, 1, budget).walls.length > 0
  const isOnRule = has(wall, wall)
  const last = Math.min(dayOfWall(wall), dayOfWall(earliest) + MAX_DAYS)
  for (let day = dayOfWall(earliest); day < last; day += 1) {
    const start = day * DAY + timeOfDay(wall)
    if (has(start, start) && (!isOnRule || has(start, wall))) return start
  }
  return isOnRule ? wall : earliest
}
