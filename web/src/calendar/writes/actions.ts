import { queries, queryClient } from '../../data/queries'
import { memberId } from '../../data/session'
import type { EventForm, Me, WritableCalendar } from '../../data/types'
import { text } from '../../i18n'
import { uuid } from '../../lib/uuid'
import { showUndo } from '../../ui/toast'
import type { Entry } from '../entries'
import { changeWrites, currentWrites, removeWrite } from './store'
import { type Look, newUid, type Write } from './write'

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

/** Changes an event, of a series all of it. */
export function editEvent(edited: Edited, form: EventForm): void {
  const { uid, calendarId, isRecurring } = edited
  const look = form.calendarUrl === undefined ? edited.look : lookOf(form)
  push({ ...started(uuid()), kind: 'edit', uid, calendarId, isRecurring, title: form.title, form, look })
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
  const changes = held()
  changeWrites((before) =>
    before.map((write) => {
      if (write.id !== id) return write
      if (form === undefined || write.kind === 'delete') return { ...write, ...changes }
      const look = form.calendarUrl === undefined ? write.look : lookOf(form)
      return { ...write, ...changes, title: form.title, form, look }
    }),
  )
}

/** Gives a failed write up: the calendar shows again what the server has. */
export function discard(id: string): void {
  removeWrite(id)
}

/** A new write of an event takes the place of its failed ones. */
function push(write: Write): void {
  changeWrites((before) => [...before.filter((one) => one.stage !== 'failed' || one.uid !== write.uid), write])
}

const started = (id: string) => ({ id, ...held() })

/** To be sent, under a key that the server has not answered. */
function held() {
  const since = Date.now()
  const nothingYet = { unclearSince: null, resultUid: null, reason: null }
  return { key: uuid(), stage: 'held', since, sendAfter: 0, ...nothingYet } as const
}

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
