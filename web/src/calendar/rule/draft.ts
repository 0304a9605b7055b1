import type { Recurrence, RecurrenceRule, Weekday } from '../../data/types'
import { isSame } from '../../lib/same'
import { DAY } from '../../lib/tz'
import { WEEKDAYS, weekdayOf } from '../../lib/weekdays'
import { asRule } from './days'

/** Which day of a month, where the rule names one. */
type MonthDay = Pick<RecurrenceRule, 'weekdays' | 'nth' | 'monthDay'>

/** `date` to `lastWeekday` go along with the start; `kept` is a day that the start does not have. */
export const MONTH_DAYS = ['date', 'nth', 'lastWeekday', 'lastDay', 'kept'] as const
type MonthDayKind = (typeof MONTH_DAYS)[number]

/** A rule as it is typed. */
export interface RuleDraft {
  frequency: RecurrenceRule['frequency']
  interval: string
  /** Of a weekly rule; empty for that of the start. */
  weekdays: Weekday[]
  monthDay: MonthDayKind
  kept: MonthDay | null
}

/** What the editor begins with, for a series that starts on a day. */
export function ruleDraftOf(recurrence: Recurrence, start: number): RuleDraft {
  const { frequency, interval = 1, weekdays = [], nth, monthDay } = asRule(recurrence)
  const isWeekly = frequency === 'weekly'
  const named: MonthDay = { ...(nth !== undefined && { weekdays, nth }), ...(monthDay !== undefined && { monthDay }) }
  const kind = isWeekly ? 'date' : (MONTH_DAYS.find((one) => isSame(monthDayOf(one, start), named)) ?? 'kept')
  return {
    frequency,
    interval: String(interval),
    weekdays: isWeekly ? weekdays : [],
    monthDay: kind,
    kept: kind === 'kept' ? named : null,
  }
}

/** The rule that a draft amounts to for a series that starts on a day; the word for it where there is one. */
export function recurrenceOfDraft(draft: RuleDraft, start: number): Recurrence {
  const { frequency, weekdays, monthDay, kept } = draft
  const interval = Number(draft.interval)
  const isOfMonths = frequency === 'monthly' || frequency === 'yearly'
  const isStartAlone = weekdays.length === 0 || isSame(weekdays, [weekdayOf(start)])
  const days = {
    ...(frequency === 'weekly' && !isStartAlone && { weekdays }),
    ...(isOfMonths && (kept !== null && monthDay === 'kept' ? kept : monthDayOf(monthDay, start))),
  }
  if (interval === 1 && Object.keys(days).length === 0) return frequency
  return { frequency, ...(interval > 1 && { interval }), ...days }
}

/** What a choice means for a series that starts on a day. */
export function monthDayOf(kind: MonthDayKind, start: number): MonthDay | null {
  const weekdays = [weekdayOf(start)]
  switch (kind) {
    case 'date':
      return {}
    case 'nth':
      return { weekdays, nth: Math.ceil(new Date(start * DAY).getUTCDate() / 7) }
    case 'lastWeekday':
      return { weekdays, nth: -1 }
    case 'lastDay':
      return { monthDay: -1 }
    case 'kept':
      return null
  }
}

/**
 * The rule of a series whose start moves from one day to another: of its weekdays that of the start moves along. The
 * service does the same with a rule that an edit leaves as it is.
 */
export function movedAlong(rule: RuleDraft, from: number, to: number): RuleDraft {
  const [left, entered] = [weekdayOf(from), weekdayOf(to)]
  if (left === entered || !rule.weekdays.includes(left)) return rule
  return { ...rule, weekdays: WEEKDAYS.filter((one) => one !== left && [entered, ...rule.weekdays].includes(one)) }
}

const MAX_INTERVAL = 999

/** Whether what is typed is a number of days, weeks, months or years that a rule may have. */
export const isInterval = (typed: string): boolean => {
  const text = typed.trim()
  return /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_INTERVAL
}
