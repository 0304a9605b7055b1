import { Elysia } from 'elysia'
import { client } from './features/client'
import { health } from './features/health'
import { requestLog } from './identity/request-log'
import type { Context } from './platform/context'
import { compressJson } from './platform/http-compress'
import { errors } from './platform/http-errors'
import { securityHeaders } from './platform/http-headers'
import { limits } from './platform/http-limits'

export interface AppOptions {
  /** The folder with the built web client. */
  publicFolder?: string
}

/** The whole service as a table of contents. Nothing listens and no worker runs until the entry point says so. */
export const createApp = (ctx: Context, { publicFolder = 'public' }: AppOptions = {}) =>
  new Elysia({ name: 'corkboard' })
    .use(requestLog(ctx))
    .use(securityHeaders(ctx.config))
    .use(limits())
    .use(errors(ctx))
    .use(compressJson())
    .use(health(ctx))
    .use(client(publicFolder))

/** The API's type, for the web client. */
export type App = ReturnType<typeof createApp>
