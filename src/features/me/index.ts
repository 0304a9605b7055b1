import { Elysia } from 'elysia'
import { connectAccount } from '../../calendar/connect'
import { credentialInput } from '../../household/credential-form'
import { languageOf, setLanguage } from '../../household/language'
import { changeMember, MAX_NAME_LENGTH } from '../../household/members'
import { isMemberColor } from '../../household/palette'
import { householdTimezone } from '../../household/settings'
import { session } from '../../identity/guards'
import { changePassword } from '../../identity/local/accounts'
import { issueLocalSessionCookie, LOCAL_SESSION_COOKIE } from '../../identity/local/local-session'
import { OIDC_FLOW_COOKIE } from '../../identity/oidc/flow'
import { startLink } from '../../identity/oidc/start-link'
import type { Context } from '../../platform/context'
import { badRequest, secretBody } from '../../platform/http-errors'
import { trimmedText } from '../../platform/http-schema'
import { readCalendarAccount } from './calendar-account'
import { ChangeMeBody, CredentialBody, PasswordBody, RemindersBody } from './model'
import { readMe } from './service'

/** What members see and change about themselves. */
export const me = (ctx: Context) =>
  new Elysia({ name: 'me', prefix: '/api/me' }).use(secrets(ctx)).use(
    new Elysia()
      .use(session(ctx))
      .get('', async ({ memberId }) => {
        const [user, { timezone }] = await Promise.all([readMe(ctx, memberId), householdTimezone(ctx)])
        return { user, timezone }
      })
      .get('/calendar-account', async ({ memberId }) => ({ account: await readCalendarAccount(ctx, memberId) }))
      .get('/reminders', async ({ memberId }) => ({ language: await languageOf(ctx, memberId) }))
      .patch(
        '/reminders',
        async ({ memberId, body: { language } }) => {
          await setLanguage(ctx, memberId, language)
          return { language: await languageOf(ctx, memberId) }
        },
        { body: RemindersBody },
      )
      .patch(
        '',
        async ({ memberId, body: { displayName, color } }) => {
          if (displayName === undefined && color === undefined) throw badRequest('Give a displayName or a color')
          if (color !== undefined && !isMemberColor(color)) {
            throw badRequest("color: expected #RRGGBB, not close to the shared calendar's")
          }
          await changeMember(ctx, memberId, {
            ...(displayName !== undefined && { displayName: trimmedText('displayName', displayName, MAX_NAME_LENGTH) }),
            ...(color !== undefined && { color: color.toUpperCase() }),
          })
          return { user: await readMe(ctx, memberId) }
        },
        { body: ChangeMeBody },
      )
      .post('/link-oidc', async ({ memberId, cookie }) => {
        const { signedState, flow } = await startLink(ctx, memberId)
        if (flow !== null) cookie[OIDC_FLOW_COOKIE]?.set(flow.cookie)
        return { signedState, authorizationUrl: flow?.url ?? null }
      }),
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
      { body: CredentialBody },
    )
    .post(
      '/password',
      async ({ memberId, principal, cookie, body }) => {
        const sessionVersion = await changePassword(ctx, memberId, body.currentPassword, body.newPassword)
        // All sessions have ended; the one who asked keeps theirs.
        if (principal.via === 'local') {
          cookie[LOCAL_SESSION_COOKIE]?.set(await issueLocalSessionCookie(ctx, { memberId, sessionVersion }))
        }
        return { ok: true }
      },
      { body: PasswordBody },
    )
