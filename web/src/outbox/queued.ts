import { uuid } from '../lib/uuid'

/**
 * A write on its way: `held` until it may go out (undo, no signal, an earlier write), `sending` until our service
 * answers, `accepted` until what the service does with it is done as well, or `failed`.
 */
export type Stage = 'held' | 'sending' | 'accepted' | 'failed'

/** What every write is to the outbox, whatever it says. Moments are epoch milliseconds. */
export interface Queued {
  id: string
  /** Sent as Idempotency-Key: the service does what comes twice under one key once. */
  key: string
  /** Doing it twice is the same as doing it once. */
  isIdempotent: boolean
  stage: Stage
  /** When the stage was entered. */
  since: number
  /** Until when it can be taken back, and is not sent; 0 once that is over, or the page was left. */
  undoUntil: number
  /** Not sent before, after a refusal that says "not now". */
  sendAfter: number
  /** How often in a row it could not be sent. */
  tries: number
  /** It met a change made elsewhere once, and was sent again by itself. */
  isSecondTry: boolean
  /** Since when it may have been done without an answer that says so; null: it has not. */
  unclearSince: number | null
  /** Why it failed: a word that the dictionary knows, or else a plain sentence of the service. */
  reason: string | null
}

/** What makes a write go out, under a key that the service has not answered. */
export function unsent() {
  const nothingYet = { tries: 0, unclearSince: null, reason: null }
  return { key: uuid(), stage: 'held', since: Date.now(), undoUntil: 0, sendAfter: 0, ...nothingYet } as const
}

/** The ids of the writes that this page has made. */
export const begunHere = new Set<string>()

/** A new write; one that can be taken back for `undoMs` milliseconds. */
export function begun(isIdempotent: boolean, undoMs = 0) {
  const undoUntil = undoMs === 0 ? 0 : Date.now() + undoMs
  const id = uuid()
  begunHere.add(id)
  return { id, isIdempotent, isSecondTry: false, ...unsent(), undoUntil }
}

/** Whether it can still be taken back without a trace. One that may have been done cannot. */
export const isCancellable = ({ stage, unclearSince }: Queued): boolean => stage === 'held' && unclearSince === null
