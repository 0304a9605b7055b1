import { sql } from 'drizzle-orm'
import { Elysia } from 'elysia'
import type { Context } from '../../platform/context'
import { answers } from '../../platform/http-answers'
import { OK } from '../../platform/http-schema'
import { HEALTH, NO_HEALTH } from './model'

const PATIENCE_MS = 2_000

/** `/health`: is the database there; `/health/live`: is the process there. No session needed. */
export const health = (ctx: Context) =>
  new Elysia({ name: 'health' })
    .get(
      '/health',
      async ({ status }) => {
        const isUp = await Promise.race([
          ctx.db.execute(sql`select 1`).then(
            () => true,
            () => false,
          ),
          Bun.sleep(PATIENCE_MS).then(() => false),
        ])
        return isUp ? { ok: true, db: 'up' } : status(503, { ok: false, db: 'down' })
      },
      { detail: answers(200, HEALTH, 'Whether the database is there', { 503: NO_HEALTH }) },
    )
    .get('/health/live', () => ({ ok: true }), { detail: answers(200, OK, 'Whether the process is there') })
