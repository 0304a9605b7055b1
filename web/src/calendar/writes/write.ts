import type { EventForm, OpenedEvent, StoredEvent } from '../../data/types'
import { uuid } from '../../lib/uuid'

/**
 * A write on its way: `held` until it may go out (undo, no signal, an earlier write of the same event), `sending`
 * until the house answers, `accepted` until the calendar server has it, or `failed`.
 */
export type Stage = 'held' | 'sending' | 'accepted' | 'failed'

/** How an event looks before the server has told: taken from the calendar it is written to. */
export interface Look {
  calendarName: string
  color: string
  isShared: boolean
  userId: number
  ownerName: string | null
}

interface AnyWrite {
  id: string
  /** Under which it is sent: the server does what comes twice under one key once. */
  key: string
  /** Since when it may have been done without an answer that says so; null: it has not. Epoch milliseconds. */
  unclearSince: number | null
  /** The event; `new:…` for one that the server has not named yet. */
  uid: string
  calendarId: number | null
  title: string
  stage: Stage
  /** When the stage was entered; epoch milliseconds. */
  since: number
  /** Not sent before this moment; epoch milliseconds. */
  sendAfter: number
  /** The uid of the answer: a create names the event, a move names it anew. */
  resultUid: string | null
  /** Its failed row at the service, under which it can be tried again or let go of from any device. */
  rowId: number | null
  /** A failed row at the service that goes when this is sent in its place. */
  replaces: number | null
  /** What stood in its place when it failed, as far as that was told. */
  current: StoredEvent | null
  /** Why it failed: a word that the dictionary knows, or else a plain sentence of the server. */
  reason: string | null
}

export interface CreateWrite extends AnyWrite {
  kind: 'create'
  form: EventForm
  look: Look
}

export interface EditWrite extends AnyWrite {
  kind: 'edit'
  form: EventForm
  look: Look
  isRecurring: boolean
  /** The event as the change was begun; null where it was made on another device. */
  base: OpenedEvent | null
  /** It failed once because others had changed the event, and was sent again by itself. */
  isSecondTry: boolean
}

export interface DeleteWrite extends AnyWrite {
  kind: 'delete'
}

export type Write = CreateWrite | EditWrite | DeleteWrite

/** What makes a write go out, under a key that the server has not answered. */
export function unsent() {
  const nothingYet = { unclearSince: null, resultUid: null, reason: null }
  return { key: uuid(), stage: 'held', since: Date.now(), sendAfter: 0, ...nothingYet } as const
}

const NEW = 'new:'

export const newUid = (id: string): string => NEW + id
export const isNew = (uid: string): boolean => uid.startsWith(NEW)

/** Whether a write speaks of the event that an earlier one wrote, under its old name or its new one. */
export function isSameEvent(earlier: Write, later: Write): boolean {
  return later.uid === earlier.uid || later.uid === earlier.resultUid
}

/** The first of each event's writes that has not failed: the one that may be sent or asked about now. */
export function heads(writes: readonly Write[]): Write[] {
  return writes.filter(
    (write, index) =>
      write.stage !== 'failed' &&
      !writes.slice(0, index).some((earlier) => earlier.stage !== 'failed' && isSameEvent(earlier, write)),
  )
}

/** After a create or a move: later writes of the event follow it to its name. */
export function followUid(writes: readonly Write[], settled: Write): Write[] {
  const { uid, resultUid } = settled
  if (resultUid === null || resultUid === uid) return [...writes]
  return writes.map((write) =>
    write.id === settled.id || write.uid !== uid ? write : { ...write, uid: resultUid, calendarId: null },
  )
}

/** The server remembers keys for seven days. */
const KEY_LIVES_MS = 6 * 24 * 60 * 60 * 1000

/**
 * Whether a write has been unclear for so long that the server may not know its key any more, and would do it a second
 * time. What is removed twice is gone once.
 */
export function isForgotten({ kind, unclearSince }: Write, now: number): boolean {
  return kind !== 'delete' && unclearSince !== null && now - unclearSince > KEY_LIVES_MS
}
