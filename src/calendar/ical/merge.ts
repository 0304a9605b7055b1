import { changedFields } from './changes'
import type { EventForm, StoredForm } from './form'
import { formTimes } from './form-times'

/** What a form changes of an event that others may have changed since it was opened. */
export interface Merge {
  /** What is to be written; what the event says already is left out. */
  changes: Partial<EventForm>
  /** Fields that were changed on both sides to different values. */
  clashes: (keyof EventForm)[]
}

/** Fields that stand for one thing, so that a part of them means nothing without the rest. */
const TOGETHER = [
  ['title'],
  ['allDay', 'start', 'end'],
  ['location'],
  ['description'],
  ['recurrence', 'recurrenceUntil', 'recurrenceCount'],
  ['reminderLeadMinutes', 'reminderIsCustom'],
] as const satisfies (keyof StoredForm)[][]

type Together = (typeof TOGETHER)[number]

/** Merges what a form that was opened as `base` changes into an event that says `fresh` by now. */
export function merge(base: StoredForm, form: EventForm, fresh: StoredForm): Merge {
  const wanted = changedFields(base, form)
  const missing = changedFields(fresh, form)
  const [before, here, there] = [comparable(base), comparable(formAfter(base, form)), comparable(fresh)]
  const clashes = TOGETHER.filter((fields) => touches(wanted, fields) && !isSame(before, there, fields)).flatMap(
    (fields) => fields.filter((field) => here[field] !== there[field]),
  )
  const written = TOGETHER.filter((fields) => touches(wanted, fields) && touches(missing, fields)).flat()
  return { changes: picked(wanted, written), clashes: clashes as Merge['clashes'] }
}

/** What an event that says `base` says once the form is written. */
export function formAfter(base: StoredForm, form: EventForm): StoredForm {
  const changes = changedFields(base, form)
  const reminder = changes.reminderLeadMinutes === undefined ? {} : { reminderIsCustom: false }
  return replaced(base, { recurrence: base.recurrence, ...changes, ...reminder }, changes)
}

/** The form as somebody says that it was opened; what is not said was as it is cached. */
export function asOpened(cached: StoredForm, opened: Partial<StoredForm>): StoredForm {
  return replaced(cached, { recurrence: cached.recurrence, reminderIsCustom: false, ...opened }, opened)
}

/** The base with what the form changes as the event says it by now; written from there, the form's values win. */
export function rebased(base: StoredForm, form: EventForm, now: StoredForm): StoredForm {
  return replaced(base, now, changedFields(base, form))
}

/** The form with the values of another wherever `named` names one. */
function replaced(form: StoredForm, by: Partial<StoredForm>, named: object): StoredForm {
  const fields = TOGETHER.filter((together) => touches(named, together)).flat()
  const kept = Object.fromEntries(Object.entries(form).filter(([field]) => !fields.some((name) => name === field)))
  return { ...kept, ...picked(by, fields) } as StoredForm
}

const touches = (form: object, fields: Together) => fields.some((field) => field in form)

function picked<Form extends object>(form: Form, fields: readonly string[]): Partial<Form> {
  return Object.fromEntries(Object.entries(form).filter(([field]) => fields.includes(field))) as Partial<Form>
}

type Comparable = Partial<Record<keyof StoredForm, unknown>>

/** A form's values, equal exactly when they mean the same; a rule with its bound is one. */
function comparable(form: StoredForm): Comparable {
  const { isDate, start, end } = formTimes(form)
  const { recurrence, recurrenceUntil, recurrenceCount, reminderIsCustom, reminderLeadMinutes } = form
  return {
    title: form.title.trim(),
    allDay: isDate,
    start,
    end,
    location: form.location,
    description: form.description,
    recurrence: recurrence === 'none' ? recurrence : JSON.stringify([recurrence, recurrenceUntil, recurrenceCount]),
    reminderLeadMinutes: reminderIsCustom ? 'custom' : reminderLeadMinutes,
  }
}

const isSame = (one: Comparable, other: Comparable, fields: Together) =>
  fields.every((field) => one[field] === other[field])
