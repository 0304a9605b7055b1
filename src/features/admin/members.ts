import { Elysia } from 'elysia'
import { closeAccounts } from '../../calendar/home/closing'
import { readMembers } from '../../household/member-profile'
import { changeMember } from '../../household/members'
import { removeMember } from '../../household/remove-member'
import { admin } from '../../identity/guards'
import { endAllSessions } from '../../identity/session-version'
import { signOut } from '../../identity/sign-out'
import type { Context } from '../../platform/context'
import { answers } from '../../platform/http-answers'
import { badRequest } from '../../platform/http-errors'
import { ID, IdPath, OK } from '../../platform/http-schema'
import { withoutAbsent } from '../shared/without-absent'
import { MEMBERS, MemberChangeBody } from './model'

/** Who belongs to the household: seen, renamed, given the role, signed out, removed. */
export const memberRoutes = (ctx: Context) =>
  new Elysia()
    .use(admin(ctx))
    .get('/members', async (): Promise<typeof MEMBERS.static> => ({ members: await readMembers(ctx) }), {
      detail: answers(200, MEMBERS, 'Everyone in the household'),
    })
    .patch(
      '/members/:id',
      async ({ params, body: { displayName, isAdmin } }) => {
        const change = withoutAbsent({ displayName, isAdmin })
        if (Object.keys(change).length === 0) throw badRequest('Give a displayName or isAdmin')
        await changeMember(ctx, params.id, change)
        return { ok: true }
      },
      {
        params: IdPath,
        body: MemberChangeBody,
        detail: answers(200, OK, 'Renames, gives or takes the admin role', 400, 404, 409),
      },
    )
    .post(
      '/members/:id/sign-out',
      async ({ params, memberId, request, cookie }) => {
        await endAllSessions(ctx, params.id)
        if (params.id === memberId) await signOut(ctx, request, cookie)
        return { ok: true }
      },
      { params: IdPath, detail: answers(200, OK, 'Ends every session of a member', 400, 404) },
    )
    .delete(
      '/members/:id',
      async ({ params }) => {
        await removeMember(ctx, params.id)
        await closeAccounts(ctx)
        return { id: params.id }
      },
      { params: IdPath, detail: answers(200, ID, 'Removes a member and all that is theirs', 400, 404, 409) },
    )
