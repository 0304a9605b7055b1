import { civilOf, DAY, dayOfWall } from '../civil'
import { type Collector, pickPositions } from './collector'
import { allowsDay, type Plan } from './plan'
import { jump } from './walk-days'

const UNITS = { HOURLY: 3600, MINUTELY: 60, SECONDLY: 1 } as const
type ShortFrequency = keyof typeof UNITS

/**
 * Rules shorter than a day, on the wall clock. A period that BYxxx forbids is left by one jump to the next allowed
 * unit.
 */
export function walkTimes(plan: Plan, frequency: ShortFrequency, collector: Collector): void {
  const { rule } = plan
  const unit = UNITS[frequency]
  const step = unit * rule.interval
  const isFiltered = plan.hasDayFilter || plan.weekdays !== undefined
  const times = timesOf(plan, frequency)
  // Every period has the same set, and so the same members at the same positions.
  const chosen = rule.positions ? pickPositions(times, rule.positions) : times
  if (chosen.length === 0) return
  let checkedDay = Number.NaN
  let isDayAllowed = true
  let period = jump(Math.floor(plan.start / unit) * unit, collector.from, step)
  while (period <= collector.to && !collector.isFull) {
    collector.step()
    const day = dayOfWall(period)
    if (isFiltered && day !== checkedDay) {
      checkedDay = day
      const civil = civilOf(day)
      isDayAllowed = allowsDay(plan, day, civil.year, civil.month, civil.day)
    }
    const blocked = isDayAllowed ? blockedUnit(plan, frequency, period - day * DAY) : DAY
    if (blocked > 0) {
      const end = Math.floor(period / blocked) * blocked + blocked
      period += Math.max(1, Math.ceil((end - period) / step)) * step
      continue
    }
    collector.step(chosen.length)
    for (const time of chosen) collector.add(period + time)
    period += step
  }
}

/** The length of the unit (hour, minute, second) whose BYxxx forbids this time of day, 0 when it is allowed. */
function blockedUnit(plan: Plan, frequency: ShortFrequency, time: number): number {
  const { hours, minutes, seconds } = plan.rule
  if (hours && !hours.includes(Math.floor(time / 3600))) return 3600
  if (frequency === 'HOURLY') return 0
  if (minutes && !minutes.includes(Math.floor((time % 3600) / 60))) return 60
  if (frequency === 'MINUTELY') return 0
  return seconds && !seconds.includes(time % 60) ? 1 : 0
}

/** Seconds after the beginning of each period, ascending. */
function timesOf(plan: Plan, frequency: ShortFrequency): number[] {
  if (frequency === 'SECONDLY') return [0]
  const startSecond = plan.start - Math.floor(plan.start / 60) * 60
  const seconds = (plan.rule.seconds ?? [startSecond]).filter((second) => second < 60)
  if (frequency === 'MINUTELY') return seconds
  const startMinute = Math.floor((plan.start - Math.floor(plan.start / 3600) * 3600) / 60)
  const minutes = plan.rule.minutes ?? [startMinute]
  return minutes.flatMap((minute) => seconds.map((second) => minute * 60 + second))
}
