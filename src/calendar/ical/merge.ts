import { changedFields, peopleKey } from './changes'
import type { EventForm, StoredForm } from './form'
import { formTimes } from './form-times'
import { meaningOf } from './recurrence-rule'
import { leadOf, plainReminders } from './reminder-times'

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
  ['reminderLeadMinutes', 'reminderIsCustom', 'reminders'],
  ['personIds'],
] as const satisfies (keyof StoredForm)[][]

type Together = (typeof TOGETHER)[number]

/** Merges what a form that was opened as `base` changes into an event that says `fresh` by now. */
export function merge(base: StoredForm, form: EventForm, fresh: StoredForm): Merge {
  const wanted = changedFields(base, form)
  const groups = groupsIn(wanted)
  const [before, here, there] = [comparable(base), comparable(formAfter(base, form)), comparable(fresh)]
  const clashes = groups
    .filter((fields) => fields.some((field) => before[field] !== there[field]))
    .flatMap((fields) => fields.filter((field) => here[field] !== there[field]))
  const missing = groupsIn(changedFields(fresh, form))
  const written = groups.filter((fields) => missing.includes(fields)).flat()
  return { changes: picked(wanted, written), clashes: clashes as Merge['clashes'] }
}

/** What an event that says `base` says once the form is written. */
export function formAfter(base: StoredForm, form: EventForm): StoredForm {
  const changes = changedFields(base, form)
  const after = { recurrence: base.recurrence, ...changes, ...reminderAfter(changes) }
  return replaced(base, after, groupsIn(changes))
}

function reminderAfter({ reminders, reminderLeadMinutes }: Partial<EventForm>): Partial<StoredForm> {
  if (reminders === undefined) return reminderLeadMinutes === undefined ? {} : { reminderIsCustom: false }
  const lead = leadOf(reminders)
  return { reminderLeadMinutes: lead, reminderIsCustom: lead === null && reminders.length > 0 }
}

/** The form as somebody says that it was opened; what is not said was as it is cached. */
export function asOpened(cached: StoredForm, opened: Partial<StoredForm>): StoredForm {
  const { reminderLeadMinutes, reminderIsCustom = false } = opened
  const { reminderIsRelative: _, ...told } = cached
  const said = {
    recurrence: cached.recurrence,
    ...opened,
    reminderIsCustom,
    reminders: openedReminders(cached, opened),
  }
  // A lead that is opened and given back as it was is no wish for another alarm of the same lead.
  return replaced(reminderLeadMinutes === undefined ? cached : told, said, groupsIn(opened))
}

/** A form may be opened without the list, or carry one on that another lead has overtaken. */
function openedReminders(cached: StoredForm, opened: Partial<StoredForm>): StoredForm['reminders'] {
  const { reminders, reminderLeadMinutes = null, reminderIsCustom = false } = opened
  if (reminders !== undefined) return leadOf(reminders) === reminderLeadMinutes ? reminders : undefined
  const isAsCached = reminderLeadMinutes === cached.reminderLeadMinutes && reminderIsCustom === cached.reminderIsCustom
  return isAsCached ? cached.reminders : undefined
}

/** The base with what the form changes as the event says it by now; written from there, the form's values win. */
export function rebased(base: StoredForm, form: EventForm, now: StoredForm): StoredForm {
  return replaced(base, now, groupsIn(changedFields(base, form)))
}

/**
 * Base and event of a merge as they are behind writes that the same author has asked for earlier and that are still on
 * their way: those are expected to come true, and are no changes of somebody else's.
 */
export function behind(
  earlier: readonly { base: StoredForm; form: EventForm }[],
  { base, form, fresh }: { base: StoredForm; form: EventForm; fresh: StoredForm },
): { base: StoredForm; fresh: StoredForm } {
  const wanted = groupsIn(changedFields(base, form))
  return earlier.reduce(
    (both, write) => {
      const after = formAfter(write.base, write.form)
      const written = groupsIn(changedFields(write.base, write.form))
      return {
        base: replaced(
          both.base,
          after,
          written.filter((fields) => wanted.includes(fields)),
        ),
        fresh: replaced(both.fresh, after, written),
      }
    },
    { base, fresh },
  )
}

/** The form with the values of another in some fields. */
function replaced(form: StoredForm, by: Partial<StoredForm>, groups: readonly Together[]): StoredForm {
  const fields: readonly string[] = groups.flat()
  const kept = Object.fromEntries(Object.entries(form).filter(([field]) => !fields.includes(field)))
  return { ...kept, ...picked(by, fields) } as StoredForm
}

const groupsIn = (form: object) => TOGETHER.filter((fields) => fields.some((field) => field in form))

function picked<Form extends object>(form: Form, fields: readonly string[]): Partial<Form> {
  return Object.fromEntries(Object.entries(form).filter(([field]) => fields.includes(field))) as Partial<Form>
}

type Comparable = Partial<Record<keyof StoredForm, unknown>>

/** A form's values, equal exactly when they mean the same; a rule with its bound is one. */
function comparable(form: StoredForm): Comparable {
  const { isDate, start, end } = formTimes(form)
  const { recurrence, recurrenceUntil, recurrenceCount } = form
  return {
    title: form.title.trim(),
    allDay: isDate,
    start,
    end,
    location: form.location,
    description: form.description,
    recurrence:
      recurrence === 'none' ? recurrence : JSON.stringify([meaningOf(recurrence), recurrenceUntil, recurrenceCount]),
    reminderLeadMinutes: remindersMeant(form),
    personIds: peopleKey(form.personIds ?? []),
  }
}

/** The lead, or what stands in its place. A list of one in minutes means that lead. */
function remindersMeant({ allDay, reminders, reminderIsCustom, reminderLeadMinutes }: StoredForm): unknown {
  if (reminders === undefined) return reminderIsCustom ? 'custom' : reminderLeadMinutes
  const plain = plainReminders(reminders, allDay)
  return leadOf(plain) ?? (plain.length === 0 ? null : JSON.stringify(plain))
}
