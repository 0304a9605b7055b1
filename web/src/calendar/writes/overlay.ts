import type { EventForm, Occurrence } from '../../data/types'
import { covers, type EventRef } from '../event-ref'
import { reminderMark } from '../reminders'
import { type Drawn, drawnAs, type SaveState } from './drawn'
import { type Range, repeat } from './repeat'
import { formOfSeries, restated, seriesStartAfter } from './series-change'
import { timesOfForm } from './times'
import { type CreateWrite, type EditWrite, isAlone, reaches, refAfter, resultOf, type Write } from './write'

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
  return writes.reduce((before, write) => applyWrite(before, write, { zone, range }), drawnAs(occurrences))
}

function applyWrite(drawn: Drawn[], write: Write, canvas: Canvas): Drawn[] {
  switch (write.kind) {
    case 'create':
      return applyCreate(drawn, write, canvas)
    case 'edit':
      return applyEdit(drawn, write, canvas)
    case 'delete':
      return write.stage === 'failed'
        ? drawn.map((one) => (reaches(write, one.ref) ? { ...one, save: saveState(write) } : one))
        : drawn.filter((one) => !reaches(write, one.ref))
  }
}

function applyCreate(drawn: Drawn[], write: CreateWrite, canvas: Canvas): Drawn[] {
  const ref = { ...write.ref, uid: write.resultUid ?? write.ref.uid }
  if (drawn.some((one) => covers(ref, one.ref))) return markAs(drawn, ref, write)
  return [...drawn, ...repeated(eventOf(write, ref), write.form, canvas)]
}

function applyEdit(drawn: Drawn[], write: EditWrite, canvas: Canvas): Drawn[] {
  const result = resultOf(write)
  // What was moved or split off has a new name; for a moment the server may know it by both.
  if (result.uid !== write.ref.uid && drawn.some((one) => covers(result, one.ref))) {
    const arrived = drawn.filter((one) => !reaches(write, one.ref))
    return markAs(arrived, result, write)
  }
  const before = drawn.find((one) => reaches(write, one.ref))
  // One that was made on another device is drawn where its event is.
  if (before === undefined && write.base === null) return drawn
  if (write.form.recurrence !== undefined) {
    // Another rule: what it comes to stands in the place of all that was there.
    const event = before === undefined ? eventOf(write, write.ref) : edited(before, write, canvas.zone)
    const form = before === undefined ? write.form : formOfSeries(before, write, canvas.zone)
    return [...drawn.filter((one) => !reaches(write, one.ref)), ...repeated(event, form, canvas)]
  }
  if (before !== undefined) {
    return drawn.map((one) => (reaches(write, one.ref) ? edited(one, write, canvas.zone) : one))
  }
  // Moved here from days that are not on the screen.
  const { ref, seriesStart } = write
  if (write.range === 'this') return [...drawn, { ...eventOf(write, ref), isRecurring: true, seriesStart }]
  return write.isRecurring ? drawn : [...drawn, eventOf(write, ref)]
}

function markAs(drawn: Drawn[], ref: EventRef, write: Write): Drawn[] {
  return drawn.map((one) => (covers(ref, one.ref) ? { ...one, save: saveState(write) } : one))
}

function saveState(write: Write): SaveState {
  return { writeId: write.id, state: write.stage === 'failed' ? 'failed' : 'saving', reason: write.reason }
}

/** The event of a form; of one that repeats the first. */
function eventOf(write: CreateWrite | EditWrite, ref: EventRef): Drawn {
  const { form } = write
  const isRecurring = repeats(form, false)
  return {
    ref,
    title: form.title,
    ...timesOfForm(form),
    location: form.location ?? null,
    isRecurring,
    seriesStart: isRecurring ? form.start : null,
    ...write.appearance,
    reminderLeadMinutes: null,
    reminderIsCustom: false,
    ...reminderMark(form),
    save: saveState(write),
  }
}

/** The same as often as its form repeats it on the canvas. */
function repeated(event: Drawn, form: EventForm, { zone, range }: Canvas): Drawn[] {
  if (!event.isRecurring) return [{ ...event, ...timesOfForm(form), ref: { ...event.ref, recurrenceId: null } }]
  const times = range === null ? [timesOfForm(form)] : repeat(form, range, zone)
  return times.map((timed) => ({ ...event, ...timed, ref: { ...event.ref, recurrenceId: timed.start } }))
}

/** An occurrence as a write that reaches it makes it. */
function edited(one: Drawn, write: EditWrite, zone: string): Drawn {
  const { form, base, range } = write
  const isOne = range === 'this' || one.seriesStart === null
  const { ref: before, ...times } = isOne ? { ref: one.ref, ...timesOfForm(form) } : restated(one, write, zone)
  const ref = refNow(before, write)
  const isRecurring = !isAlone(before, ref) && repeats(form, one.seriesStart !== null)
  return {
    ...one,
    ...times,
    ref,
    // An occurrence that was given a title or a place of its own keeps it.
    title: isOne || base === null || base.title === one.title ? form.title : one.title,
    location: form.location ?? one.location,
    isRecurring,
    seriesStart: !isRecurring ? null : range === 'this' ? one.seriesStart : seriesStartAfter(one, write, zone),
    ...(form.calendarUrl === undefined ? {} : write.appearance),
    ...(form.personIds === undefined ? {} : forWhom(write)),
    ...reminderMark(form),
    save: saveState(write),
  }
}

/** What was moved to another calendar has another name there, by which the next writes know it. */
const refNow = (ref: EventRef, write: Write): EventRef =>
  write.resultUid === null || write.stage === 'failed' ? ref : refAfter(ref, write, write.resultUid)

const forWhom = ({ appearance: { personIds, people } }: EditWrite) => ({ personIds, people })

/** Whether an event repeats once the form is written. */
const repeats = ({ recurrence }: EventForm, before: boolean): boolean =>
  recurrence === undefined ? before : recurrence !== 'none'
