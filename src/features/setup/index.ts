import { Elysia, status } from 'elysia'
import type { Context } from '../../platform/context'
import { isDbError } from '../../platform/db/errors'
import { secretBody } from '../../platform/http-errors'
import { checkDatabase, checkProvider, checkPushKey, type Problem } from './checks'
import { isSetupLocked, LOCKED, unlocked } from './lock'
import { ConfigBody, configOf, FirstAdminBody } from './model'
import { completeSetup, createFirstAdmin, storeConfig } from './service'

/** The first-run wizard: for everyone, until it is complete. */
export const setup = (ctx: Context) =>
  new Elysia({ name: 'setup', prefix: '/api/setup' })
    .get('/status', async () => ({ setupComplete: await isSetupLocked(ctx), dbName: ctx.config.database.name }))
    .post('/validate/db', async () => {
      // The lock is in the database too: its failure is this route's finding, not an accident.
      try {
        if (await isSetupLocked(ctx)) return status(423, LOCKED)
        await checkDatabase(ctx)
        return { ok: true }
      } catch (error) {
        if (!isDbError(error)) throw error
        return status(503, { ok: false, error: 'The database cannot be reached' })
      }
    })
    .use(firstAdmin(ctx))
    .use(
      new Elysia()
        .use(unlocked(ctx))
        .post(
          '/config',
          async ({ body }) => {
            await storeConfig(ctx, configOf(body))
            return { ok: true }
          },
          { body: ConfigBody },
        )
        .post('/validate/oidc', async () => answer(await checkProvider(ctx)))
        .post('/validate/vapid', async () => answer(await checkPushKey(ctx)))
        .post('/complete', async () => {
          await completeSetup(ctx)
          return { ok: true }
        }),
    )

const firstAdmin = (ctx: Context) =>
  new Elysia()
    .use(secretBody())
    .use(unlocked(ctx))
    .post(
      '/credential',
      async ({ body }) => {
        ctx.signals.sync(await createFirstAdmin(ctx, body))
        return { ok: true }
      },
      { body: FirstAdminBody },
    )

function answer(problem: Problem) {
  return problem === null ? { ok: true } : status(400, { ok: false, error: problem })
}
