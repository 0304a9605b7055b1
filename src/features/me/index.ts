import { Elysia } from 'elysia'
import { probeAndStoreCredential } from '../../calendar/connect'
import { languageOf, setLanguage } from '../../household/language'
import { changeMember } from '../../household/members'
import { householdTimezone } from '../../household/settings'
import { whoIsAsking } from '../../identity/asking'
import { session } from '../../identity/guards'
import { changePassword } from '../../identity/local/accounts'
import { OIDC_FLOW_COOKIE, startFlow } from '../../identity/oidc/flow'
import { issueLinkState } from '../../identity/oidc/link'
import { oidcProvider } from '../../identity/oidc/provider'
import { OidcRefusal } from '../../identity/oidc/refusal'
import { issueLocalSessionCookie, LOCAL_SESSION_COOKIE } from '../../identity/session'
import type { Context } from '../../platform/context'
import { answers } from '../../platform/http-answers'
import { badRequest, secretBody, unavailable } from '../../platform/http-errors'
import { OK } from '../../platform/http-schema'
import { credentialInput } from '../shared/credential-form'
import { readCalendarAccount } from './calendar-account'
import {
  CALENDAR_ACCOUNT,
  CHANGED_ME,
  ChangeMeBody,
  CredentialBody,
  LINK,
  ME,
  PasswordBody,
  REMINDERS,
  RemindersBody,
} from './model'
import { readMe } from './service'

/** What members see and change about themselves. */
export const me = (ctx: Context) =>
  new Elysia({ name: 'me', prefix: '/api/me' }).use(secrets(ctx)).use(
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
      .get('/reminders', async ({ memberId }) => ({ language: await languageOf(ctx, memberId) }), {
        detail: answers(200, REMINDERS, 'How notifications speak to the caller'),
      })
      .patch(
        '/reminders',
        async ({ memberId, body: { language } }) => {
          await setLanguage(ctx, memberId, language)
          return { language: await languageOf(ctx, memberId) }
        },
        { body: RemindersBody, detail: answers(200, REMINDERS, 'Changes the language of notifications', 400) },
      )
      .patch(
        '',
        async ({ memberId, body: { displayName, color } }) => {
          if (displayName === undefined && color === undefined) throw badRequest('Give a displayName or a color')
          await changeMember(ctx, memberId, {
            ...(displayName !== undefined && { displayName }),
            ...(color !== undefined && { color: color.toUpperCase() }),
          })
          return { user: await readMe(ctx, memberId) }
        },
        { body: ChangeMeBody, detail: answers(200, CHANGED_ME, 'Changes the own name or colour, or both', 400) },
      )
      .post(
        '/link-oidc',
        async ({ memberId, cookie }) => {
          const signedState = await issueLinkState(ctx, memberId)
          const flow = await startLink(ctx, signedState)
          if (flow === null) return { signedState, authorizationUrl: null }
          cookie[OIDC_FLOW_COOKIE]?.set(flow.cookie)
          return { signedState, authorizationUrl: flow.url }
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
        const outcome = await probeAndStoreCredential(ctx, memberId, credentialInput(body))
        if (outcome === 'refused') throw badRequest('refused by the calendar server')
        if (outcome === 'unreachable') throw unavailable()
        ctx.signals.sync(memberId)
        return { ok: true }
      },
      { body: CredentialBody, detail: answers(200, OK, 'Checks and stores the own calendar account', 400) },
    )
    .post(
      '/password',
      async ({ memberId, request, cookie, body }) => {
        const sessionVersion = await changePassword(ctx, memberId, body.currentPassword, body.newPassword)
        ctx.hub.publish({ topic: 'sessions-ended', memberId })
        // All sessions have ended; the one who asked keeps theirs.
        if ((await whoIsAsking(ctx, request))?.via === 'local') {
          cookie[LOCAL_SESSION_COOKIE]?.set(await issueLocalSessionCookie(ctx, { memberId, sessionVersion }))
        }
        return { ok: true }
      },
      {
        body: PasswordBody,
        detail: answers(200, OK, 'Changes the own password and ends other sessions', 400, 403, 404),
      },
    )

async function startLink(ctx: Context, signedState: string) {
  try {
    const provider = await oidcProvider(ctx)
    return provider === null ? null : await startFlow(ctx, provider, signedState)
  } catch (error) {
    if (!(error instanceof OidcRefusal)) throw error
    ctx.log.warn('linking could not begin', { reason: error.reason, error: error.detail })
    throw unavailable()
  }
}
