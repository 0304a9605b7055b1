import type { Connection, Destination, RemoteObject } from '../caldav/client'
import type { Job } from './jobs'
import type { Verb } from './policy'
import type { Reason } from './reasons'

/** A write on its way, or left behind by a sender that ended. */
export interface Sending {
  job: Job
  verb: Verb
  connection: Connection
  href: string
  etag: string | null
  /** The text of a create or update. */
  object: string | null
  /** Of a move. */
  destination: Destination | null
  /** What the cache holds. */
  cache: Promise<unknown>
}

/** What an attempt has come to, with what follows from it. */
export type Result = { kind: 'written'; found?: RemoteObject | null } | Unwritten

/** `unchanged`: nothing was to be sent. `mayStand`: it was sent, and what has become of it cannot be seen. */
export type Unwritten =
  | { kind: 'unchanged' }
  | { kind: 'refused'; reason: Reason; mayStand?: boolean }
  | { kind: 'conflict'; reason: Reason; found?: RemoteObject | null }
  | {
      kind: 'again'
      retryAfterSeconds: number | null
      /**
       * True: the server has not done it, and the next attempt composes anew; false: that looks at the server first.
       */
      startsAnew: boolean
      /** The server is not asked again in this pass. */
      isSilent: boolean
    }
