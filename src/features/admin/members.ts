import { asc, eq } from 'drizzle-orm'
import { Elysia } from 'elysia'
import { changeMember, removeMember } from '../../household/members'
import { admin } from '../../identity/guards'
import { endAllSessions } from '../../identity/session-version'
import { signOut } from '../../identity/sign-out'
import type { Context } from '../../platform/context'
import { calendarCredentials, localCredentials, members } from '../../platform/db/schema'
import { answers } from '../../platform/http-answers'
import { badRequest } from '../../platform/http-errors'
import { ID, OK } from '../../platform/http-schema'
import { type AdminMember, IdPath, MEMBERS, MemberChangeBody } from './model'

/** Who belongs to the household: seen, renamed, given the role, signed out, removed. */
export const memberRoutes = (ctx: Context) =>
  new Elysia()
    .use(admin(ctx))
    .get('/members', async () => ({ members: await readMembers(ctx) }), {
      detail: answers(200, MEMBERS, 'Everyone in the household'),
    })
    .patch(
      '/members/:id',
      async ({ params, body: { displayName, isAdmin } }) => {
        if (displayName === undefined && isAdmin === undefined) throw badRequest('Give a displayName or isAdmin')
        await changeMember(ctx, params.id, {
          ...(displayName !== undefined && { displayName }),
          ...(isAdmin !== undefined && { isAdmin }),
        })
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
        return { id: params.id }
      },
      { params: IdPath, detail: answers(200, ID, 'Removes a member and all that is theirs', 400, 404, 409) },
    )

async function readMembers(ctx: Context): Promise<AdminMember[]> {
  const rows = await ctx.db
    .select({
      id: members.id,
      displayName: members.displayName,
      color: members.color,
      isAdmin: members.isAdmin,
      credentialOf: calendarCredentials.userId,
      username: localCredentials.username,
      oidcSub: members.oidcSub,
    })
    .from(members)
    .leftJoin(calendarCredentials, eq(calendarCredentials.userId, members.id))
    .leftJoin(localCredentials, eq(localCredentials.userId, members.id))
    .orderBy(asc(members.id))
  return rows.map(({ id, displayName, color, isAdmin, credentialOf, username, oidcSub }) => ({
    id,
    displayName,
    color,
    isAdmin,
    username,
    hasCredential: credentialOf !== null,
    hasLocalCredential: username !== null,
    hasOidcIdentity: oidcSub !== null,
  }))
}
