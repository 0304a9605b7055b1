import { sql } from 'drizzle-orm'
import { Elysia } from 'elysia'
import type { Context } from '../../platform/context'

const PATIENCE_MS = 2_000

/** `/health`: is the database there; `/health/live`: is the process there. No session needed. */
export const health = (ctx: Context) =>
  new Elysia({ name: 'health' })
    .get('/health', async ({ status }) => {
      const isUp = await Promise.race([
        ctx.db.execute(sql`select 1`).then(
          () => true,
          () => false,
        ),
        Bun.sleep(PATIENCE_MS).then(() => false),
      ])
      return isUp ? { ok: true, db: 'up' } : status(503, { ok: false, db: 'down' })
    })
    .get('/health/live', () => ({ ok: true }))
