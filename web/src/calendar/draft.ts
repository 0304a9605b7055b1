import { MAX_EVENT_TITLE_LENGTH } from '../../../src/platform/limits'
import type { EventForm, OpenedEvent, StoredEvent } from '../data/types'
import type { EventFormDictionary } from '../i18n/event-form'
import { isSame } from '../lib/same'
import { DAY, dayOf, dayOfIso, HOUR, isoOfDay, MINUTE } from '../lib/tz'
import { type Reminders, remindersOfStored } from './reminders'
import { isInterval, movedAlong, type RuleDraft, recurrenceOfDraft, ruleDraftOf } from './rule/draft'
import { openedOf } from './writes/changes'
import { type Walls, wallAt, wallsOf } from './writes/times'

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
  /** `rule` for what the words do not say; `custom` for what this form cannot express. */
  recurrence: Exclude<StoredEvent['recurrence'], object> | 'rule'
  /** What the editor says of a `rule`. */
  rule: RuleDraft
  ends: 'never' | 'until' | 'count'
  until: string
  count: string
  reminders: Reminders
  calendarUrl: string
  /** Whom it is for; empty: the calendar says it. */
  personIds: number[]
}

/** What an edit begins with. */
export interface Original {
  draft: Draft
  /** The first day of the series; of a single event its own. */
  firstDay: number
  start: string
  end: string
  /** What is known to be stored: the service writes what differs from it. */
  base: OpenedEvent
}

const DEFAULT_START = 17 * HOUR
const DEFAULT_LENGTH = HOUR
const DEFAULT_COUNT = '10'

interface NewAt {
  day: number
  wall?: number | undefined
  endWall?: number | undefined
  lastDay?: number | undefined
  personIds?: number[]
}

/** An empty form for a day or several whole ones or, where a time is known, for that. */
export function newDraft(at: NewAt, calendarUrl: string): Draft {
  const start = at.wall ?? at.day * DAY + DEFAULT_START
  const isOfDays = at.lastDay !== undefined
  return {
    title: '',
    allDay: isOfDays,
    ...(isOfDays ? daysOf(at.day * DAY, at.lastDay! * DAY) : fieldsOf(start, at.endWall ?? start + DEFAULT_LENGTH)),
    location: '',
    description: '',
    recurrence: 'none',
    rule: ruleDraftOf('weekly', at.day),
    ends: 'never',
    until: isoOfDay(at.day + 90),
    count: DEFAULT_COUNT,
    reminders: [],
    calendarUrl,
    personIds: at.personIds ?? [],
  }
}

/** The event as it is stored, or one occurrence of a series that starts at `seriesStart`. */
export function draftOfStored(stored: StoredEvent, zone: string, seriesStart: string | null = null): Original {
  const { start, end } = stored
  const draft = draftAt(stored, wallsOf(stored, zone))
  return { draft, firstDay: dayOf(wallAt(seriesStart ?? start, zone)), start, end, base: openedOf(stored) }
}

function draftAt(stored: StoredEvent, { start, end }: Walls): Draft {
  const until = stored.recurrenceUntil ?? null
  const count = stored.recurrenceCount ?? null
  return {
    title: stored.title,
    allDay: stored.allDay,
    ...(stored.allDay ? daysOf(start, end) : fieldsOf(start, end)),
    location: stored.location ?? '',
    description: stored.description ?? '',
    ...ruleFieldsOf(stored, dayOf(start)),
    ends: until !== null ? 'until' : count !== null ? 'count' : 'never',
    until: until ?? isoOfDay(dayOf(start) + 90),
    count: count === null ? DEFAULT_COUNT : String(count),
    reminders: remindersOfStored(stored),
    calendarUrl: stored.calendarUrl,
    personIds: stored.personIds ?? [],
  }
}

function ruleFieldsOf({ recurrence }: StoredEvent, start: number): Pick<Draft, 'recurrence' | 'rule'> {
  const isTold = recurrence !== 'none' && recurrence !== 'custom'
  const rule = ruleDraftOf(isTold ? recurrence : 'weekly', start)
  return { recurrence: typeof recurrence === 'object' ? 'rule' : recurrence, rule }
}

/** The rule that the fields say, for an event that starts where they say; `before`: as the form was opened. */
export function recurrenceOf(draft: Draft, before: Draft | null = null): StoredEvent['recurrence'] {
  if (draft.recurrence !== 'rule') return draft.recurrence
  return recurrenceOfDraft(ruleOf(draft, before), dayOfIso(draft.startDate))
}

/** A rule that was not changed goes along with its start. */
export function ruleOf(draft: Draft, before: Draft | null): RuleDraft {
  if (before === null || !isSameRule(draft, before)) return draft.rule
  return movedAlong(draft.rule, dayOfIso(before.startDate), dayOfIso(draft.startDate))
}

/** Whether both recur alike, wherever they start and end. */
export const isSameRule = (a: Draft, b: Draft): boolean =>
  a.recurrence === b.recurrence && (a.recurrence !== 'rule' || isSame(a.rule, b.rule))

/** Whether both are for the same people: their order has no meaning. */
export const isForSame = (a: Draft, b: Draft): boolean => isSame(a.personIds.toSorted(), b.personIds.toSorted())

/** The same from a form that could not be saved, laid over what the event was. */
export function draftOfForm(form: EventForm, before: Draft, zone: string): Draft {
  const stored: StoredEvent = {
    ...form,
    location: form.location ?? before.location,
    description: form.description ?? before.description,
    recurrence: form.recurrence ?? recurrenceOf(before),
    calendarUrl: form.calendarUrl ?? before.calendarUrl,
    reminderLeadMinutes: form.reminderLeadMinutes ?? null,
    reminderIsCustom: false,
    personIds: form.personIds ?? before.personIds,
  }
  const { draft } = draftOfStored(stored, zone)
  return {
    ...draft,
    ...(form.recurrence === undefined ? repetitionOf(before) : {}),
    ...(form.reminders === undefined && form.reminderLeadMinutes === undefined ? { reminders: before.reminders } : {}),
  }
}

const repetitionOf = ({ recurrence, rule, ends, until, count }: Draft) => ({ recurrence, rule, ends, until, count })

/** A form that was left, on what its event has become since: what was changed in it, and nothing else. */
export function carriedOver({ draft, before }: { draft: Draft; before: Draft }, now: Draft): Draft {
  const changed = Object.entries(draft).filter(([field, value]) => !isSame(value, before[field as keyof Draft]))
  return { ...now, ...Object.fromEntries(changed) }
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
  return fieldsOf(start + DEFAULT_START, end + DEFAULT_START + DEFAULT_LENGTH)
}

/** `17:30` of a wall value. */
export function timeOf(wall: number): string {
  return new Date(wall).toISOString().slice(11, 16)
}

/** The wall value of a date and a time as typed; NaN when one of them is missing. */
function wallOf(date: string, time: string): number {
  const [hours = Number.NaN, minutes = Number.NaN] = time.split(':').map(Number)
  return dayOfIso(date) * DAY + hours * HOUR + minutes * MINUTE
}

/** Wall values; of whole days the midnight that begins the day. */
export const startOf = (draft: Draft): number => wallOf(draft.startDate, draft.allDay ? '00:00' : draft.startTime)
export const endOf = (draft: Draft): number => wallOf(draft.endDate, draft.allDay ? '00:00' : draft.endTime)

/**
 * A new start; the end follows, so that the event stays as long as it was `before`. Of a start that is typed key by key,
 * that is before the first of them: what stands there meanwhile may be no time, or another one.
 */
export function moveStart(draft: Draft, start: { startDate?: string; startTime?: string }, before = draft): Draft {
  const moved = { ...draft, ...start }
  const shift = startOf(moved) - startOf(before)
  const end = wallOf(before.endDate, before.endTime) + shift
  return Number.isFinite(end) ? { ...moved, endDate: isoOfDay(dayOf(end)), endTime: timeOf(end) } : moved
}

export type Problem = 'title' | 'start' | 'end' | 'until' | 'count' | 'interval'

const isTitleLong = (title: string) => [...title.trim()].length > MAX_EVENT_TITLE_LENGTH

/** In words, what is wrong with a title that is. */
export const titleProblem = (title: string, { title: none, longTitle }: EventFormDictionary['problems']): string =>
  isTitleLong(title) ? longTitle(MAX_EVENT_TITLE_LENGTH) : none

/** What is wrong with a draft, field by field. `original`: the event that it changes; null for a new one. */
export function problemsOf(draft: Draft, original: Original | null = null): Problem[] {
  const start = startOf(draft)
  const end = endOf(draft)
  const found: Problem[] = []
  // Other applications write titles that a form would not take: one that stays as it is holds nothing up.
  const isTitleKept = draft.title === original?.draft.title
  if (!isTitleKept && (draft.title.trim() === '' || isTitleLong(draft.title))) found.push('title')
  if (!Number.isFinite(start)) found.push('start')
  // In the night in which the clock goes back an event may end before the time at which it begins.
  const isTimeKept = original !== null && start === startOf(original.draft) && end === endOf(original.draft)
  if (!Number.isFinite(end) || (end < start && !isTimeKept)) found.push('end')
  if (draft.recurrence === 'none' || draft.recurrence === 'custom') return found
  // A series may end before the day that was tapped; its first moves along.
  const earlier = original === null ? 0 : dayOf(startOf(original.draft)) - original.firstDay
  if (draft.ends === 'until' && !(dayOfIso(draft.until) >= dayOf(start) - earlier)) found.push('until')
  if (draft.ends === 'count' && !/^[1-9]\d{0,3}$/.test(draft.count.trim())) found.push('count')
  if (draft.recurrence === 'rule' && !isInterval(draft.rule.interval)) found.push('interval')
  return found
}
