import type { EventForm, OpenedEvent, StoredEvent } from '../../data/types'
import type { Queued } from '../../outbox/queued'
import { type EventRef, sameEvent } from '../event-ref'

/** How an event looks before the server has told: taken from the calendar it is written to. */
export interface Appearance {
  calendarName: string
  color: string
  isShared: boolean
  userId: number
  ownerName: string | null
}

/** A write of an event: `accepted` until the calendar server has it. */
interface AnyWrite extends Queued {
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
  /** The event as the change was begun; null where it was made on another device. */
  base: OpenedEvent | null
}

export interface DeleteWrite extends AnyWrite {
  kind: 'delete'
}

export type Write = CreateWrite | EditWrite | DeleteWrite

/** Whether a write speaks of that event or occurrence, under its old name or its new one. */
export function isAbout({ ref, resultUid }: Write, event: EventRef): boolean {
  return sameEvent(ref, event) || (resultUid !== null && sameEvent({ ...ref, uid: resultUid, calendarId: null }, event))
}

/** A new write of an event, or of an occurrence, takes the place of its failed ones. */
export function inPlaceOfFailed(before: readonly Write[], write: Write): Write[] {
  const isReplaced = (one: Write) => one.stage === 'failed' && sameEvent(one.ref, write.ref)
  return [...before.filter((one) => !isReplaced(one)), write]
}

/** Nothing can be done to an event that was never made. */
export const dependsOn = (later: Write, earlier: Write): boolean =>
  earlier.kind === 'create' && later.id !== earlier.id && later.ref.uid === earlier.ref.uid

/** All occurrences of an event are one object at the calendar server: what is written to it goes one after another. */
const isSameObject = (earlier: Write, later: Write): boolean =>
  [earlier.ref.uid, earlier.resultUid].includes(later.ref.uid)

/** The first of each event's writes: the one that may be sent or asked about now. */
export function heads(open: readonly Write[]): Write[] {
  return open.filter((write, index) => !open.slice(0, index).some((earlier) => isSameObject(earlier, write)))
}

/** The service names what was written: later writes of the event follow it to that name. */
export function answered(writes: readonly Write[], { id, ref }: Write, answer: unknown): Write[] {
  const { uid } = answer as { uid: string }
  const isNamed = uid !== ref.uid
  return writes.map((write) => {
    if (write.id === id) return { ...write, resultUid: uid, rowId: null, replaces: null }
    if (!isNamed || write.ref.uid !== ref.uid) return write
    return { ...write, ref: { ...write.ref, uid, calendarId: null } }
  })
}
