import { Elysia } from 'elysia'
import { connectAccount } from '../../calendar/connect'
import { readMember } from '../../household/member-profile'
import { admin } from '../../identity/guards'
import { addLocalMember, resetPassword } from '../../identity/local/accounts'
import { issueLocalSessionCookie, LOCAL_SESSION_COOKIE } from '../../identity/local/local-session'
import type { Context } from '../../platform/context'
import { answers } from '../../platform/http-answers'
import { badRequest, secretBody } from '../../platform/http-errors'
import { ID, IdPath, OK } from '../../platform/http-schema'
import { idempotency } from '../../platform/idempotency'
import { credentialInput } from '../shared/credential-form'
import { CredentialBody, NewMemberBody, PasswordBody } from './model'

/** The administrators' routes whose bodies hold a secret. */
export const secretRoutes = (ctx: Context) =>
  new Elysia()
    .use(secretBody())
    .use(admin(ctx))
    .use(idempotency())
    .post(
      '/members',
      async ({ memberId, body: { displayName, username, initialPassword: password }, idempotencyKey: key, status }) =>
        status(201, { id: await addLocalMember(ctx, { displayName, username, password }, { memberId, key }) }),
      {
        isIdempotent: true,
        body: NewMemberBody,
        detail: answers(201, ID, 'A new member with a local account; takes an Idempotency-Key', 400, 409, 422),
      },
    )
    .post(
      '/members/:id/password',
      async ({ params, body, memberId, principal, cookie }) => {
        // All sessions of that member end; whoever resets their own password keeps the one they ask with.
        const isOwn = params.id === memberId && principal.via === 'local'
        const deviceId = isOwn ? principal.deviceId : null
        const sessionVersion = await resetPassword(ctx, params.id, body.newPassword, deviceId)
        const session = { memberId, sessionVersion, deviceId }
        if (isOwn) cookie[LOCAL_SESSION_COOKIE]?.set(await issueLocalSessionCookie(ctx, session))
        return { ok: true }
      },
      { params: IdPath, body: PasswordBody, detail: answers(200, OK, 'Sets a password and ends a lockout', 400, 404) },
    )
    .post(
      '/credentials',
      async ({ body }) => {
        if ((await readMember(ctx, body.userId)) === null) throw badRequest('userId: no such member')
        await connectAccount(ctx, body.userId, credentialInput(body))
        return { ok: true }
      },
      { body: CredentialBody, detail: answers(200, OK, "Checks and stores a member's calendar account", 400) },
    )
