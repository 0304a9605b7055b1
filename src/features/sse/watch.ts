import type { SessionAnnouncement } from '../../identity/announcements'
import type { Principal } from '../../identity/authenticate'
import { isInForce } from '../../identity/ended-sessions'
import type { Session } from '../../identity/session-token'
import type { Context } from '../../platform/context'

/** Watches the session of one open stream. */
export interface SessionWatch {
  /** By the clock; asks no database. */
  isExpired(): boolean
  /** Asks the database whether the session is in force, since another process may have ended it; ends the stream if not. */
  look(): void
  hear(announcement: SessionAnnouncement): void
}

/** Ends streams when the sessions they were opened with end: by time, by signing out, by losing the member. */
export function createSessionWatches(ctx: Context) {
  /** Streams of one session look at the same moment, as after a restart; one query serves them all. */
  const looking = new Map<string, Promise<boolean>>()
  const lookTogether = (session: Session) =>
    looking.getOrInsertComputed(session.id, () => isInForce(ctx, session).finally(() => looking.delete(session.id)))

  return ({ memberId, session }: Principal, end: () => void): SessionWatch => {
    const endUnless = async (ask: (session: Session) => Promise<boolean>) => {
      if (session === null) return
      try {
        if (!(await ask(session))) end()
      } catch {
        // A database that does not answer says nothing about the session.
      }
    }
    return {
      isExpired: () => session !== null && session.expiresAt <= ctx.now().getTime() / 1000,
      look: () => void endUnless(lookTogether),
      hear(announcement) {
        if (announcement.topic === 'signed-out' && announcement.sessionId === session?.id) end()
        if (announcement.topic !== 'sessions-ended' || announcement.memberId !== memberId) return
        // Not together with a look that began before the sessions were ended.
        void endUnless((own) => isInForce(ctx, own))
      },
    }
  }
}
