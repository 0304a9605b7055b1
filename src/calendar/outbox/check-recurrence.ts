import { isMonthDay, isNth, MAX_INTERVAL, PRESETS, type Recurrence, type RecurrenceRule } from '../ical/recurrence-rule'
import { WEEKDAYS, type Weekday } from '../ical/rule/parse'
import { FormProblem, readWhole } from './form-problem'

export const RECURRENCES = ['none', ...PRESETS] as const

type Fields = Record<string, unknown>

/** Reads `recurrence`: a word, or a rule. Unknown properties are left out. @throws FormProblem */
export function readRecurrence(value: unknown): 'none' | Recurrence {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return readRule(value as Fields)
  const found = RECURRENCES.find((name) => name === value)
  if (found === undefined) throw new FormProblem(`recurrence: expected one of ${RECURRENCES.join(', ')}, or a rule`)
  return found
}

function readRule(fields: Fields): RecurrenceRule {
  const { frequency: given, interval, weekdays, nth, monthDay } = fields
  const frequency = PRESETS.find((name) => name === given)
  if (frequency === undefined) throw new FormProblem(`recurrence.frequency: expected one of ${PRESETS.join(', ')}`)
  const rule: RecurrenceRule = {
    frequency,
    ...(interval === undefined
      ? {}
      : { interval: readWhole('recurrence.interval', interval, { least: 1, most: MAX_INTERVAL }) }),
    ...(weekdays === undefined ? {} : { weekdays: readWeekdays(weekdays) }),
    ...(nth === undefined ? {} : { nth: readPosition('nth', nth, isNth, 5) }),
    ...(monthDay === undefined ? {} : { monthDay: readPosition('monthDay', monthDay, isMonthDay, 31) }),
  }
  checkDays(rule)
  return rule
}

function readWeekdays(value: unknown): Weekday[] {
  const rule = `recurrence.weekdays: expected one or more of ${WEEKDAYS.join(', ')}, each once`
  if (!Array.isArray(value) || value.length === 0) throw new FormProblem(rule)
  const found = WEEKDAYS.filter((weekday) => value.includes(weekday))
  if (found.length !== value.length) throw new FormProblem(rule)
  return found
}

function readPosition(name: string, value: unknown, isValid: (value: number) => boolean, most: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || !isValid(value)) {
    throw new FormProblem(`recurrence.${name}: expected a whole number from 1 to ${most}, or -1 for the last`)
  }
  return value
}

/** Refuses days that contradict each other, or that the frequency does not have. */
function checkDays({ frequency, weekdays, nth, monthDay }: RecurrenceRule): void {
  const isOfMonths = frequency === 'monthly' || frequency === 'yearly'
  if (weekdays && frequency === 'daily') throw new FormProblem('recurrence.weekdays: cannot stand in a daily rule')
  if (nth !== undefined && !isOfMonths) throw new FormProblem('recurrence.nth: expected a monthly or yearly rule')
  if (nth !== undefined && !weekdays) throw new FormProblem('recurrence.nth: expected weekdays beside it')
  if (weekdays && isOfMonths && nth === undefined) {
    throw new FormProblem('recurrence.weekdays: expected nth beside them in a monthly or yearly rule')
  }
  if (monthDay === undefined) return
  if (!isOfMonths) throw new FormProblem('recurrence.monthDay: expected a monthly or yearly rule')
  if (weekdays) throw new FormProblem('recurrence.monthDay: cannot stand beside weekdays')
}
