import type { EventForm, Occurrence, OpenedEvent, StoredEvent } from '../../data/types'
import type { Queued } from '../../outbox/queued'
import { covers, type EventRef, newEvent, type SeriesRange, sameEvent, wholeEvent } from '../event-ref'

/** How an event looks before the server has told: taken from its form and the calendar it is written to. */
export interface Appearance extends Pick<Occurrence, 'access' | 'personIds' | 'people'> {
  calendarName: string
  color: string
  isShared: boolean
  userId: number
  ownerName: string | null
}

/** How much of a series a write changes, and by which of its occurrences it is said. */
interface Scope {
  /** Null: a whole event, told by its first occurrence. */
  range: SeriesRange | null
  /** The occurrence that the form speaks of, and that the range is counted from; null: the event's first. */
  formRecurrenceId: string | null
}

export const WHOLE: Scope = { range: null, formRecurrenceId: null }

/** A write of an event: `accepted` until the calendar server has it. */
interface AnyWrite extends Queued, Scope {
  /** Names an occurrence only where it alone is changed. */
  ref: EventRef
  title: string
  /** The uid of the answer: a create names the event, a move names it anew. */
  resultUid: string | null
  /** Its failed row at the service, under which it can be tried again or let go of from any device. */
  rowId: number | null
  /** A failed row at the service that goes when this is sent in its place. */
  replaces: number | null
  /** What stood in its place when it failed, as far as that was told. */
  current: StoredEvent | null
}

export interface CreateWrite extends AnyWrite {
  kind: 'create'
  form: EventForm
  appearance: Appearance
}

export interface EditWrite extends AnyWrite {
  kind: 'edit'
  form: EventForm
  appearance: Appearance
  isRecurring: boolean
  /** Where the series started as the change was begun; null for a single event, and where that is not told. */
  seriesStart: string | null
  /** The event as the change was begun; null where it was made on another device. */
  base: OpenedEvent | null
}

export interface DeleteWrite extends AnyWrite {
  kind: 'delete'
}

export type Write = CreateWrite | EditWrite | DeleteWrite

/** Whether a write changes an occurrence or an event. */
export function reaches({ ref, range, formRecurrenceId }: Write, one: EventRef): boolean {
  if (!covers(ref, one)) return false
  const isCounted = range === 'thisAndFuture' && formRecurrenceId !== null && one.recurrenceId !== null
  return !isCounted || one.recurrenceId! >= formRecurrenceId!
}

/** Under which name the service has what an occurrence or an event was made into: alone in another calendar, or anew. */
export const resultOf = ({ ref, resultUid }: Write): EventRef =>
  resultUid === null || resultUid === ref.uid ? ref : wholeEvent(resultUid)

/** Whether a write speaks of that event or occurrence, under its old name or its new one. */
export const isAbout = (write: Write, event: EventRef): boolean =>
  sameEvent(write.ref, event) || sameEvent(resultOf(write), event)

/** Whether a new write of an event, or of an occurrence, takes the place of one that has failed. */
export const isInPlaceOf = (write: Write, one: Write): boolean => one.stage === 'failed' && covers(write.ref, one.ref)

/** The writes with a new one, which takes the place of those of the same event that have failed. */
export const inPlaceOfFailed = (before: readonly Write[], write: Write): Write[] => [
  ...before.filter((one) => !isInPlaceOf(write, one)),
  write,
]

/** Nothing can be done to an event that was never made. */
export const dependsOn = (later: Write, earlier: Write): boolean =>
  later.id !== earlier.id && later.ref.uid === newEvent(earlier.id).uid

/** All occurrences of an event are one object at the calendar server: what is written to it goes one after another. */
export const isSameObject = ({ id, ref, resultUid }: Write, { uid }: EventRef): boolean =>
  [ref.uid, resultUid, newEvent(id).uid].includes(uid)

/** The first of each event's writes: the one that may be sent or asked about now. */
export function heads(open: readonly Write[]): Write[] {
  return open.filter((write, index) => !open.slice(0, index).some((earlier) => isSameObject(earlier, write.ref)))
}

/** The service names what was written: later writes of it follow it to that name. */
export function answered(writes: readonly Write[], done: Write, answer: unknown): Write[] {
  const { uid } = answer as { uid: string }
  return writes.map((write) => {
    if (write.id === done.id) return { ...write, resultUid: uid, rowId: null, replaces: null }
    const ref = refAfter(write.ref, done, uid)
    return ref === write.ref ? write : { ...write, ...(isAlone(write.ref, ref) && WHOLE), ref }
  })
}

/** What an event, or an occurrence, is called once the service has called what was written `uid`. */
export function refAfter(ref: EventRef, done: Write, uid: string): EventRef {
  if (ref.uid === newEvent(done.id).uid) return renamed(ref, uid)
  if (uid === done.ref.uid || !covers(done.ref, ref)) return ref
  // What was split off has a name of its own from the beginning; what was said of the rest stays with it.
  if (done.range === 'thisAndFuture') return ref
  // Alone in another calendar it is an event by itself.
  return done.range === 'this' && done.kind === 'edit' ? wholeEvent(uid) : renamed(ref, uid)
}

const renamed = ({ recurrenceId }: EventRef, uid: string): EventRef => ({ ...wholeEvent(uid), recurrenceId })

/** Whether an occurrence was taken out of its series. */
export const isAlone = (before: EventRef, after: EventRef): boolean =>
  before.recurrenceId !== null && after.recurrenceId === null
