import * as api from '../../data/api'
import { isStatus } from '../../data/http'
import type { EventForm, OpenedEvent } from '../../data/types'
import { text } from '../../i18n'
import { eventFormText } from '../../i18n/event-form'
import { begun, unsent } from '../../outbox/queued'
import { showUndo, UNDO_MS } from '../../ui/toast'
import { type Entry, labelOf } from '../entries'
import { newEvent, type SeriesRange } from '../event-ref'
import { appearanceAfter, appearanceOf, forWhom } from './appearance'
import { calendarWrites } from './queue'
import { underUidNow } from './uid-now'
import { currentWrites } from './waiting'
import { type Appearance, type EditWrite, inPlaceOfFailed, isAlone, isInPlaceOf, WHOLE, type Write } from './write'

/** A touch in the last moment counts. */
const HOLD_MS = UNDO_MS + 300

/**
 * Adds an event; it is on screen at once and reaches the server by itself. For five seconds it can be taken back, which
 * removes it wherever it has got to; `words` tell what was added.
 */
export function createEvent(form: EventForm, words: string): void {
  const start = started('create')
  const { title } = form
  push({ ...start, kind: 'create', ...WHOLE, ref: newEvent(start.id), title, form, appearance: appearanceOf(form) })
  showUndo(words, text().common.undo, () => {
    const write = currentWrites().find(({ id }) => id === start.id)
    if (write?.stage === 'failed') return void discard(write).catch(() => {})
    if (calendarWrites.cancel(start.id)) return
    push({ ...started('delete'), kind: 'delete', ...WHOLE, ref: underUidNow(newEvent(start.id)), title })
  })
}

/** Changes an event, or as much of its series as the range says; `base` is the event as the change was begun. */
export function editEvent(entry: Entry, range: SeriesRange | null, form: EventForm, base: OpenedEvent): void {
  push(editOf(entry, range, form, base))
}

/** The same; for five seconds it can be taken back. */
export function editUndoably(entry: Entry, range: SeriesRange | null, form: EventForm, base: OpenedEvent): void {
  const label = labelOf(form.title, text().calendar.untitled)
  pushUndoably(editOf(entry, range, form, base, HOLD_MS), eventFormText().changed(label))
}

/** Takes an event away, or as much of its series as the range says; for five seconds it can be brought back. */
export function deleteEvent(entry: Entry, range: SeriesRange | null): void {
  const { title, label } = entry
  pushUndoably(
    { ...started('delete', HOLD_MS), kind: 'delete', ...scopeOf(entry, range), title },
    eventFormText().deleted(label),
  )
}

function editOf(entry: Entry, range: SeriesRange | null, form: EventForm, base: OpenedEvent, undoMs = 0): EditWrite {
  const { isRecurring, seriesStart } = entry
  const appearance = appearanceAfter(entry, form, base)
  const told = { title: form.title, form, appearance, base, isRecurring, seriesStart }
  return { ...started('edit', undoMs), kind: 'edit', ...scopeOf(entry, range), ...told }
}

/** What a change of an occurrence is about: itself, or the event with it as the one that is spoken of. */
function scopeOf({ ref: shown }: Entry, range: SeriesRange | null) {
  const meant = range === 'this' ? shown : { ...shown, recurrenceId: null }
  const ref = underUidNow(meant)
  return isAlone(meant, ref) ? { ...WHOLE, ref } : { range, formRecurrenceId: shown.recurrenceId, ref }
}

/** Sends a failed write once more, with another form if it was edited meanwhile. */
export function tryAgain(id: string, form?: EventForm): void {
  calendarWrites.edit(id, (write) => {
    if (form === undefined || write.kind === 'delete') return resent()
    return { ...resent(), ...sayingOf(form, write.appearance), rowId: null, replaces: write.rowId }
  })
}

/** Sends a change that others have made as well once more, as it was decided by somebody who has seen `current`. */
export function decide(id: string, form: EventForm, current: OpenedEvent): void {
  calendarWrites.edit(id, (write) => {
    if (write.kind !== 'edit') return {}
    return { ...resent(), ...sayingOf(form, write.appearance), base: current, isSecondTry: false }
  })
}

const resent = () => ({ ...unsent(), resultUid: null })

const sayingOf = (form: EventForm, before: Appearance) => ({
  title: form.title,
  form,
  appearance: form.calendarUrl === undefined ? { ...before, ...(form.personIds && forWhom(form)) } : appearanceOf(form),
})

/**
 * Gives a failed write up, on all devices: the calendar shows again what the server has.
 * @throws ApiError when that cannot be done now
 */
export async function discard({ id, rowId }: Write): Promise<void> {
  if (rowId !== null) await forgetRow(rowId)
  calendarWrites.letGo(id)
}

/** Forgets a failed write at the service; another device may have been quicker. @throws ApiError */
export async function forgetRow(rowId: number): Promise<void> {
  try {
    await api.writes.discard(rowId)
  } catch (error) {
    if (!isStatus(error, 404)) throw error
  }
}

const push = (write: Write): void => calendarWrites.change((before) => inPlaceOfFailed(before, write))

/** Taking it back also brings back the failed ones in whose place it stands. */
function pushUndoably(write: Write, words: string): void {
  const replaced = currentWrites().filter((one) => isInPlaceOf(write, one))
  push(write)
  showUndo(words, text().common.undo, () => {
    if (calendarWrites.cancel(write.id)) calendarWrites.change((before) => [...replaced, ...before])
  })
}

/** What is removed twice is gone once. */
function started(kind: Write['kind'], undoMs = 0) {
  return { ...begun(kind === 'delete', undoMs), resultUid: null, rowId: null, replaces: null, current: null }
}
