import { sha256Hex } from '../platform/crypto/sha256'
import type { Announcement } from '../platform/hub'
import type { MemberHooks } from '../platform/member-hooks'

declare module '../platform/hub' {
  interface Topics {
    /** This very session was signed out. */
    'signed-out': { sessionDigest: string }
    /** Sessions of a member have ended; whoever relies on one must look again. */
    'sessions-ended': { memberId: number }
  }
}

/** What open streams must hear of. */
export type SessionAnnouncement = Announcement<'signed-out' | 'sessions-ended'>

/** What is stored of the id of a session: SHA-256, hex. */
export const digestOfSession = (id: string) => sha256Hex(id)

export const signedOut = (sessionId: string): SessionAnnouncement => ({
  topic: 'signed-out',
  sessionDigest: digestOfSession(sessionId),
})

export const sessionsEnded = (memberId: number): SessionAnnouncement => ({ topic: 'sessions-ended', memberId })

/** The sessions of a member who leaves have nobody behind them any more. */
export const sessionHooks: MemberHooks = {
  onLeave: async (_tx, memberId) => [sessionsEnded(memberId)],
}
