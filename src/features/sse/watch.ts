import { type Asking, sessionVersionOf, stillCounts } from '../../identity/asking'
import type { Context } from '../../platform/context'
import type { SessionAnnouncement } from '../../platform/hub'

/** What an open stream knows of the session it was opened with. */
export interface SessionWatch {
  /** By the clock alone. */
  isExpired(): boolean
  /** Asks the database: a password may have been changed elsewhere. What it finds ends the stream. */
  look(): void
  hear(announcement: SessionAnnouncement): void
}

/** Ends streams when the sessions they were opened with end: by time, by signing out, by losing the member. */
export function createSessionWatches(ctx: Context) {
  /** Streams of one member look at the same moment, as after a restart: one query serves them all. */
  const looking = new Map<number, Promise<number | null>>()
  const versionOf = (memberId: number) => {
    const before = looking.get(memberId)
    if (before !== undefined) return before
    const version = sessionVersionOf(ctx, memberId).finally(() => looking.delete(memberId))
    looking.set(memberId, version)
    return version
  }

  return (asking: Asking, end: () => void): SessionWatch => {
    const { memberId, session } = asking
    const look = async (read: () => Promise<number | null>) => {
      if (session === null) return
      try {
        if (!stillCounts(asking, await read(), ctx.now())) end()
      } catch {
        // A database that does not answer says nothing about the session.
      }
    }
    return {
      isExpired: () => session !== null && session.expiresAt <= ctx.now().getTime() / 1000,
      look: () => void look(() => versionOf(memberId)),
      hear(announcement) {
        if (announcement.topic === 'signed-out' && announcement.token === session?.token) end()
        if (announcement.topic !== 'sessions-ended' || announcement.memberId !== memberId) return
        // Not together with a look that began before the sessions were ended.
        void look(() => sessionVersionOf(ctx, memberId))
      },
    }
  }
}
