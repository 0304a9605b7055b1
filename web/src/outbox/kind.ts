import type { ApiError } from '../data/http'
import type { Description } from './pending'
import type { Queued } from './queued'

/**
 * How far an accepted write is. What failed because the event was changed elsewhere may be sent `again` by itself, with
 * these fields as they were before it was answered; null: it may not.
 */
export type Progress<W> = 'open' | 'done' | { reason: string; again: Partial<W> | null }

/** What a refusal means: it was done all the same, it means nothing any more, or somebody is to decide. */
export type Verdict = 'done' | 'gone' | { reason: string }

/** What a feature tells the outbox of its writes. */
export interface Kind<W extends Queued> {
  describe: (write: W) => Description
  /** Those that may be sent or asked about now, of all that can be; pure. */
  heads: (open: readonly W[]) => readonly W[]
  /** Sends it under its key. @throws ApiError */
  send: (write: W) => Promise<unknown>
  /** What the answer makes of the writes; pure. */
  answered: (writes: readonly W[], write: W, answer: unknown) => readonly W[]
  refused: (write: W, error: ApiError) => Verdict
  /** Asks how far an accepted write is; absent where the answer to sending is the end of it. @throws ApiError */
  follow?: (write: W) => Promise<Progress<W>>
  /**
   * Draws what the service has, before the write is forgotten; `answer` as it came, if one came. False: it cannot be read
   * now, and an accepted write is drawn until it can.
   */
  settle: (write: W, answer?: unknown) => Promise<boolean> | boolean
  /** Tells a person. */
  onFailed: (write: W) => void
  /** Why a write failed of which nobody knows whether it was done. */
  forgotten: string
}
