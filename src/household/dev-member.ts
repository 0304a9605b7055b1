import { eq } from 'drizzle-orm'
import { isDuplicate } from '../platform/db/errors'
import { members } from '../platform/db/schema'
import { inTransaction } from '../platform/db/transaction'
import { lockHousehold } from './lock'
import type { MemberContext } from './members'
import { PALETTE } from './palette'

/** The development user: always this id and the first colour of the palette. */
export const DEV_MEMBER = { id: 1, color: PALETTE[0] } as const

/**
 * Makes sure that the development user's row is there: claimed, and an admin only when the row says so already or
 * `isAdmin` asks for it. Called at start when the bypass is active.
 */
export async function ensureDevMember(ctx: Omit<MemberContext, 'relay'>, { isAdmin = false } = {}): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await lockHousehold(ctx, tx)
    try {
      await tx.insert(members).values({ ...DEV_MEMBER, displayName: 'Developer', claimed: true, createdAt: ctx.now() })
      for (const { onJoin } of ctx.memberHooks) await onJoin?.(tx, DEV_MEMBER.id)
    } catch (error) {
      if (!isDuplicate(error)) throw error
    }
    if (isAdmin) await tx.update(members).set({ isAdmin }).where(eq(members.id, DEV_MEMBER.id))
  })
}
