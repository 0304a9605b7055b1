import { classifyAlarms, type Reminder, untoldReminders } from './alarms'
import { DAY, dayNumber, dayOfWall, formatIsoDate } from './civil'
import { isPrivate } from './classification'
import { IcalError } from './error'
import { mainEvent, readObject } from './object'
import { type Component, property } from './parse'
import { type Prepared, prepareObject } from './prepare'
import { plainReminders, type ReminderTime } from './reminder-times'
import { detailsOf } from './series'
import { textsOf } from './texts'
import { endOf, instantOf, lengthOf, startOf } from './times'
import { toUtcSeconds, type Zone } from './zone/table'

/** What the cache keeps in columns beside the object's text. Floating times are bound to the household zone given. */
export interface EventSummary {
  uid: string
  title: string
  location: string | null
  /** As people read them (`categoriesOf`). */
  categories: readonly string[]
  allDay: boolean
  dtstartUtc: Date | null
  dtstartDate: string | null
  dtendUtc: Date | null
  /** Exclusive. */
  dtendDate: string | null
  /** True when the object must be expanded: a rule, added or excluded dates, overrides, or several events. */
  hasRrule: boolean
  cancelled: boolean
  /** It takes up nobody's time. */
  transparent: boolean
  /** Whoever wrote it, or an occurrence of it, keeps that to themselves. */
  private: boolean
  reminder: Reminder
  /** Those that `reminder` does not tell, in one spelling; none of a series only occurrences of which remind. */
  reminders: ReminderTime[] | null
  /**
   * Bounds of every occurrence, overrides included, padded by 26 hours unless it is one timed event; `lastUtc` null:
   * endless.
   */
  firstUtc: Date
  lastUtc: Date | null
  /** In seconds; of an all-day event midnights in the household's zone. */
  startsAt: number
  endsAt: number
  /** What people may look for it by (`textsOf`). */
  texts: readonly string[]
}

/**
 * A date is up to 14 hours away from its UTC midnight, and clocks may jump; a bound must never cut an occurrence off.
 */
const PADDING = 26 * 3600
/** What SQL's DATETIME is sure to hold; bounds beyond it are as good as endless. */
const EARLIEST = dayNumber(1000, 1, 1) * DAY
const LATEST = dayNumber(9999, 1, 1) * DAY

/** @throws IcalError for an unreadable object, one without UID, or one without a readable event */
export function summarize(text: string, household: Zone): EventSummary {
  const object = readObject(text, household)
  const prepared = prepareObject(object)
  const event = mainEvent(object)
  const uid = property(event, 'UID')?.value
  if (!uid) throw new IcalError('event without UID')
  const start = startOf(event, object.zones)
  const startInstant = withinColumn(instantOf(start))
  const endInstant = endOf(start, instantOf(start), lengthOf(event, start, object.zones))
  const end = Math.max(withinColumn(endInstant), start.isDate ? startInstant + DAY : startInstant)
  const { title, location, categories, isCancelled, isTransparent } = detailsOf(event)
  const hasRrule = needsExpansion(prepared, event)
  const reminder = classifyAlarms(event, start, object.zones)
  const untold = untoldReminders(event, reminder, start, object.zones) ?? untoldOfOccurrences(prepared, reminder)
  const instant = (seconds: number) => (start.isDate ? toUtcSeconds(household, seconds) : seconds)
  return {
    uid,
    title,
    location,
    categories,
    allDay: start.isDate,
    dtstartUtc: start.isDate ? null : toDate(startInstant),
    dtstartDate: start.isDate ? formatIsoDate(dayOfWall(startInstant)) : null,
    dtendUtc: start.isDate ? null : toDate(end),
    dtendDate: start.isDate ? formatIsoDate(dayOfWall(end)) : null,
    hasRrule,
    cancelled: isCancelled,
    transparent: isTransparent,
    private: object.events.some(isPrivate),
    reminder,
    reminders: untold && plainReminders(untold, start.isDate),
    ...boundsOf(prepared, hasRrule || start.isDate ? PADDING : 0),
    startsAt: instant(startInstant),
    endsAt: instant(end),
    texts: textsOf(object),
  }
}

function boundsOf({ first, last }: Prepared, padding: number): Pick<EventSummary, 'firstUtc' | 'lastUtc'> {
  const firstUtc = toDate(withinColumn(first - padding))
  return { firstUtc, lastUtc: last + padding > LATEST ? null : toDate(withinColumn(last + padding)) }
}

/** None where occurrences of a series remind that does not itself: it is to be looked into. */
function untoldOfOccurrences({ groups }: Prepared, { leadMinutes }: Reminder): ReminderTime[] | null {
  const remind = groups.some(({ overrides }) =>
    overrides.some(({ reminders }) => reminders && reminders.times.length > 0),
  )
  return leadMinutes === null && remind ? [] : null
}

function needsExpansion(prepared: Prepared, event: Component): boolean {
  const names = ['RRULE', 'RDATE', 'EXDATE', 'EXRULE', 'RECURRENCE-ID']
  const [group, ...others] = prepared.groups
  const isAlone = others.length === 0 && group !== undefined && group.series.length + group.overrides.length === 1
  return !isAlone || names.some((name) => property(event, name) !== undefined)
}

function withinColumn(seconds: number): number {
  return Math.min(LATEST, Math.max(EARLIEST, seconds))
}

function toDate(seconds: number): Date {
  return new Date(seconds * 1000)
}
