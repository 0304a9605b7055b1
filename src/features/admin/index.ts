import { Elysia } from 'elysia'
import { admin as adminOnly } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { answers } from '../../platform/http-answers'
import { admissionRoutes } from './admissions'
import { calendarRoutes } from './calendars'
import { countryRoutes } from './country'
import { memberRoutes } from './members'
import { SYNC_HEALTH, WRITE_COUNTS } from './model'
import { secretRoutes } from './secrets'
import { readSyncHealth } from './sync'
import { timezoneRoutes } from './timezone'
import { countWrites } from './writes'

/** What administrators see and decide; every route asks the database whether the caller is one. */
export const admin = (ctx: Context) =>
  new Elysia({ name: 'administration', prefix: '/api/admin' })
    .use(secretRoutes(ctx))
    .use(memberRoutes(ctx))
    .use(admissionRoutes(ctx))
    .use(calendarRoutes(ctx))
    .use(timezoneRoutes(ctx))
    .use(countryRoutes(ctx))
    .use(
      new Elysia()
        .use(adminOnly(ctx))
        .get('/sync', () => readSyncHealth(ctx), {
          detail: answers(200, SYNC_HEALTH, 'How each calendar and the outbox are doing'),
        })
        .get('/writes', async () => ({ members: await countWrites(ctx) }), {
          detail: answers(200, WRITE_COUNTS, 'How many writes of each member wait or failed'),
        }),
    )
