import { eq } from 'drizzle-orm'
import { DEV_MEMBER } from '../../household/members'
import type { Context } from '../../platform/context'
import { calendarCredentials, localCredentials, members } from '../../platform/db/schema'
import { notFound } from '../../platform/http-errors'
import type { User } from './model'

/** Reads the caller. Under the bypass id and colour are those of the development user, whatever is stored. */
export async function readMe(ctx: Context, memberId: number): Promise<User> {
  const [row] = await ctx.db
    .select({
      displayName: members.displayName,
      color: members.color,
      isAdmin: members.isAdmin,
      credentialOf: calendarCredentials.userId,
      accountOf: localCredentials.userId,
    })
    .from(members)
    .leftJoin(calendarCredentials, eq(calendarCredentials.userId, members.id))
    .leftJoin(localCredentials, eq(localCredentials.userId, members.id))
    .where(eq(members.id, memberId))
  if (row === undefined && !ctx.config.devBypass) throw notFound()
  return {
    id: memberId,
    displayName: row?.displayName ?? null,
    color: ctx.config.devBypass ? DEV_MEMBER.color : row!.color,
    isAdmin: row?.isAdmin ?? false,
    needsProviderSetup: row === undefined || row.credentialOf === null,
    hasLocalCredential: row !== undefined && row.accountOf !== null,
  }
}
