import { DAY } from '../civil'
import { isSubDaily } from '../rule/parse'
import type { Plan } from '../rule/plan'

/**
 * BYHOUR, BYMINUTE and BYSECOND of a rule whose times of day all move by so many seconds; what it takes from DTSTART
 * moves with that. Null: no rule says that.
 */
export function movedTimes({ rule, times }: Plan, seconds: number): Record<string, string> | null {
  const named = { BYHOUR: rule.hours, BYMINUTE: rule.minutes, BYSECOND: rule.seconds }
  if (seconds === 0 || Object.values(named).every((list) => list === undefined)) return {}
  if (isSubDaily(rule)) return null
  const moved = times.map((time) => time + seconds)
  if (moved.some((time) => time < 0 || time >= DAY)) return null
  const units = {
    BYHOUR: distinct(moved.map((time) => Math.floor(time / 3600))),
    BYMINUTE: distinct(moved.map((time) => Math.floor((time % 3600) / 60))),
    BYSECOND: distinct(moved.map((time) => time % 60)),
  }
  // A rule means every hour with every minute.
  const made = units.BYHOUR.length * units.BYMINUTE.length * units.BYSECOND.length
  if (made !== times.length) return null
  const names = (['BYHOUR', 'BYMINUTE', 'BYSECOND'] as const).filter((name) => named[name] !== undefined)
  return Object.fromEntries(names.map((name) => [name, units[name].join()]))
}

const distinct = (numbers: number[]) => [...new Set(numbers)].sort((a, b) => a - b)
