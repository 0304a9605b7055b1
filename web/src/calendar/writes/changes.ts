import type { EventForm, OpenedEvent, StoredEvent, StoredInstance } from '../../data/types'
import { isNew } from '../event-ref'
import { remindersAfter } from '../reminders'
import { asRule } from '../rule/days'
import type { OwnReason } from './reason-words'
import type { EditWrite, Write } from './write'

/** Fields of the form that stand for one thing, so that a part of them means nothing without the rest. */
const FIELDS = {
  title: ['title'],
  when: ['allDay', 'start', 'end'],
  people: ['personIds'],
  place: ['location'],
  notes: ['description'],
  repeats: ['recurrence', 'recurrenceUntil', 'recurrenceCount'],
  reminder: ['reminderLeadMinutes', 'reminderIsCustom', 'reminders'],
  calendar: ['calendarUrl'],
} as const satisfies Record<string, readonly (keyof StoredEvent)[]>

/** What people call one thing in an event. */
export type Part = keyof typeof FIELDS

const PARTS = Object.keys(FIELDS) as Part[]

/** Something in an event for which a form says something else than the event by now. */
export interface Difference {
  part: Part
  /** Others have changed it as well since the form was opened. */
  isClash: boolean
}

/** The event as a change of it begins; one that waits to be made may not have a calendar yet. */
export function openedOf(stored: StoredInstance): OpenedEvent {
  const { calendarUrl, recurrenceId, isOverride, occurrences, ...event } = stored
  return calendarUrl === '' ? event : { ...event, calendarUrl }
}

/** What a form changes; without the event as it was opened, everything that it names. */
export function changedParts(base: OpenedEvent | null, form: EventForm): Part[] {
  return PARTS.filter((part) => {
    const wanted = meaningOf(part, form)
    return wanted !== null && (base === null || wanted !== meaningOf(part, base))
  })
}

/** What a form changes of an event and what is not so yet. */
export function differences(base: OpenedEvent | null, form: EventForm, current: OpenedEvent): Difference[] {
  return changedParts(base, form)
    .filter((part) => meaningOf(part, form) !== meaningOf(part, current))
    .map((part) => {
      const before = base === null ? null : meaningOf(part, base)
      return { part, isClash: base === null || (before !== null && before !== meaningOf(part, current)) }
    })
}

const CLASH: OwnReason = 'clash'

/** Whether a write is one that was refused because others have changed the same, and still is. */
export function isClash(write: Write, current: OpenedEvent): write is EditWrite {
  // Of a move that was made elsewhere it is not told which event it is.
  if (write.kind !== 'edit' || write.reason !== CLASH || isNew(write.ref)) return false
  return differences(write.base, write.form, current).some((difference) => difference.isClash)
}

/** A form that changes these parts of an event, as another form says them, and nothing else. */
export function formOnto(event: OpenedEvent, form: EventForm, parts: readonly Part[]): EventForm {
  const { title, allDay, start, end } = event
  return { title, allDay, start, end, ...only(form, parts) }
}

/** An event as it is once a form is written. */
export function afterForm(event: OpenedEvent, form: EventForm): OpenedEvent {
  return { ...event, reminderIsCustom: event.reminderIsCustom === true, ...form, ...remindersAfter(form) }
}

/** An event with these parts as another one says them. */
export function withParts(event: OpenedEvent, other: OpenedEvent, parts: readonly Part[]): OpenedEvent {
  const kept = PARTS.filter((part) => !parts.includes(part))
  return { ...only(event, kept), ...only(other, parts) } as OpenedEvent
}

function only<Form extends object>(form: Form, parts: readonly Part[]): Partial<Form> {
  const fields: readonly string[] = parts.flatMap((part) => FIELDS[part])
  return Object.fromEntries(Object.entries(form).filter(([field]) => fields.includes(field))) as Partial<Form>
}

/** Equal exactly when two forms mean the same; null where nothing is said. */
function meaningOf(part: Part, form: Partial<StoredEvent>): string | null {
  switch (part) {
    case 'title':
      return form.title?.trim() ?? null
    case 'when':
      return JSON.stringify(form.allDay ? [form.start, form.end] : [form.start, form.end].map((at) => Date.parse(at!)))
    case 'people':
      return form.personIds === undefined ? null : JSON.stringify(form.personIds.toSorted())
    case 'place':
      return form.location ?? null
    case 'notes':
      return form.description ?? null
    case 'repeats':
      return ruleOf(form)
    case 'reminder':
      if (form.reminders !== undefined) return JSON.stringify(form.reminders.map((one) => JSON.stringify(one)).sort())
      if (form.reminderIsCustom) return 'custom'
      return form.reminderLeadMinutes === undefined ? null : String(form.reminderLeadMinutes)
    case 'calendar':
      return form.calendarUrl ?? null
  }
}

/** A rule with its bound is one; without a rule a bound means nothing. */
function ruleOf({ recurrence, recurrenceUntil, recurrenceCount }: Partial<StoredEvent>): string | null {
  if (recurrence === undefined || recurrence === 'none') return recurrence ?? null
  if (recurrence === 'custom') return JSON.stringify([recurrence, recurrenceUntil, recurrenceCount])
  const { frequency, interval = 1, weekdays, nth, monthDay } = asRule(recurrence)
  return JSON.stringify([frequency, interval, weekdays, nth, monthDay, recurrenceUntil, recurrenceCount])
}
