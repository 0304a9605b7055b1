import { eq } from 'drizzle-orm'
import { Elysia } from 'elysia'
import { probeAndStoreCredential } from '../../calendar/connect'
import { whoIsAsking } from '../../identity/asking'
import { admin } from '../../identity/guards'
import { addLocalMember, resetPassword } from '../../identity/local/accounts'
import { issueLocalSessionCookie, LOCAL_SESSION_COOKIE } from '../../identity/session'
import type { Context } from '../../platform/context'
import { members } from '../../platform/db/schema'
import { answers } from '../../platform/http-answers'
import { badRequest, secretBody, unavailable } from '../../platform/http-errors'
import { ID, OK } from '../../platform/http-schema'
import { credentialInput } from '../shared/credential-form'
import { CredentialBody, IdPath, NewMemberBody, PasswordBody } from './model'

/** The administrators' routes whose bodies hold a secret. */
export const secretRoutes = (ctx: Context) =>
  new Elysia()
    .use(secretBody())
    .use(admin(ctx))
    .post(
      '/members',
      async ({ body, status }) => {
        const id = await addLocalMember(ctx, {
          displayName: body.displayName,
          username: body.username,
          password: body.initialPassword,
        })
        return status(201, { id })
      },
      { body: NewMemberBody, detail: answers(201, ID, 'A new member with a local account', 400, 409) },
    )
    .post(
      '/members/:id/password',
      async ({ params, body, memberId, request, cookie }) => {
        const sessionVersion = await resetPassword(ctx, params.id, body.newPassword)
        ctx.hub.publish({ topic: 'sessions-ended', memberId: params.id })
        // All sessions of that member have ended; whoever resets their own password keeps the one they ask with.
        const isOwn = params.id === memberId && (await whoIsAsking(ctx, request))?.via === 'local'
        if (isOwn) cookie[LOCAL_SESSION_COOKIE]?.set(await issueLocalSessionCookie(ctx, { memberId, sessionVersion }))
        return { ok: true }
      },
      { params: IdPath, body: PasswordBody, detail: answers(200, OK, 'Sets a password and ends a lockout', 400, 404) },
    )
    .post(
      '/credentials',
      async ({ body }) => {
        const [member] = await ctx.db.select({ id: members.id }).from(members).where(eq(members.id, body.userId))
        if (member === undefined) throw badRequest('userId: no such member')
        const outcome = await probeAndStoreCredential(ctx, member.id, credentialInput(body))
        if (outcome === 'refused') throw badRequest('refused by the calendar server')
        if (outcome === 'unreachable') throw unavailable()
        ctx.signals.sync(member.id)
        return { ok: true }
      },
      { body: CredentialBody, detail: answers(200, OK, "Checks and stores a member's calendar account", 400) },
    )
