import { hasLength } from '../../platform/http-text'
import { MAX_EVENT_TEXT_LENGTH, MAX_EVENT_TITLE_LENGTH } from '../../platform/limits'
import { isStorableDate, parseIsoDate } from '../ical/civil'
import type { EventForm } from '../ical/form'
import { readRecurrence } from './check-recurrence'
import { checkLead, readReminders } from './check-reminders'
import { FormProblem } from './form-problem'

/** The rules' numbers; characters are code points, as the database counts them. */
export const FORM_LIMITS = {
  title: MAX_EVENT_TITLE_LENGTH,
  moment: 64,
  text: MAX_EVENT_TEXT_LENGTH,
  calendarUrl: 1024,
  reminderLeadMinutes: 10_080,
  people: 50,
} as const

export type CheckedForm = { form: EventForm; problem: null } | { form: null; problem: string }

type Input = Record<string, unknown>

const DATE_TIME = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?:Z|[+-](\d\d):?(\d\d))$/

/**
 * Checks an event form: a request's body, or what the outbox has stored. Unknown properties are left out. The title is
 * trimmed, every other text stays as it is. `opened` is the form that the event was opened with, if any: other
 * applications write titles that this form would not take, and one that stays as it is must not hold up the rest.
 */
export function checkEventForm(input: unknown, opened?: unknown): CheckedForm {
  try {
    return { form: readForm(input, opened), problem: null }
  } catch (error) {
    if (!(error instanceof FormProblem)) throw error
    return { form: null, problem: error.message }
  }
}

function readForm(input: unknown, opened: unknown): EventForm {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw new FormProblem('expected an object')
  const fields = input as Input
  const title = openedTitle(fields, opened) ?? readTitle(fields)
  const allDay = readBoolean(fields, 'allDay')
  const times = readTimes(fields, allDay)
  const { recurrenceUntil, recurrenceCount } = fields
  if (recurrenceUntil !== undefined && recurrenceCount !== undefined) {
    throw new FormProblem('recurrenceCount: cannot stand beside recurrenceUntil')
  }
  const reminder = optional('reminderLeadMinutes', fields, readLead)
  const reminders = optional('reminders', fields, (value) => readReminders(value, allDay))
  checkLead(reminder.reminderLeadMinutes, reminders.reminders)
  return {
    title,
    allDay,
    ...times,
    ...optional('location', fields, (value) => readText('location', value, FORM_LIMITS.text)),
    ...optional('description', fields, (value) => readText('description', value, FORM_LIMITS.text)),
    ...optional('recurrence', fields, readRecurrence),
    ...optional('recurrenceUntil', fields, readUntil),
    ...optional('recurrenceCount', fields, readCount),
    ...optional('calendarUrl', fields, (value) => readText('calendarUrl', value, FORM_LIMITS.calendarUrl)),
    ...reminder,
    ...reminders,
    ...optional('personIds', fields, readPersonIds),
  }
}

function optional<Name extends keyof EventForm, Value>(
  name: Name,
  fields: Input,
  read: (value: unknown) => Value,
): { [key in Name]?: Value } {
  const value = fields[name]
  return value === undefined ? {} : ({ [name]: read(value) } as { [key in Name]: Value })
}

/** The title where it is as it was opened, else null. */
function openedTitle({ title }: Input, opened: unknown): string | null {
  const { title: before } = (opened ?? {}) as Input
  const isSame = typeof title === 'string' && typeof before === 'string' && title.trim() === before.trim()
  return isSame ? title.trim() : null
}

function readTitle({ title }: Input): string {
  const rule = `title: expected text of 1 to ${FORM_LIMITS.title} characters`
  if (typeof title !== 'string') throw new FormProblem(rule)
  if (!title.isWellFormed()) throw new FormProblem('title: expected well-formed Unicode text')
  const trimmed = title.trim()
  // iCalendar holds no control characters: a title of nothing else would be written as none.
  const isBlank = trimmed.replace(/\p{Cc}/gu, '').trim() === ''
  if (isBlank || !hasLength(trimmed, 1, FORM_LIMITS.title)) throw new FormProblem(rule)
  return trimmed
}

function readText(name: string, value: unknown, longest: number): string {
  if (typeof value !== 'string' || !hasLength(value, 0, longest)) {
    throw new FormProblem(`${name}: expected text of at most ${longest} characters`)
  }
  if (!value.isWellFormed()) throw new FormProblem(`${name}: expected well-formed Unicode text`)
  return value
}

function readBoolean(fields: Input, name: string): boolean {
  const value = fields[name]
  if (typeof value !== 'boolean') throw new FormProblem(`${name}: expected true or false`)
  return value
}

function readTimes(fields: Input, allDay: boolean): { start: string; end: string } {
  const read = allDay ? readDay : readInstant
  const start = read(fields, 'start')
  const end = read(fields, 'end')
  if (end.value < start.value) throw new FormProblem('end: expected no earlier than start')
  return { start: start.text, end: end.text }
}

function readDay(fields: Input, name: string): { text: string; value: number } {
  const text = fields[name]
  const day = typeof text === 'string' && isStorableDate(text) ? parseIsoDate(text) : null
  if (day === null) throw new FormProblem(`${name}: expected a date that exists, as YYYY-MM-DD`)
  return { text: text as string, value: day }
}

function readInstant(fields: Input, name: string): { text: string; value: number } {
  const text = fields[name]
  if (typeof text !== 'string' || text.length > FORM_LIMITS.moment || !isDateTime(text)) {
    throw new FormProblem(`${name}: expected a date-time with Z or an offset, as YYYY-MM-DDTHH:MM:SSZ`)
  }
  return { text, value: Date.parse(text) }
}

function isDateTime(text: string): boolean {
  const match = DATE_TIME.exec(text)
  if (match === null) return false
  const [, date = '', hour, minute, second = 0, offsetHour = 0, offsetMinute = 0] = match
  const isTime = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60
  const isOffset = Number(offsetHour) < 24 && Number(offsetMinute) < 60
  return isTime && isOffset && isStorableDate(date) && parseIsoDate(date) !== null && !Number.isNaN(Date.parse(text))
}

function readUntil(value: unknown): string {
  if (typeof value !== 'string' || !isStorableDate(value) || parseIsoDate(value) === null) {
    throw new FormProblem('recurrenceUntil: expected a date that exists, as YYYY-MM-DD')
  }
  return value
}

function readCount(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1) {
    throw new FormProblem('recurrenceCount: expected a whole number of at least 1')
  }
  return value
}

function readLead(value: unknown): number | null {
  if (value === null) return null
  const most = FORM_LIMITS.reminderLeadMinutes
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > most) {
    throw new FormProblem(`reminderLeadMinutes: expected null or a whole number from 0 to ${most}`)
  }
  return value
}

/** Each once; whether they are there is another question. */
function readPersonIds(value: unknown): number[] {
  const rule = `personIds: expected a list of at most ${FORM_LIMITS.people} ids of people`
  if (!Array.isArray(value)) throw new FormProblem(rule)
  const ids = new Set<number>(value)
  const isId = (id: unknown) => Number.isSafeInteger(id) && Number(id) >= 1
  if (ids.size > FORM_LIMITS.people || ![...ids].every(isId)) throw new FormProblem(rule)
  return [...ids]
}
