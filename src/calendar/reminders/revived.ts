import { inArray } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import { events } from '../../platform/db/schema'
import { MINUTE_MS } from '../../platform/durations'
import type { PushMessage } from '../../platform/webpush/pusher'
import { DAY, dayOfWall, MINUTES_A_DAY, parseIsoDate } from '../ical/civil'
import { type Allowance, expand } from '../ical/expand'
import type { EventReminders } from '../ical/reminder-times'
import { dayStart, toWallSeconds, type Zone } from '../ical/zone'
import { readTexts } from '../object-texts'
import { categoriesFrom } from '../stored-categories'
import { BIRTHDAY, waitingBirthday } from './birthdays'
import { choreMessage, isOfChore } from './chores'
import type { Delivery } from './delivery'
import { hasReminder, remindersIn } from './due'
import { remindersOf } from './event-reminders'
import { digestOf } from './ledger'
import { additionsMessage, isOfAdditions } from './list-additions'
import { expiryOf, messageOf, tagOf } from './message'
import { MORNING, Mornings } from './morning'
import { quietUntil } from './quiet-hours'
import { type CalendarDue, peopleOf, type Reminded, recipientOf, remindedOf } from './recipients'
import { prepareOrNull } from './series'
import type { Tick } from './tick'
import { endWaiting, isInTime, readWaiting, type WaitingEntry, waitOn } from './waiting'

/** An event as it is cached, without its text. */
type Row = Awaited<ReturnType<typeof readEvents>>[number]
type Occurrence = Pick<CalendarDue, 'uid' | 'title' | 'location' | 'categories' | 'allDay' | 'start'>
type Message = (now: Date) => PushMessage
type DeliveredOccurrence = Pick<Delivery, 'device' | 'eventId' | 'occurrenceAt'>

/**
 * The messages whose wait is over, about their events as they are now. The wait ends in silence for an occurrence that
 * was removed or moved (the moved one reminds by itself), for what is held and does not remind any more, for what its
 * member is not to hear of any more, and when it is too late. What is held waits on in quiet hours; of several reminders
 * of one occurrence one says it all, be it among those that are due besides.
 */
export async function* waitingDeliveries(ctx: Context, tick: Tick, due: readonly Delivery[]): AsyncGenerator<Delivery> {
  const entries = await readWaiting(ctx)
  if (entries.length === 0) return
  const reminded = await remindedOf(tick)
  const { household } = tick
  const mornings = new Mornings(ctx, reminded)
  const rows = new Map((await readEvents(ctx, entries)).map((row) => [row.id, row]))
  const messageOfEntry = (entry: WaitingEntry): Promise<Message | null> | null => {
    if (entry.which === MORNING) return morningMessage(ctx, mornings, entry, reminded)
    if (entry.which === BIRTHDAY) return birthdayMessage(ctx, entry, reminded)
    if (isOfChore(entry)) return choreMessage(ctx, entry, household)
    if (isOfAdditions(entry)) return additionsMessage(ctx, entry)
    const row = rows.get(entry.eventId ?? 0)
    return row === undefined ? null : eventMessage(ctx, row, entry, reminded, tick.allowance)
  }
  const told = new Set(due.map((delivery) => newsOf(delivery, delivery.message)))
  for (const entry of entries) {
    const { device, id, status, dueAt } = entry
    const waiting = { id, status, dueAt }
    const quietEnd = status === 'held' ? quietUntil(ctx.now().getTime(), device.wishes.quietHours, household) : null
    if (quietEnd !== null) {
      // Their hours were changed, or nobody ticked until the next night.
      await waitOn(ctx, waiting, quietEnd)
      continue
    }
    const message = await messageOfEntry(entry)
    const news = message && status === 'held' ? newsOf(entry, message) : null
    const isTold = news !== null && told.has(news)
    if (message && isOf(entry, message) && !isTold) {
      told.add(news)
      const times = { fireAt: dueAt.getTime(), decidedAt: ctx.now().getTime() }
      yield { ...entry, ...times, deviceId: device.id, message, waiting }
    } else await endWaiting(ctx, waiting)
  }
}

/**
 * Whether a message is what its entry was stored for: a device may be somebody else's by now, and a chore that was given
 * another time reminds by itself.
 */
const isOf = ({ device, digest, dueAt }: WaitingEntry, message: Message) =>
  digestOf(device.memberId, message(dueAt).payload.tag) === digest

/** The occurrence that a device is told of, whichever of its reminders tells it; null: it is about no single event. */
function newsOf({ device, eventId, occurrenceAt }: DeliveredOccurrence, message: Message): string | null {
  const { title, url, time } = message(occurrenceAt).payload
  return eventId === null ? null : JSON.stringify([device.id, eventId, occurrenceAt, title, url, time])
}

async function morningMessage(
  ctx: Context,
  mornings: Mornings,
  { device, occurrenceAt }: WaitingEntry,
  { household }: Reminded,
): Promise<Message | null> {
  const day = occurrenceAt.toISOString().slice(0, 10)
  const isOver = dayAt(ctx.now(), household) > parseIsoDate(day)!
  return isOver ? null : mornings.messageFor(device, day)
}

async function birthdayMessage(ctx: Context, entry: WaitingEntry, reminded: Reminded): Promise<Message | null> {
  const { household } = reminded
  const now = ctx.now()
  const found = await waitingBirthday(ctx, entry, household)
  if (found === null) return null
  const due = { ...found, leadMinutes: leadAt(now, found, household), fireAt: entry.dueAt.getTime() }
  if (!isInTime(entry, expiryOf(due, household), now) || !recipientOf(due, reminded)(entry.device)) return null
  return (at) => messageOf(due, [], at, household, entry.device.wishes.language)
}

async function eventMessage(
  ctx: Context,
  row: Row,
  entry: WaitingEntry,
  reminded: Reminded,
  allowance: Allowance,
): Promise<Message | null> {
  const { household } = reminded
  const { device, which, occurrenceAt, dueAt, status } = entry
  const isMeant = (one: Occurrence) => digestOf(device.memberId, tagOf({ ...one, which })) === entry.digest
  const found = await findOccurrences(ctx, row, occurrenceAt.getTime(), household, allowance)
  const occurrence = found.find(isMeant)
  if (occurrence === undefined) return null
  if (status === 'held' && !hasReminder(occurrence, occurrence.reminders, which)) return null
  const now = ctx.now()
  const { calendarId } = row
  const leadMinutes = leadAt(now, occurrence, household)
  const due = { ...occurrence, calendarId, eventId: row.id, which, leadMinutes, fireAt: dueAt.getTime() }
  if (!isInTime(entry, expiryOf(due, household), now) || !recipientOf(due, reminded)(device)) return null
  const people = peopleOf(due, reminded)
  return (at) => messageOf(due, people, at, household, device.wishes.language)
}

/** Minutes until it starts, in whole days where it is all day; below 0 when it has begun. */
function leadAt(now: Date, { allDay, start }: Occurrence, household: Zone): number {
  if (!allDay) return Math.round((start - now.getTime()) / MINUTE_MS)
  return (start / 1000 / DAY - dayAt(now, household)) * MINUTES_A_DAY
}

const dayAt = (instant: Date, household: Zone) =>
  dayOfWall(toWallSeconds(household, Math.floor(instant.getTime() / 1000)))

/** An occurrence as it is now. */
interface Present extends Occurrence {
  reminders: EventReminders
}

/** The occurrences that start then; an object may hold several events. */
async function findOccurrences(
  ctx: Context,
  row: Row,
  start: number,
  household: Zone,
  allowance: Allowance,
): Promise<Present[]> {
  const { uid, title, location, categories, allDay, cancelled, dtstartUtc, dtstartDate } = row
  if (!row.hasRrule) {
    const startsAt = dtstartDate === null ? dtstartUtc?.getTime() : parseIsoDate(dtstartDate)! * DAY * 1000
    if (cancelled || startsAt !== start) return []
    const said = { title, location, categories: categoriesFrom(categories) }
    return [{ uid, ...said, allDay, start, reminders: remindersOf(row) }]
  }
  const found: Present[] = []
  for await (const { text } of readTexts(ctx, [row.id])) {
    const prepared = prepareOrNull(text, household)
    if (prepared === null) continue
    const reminders = remindersIn(prepared, row)
    const midnight = dayStart(household, Math.floor(start / 1000 / DAY)).getTime()
    for (const from of [start, midnight]) {
      const there = expand(prepared, from, from + 1, household, undefined, allowance)
      found.push(...there.map((one) => ({ ...one, reminders: reminders(one) })))
    }
  }
  return found.filter((one) => one.start === start)
}

async function readEvents({ db }: Context, entries: readonly WaitingEntry[]) {
  const ids = entries.flatMap((entry) =>
    entry.which === BIRTHDAY || isOfAdditions(entry) ? [] : (entry.eventId ?? []),
  )
  if (ids.length === 0) return []
  const { id, calendarId, uid, title, location, categories, allDay, dtstartUtc, dtstartDate, hasRrule, cancelled } =
    events
  const { reminderLeadMinutes: leadMinutes, reminders } = events
  const said = { title, location, categories, leadMinutes, reminders }
  return db
    .select({ id, calendarId, uid, ...said, allDay, dtstartUtc, dtstartDate, hasRrule, cancelled })
    .from(events)
    .where(inArray(id, [...new Set(ids)]))
}
