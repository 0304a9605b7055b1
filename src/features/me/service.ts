import { DEV_MEMBER } from '../../household/dev-member'
import { readMember } from '../../household/member-profile'
import type { Context } from '../../platform/context'
import { notFound } from '../../platform/http-errors'
import type { User } from './model'

/** Reads the caller. Under the bypass id and colour are those of the development user, whatever is stored. */
export async function readMe(ctx: Context, memberId: number): Promise<User> {
  const member = await readMember(ctx, memberId)
  if (member === null && !ctx.config.devBypass) throw notFound()
  return {
    id: memberId,
    displayName: member?.displayName ?? null,
    color: ctx.config.devBypass ? DEV_MEMBER.color : member!.color,
    isAdmin: member?.isAdmin ?? false,
    needsProviderSetup: !member?.hasCredential,
    hasLocalCredential: member?.hasLocalCredential ?? false,
  }
}
