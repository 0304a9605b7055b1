import { sql } from 'drizzle-orm'
import { Elysia } from 'elysia'
import type { Context } from '../../platform/context'
import { answers } from '../../platform/http-answers'
import { OK } from '../../platform/http-schema'
import { VERSION } from '../../platform/version'
import { HEALTH, LIVE, NO_HEALTH, NOT_READY } from './model'
import { createReadiness, type Readiness, whyNotReady } from './readiness'

export { createReadiness, type Readiness }

const PATIENCE_MS = 2_000

/**
 * `/health`: is the database there; `/health/live`: is the process there, and which version; `/health/ready`: should a
 * proxy send requests here. No session needed.
 */
export const health = (ctx: Context, readiness: Readiness) =>
  new Elysia({ name: 'health' })
    .get('/health', async ({ status }) => ((await isUp(ctx)) ? { ok: true, db: 'up' } : status(503, NO_DATABASE)), {
      detail: answers(200, HEALTH, 'Whether the database is there', { 503: NO_HEALTH }),
    })
    .get('/health/live', () => ({ ok: true, ...VERSION }), {
      detail: answers(200, LIVE, 'Whether the process is there, and of which version'),
    })
    .get(
      '/health/ready',
      async ({ status }) => {
        const reason = whyNotReady(readiness) ?? ((await isUp(ctx)) ? null : 'database')
        return reason === null ? { ok: true } : status(503, { ok: false, reason })
      },
      { detail: answers(200, OK, 'Whether requests should come to this process', { 503: NOT_READY }) },
    )

const NO_DATABASE = { ok: false, db: 'down' } as const

function isUp({ db }: Context): Promise<boolean> {
  const answered = db.execute(sql`select 1`).then(
    () => true,
    () => false,
  )
  return Promise.race([answered, Bun.sleep(PATIENCE_MS).then(() => false)])
}
