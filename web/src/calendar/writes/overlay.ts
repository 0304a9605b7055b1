import type { EventForm, Occurrence } from '../../data/types'
import type { Timed } from '../../lib/layout'
import { DAY, dayOf, dayOfIso, isoOfDay, toInstant, toWall } from '../../lib/tz'
import type { CreateWrite, EditWrite, Look, Write } from './write'

/** What the calendar says about a write of an event. */
export interface SaveState {
  writeId: string
  state: 'saving' | 'failed'
  reason: string | null
}

/** An occurrence as it is drawn: the server's, or one the server does not have yet. */
export interface Drawn extends Omit<Occurrence, 'calendarId'> {
  calendarId: number | null
  save: SaveState | null
}

/** What the calendar looks like once all writes have gone through, each marked with how far it is. */
export function overlay(occurrences: readonly Occurrence[], writes: readonly Write[], zone: string): Drawn[] {
  const drawn = occurrences.map((one): Drawn => ({ ...one, save: null }))
  return writes.reduce((before, write) => applyWrite(before, write, zone), drawn)
}

function applyWrite(drawn: Drawn[], write: Write, zone: string): Drawn[] {
  switch (write.kind) {
    case 'create':
      return applyCreate(drawn, write)
    case 'edit':
      return applyEdit(drawn, write, zone)
    case 'delete':
      return write.stage === 'failed'
        ? drawn.map((one) => (isMeant(one, write) ? { ...one, save: saveState(write) } : one))
        : drawn.filter((one) => !isMeant(one, write))
  }
}

function applyCreate(drawn: Drawn[], write: CreateWrite): Drawn[] {
  const uid = write.resultUid ?? write.uid
  if (drawn.some((one) => one.uid === uid)) return markAs(drawn, uid, write)
  return [...drawn, fromForm(write, uid)]
}

function applyEdit(drawn: Drawn[], write: EditWrite, zone: string): Drawn[] {
  const { uid, resultUid } = write
  // A move gives the event a new name; for a moment the server may know it by both.
  if (resultUid !== null && resultUid !== uid && drawn.some((one) => one.uid === resultUid)) {
    const arrived = drawn.filter((one) => !isMeant(one, write))
    return markAs(arrived, resultUid, write)
  }
  if (drawn.some((one) => isMeant(one, write))) {
    return drawn.map((one) => (isMeant(one, write) ? edited(one, write, zone) : one))
  }
  // Moved here from days that are not on the screen.
  return write.isRecurring ? drawn : [...drawn, fromForm(write, uid)]
}

function isMeant(one: Drawn, write: Write): boolean {
  if (one.uid !== write.uid) return false
  return write.calendarId === null || one.calendarId === null || one.calendarId === write.calendarId
}

function markAs(drawn: Drawn[], uid: string, write: Write): Drawn[] {
  return drawn.map((one) => (one.uid === uid ? { ...one, save: saveState(write) } : one))
}

function saveState(write: Write): SaveState {
  return { writeId: write.id, state: write.stage === 'failed' ? 'failed' : 'saving', reason: write.reason }
}

function fromForm(write: CreateWrite | EditWrite, uid: string): Drawn {
  const { form } = write
  return {
    uid,
    title: form.title,
    ...timesOfForm(form),
    location: form.location ?? null,
    isRecurring: isRecurringForm(form, false),
    calendarId: write.calendarId,
    ...look(write.look),
    reminderLeadMinutes: form.reminderLeadMinutes ?? null,
    reminderIsCustom: false,
    save: saveState(write),
  }
}

function edited(one: Drawn, write: EditWrite, zone: string): Drawn {
  const { form } = write
  return {
    ...one,
    title: form.title,
    ...(write.isRecurring ? shiftedTimes(one, write, zone) : timesOfForm(form)),
    location: form.location ?? one.location,
    isRecurring: isRecurringForm(form, one.isRecurring),
    ...(form.calendarUrl === undefined ? {} : look(write.look)),
    ...(form.reminderLeadMinutes === undefined
      ? {}
      : { reminderLeadMinutes: form.reminderLeadMinutes, reminderIsCustom: false }),
    save: saveState(write),
  }
}

const isRecurringForm = (form: EventForm, before: boolean) =>
  form.recurrence === undefined ? before : form.recurrence !== 'none'

const look = ({ calendarName, color, isShared, userId, ownerName }: Look): Look => ({
  calendarName,
  color,
  isShared,
  userId,
  ownerName,
})

/** The times of a form as an occurrence has them: the end of all-day events exclusive. */
export function timesOfForm(form: Pick<EventForm, 'allDay' | 'start' | 'end'>): Timed {
  const end = form.allDay ? isoOfDay(dayOfIso(form.end) + 1) : form.end
  return { allDay: form.allDay, start: form.start, end }
}

/** An occurrence of a series keeps its distance from the series' start, on the household's clock. */
function shiftedTimes(one: Timed, { form, origin }: EditWrite, zone: string): Timed {
  const before = wallsOf(origin, zone)
  const after = wallsOf(timesOfForm(form), zone)
  const distance = wallsOf(one, zone).start - before.start
  // At another time of day than the series had: the server has the change already.
  if (origin.allDay === form.allDay && distance % DAY !== 0) return one
  const days = Math.round(distance / DAY) * DAY
  return timesOfWalls({ start: after.start + days, end: after.end + days }, form.allDay, zone)
}

/** What the household's clock shows at both ends. */
export function wallsOf({ allDay, start, end }: Timed, zone: string): { start: number; end: number } {
  if (allDay) return { start: dayOfIso(start) * DAY, end: dayOfIso(end) * DAY }
  return { start: toWall(Date.parse(start), zone), end: toWall(Date.parse(end), zone) }
}

export function timesOfWalls({ start, end }: { start: number; end: number }, allDay: boolean, zone: string): Timed {
  if (allDay) return { allDay, start: isoOfDay(dayOf(start)), end: isoOfDay(dayOf(end)) }
  const instant = (wall: number) => new Date(toInstant(wall, zone)).toISOString()
  return { allDay, start: instant(start), end: instant(end) }
}
