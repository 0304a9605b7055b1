import type { EventForm } from '../data/types'
import type { Timed } from '../lib/layout'
import { isSame } from '../lib/same'
import { toInstant } from '../lib/tz'
import { type Draft, endOf, isForSame, isSameRule, type Original, recurrenceOf, startOf } from './draft'
import { reminderFields, remindersFor } from './reminders'
import { inOrder } from './writes/in-order'
import type { Walls } from './writes/times'

/** The body of a create: what is left empty is left out. */
export function createForm(draft: Draft, zone: string): EventForm {
  return {
    title: draft.title.trim(),
    ...inOrder(timesOf(draft, zone), wallsOf(draft)),
    ...(draft.location.trim() === '' ? {} : { location: draft.location.trim() }),
    ...(draft.description.trim() === '' ? {} : { description: draft.description.trim() }),
    ...ruleFieldsOf(draft),
    ...(draft.calendarUrl === '' ? {} : { calendarUrl: draft.calendarUrl }),
    ...(draft.personIds.length === 0 ? {} : { personIds: draft.personIds }),
    ...remindersSaid(draft),
  }
}

/** The body of an edit: only what was changed, so that everything this form cannot express is kept. */
export function editForm(draft: Draft, { draft: before, start, end }: Original, zone: string): EventForm {
  const isMoved = startOf(draft) !== startOf(before) || draft.allDay !== before.allDay
  const isResized = endOf(draft) !== endOf(before) || draft.allDay !== before.allDay
  const times = timesOf(draft, zone)
  // As stored, to the second, unless it was changed.
  const kept = { ...times, ...(!isMoved && { start }), ...(!isResized && { end }) }
  return {
    title: draft.title.trim(),
    ...inOrder(kept, wallsOf(draft)),
    ...(draft.location === before.location ? {} : { location: draft.location.trim() }),
    ...(draft.description === before.description ? {} : { description: draft.description.trim() }),
    ...(isSameRecurrence(draft, before) ? {} : ruleFieldsOf(draft, before)),
    ...(draft.calendarUrl === before.calendarUrl ? {} : { calendarUrl: draft.calendarUrl }),
    ...(isForSame(draft, before) ? {} : { personIds: draft.personIds }),
    ...(isSame(remindersSaid(draft), remindersSaid(before)) ? {} : remindersSaid(draft)),
  }
}

const remindersSaid = ({ reminders, allDay }: Draft) => reminderFields(remindersFor(reminders, allDay), allDay)

const wallsOf = (draft: Draft): Walls => ({ start: startOf(draft), end: endOf(draft) })

function timesOf(draft: Draft, zone: string): Timed {
  if (draft.allDay) return { allDay: true, start: draft.startDate, end: draft.endDate }
  const instant = (wall: number) => new Date(toInstant(wall, zone)).toISOString()
  return { allDay: false, start: instant(startOf(draft)), end: instant(endOf(draft)) }
}

function isSameRecurrence(a: Draft, b: Draft): boolean {
  if (!isSameRule(a, b)) return false
  if (a.recurrence === 'none' || a.recurrence === 'custom') return true
  if (a.ends !== b.ends) return false
  return a.ends === 'never' || (a.ends === 'until' ? a.until === b.until : a.count === b.count)
}

type RuleFields = Pick<EventForm, 'recurrence' | 'recurrenceUntil' | 'recurrenceCount'>

function ruleFieldsOf(draft: Draft, before: Draft | null = null): RuleFields {
  const { ends, until, count } = draft
  const recurrence = recurrenceOf(draft, before)
  if (recurrence === 'custom') return {}
  if (recurrence === 'none' || ends === 'never') return { recurrence }
  return ends === 'until' ? { recurrence, recurrenceUntil: until } : { recurrence, recurrenceCount: Number(count) }
}
