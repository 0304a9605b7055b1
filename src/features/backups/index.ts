import { Elysia } from 'elysia'
import { admin } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { answers } from '../../platform/http-answers'
import { BACKUPS } from './model'
import { readBackups } from './read'

/** `/api/admin/backups`: how the backups are doing that the service makes by itself. */
export const backups = (ctx: Context) =>
  new Elysia({ name: 'backups' }).use(admin(ctx)).get('/api/admin/backups', () => readBackups(ctx), {
    detail: answers(200, BACKUPS, 'The last backup that the service has made by itself, and the next'),
  })
