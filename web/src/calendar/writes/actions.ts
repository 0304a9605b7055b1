import { queries, queryClient } from '../../data/queries'
import { memberId } from '../../data/session'
import type { EventForm, Me, OpenedEvent, WritableCalendar } from '../../data/types'
import { text } from '../../i18n'
import { uuid } from '../../lib/uuid'
import { showUndo } from '../../ui/toast'
import type { Entry } from '../entries'
import { changeWrites, currentWrites, removeWrite } from './store'
import { type Look, newUid, unsent, type Write } from './write'

/** How long a deletion can be taken back. */
const UNDO_MS = 5_000
const EVERYONE_COLOR = '#F25C7A'

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
  push({ ...started(uuid()), ...event, base, current: null, isSecondTry: false })
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
    return { ...write, ...unsent(), ...sayingOf(form, write.look) }
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

/** Gives a failed write up: the calendar shows again what the server has. */
export function discard(id: string): void {
  removeWrite(id)
}

/** A new write of an event takes the place of its failed ones. */
function push(write: Write): void {
  changeWrites((before) => [...before.filter((one) => one.stage !== 'failed' || one.uid !== write.uid), write])
}

const started = (id: string) => ({ id, ...unsent() })

/** How an event looks in the calendar it is written to. */
function lookOf({ calendarUrl }: EventForm): Look {
  const calendars = queryClient.getQueryData<WritableCalendar[]>(queries.writableCalendars.queryKey) ?? []
  const me = queryClient.getQueryData<Me>(queries.me.queryKey)?.user
  const calendar = calendars.find(({ url }) => url === calendarUrl) ?? calendars.find(({ isShared }) => !isShared)
  const isShared = calendar?.isShared ?? false
  return {
    calendarName: calendar?.displayName ?? '',
    color: isShared ? EVERYONE_COLOR : (me?.color ?? calendar?.color ?? EVERYONE_COLOR),
    isShared,
    userId: me?.id ?? memberId.get() ?? 0,
    ownerName: me?.displayName ?? null,
  }
}
