import { DAY, formatIsoDate, MINUTES_A_DAY, timeOfDay } from '../ical/civil'
import { firstDayOf, type Recurrence, type RecurrenceRule } from '../ical/recurrence-rule'
import { EARLIEST_REMINDER_MINUTES, type ReminderTime } from '../ical/reminder-times'
import { toUtcSeconds, toWallSeconds, type Zone } from '../ical/zone'
import type { Clock } from './clock'
import type { Place } from './dates'
import type { ParsedForm } from './index'
import type { When } from './when'
import { type DayPart, PART_HOURS } from './words'

const NOON = 720
const AN_HOUR = 60
const LAST_HOUR = 23
const SMALL_HOURS = 6 * 60

type Times = Pick<ParsedForm, 'allDay' | 'start' | 'end' | 'recurrence' | 'recurrenceUntil' | 'recurrenceCount'>

/** The fields of a form that say when. */
export function timesOf(when: When, place: Place, zone: Zone): Times {
  const { rule, days, part } = when
  const clock = when.start === null ? null : laterToday(minutesOf(when.start, when), when, place)
  const ending = clock === null && part === null ? endAlone(when) : null
  const start = clock ?? (part === null ? (ending?.start ?? null) : hourOf(part, when, place) * 60)
  if (days === null && start === null && rule === null) return {}
  const isWeekly = rule !== null && days?.kind === 'weekday'
  const base = isWeekly || days === null ? Math.max(place.today, place.looked) : days.first
  const isPast = start !== null && (ending?.end ?? start) * 60 <= place.second
  const isMeant = (days?.isToday ?? days?.kind === 'date') && !isOfTonight(when, start)
  const earliest = base === place.today && isPast && !isMeant ? base + 1 : base
  const first =
    rule === null
      ? days?.kind === 'weekday' && earliest > base
        ? base + 7
        : earliest
      : (firstDayOf(rule, earliest) ?? earliest)
  const last = isWeekly ? first : first + (days === null ? 0 : days.last - days.first)
  const repeats = rule === null ? {} : { recurrence: plainRule(rule), ...boundOf(when, first) }
  if (start === null) {
    const length = (rule === null ? when.length?.days : null) ?? 1
    const end = last > first ? last : first + Math.max(1, length) - 1
    return { allDay: true, start: formatIsoDate(first), end: formatIsoDate(end), ...repeats }
  }
  const wall = first * DAY + start * 60
  // An hour lasts an hour, also in the nights when the clock goes on and back.
  const passes = wall - (place.today * DAY + place.second)
  const from = when.start?.isFromNow === true ? place.now + passes : toUtcSeconds(zone, wall)
  return { allDay: false, start: isoOf(from), end: isoOf(endOf(when, { zone, from, start, first, last })), ...repeats }
}

/** Today at eight, said at ten, is in the evening; today 8:00 is as it is written, and several days have the time of all. */
function laterToday(minutes: number, { days, rule, start, end, part }: When, { second }: Place): number {
  const isMeant =
    (start!.isClear && start!.isSpoken !== true) || rule !== null || (days !== null && days.last > days.first)
  if (days?.isToday !== true || part !== null || end !== null || isMeant || !start!.isOpen) return minutes
  return minutes < NOON && minutes * 60 <= second && (minutes + NOON) * 60 > second ? minutes + NOON : minutes
}

/** When a part of a day begins; of an evening that has begun what is left of it. */
function hourOf(part: DayPart, { days }: When, { second }: Place): number {
  const hour = PART_HOURS[part]
  const isLeft = days?.isToday === true && (part === 'evening' || part === 'night')
  return isLeft ? Math.min(Math.max(hour, Math.floor(second / 3600) + 1), LAST_HOUR) : hour
}

/** Tonight at one: today, and yet after midnight. */
const isOfTonight = ({ days, part }: When, start: number | null) =>
  days?.isToday === true && (part === 'evening' || part === 'night') && start !== null && start < 6 * 60

/** What has an end alone begins as long before it as it takes, else an hour; what ends after midnight, in the night before. In minutes. */
function endAlone(when: When): { start: number; end: number } | null {
  const { end, length, isLate } = when
  if (end === null) return null
  const isOfNight = end.minutes < SMALL_HOURS && (!end.isOpen || isLate)
  if (isOfNight) return { start: PART_HOURS.night * 60, end: end.minutes + MINUTES_A_DAY }
  const minutes = minutesOf(end, { ...when, end: null })
  return { start: Math.max(0, minutes - (length?.days === null ? length.minutes : AN_HOUR)), end: minutes }
}

const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString()

interface Begin {
  zone: Zone
  /** UTC seconds. */
  from: number
  /** Minutes since midnight. */
  start: number
  first: number
  last: number
}

function endOf(when: When, { zone, from, start, first, last }: Begin): number {
  const { end, length, rule, part } = when
  if (end !== null) {
    const isPast = isOpenIn(end, part) && end.minutes <= start
    const isLater = isPast && last === first && end.minutes < NOON && end.minutes + NOON > start
    const isMidnight = isPast && Math.floor(end.minutes / 60) === 12 && last === first && isOfTwelve(when, start)
    const said = isLater || isMidnight ? end.minutes + NOON : end.minutes
    const minutes = last === first && said <= start ? said + MINUTES_A_DAY : said
    const until = toUtcSeconds(zone, last * DAY + minutes * 60)
    // In the hour that the clock leaves out it is as long as it says.
    return until > from ? until : from + (minutes - start) * 60
  }
  if (length?.days != null && rule === null) return toUtcSeconds(zone, (first + length.days) * DAY + start * 60)
  if (length !== null && length.days === null) return from + Math.round(length.minutes * 60)
  const wall = toWallSeconds(zone, from)
  return last === first ? from + AN_HOUR * 60 : toUtcSeconds(zone, last * DAY + timeOfDay(wall) + AN_HOUR * 60)
}

/** Whether the start was said on a clock that ends at twelve: party 9-12, unlike 22:00-12:00. */
const isOfTwelve = ({ start }: When, minutes: number) => start?.hasHalf === true || start?.minutes !== minutes

const SECOND_HALF: readonly (DayPart | null)[] = ['afternoon', 'evening', 'night']

/** Whether it may be twelve hours later: 8 Uhr is in the morning, and yet not as "8 Uhr abends". */
const isOpenIn = ({ isOpen, hasHalf }: Clock, part: DayPart | null) =>
  isOpen || (hasHalf !== true && SECOND_HALF.includes(part))

/** Minutes since midnight; the half of the day from what else is said, or as people mean it. */
function minutesOf(clock: Clock, { part, isLate, isEarly, end }: When): number {
  const { minutes, isClear } = clock
  if (!isOpenIn(clock, part) || minutes >= 13 * 60) return minutes
  const hour = Math.floor(minutes / 60)
  const inMorning = minutes % NOON
  if (part === 'morning') return inMorning
  if (part === null && isEarly) return minutes
  if (hour === 12 && (part === 'evening' || part === 'night')) return minutes + NOON
  if (part === 'evening' && hour < 4) return minutes
  if (part === 'afternoon' || part === 'evening') return inMorning + NOON
  if (part === 'night') return hour >= 6 ? minutes + NOON : minutes
  if (part === 'noon') return hour < 6 ? minutes + NOON : minutes
  if (hour === 12) return minutes
  // 9-22 Uhr: who says 22 would say 21.
  const isOfDay = end !== null && end.hasHalf !== true && end.isName !== true && end.minutes >= 13 * 60
  if (isOfDay && hour >= 6 && !isLate) return minutes
  // 3-4pm
  if (end !== null && !end.isOpen && end.minutes >= NOON && end.minutes - NOON > minutes && end.minutes <= 24 * 60)
    return minutes + NOON
  // 6-14 Uhr: in the evening it would end on the day after.
  if (end !== null && !end.isOpen && end.minutes > minutes && end.minutes <= minutes + NOON) return minutes
  // A concert at 11:00 is no late one.
  const isWritten = isClear && hour >= 10
  if (isLate && hour >= 4 && !isWritten) return minutes + NOON
  return hour < 6 || (hour === 6 && !isClear) ? minutes + NOON : minutes
}

function boundOf({ until, count, length }: When, first: number): Pick<Times, 'recurrenceUntil' | 'recurrenceCount'> {
  if (until !== null) return { recurrenceUntil: formatIsoDate(until) }
  if (count !== null) return { recurrenceCount: count }
  // For ten weeks.
  return length?.days == null ? {} : { recurrenceUntil: formatIsoDate(first + length.days - 1) }
}

/** What the start says, the rule need not. */
function plainRule(rule: RecurrenceRule): Recurrence {
  const { frequency, weekdays, nth, monthDay, ...rest } = rule
  const isSaid =
    (frequency === 'weekly' && weekdays !== undefined && weekdays.length > 1) || nth !== undefined || monthDay === -1
  if (isSaid) return rule
  return Object.keys(rest).length === 0 ? frequency : { frequency, ...rest }
}

/** Reminders that the event can have, null for none of those said: a time on a day before becomes minutes where it has a time itself. */
export function remindersOf(
  reminders: readonly ReminderTime[],
  { allDay, start }: Times,
  zone: Zone,
): ReminderTime[] | null {
  const fitting = reminders.flatMap((reminder) => {
    if (typeof reminder === 'number' || allDay === true) return [reminder]
    if (start === undefined) return []
    const from = Date.parse(start) / 1000
    const day = Math.floor(toWallSeconds(zone, from) / DAY) - reminder.daysBefore
    const [hours, minutes] = reminder.time.split(':').map(Number)
    const lead = (from - toUtcSeconds(zone, day * DAY + hours! * 3600 + minutes! * 60)) / 60
    return lead >= 0 && lead <= EARLIEST_REMINDER_MINUTES ? [lead] : []
  })
  return fitting.length === 0 && reminders.length > 0 ? null : fitting
}
