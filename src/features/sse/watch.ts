import { digestOfSession, type SessionAnnouncement } from '../../identity/announcements'
import { isStillInForce, type Principal } from '../../identity/authenticate'
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
  const lookTogether = async (id: string, principal: Principal) => {
    // One that is under way may have begun before the session ended.
    await looking.get(id)?.catch(() => {})
    return looking.getOrInsertComputed(id, () => isStillInForce(ctx, principal).finally(() => looking.delete(id)))
  }

  return (principal: Principal, end: () => void): SessionWatch => {
    const { memberId, session } = principal
    const sessionDigest = session && digestOfSession(session.id)
    const look = async () => {
      if (session === null) return
      try {
        if (!(await lookTogether(session.id, principal))) end()
      } catch {
        // A database that does not answer says nothing about the session.
      }
    }
    return {
      isExpired: () => session !== null && session.expiresAt <= ctx.now().getTime() / 1000,
      look: () => void look(),
      hear(announcement) {
        if (announcement.topic === 'signed-out' && announcement.sessionDigest === sessionDigest) end()
        if (announcement.topic === 'sessions-ended' && announcement.memberId === memberId) void look()
      },
    }
  }
}
