import { Elysia } from 'elysia'
import { client } from './features/client'
import { health } from './features/health'
import type { Context } from './platform/context'
import { errors } from './platform/http-errors'
import { limits } from './platform/http-limits'

export interface AppOptions {
  /** The folder with the built web client. */
  publicFolder?: string
}

/** The whole service as a table of contents. Nothing listens and no worker runs until the entry point says so. */
export const createApp = (ctx: Context, { publicFolder = 'public' }: AppOptions = {}) =>
  new Elysia({ name: 'corkboard' }).use(limits()).use(errors(ctx)).use(health(ctx)).use(client(publicFolder))

/** The API's type, for the web client. */
export type App = ReturnType<typeof createApp>
