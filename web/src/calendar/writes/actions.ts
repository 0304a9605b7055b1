import * as api from '../../data/api'
import { ApiError } from '../../data/http'
import type { EventForm, OpenedEvent } from '../../data/types'
import { text } from '../../i18n'
import { begun, unsent } from '../../outbox/queued'
import { showUndo, UNDO_MS } from '../../ui/toast'
import type { Entry } from '../entries'
import { type EventRef, newEvent } from '../event-ref'
import { appearanceOf } from './appearance'
import { calendarWrites } from './queue'
import { type Appearance, inPlaceOfFailed, type Write } from './write'

/** Adds an event; it is on screen at once and reaches the server by itself. */
export function createEvent(form: EventForm): void {
  const start = started('create')
  push({
    ...start,
    kind: 'create',
    ref: newEvent(start.id),
    title: form.title,
    form,
    appearance: appearanceOf(form),
  })
}

interface Edited {
  ref: EventRef
  isRecurring: boolean
  appearance: Appearance
}

/** Changes an event, of a series all of it; `base` is the event as the change was begun. */
export function editEvent(edited: Edited, form: EventForm, base: OpenedEvent): void {
  const { ref, isRecurring } = edited
  const appearance = form.calendarUrl === undefined ? edited.appearance : appearanceOf(form)
  push({ ...started('edit'), kind: 'edit', ref, isRecurring, title: form.title, form, appearance, base })
}

/** Takes an event away; for five seconds it can be brought back. */
export function deleteEvent({ ref, title }: Pick<Entry, 'ref' | 'title'>): void {
  const write: Write = { ...started('delete', UNDO_MS), kind: 'delete', ref, title }
  push(write)
  const { calendar, common } = text()
  showUndo(calendar.deleted(title), common.undo, () => calendarWrites.cancel(write.id))
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
  appearance: form.calendarUrl === undefined ? before : appearanceOf(form),
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
    if (!(error instanceof ApiError) || error.status !== 404) throw error
  }
}

const push = (write: Write): void => calendarWrites.change((before) => inPlaceOfFailed(before, write))

/** What is removed twice is gone once. */
function started(kind: Write['kind'], undoMs = 0) {
  return { ...begun(kind === 'delete', undoMs), resultUid: null, rowId: null, replaces: null, current: null }
}
