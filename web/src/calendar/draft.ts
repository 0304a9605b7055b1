import type { EventForm, Occurrence, Recurrence, StoredEvent } from '../data/types'
import { DAY, dayOf, dayOfIso, HOUR, isoOfDay, MINUTE, toInstant, toWall } from '../lib/tz'

/** The fields of the event dialog, as they are typed: the household's clock, both ends inclusive. */
export interface Draft {
  title: string
  allDay: boolean
  /** `YYYY-MM-DD`; empty while nothing valid is typed. */
  startDate: string
  /** `HH:MM`; empty while nothing valid is typed. */
  startTime: string
  endDate: string
  endTime: string
  location: string
  description: string
  recurrence: Recurrence | 'custom'
  ends: 'never' | 'until' | 'count'
  until: string
  count: string
  /** Minutes before the start; null for none; `custom` for alarms that this form cannot express. */
  reminder: number | null | 'custom'
  calendarUrl: string
}

/** What an edit begins with: the event, and which of its fields are known at all. */
export interface Original {
  draft: Draft
  start: string
  end: string
}

const DEFAULT_START = 17 * HOUR
const DEFAULT_LENGTH = HOUR
const DEFAULT_COUNT = '10'

/** Leads offered in the dialog, in minutes. A timed event cannot remind at its very start. */
export const TIMED_LEADS = [5, 10, 15, 30, 60, 120, 1440, 2880, 10080] as const
export const ALL_DAY_LEADS = [0, 1440, 2880, 10080] as const

/** An empty form for a day or, where a time is known, for that hour. */
export function newDraft(at: { day: number; wall?: number | undefined; allDay?: boolean }, calendarUrl: string): Draft {
  const start = at.wall ?? at.day * DAY + DEFAULT_START
  return {
    title: '',
    allDay: at.allDay ?? false,
    ...fieldsOf(start, start + DEFAULT_LENGTH),
    location: '',
    description: '',
    recurrence: 'none',
    ends: 'never',
    until: isoOfDay(at.day + 90),
    count: DEFAULT_COUNT,
    reminder: null,
    calendarUrl,
  }
}

export function draftOfStored(stored: StoredEvent, zone: string): Original {
  const startWall = stored.allDay ? dayOfIso(stored.start) * DAY : toWall(Date.parse(stored.start), zone)
  const endWall = stored.allDay ? dayOfIso(stored.end) * DAY : toWall(Date.parse(stored.end), zone)
  const until = stored.recurrenceUntil ?? null
  const count = stored.recurrenceCount ?? null
  const draft: Draft = {
    title: stored.title,
    allDay: stored.allDay,
    ...(stored.allDay ? daysOf(startWall, endWall) : fieldsOf(startWall, endWall)),
    location: stored.location ?? '',
    description: stored.description ?? '',
    recurrence: stored.recurrence,
    ends: until !== null ? 'until' : count !== null ? 'count' : 'never',
    until: until ?? isoOfDay(dayOf(startWall) + 90),
    count: count === null ? DEFAULT_COUNT : String(count),
    reminder: stored.reminderIsCustom ? 'custom' : (stored.reminderLeadMinutes ?? null),
    calendarUrl: stored.calendarUrl,
  }
  return { draft, start: stored.start, end: stored.end }
}

/** The same from a form that could not be saved, laid over what the event was. */
export function draftOfForm(form: EventForm, before: Draft, zone: string): Draft {
  const stored: StoredEvent = {
    ...form,
    location: form.location ?? before.location,
    description: form.description ?? before.description,
    recurrence: form.recurrence ?? before.recurrence,
    calendarUrl: form.calendarUrl ?? before.calendarUrl,
    reminderIsCustom: form.reminderLeadMinutes === undefined && before.reminder === 'custom',
  }
  const { draft } = draftOfStored(stored, zone)
  return {
    ...draft,
    ...(form.recurrence === undefined ? { ends: before.ends, until: before.until, count: before.count } : {}),
    ...(form.reminderLeadMinutes === undefined ? { reminder: before.reminder } : {}),
  }
}

/** A form that was left, on what its event has become since: what was changed in it, and nothing else. */
export function carriedOver({ draft, before }: { draft: Draft; before: Draft }, now: Draft): Draft {
  const changed = Object.entries(draft).filter(([field, value]) => value !== before[field as keyof Draft])
  return { ...now, ...Object.fromEntries(changed) }
}

/** A single event as its occurrence tells it, for a moment without the server: the unknown fields stay untouched. */
export function storedOfOccurrence(one: Omit<Occurrence, 'calendarId'>): StoredEvent {
  return {
    title: one.title,
    allDay: one.allDay,
    start: one.start,
    end: one.allDay ? isoOfDay(dayOfIso(one.end) - 1) : one.end,
    location: one.location ?? '',
    description: '',
    recurrence: one.isRecurring ? 'custom' : 'none',
    calendarUrl: '',
    reminderLeadMinutes: one.reminderLeadMinutes,
    reminderIsCustom: one.reminderIsCustom,
  }
}

function fieldsOf(start: number, end: number) {
  return {
    startDate: isoOfDay(dayOf(start)),
    startTime: timeOf(start),
    endDate: isoOfDay(dayOf(end)),
    endTime: timeOf(end),
  }
}

/** All-day events carry an hour to fall back on when "all day" is switched off. */
function daysOf(start: number, end: number) {
  return {
    ...fieldsOf(start + DEFAULT_START, end + DEFAULT_START + DEFAULT_LENGTH),
  }
}

/** `17:30` of a wall value. */
export function timeOf(wall: number): string {
  return new Date(wall).toISOString().slice(11, 16)
}

/** The wall value of a date and a time as typed; NaN when one of them is missing. */
export function wallOf(date: string, time: string): number {
  const [hours = Number.NaN, minutes = Number.NaN] = time.split(':').map(Number)
  return dayOfIso(date) * DAY + hours * HOUR + minutes * MINUTE
}

export const startOf = (draft: Draft): number => wallOf(draft.startDate, draft.allDay ? '00:00' : draft.startTime)
export const endOf = (draft: Draft): number => wallOf(draft.endDate, draft.allDay ? '00:00' : draft.endTime)

/** A new start; the end follows, so that the event stays as long as it was. */
export function moveStart(draft: Draft, start: { startDate?: string; startTime?: string }): Draft {
  const moved = { ...draft, ...start }
  const shift = startOf(moved) - startOf(draft)
  const end = wallOf(draft.endDate, draft.endTime) + shift
  return Number.isFinite(end) ? { ...moved, endDate: isoOfDay(dayOf(end)), endTime: timeOf(end) } : moved
}

export type Problem = 'title' | 'start' | 'end' | 'until' | 'count'

const MAX_TITLE = 255

/** What is wrong with a draft, field by field. */
export function problemsOf(draft: Draft): Problem[] {
  const start = startOf(draft)
  const end = endOf(draft)
  const found: Problem[] = []
  if (draft.title.trim() === '' || [...draft.title.trim()].length > MAX_TITLE) found.push('title')
  if (!Number.isFinite(start)) found.push('start')
  if (!Number.isFinite(end) || end < start) found.push('end')
  if (draft.recurrence === 'none' || draft.recurrence === 'custom') return found
  if (draft.ends === 'until' && !(dayOfIso(draft.until) >= dayOf(start))) found.push('until')
  if (draft.ends === 'count' && !/^[1-9]\d{0,3}$/.test(draft.count.trim())) found.push('count')
  return found
}

/** The body of a create: what is left empty is left out. */
export function createForm(draft: Draft, zone: string): EventForm {
  return {
    title: draft.title.trim(),
    ...timesOf(draft, zone),
    ...(draft.location.trim() === '' ? {} : { location: draft.location.trim() }),
    ...(draft.description.trim() === '' ? {} : { description: draft.description.trim() }),
    ...recurrenceOf(draft),
    ...(draft.calendarUrl === '' ? {} : { calendarUrl: draft.calendarUrl }),
    reminderLeadMinutes: draft.reminder === 'custom' ? null : draft.reminder,
  }
}

/** The body of an edit: only what was changed, so that everything this form cannot express is kept. */
export function editForm(draft: Draft, { draft: before, start, end }: Original, zone: string): EventForm {
  const isMoved = startOf(draft) !== startOf(before) || draft.allDay !== before.allDay
  const isResized = endOf(draft) !== endOf(before) || draft.allDay !== before.allDay
  const times = timesOf(draft, zone)
  return {
    title: draft.title.trim(),
    allDay: draft.allDay,
    // As stored, to the second, unless it was changed.
    start: isMoved ? times.start : start,
    end: isResized ? times.end : end,
    ...(draft.location === before.location ? {} : { location: draft.location.trim() }),
    ...(draft.description === before.description ? {} : { description: draft.description.trim() }),
    ...(isSameRecurrence(draft, before) ? {} : recurrenceOf(draft)),
    ...(draft.calendarUrl === before.calendarUrl ? {} : { calendarUrl: draft.calendarUrl }),
    ...(draft.reminder === before.reminder || draft.reminder === 'custom'
      ? {}
      : { reminderLeadMinutes: draft.reminder }),
  }
}

function timesOf(draft: Draft, zone: string): Pick<EventForm, 'allDay' | 'start' | 'end'> {
  if (draft.allDay) return { allDay: true, start: draft.startDate, end: draft.endDate }
  const instant = (wall: number) => new Date(toInstant(wall, zone)).toISOString()
  return { allDay: false, start: instant(startOf(draft)), end: instant(endOf(draft)) }
}

function isSameRecurrence(a: Draft, b: Draft): boolean {
  if (a.recurrence !== b.recurrence) return false
  if (a.recurrence === 'none' || a.recurrence === 'custom') return true
  if (a.ends !== b.ends) return false
  return a.ends === 'never' || (a.ends === 'until' ? a.until === b.until : a.count === b.count)
}

function recurrenceOf(draft: Draft): Pick<EventForm, 'recurrence' | 'recurrenceUntil' | 'recurrenceCount'> {
  const { recurrence, ends, until, count } = draft
  if (recurrence === 'custom') return {}
  if (recurrence === 'none' || ends === 'never') return { recurrence }
  return ends === 'until' ? { recurrence, recurrenceUntil: until } : { recurrence, recurrenceCount: Number(count) }
}
