import { Elysia } from 'elysia'
import { connectAccount } from '../../calendar/connect'
import { credentialInput } from '../../household/credential-form'
import { readMember } from '../../household/member-profile'
import { MAX_NAME_LENGTH } from '../../household/members'
import { admin } from '../../identity/guards'
import { addLocalMember, resetPassword } from '../../identity/local/accounts'
import { issueLocalSessionCookie, LOCAL_SESSION_COOKIE } from '../../identity/local/local-session'
import type { Context } from '../../platform/context'
import { badRequest, secretBody } from '../../platform/http-errors'
import { trimmedText } from '../../platform/http-schema'
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
          displayName: trimmedText('displayName', body.displayName, MAX_NAME_LENGTH),
          username: body.username,
          password: body.initialPassword,
        })
        return status(201, { id })
      },
      { body: NewMemberBody },
    )
    .post(
      '/members/:id/password',
      async ({ params, body, memberId, principal, cookie }) => {
        const sessionVersion = await resetPassword(ctx, params.id, body.newPassword)
        // All sessions of that member have ended; whoever resets their own password keeps the one they ask with.
        const isOwn = params.id === memberId && principal.via === 'local'
        if (isOwn) cookie[LOCAL_SESSION_COOKIE]?.set(await issueLocalSessionCookie(ctx, { memberId, sessionVersion }))
        return { ok: true }
      },
      { params: IdPath, body: PasswordBody },
    )
    .post(
      '/credentials',
      async ({ body }) => {
        if ((await readMember(ctx, body.userId)) === null) throw badRequest('userId: no such member')
        await connectAccount(ctx, body.userId, credentialInput(body))
        return { ok: true }
      },
      { body: CredentialBody },
    )
