import type { EventForm, OpenedEvent } from '../../data/types'
import { text } from '../../i18n'
import { uuid } from '../../lib/uuid'
import { showUndo } from '../../ui/toast'
import type { Entry } from '../entries'
import { lookOf } from './look'
import { forgetRow } from './rows'
import { changeWrites, currentWrites, removeWrite } from './store'
import { type Look, newUid, unsent, type Write } from './write'

/** How long a deletion can be taken back. */
const UNDO_MS = 5_000

/** Adds an event; it is on screen at once and reaches the server by itself. */
export function createEvent(form: EventForm): void {
  const id = uuid()
  push({
    ...started(id),
    kind: 'create',
    uid: newUid(id),
    calendarId: null,
    title: form.title,
    form,
    look: lookOf(form),
  })
}

interface Edited {
  uid: string
  calendarId: number | null
  isRecurring: boolean
  look: Look
}

/** Changes an event, of a series all of it; `base` is the event as the change was begun. */
export function editEvent(edited: Edited, form: EventForm, base: OpenedEvent): void {
  const { uid, calendarId, isRecurring } = edited
  const look = form.calendarUrl === undefined ? edited.look : lookOf(form)
  const event = { kind: 'edit', uid, calendarId, isRecurring, title: form.title, form, look } as const
  push({ ...started(uuid()), ...event, base, isSecondTry: false })
}

/** Takes an event away; for five seconds it can be brought back. */
export function deleteEvent({ uid, calendarId, title }: Pick<Entry, 'uid' | 'calendarId' | 'title'>): void {
  const id = uuid()
  push({ ...started(id), kind: 'delete', uid, calendarId, title, sendAfter: Date.now() + UNDO_MS })
  const { calendar, common } = text()
  showUndo(calendar.deleted(title), common.undo, () => undoDelete(id))
}

function undoDelete(id: string): void {
  const write = currentWrites().find((one) => one.id === id)
  if (write?.stage === 'held') removeWrite(id)
}

/** Sends a failed write once more, with another form if it was edited meanwhile. */
export function tryAgain(id: string, form?: EventForm): void {
  change(id, (write) => {
    if (form === undefined || write.kind === 'delete') return { ...write, ...unsent() }
    return { ...write, ...unsent(), ...sayingOf(form, write.look), rowId: null, replaces: write.rowId }
  })
}

/** Sends a change that others have made as well once more, as it was decided by somebody who has seen `current`. */
export function decide(id: string, form: EventForm, current: OpenedEvent): void {
  change(id, (write) => {
    if (write.kind !== 'edit') return write
    return { ...write, ...unsent(), ...sayingOf(form, write.look), base: current, isSecondTry: false }
  })
}

const sayingOf = (form: EventForm, before: Look) => ({
  title: form.title,
  form,
  look: form.calendarUrl === undefined ? before : lookOf(form),
})

function change(id: string, to: (write: Write) => Write): void {
  changeWrites((before) => before.map((write) => (write.id === id ? to(write) : write)))
}

/**
 * Gives a failed write up, on all devices: the calendar shows again what the server has.
 * @throws ApiError when that cannot be done now
 */
export async function discard({ id, rowId }: Write): Promise<void> {
  if (rowId !== null) await forgetRow(rowId)
  removeWrite(id)
}

/** A new write of an event takes the place of its failed ones. */
function push(write: Write): void {
  changeWrites((before) => [...before.filter((one) => one.stage !== 'failed' || one.uid !== write.uid), write])
}

const started = (id: string) => ({ id, rowId: null, replaces: null, current: null, ...unsent() })
