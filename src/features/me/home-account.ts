import { Elysia } from 'elysia'
import { addCalendar } from '../../calendar/home/another-calendar'
import { openHomeAccount, ownUsername, renewAppPassword } from '../../calendar/home/own-account'
import { homeSettings } from '../../calendar/home/users'
import { readMember } from '../../household/member-profile'
import { session } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { answers, answersText } from '../../platform/http-answers'
import { notFound } from '../../platform/http-errors'
import { idempotency } from '../../platform/idempotency'
import { OPENED_ACCOUNT, presentOpened, presentSignIn, SIGN_IN } from '../shared/home-account'
import { mobileconfig } from './mobileconfig'
import { HOME_ACCOUNT, type HomeAccount, NEW_HOME_CALENDAR, NewHomeAccountBody, NewHomeCalendarBody } from './model'

const PROFILE_TYPE = 'application/x-apple-aspen-config'
const PROFILE_NAME = 'corkboard-calendar.mobileconfig'

/** An account of the caller's own on the household's calendar server, where there is one. */
export const homeAccount = (ctx: Context) =>
  new Elysia({ name: 'home-account', prefix: '/home-account' })
    .use(session(ctx))
    .use(idempotency())
    .get('', ({ memberId }) => readHomeAccount(ctx, memberId), {
      detail: answers(200, HOME_ACCOUNT, "The own account on the household's calendar server"),
    })
    .post(
      '',
      async ({ memberId, body, idempotencyKey: key, status }) => {
        const home = homeSettings(ctx)
        const member = await readMember(ctx, memberId)
        if (member === null) throw notFound()
        const name = member.username ?? member.displayName ?? ''
        const calendar = { displayName: body?.calendarName ?? member.displayName ?? name, color: member.color }
        return status(201, presentOpened(home, await openHomeAccount(ctx, { memberId, name, key }, calendar)))
      },
      {
        isIdempotent: true,
        body: NewHomeAccountBody,
        detail: answers(201, OPENED_ACCOUNT, 'Makes an account with a calendar, and connects it', 400, 404, 409, 422),
      },
    )
    .post(
      '/calendars',
      async ({ memberId, body: { displayName, color }, idempotencyKey: key, status }) => {
        const member = await readMember(ctx, memberId)
        if (member === null) throw notFound()
        return status(201, await addCalendar(ctx, { memberId, key }, { displayName, color: color ?? member.color }))
      },
      {
        isIdempotent: true,
        body: NewHomeCalendarBody,
        detail: answers(201, NEW_HOME_CALENDAR, 'Makes one more calendar in the own account', 400, 404, 409, 422),
      },
    )
    .post(
      '/password',
      async ({ memberId, idempotencyKey: key }) =>
        presentSignIn(homeSettings(ctx), await renewAppPassword(ctx, { memberId, key })),
      {
        isIdempotent: true,
        detail: answers(200, SIGN_IN, 'Another app password, in place of the former one', 400, 404, 422),
      },
    )
    .get(
      '/mobileconfig',
      async ({ memberId }) => {
        const { username, serverUrl } = await readHomeAccount(ctx, memberId)
        if (username === null || serverUrl === null) throw notFound()
        return new Response(mobileconfig({ serverUrl, username }), {
          headers: { 'content-type': PROFILE_TYPE, 'content-disposition': `inline; filename="${PROFILE_NAME}"` },
        })
      },
      { detail: answersText(PROFILE_TYPE, 'A profile with the account for an iPhone, without the password', 404) },
    )

async function readHomeAccount(ctx: Context, memberId: number): Promise<HomeAccount> {
  const { home } = ctx.config
  const username = await ownUsername(ctx, memberId)
  return { available: home !== null, username, serverUrl: username === null ? null : (home?.publicUrl ?? null) }
}
