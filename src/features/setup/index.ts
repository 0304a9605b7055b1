import { type Cookie, Elysia, status } from 'elysia'
import { homeSettings } from '../../calendar/home/users'
import type { Context } from '../../platform/context'
import { isDbError } from '../../platform/db/errors'
import { answers } from '../../platform/http-answers'
import { secretBody } from '../../platform/http-errors'
import { OK } from '../../platform/http-schema'
import { OPENED_ACCOUNT, presentOpened } from '../shared/home-account'
import { checkDatabase, checkProvider, checkPushKey, type Problem } from './checks'
import { callerOf, unlocked, whyClosed } from './lock'
import {
  ConfigBody,
  FINDING,
  FINDING_OR_ERROR,
  FirstAdminAtHomeBody,
  FirstAdminBody,
  HOME,
  SETUP_STATUS,
} from './model'
import { SETUP_COOKIE, setupCookie } from './run'
import { completeSetup, createFirstAdmin, createFirstAdminAtHome, storeConfig } from './service'

export { warnOfOpenSetup } from './lock'

type Cookies = Record<string, Cookie<unknown>>

/** The first-run wizard: for everyone until an admin can sign in, and until it is complete. */
export const setup = (ctx: Context) => {
  const closedTo = async (request: Request) => whyClosed(ctx, ctx.db, await callerOf(ctx, request))
  return new Elysia({ name: 'setup', prefix: '/api/setup' })
    .get(
      '/status',
      async ({ request }) => {
        const setupComplete = (await closedTo(request)) !== null
        return { setupComplete, dbName: ctx.config.database.name }
      },
      { detail: answers(200, SETUP_STATUS, 'Whether the wizard is closed to the caller', 503) },
    )
    .post(
      '/validate/db',
      async ({ request }) => {
        // The lock is in the database too: its failure is this route's finding, not an accident.
        try {
          const reason = await closedTo(request)
          if (reason !== null) return status(423, { error: reason })
          await checkDatabase(ctx)
          return { ok: true }
        } catch (error) {
          if (!isDbError(error)) throw error
          return status(503, { ok: false, error: 'The database cannot be reached' })
        }
      },
      { detail: answers(200, OK, 'Checks the database', { 400: FINDING_OR_ERROR }, 423, { 503: FINDING }) },
    )
    .use(firstAdmin(ctx))
    .use(
      new Elysia()
        .use(unlocked(ctx))
        .post(
          '/config',
          async ({ body, caller }) => {
            await storeConfig(ctx, caller, body)
            return { ok: true }
          },
          { body: ConfigBody, detail: answers(200, OK, 'Stores the settings', 400) },
        )
        .get('/home', () => ({ available: ctx.config.home !== null }), {
          detail: answers(200, HOME, 'Whether the household has a calendar server of its own'),
        })
        .post('/validate/oidc', async () => answer(await checkProvider(ctx)), {
          detail: answers(200, OK, 'Checks the stored issuer', { 400: FINDING_OR_ERROR }),
        })
        .post('/validate/vapid', async () => answer(await checkPushKey(ctx)), {
          detail: answers(200, OK, 'Checks the stored push key', { 400: FINDING_OR_ERROR }),
        })
        .post(
          '/complete',
          async ({ caller }) => {
            await completeSetup(ctx, caller)
            return { ok: true }
          },
          { detail: answers(200, OK, 'Locks the wizard', 422) },
        ),
    )
}

const firstAdmin = (ctx: Context) => {
  const begin = async (adminId: number, cookie: Cookies) => {
    const run = await setupCookie(ctx, adminId)
    if (run !== null) cookie[SETUP_COOKIE]?.set(run)
    ctx.signals.sync(adminId)
  }
  return new Elysia()
    .use(secretBody())
    .use(unlocked(ctx))
    .post(
      '/credential',
      async ({ body, caller, cookie }) => {
        await begin(await createFirstAdmin(ctx, caller, body), cookie)
        return { ok: true }
      },
      { body: FirstAdminBody, detail: answers(200, OK, 'The first admin and its calendar account', 400, 409) },
    )
    .post(
      '/home',
      async ({ body, caller, cookie, status }) => {
        const { adminId, opened } = await createFirstAdminAtHome(ctx, caller, body)
        await begin(adminId, cookie)
        return status(201, presentOpened(homeSettings(ctx), opened))
      },
      {
        body: FirstAdminAtHomeBody,
        detail: answers(
          201,
          OPENED_ACCOUNT,
          'The first admin, and a calendar account of the household’s own',
          400,
          409,
          422,
        ),
      },
    )
}

function answer(problem: Problem) {
  return problem === null ? { ok: true } : status(400, { ok: false, error: problem })
}
