import { Elysia } from 'elysia'
import { connectAccount } from '../../calendar/connect'
import { changeMember } from '../../household/members'
import { householdTimezone } from '../../household/settings'
import { session } from '../../identity/guards'
import { changePassword } from '../../identity/local/accounts'
import { issueLocalSessionCookie, LOCAL_SESSION_COOKIE } from '../../identity/local/local-session'
import { OIDC_FLOW_COOKIE } from '../../identity/oidc/flow'
import { startLink } from '../../identity/oidc/start-link'
import type { Context } from '../../platform/context'
import { answers } from '../../platform/http-answers'
import { badRequest, secretBody } from '../../platform/http-errors'
import { OK } from '../../platform/http-schema'
import { credentialInput } from '../shared/credential-form'
import { withoutAbsent } from '../shared/without-absent'
import { readCalendarAccount } from './calendar-account'
import { homeAccount } from './home-account'
import { CALENDAR_ACCOUNT, CHANGED_ME, ChangeMeBody, CredentialBody, LINK, ME, PasswordBody } from './model'
import { readMe } from './service'

/** What members see and change about themselves. */
export const me = (ctx: Context) =>
  new Elysia({ name: 'me', prefix: '/api/me' })
    .use(secrets(ctx))
    .use(homeAccount(ctx))
    .use(
      new Elysia()
        .use(session(ctx))
        .get(
          '',
          async ({ memberId }) => {
            const [user, { timezone }] = await Promise.all([readMe(ctx, memberId), householdTimezone(ctx)])
            return { user, timezone }
          },
          { detail: answers(200, ME, 'Who is asking') },
        )
        .get('/calendar-account', async ({ memberId }) => ({ account: await readCalendarAccount(ctx, memberId) }), {
          detail: answers(200, CALENDAR_ACCOUNT, 'How the own calendar account is doing'),
        })
        .patch(
          '',
          async ({ memberId, body: { displayName, color } }) => {
            const change = withoutAbsent({ displayName, color: color?.toUpperCase() })
            if (Object.keys(change).length === 0) throw badRequest('Give a displayName or a color')
            await changeMember(ctx, memberId, change)
            return { user: await readMe(ctx, memberId) }
          },
          { body: ChangeMeBody, detail: answers(200, CHANGED_ME, 'Changes the own name or colour, or both', 400, 409) },
        )
        .post(
          '/link-oidc',
          async ({ principal, cookie }) => {
            const { signedState, flow } = await startLink(ctx, principal)
            if (flow !== null) cookie[OIDC_FLOW_COOKIE]?.set(flow.cookie)
            return { signedState, authorizationUrl: flow?.url ?? null }
          },
          { detail: answers(200, LINK, 'Begins to link the own identity; the state is valid once') },
        ),
    )

/** Routes whose bodies hold a secret. */
const secrets = (ctx: Context) =>
  new Elysia()
    .use(secretBody())
    .use(session(ctx))
    .post(
      '/credential',
      async ({ memberId, body }) => {
        await connectAccount(ctx, memberId, credentialInput(body))
        return { ok: true }
      },
      { body: CredentialBody, detail: answers(200, OK, 'Checks and stores the own calendar account', 400) },
    )
    .post(
      '/password',
      async ({ memberId, principal, cookie, body }) => {
        const { deviceId } = principal
        const sessionVersion = await changePassword(ctx, principal, body.currentPassword, body.newPassword)
        // All sessions have ended; the one who asked keeps theirs.
        if (principal.via === 'local') {
          cookie[LOCAL_SESSION_COOKIE]?.set(await issueLocalSessionCookie(ctx, { memberId, sessionVersion, deviceId }))
        }
        return { ok: true }
      },
      {
        body: PasswordBody,
        detail: answers(200, OK, 'Changes the own password and ends other sessions', 400, 403, 404),
      },
    )
