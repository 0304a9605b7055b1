import type { EventForm, Occurrence } from '../../data/types'
import type { Timed } from '../../lib/layout'
import { DAY, dayOf, dayOfIso, isoOfDay, toInstant, toWall } from '../../lib/tz'
import { type EventRef, sameEvent, wholeEvent } from '../event-ref'
import { type Range, repeat } from './repeat'
import type { CreateWrite, EditWrite, Write } from './write'

/** What the calendar says about a write of an event. */
export interface SaveState {
  writeId: string
  state: 'saving' | 'failed'
  reason: string | null
}

/** An occurrence as it is drawn: the server's, or one the server does not have yet. */
export interface Drawn extends Omit<Occurrence, 'uid' | 'calendarId' | 'recurrenceId'> {
  ref: EventRef
  save: SaveState | null
}

/** Which days are drawn, and in which zone. Without a range only the first event of what repeats is drawn. */
interface Canvas {
  zone: string
  range: Range | null
}

/**
 * What the calendar looks like once all writes have gone through, each marked with how far it is. Laid over what the
 * server has made of a write already, it changes nothing more.
 */
export function overlay(
  occurrences: readonly Occurrence[],
  writes: readonly Write[],
  zone: string,
  range: Range | null = null,
): Drawn[] {
  const drawn = occurrences.map(
    ({ uid, calendarId, ...one }): Drawn => ({ ...one, ref: wholeEvent(uid, calendarId), save: null }),
  )
  return writes.reduce((before, write) => applyWrite(before, write, { zone, range }), drawn)
}

function applyWrite(drawn: Drawn[], write: Write, canvas: Canvas): Drawn[] {
  switch (write.kind) {
    case 'create':
      return applyCreate(drawn, write, canvas)
    case 'edit':
      return applyEdit(drawn, write, canvas)
    case 'delete':
      return write.stage === 'failed'
        ? drawn.map((one) => (isMeant(one, write) ? { ...one, save: saveState(write) } : one))
        : drawn.filter((one) => !isMeant(one, write))
  }
}

function applyCreate(drawn: Drawn[], write: CreateWrite, canvas: Canvas): Drawn[] {
  const ref = { ...write.ref, uid: write.resultUid ?? write.ref.uid }
  if (drawn.some((one) => sameEvent(one.ref, ref))) return markAs(drawn, ref, write)
  return [...drawn, ...repeated(eventOf(write, ref), write.form, canvas)]
}

function applyEdit(drawn: Drawn[], write: EditWrite, canvas: Canvas): Drawn[] {
  const { ref } = write
  const moved = { ...ref, uid: write.resultUid ?? ref.uid, calendarId: null }
  // A move gives the event a new name; for a moment the server may know it by both.
  if (moved.uid !== ref.uid && drawn.some((one) => sameEvent(one.ref, moved))) {
    const arrived = drawn.filter((one) => !isMeant(one, write))
    return markAs(arrived, moved, write)
  }
  const before = drawn.find((one) => isMeant(one, write))
  // One that was made on another device is drawn where its event is.
  if (before === undefined && write.base === null) return drawn
  if (write.form.recurrence !== undefined) {
    // Another rule: what it comes to stands in the place of all that was there.
    const event = before === undefined ? eventOf(write, ref) : edited(before, write, canvas.zone)
    return [...drawn.filter((one) => !isMeant(one, write)), ...repeated(event, write.form, canvas)]
  }
  if (before !== undefined) {
    return drawn.map((one) => (isMeant(one, write) ? edited(one, write, canvas.zone) : one))
  }
  // Moved here from days that are not on the screen.
  return write.isRecurring ? drawn : [...drawn, eventOf(write, ref)]
}

const isMeant = (one: Drawn, write: Write): boolean => sameEvent(one.ref, write.ref)

function markAs(drawn: Drawn[], ref: EventRef, write: Write): Drawn[] {
  return drawn.map((one) => (sameEvent(one.ref, ref) ? { ...one, save: saveState(write) } : one))
}

function saveState(write: Write): SaveState {
  return { writeId: write.id, state: write.stage === 'failed' ? 'failed' : 'saving', reason: write.reason }
}

/** The event of a form; of one that repeats the first. */
function eventOf(write: CreateWrite | EditWrite, ref: EventRef): Drawn {
  const { form } = write
  return {
    ref,
    title: form.title,
    ...timesOfForm(form),
    location: form.location ?? null,
    ...seriesOf(form, null),
    ...write.appearance,
    reminderLeadMinutes: form.reminderLeadMinutes ?? null,
    reminderIsCustom: false,
    save: saveState(write),
  }
}

/** The same as often as its form repeats it on the canvas. */
function repeated(event: Drawn, form: EventForm, { zone, range }: Canvas): Drawn[] {
  const times = event.isRecurring && range !== null ? repeat(form, range, zone) : [timesOfForm(form)]
  return times.map((timed) => ({ ...event, ...timed }))
}

function edited(one: Drawn, write: EditWrite, zone: string): Drawn {
  const { form } = write
  return {
    ...one,
    title: form.title,
    ...(one.seriesStart === null ? timesOfForm(form) : shiftedTimes(one, one.seriesStart, form, zone)),
    location: form.location ?? one.location,
    ...seriesOf(form, one.seriesStart),
    ...(form.calendarUrl === undefined ? {} : write.appearance),
    ...(form.reminderLeadMinutes === undefined
      ? {}
      : { reminderLeadMinutes: form.reminderLeadMinutes, reminderIsCustom: false }),
    save: saveState(write),
  }
}

/** Whether an event repeats once the form is written, and where its series starts then. */
function seriesOf({ recurrence, start }: EventForm, before: string | null): Pick<Drawn, 'isRecurring' | 'seriesStart'> {
  const isRecurring = recurrence === undefined ? before !== null : recurrence !== 'none'
  return { isRecurring, seriesStart: isRecurring ? start : null }
}

/** The times of a form as an occurrence has them: the end of all-day events exclusive. */
export function timesOfForm(form: Pick<EventForm, 'allDay' | 'start' | 'end'>): Timed {
  const end = form.allDay ? isoOfDay(dayOfIso(form.end) + 1) : form.end
  return { allDay: form.allDay, start: form.start, end }
}

/**
 * An occurrence of a series keeps its distance from the series' start, on the household's clock. The start is the one
 * that its own answer came with: one that has moved already stays where it is.
 */
function shiftedTimes(one: Timed, seriesStart: string, form: EventForm, zone: string): Timed {
  const wasAllDay = !seriesStart.includes('T')
  const before = wallOf(seriesStart, wasAllDay, zone)
  const after = wallsOf(timesOfForm(form), zone)
  const distance = wallsOf(one, zone).start - before
  // One that was given a time of its own keeps it.
  if (wasAllDay === form.allDay && distance % DAY !== 0) return one
  const days = Math.round(distance / DAY) * DAY
  return timesOfWalls({ start: after.start + days, end: after.end + days }, form.allDay, zone)
}

const wallOf = (time: string, allDay: boolean, zone: string): number =>
  allDay ? dayOfIso(time) * DAY : toWall(Date.parse(time), zone)

/** What the household's clock shows at both ends. */
export function wallsOf({ allDay, start, end }: Timed, zone: string): { start: number; end: number } {
  return { start: wallOf(start, allDay, zone), end: wallOf(end, allDay, zone) }
}

export function timesOfWalls({ start, end }: { start: number; end: number }, allDay: boolean, zone: string): Timed {
  if (allDay) return { allDay, start: isoOfDay(dayOf(start)), end: isoOfDay(dayOf(end)) }
  const instant = (wall: number) => new Date(toInstant(wall, zone)).toISOString()
  return { allDay, start: instant(start), end: instant(end) }
}
