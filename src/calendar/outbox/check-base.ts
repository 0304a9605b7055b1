import { parseIsoDate } from '../ical/civil'
import type { StoredForm } from '../ical/form'
import { RECURRENCES, readRecurrence } from './check-recurrence'
import { readReminders } from './check-reminders'
import { FormProblem } from './form-problem'

/** The form as somebody opened it. Fields that are optional in the event form are optional here. */
export type OpenedForm = Pick<StoredForm, 'title' | 'allDay' | 'start' | 'end'> &
  Partial<StoredForm> & { calendarUrl?: string }

type CheckedBase = { base: OpenedForm; problem: null } | { base: null; problem: string }

interface Rule {
  expected: string
  isRequired?: true
  isValid(value: unknown, fields: Record<string, unknown>): boolean
}

const isText = (value: unknown) => typeof value === 'string'
const isFlag = (value: unknown) => typeof value === 'boolean'
const isWhole = (value: unknown) => Number.isSafeInteger(value)
const isDay = (value: unknown) => typeof value === 'string' && parseIsoDate(value) !== null
const isInstant = (value: unknown) =>
  typeof value === 'string' && /T.*(?:Z|[+-]\d\d:?\d\d)$/.test(value) && !Number.isNaN(Date.parse(value))

/** Whether a field's own check takes it. */
function isTaken(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch (error) {
    if (error instanceof FormProblem) return false
    throw error
  }
}

const moment: Rule = {
  expected: 'a date-time with Z or an offset, or for an all-day event a date',
  isRequired: true,
  isValid: (value, { allDay }) => (allDay === true ? isDay(value) : isInstant(value)),
}
const text: Rule = { expected: 'text', isValid: isText }

/** Only what later comparisons rely on: events of other applications keep none of our limits. */
const RULES: Record<keyof OpenedForm & string, Rule> = {
  title: { ...text, isRequired: true },
  allDay: { expected: 'true or false', isRequired: true, isValid: isFlag },
  start: moment,
  end: moment,
  location: text,
  description: text,
  recurrence: {
    expected: `one of ${RECURRENCES.join(', ')}, custom, or a rule`,
    isValid: (value) => value === 'custom' || isTaken(() => readRecurrence(value)),
  },
  recurrenceUntil: { expected: 'a date, as YYYY-MM-DD', isValid: isDay },
  recurrenceCount: { expected: 'a whole number', isValid: isWhole },
  reminderLeadMinutes: { expected: 'null or a whole number', isValid: (value) => value === null || isWhole(value) },
  reminders: {
    expected: 'a list of reminders, as they were answered',
    isValid: (value, { allDay }) => isTaken(() => readReminders(value, allDay === true, Number.MAX_SAFE_INTEGER)),
  },
  reminderIsCustom: { expected: 'true or false', isValid: isFlag },
  reminderIsRelative: { expected: 'true or false', isValid: isFlag },
  personIds: { expected: 'a list of ids', isValid: (value) => Array.isArray(value) && value.every(isWhole) },
  calendarUrl: text,
}

/** Checks a form as it was opened. Unknown properties are left out. */
export function checkBase(input: unknown): CheckedBase {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return { base: null, problem: 'base: expected the form as it was opened' }
  }
  const fields = input as Record<string, unknown>
  const base: Record<string, unknown> = {}
  for (const [name, { expected, isRequired, isValid }] of Object.entries(RULES)) {
    const value = fields[name]
    if (value === undefined && !isRequired) continue
    if (!isValid(value, fields)) return { base: null, problem: `base.${name}: expected ${expected}` }
    base[name] = value
  }
  return { base: base as unknown as OpenedForm, problem: null }
}
