import { type AnyElysia, Elysia } from 'elysia'
import { calendarChannel } from './calendar/announcements'
import { admin } from './features/admin'
import { auth } from './features/auth'
import { calendars } from './features/calendars'
import { client } from './features/client'
import { devices } from './features/devices'
import { events } from './features/events'
import { health } from './features/health'
import { invitations } from './features/invitations'
import { lists } from './features/lists'
import { listChannel } from './features/lists/announcements'
import { me } from './features/me'
import { metrics } from './features/metrics'
import { openapi } from './features/openapi'
import { people } from './features/people'
import { push } from './features/push'
import { setup } from './features/setup'
import { createStreams, type Every, type Streams, sse } from './features/sse'
import { writes } from './features/writes'
import { carriesSession } from './identity/authenticate'
import { requestLog } from './identity/request-log'
import type { Context } from './platform/context'
import type { PoolUse } from './platform/db/client'
import { compressJson } from './platform/http-compress'
import { errors } from './platform/http-errors'
import { securityHeaders } from './platform/http-headers'
import { limits } from './platform/http-limits'

export interface AppOptions {
  /** The folder with the built web client. */
  publicFolder?: string
  /** The open event streams; the caller closes them before the server stops. */
  streams?: Streams
  /** The timer of the streams' heartbeats; tests give their own. */
  every?: Every
  /** Connections of the database's pool, for the metrics. */
  poolConnections?: () => PoolUse
}

/** What each event stream carries, by the last part of its path. */
export const CHANNELS = { lists: listChannel, events: calendarChannel }

const NO_POOL: PoolUse = { open: 0, idle: 0, waiting: 0 }

/** The whole service as a table of contents. The entry point makes it listen and starts the workers. */
export const createApp = (
  ctx: Context,
  { publicFolder = 'public', streams = createStreams(), every, poolConnections = () => NO_POOL }: AppOptions = {},
) => {
  let whole: AnyElysia = new Elysia()
  const app = new Elysia({ name: 'corkboard' })
    .use(requestLog(ctx))
    .use(securityHeaders(ctx.config))
    .use(limits())
    .use(errors(ctx))
    .use(compressJson())
    .use(health(ctx))
    .use(auth(ctx))
    .use(me(ctx))
    .use(devices(ctx))
    .use(calendars(ctx))
    .use(people(ctx))
    .use(writes(ctx))
    .use(setup(ctx))
    .use(admin(ctx))
    .use(invitations(ctx))
    .use(metrics(ctx, { openStreams: () => streams.size, poolConnections }))
    .use(openapi(() => whole))
    .use(events(ctx))
    .use(lists(ctx))
    .use(sse(ctx, { channels: CHANNELS, streams, every }))
    .use(push(ctx))
    .use(client(publicFolder, { isStranger: (request) => !carriesSession(ctx, request) }))
  whole = app
  return app
}

/** The API's type, for the web client. */
export type App = ReturnType<typeof createApp>
