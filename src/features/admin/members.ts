import { Elysia } from 'elysia'
import { readMembers } from '../../household/member-profile'
import { changeMember, MAX_NAME_LENGTH } from '../../household/members'
import { removeMember } from '../../household/remove-member'
import { admin } from '../../identity/guards'
import { endAllSessions } from '../../identity/session-version'
import { signOut } from '../../identity/sign-out'
import type { Context } from '../../platform/context'
import { badRequest } from '../../platform/http-errors'
import { trimmedText } from '../../platform/http-schema'
import { IdPath, MemberChangeBody } from './model'

/** Who belongs to the household: seen, renamed, given the role, signed out, removed. */
export const memberRoutes = (ctx: Context) =>
  new Elysia()
    .use(admin(ctx))
    .get('/members', async () => ({ members: await readMembers(ctx) }))
    .patch(
      '/members/:id',
      async ({ params, body: { displayName, isAdmin } }) => {
        if (displayName === undefined && isAdmin === undefined) throw badRequest('Give a displayName or isAdmin')
        await changeMember(ctx, params.id, {
          ...(displayName !== undefined && { displayName: trimmedText('displayName', displayName, MAX_NAME_LENGTH) }),
          ...(isAdmin !== undefined && { isAdmin }),
        })
        return { ok: true }
      },
      { params: IdPath, body: MemberChangeBody },
    )
    .post(
      '/members/:id/sign-out',
      async ({ params, memberId, request, cookie }) => {
        await endAllSessions(ctx, params.id)
        if (params.id === memberId) await signOut(ctx, request, cookie)
        return { ok: true }
      },
      { params: IdPath },
    )
    .delete(
      '/members/:id',
      async ({ params }) => {
        await removeMember(ctx, params.id)
        return { id: params.id }
      },
      { params: IdPath },
    )
