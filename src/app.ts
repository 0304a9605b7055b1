import { type AnyElysia, Elysia } from 'elysia'
import { calendarChannel } from './calendar/announcements'
import { createWindowReader } from './calendar/window/reader'
import { admin } from './features/admin'
import { auth } from './features/auth'
import { calendars } from './features/calendars'
import { client } from './features/client'
import { displays } from './features/displays'
import { events } from './features/events'
import { displayEvents } from './features/events/display'
import { health } from './features/health'
import { lists } from './features/lists'
import { listChannel } from './features/lists/announcements'
import { displayLists } from './features/lists/display'
import { me } from './features/me'
import { metrics } from './features/metrics'
import { openapi } from './features/openapi'
import { people } from './features/people'
import { push } from './features/push'
import { setup } from './features/setup'
import { createStreams, type Every, type Streams, sse } from './features/sse'
import { displayStream } from './features/sse/display'
import { writes } from './features/writes'
import { liveCalendarChange } from './household/announcements'
import { carriesSession } from './identity/authenticate'
import { requestLog } from './identity/request-log'
import type { Context } from './platform/context'
import type { PoolUse } from './platform/db/client'
import { compressJson } from './platform/http-compress'
import { errors } from './platform/http-errors'
import { securityHeaders } from './platform/http-headers'
import { limits } from './platform/http-limits'
import type { Channel } from './platform/live'

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

/** What a display may hear of: never how somebody's writes stand. */
const DISPLAY_CHANNEL: Channel = {
  frames: `calendar:changed \`{ type, calendarId, payload: { calendarId } }\`; ${listChannel.frames}`,
  topics: { calendar: liveCalendarChange, list: listChannel.topics.list },
}

const NO_POOL: PoolUse = { open: 0, idle: 0, waiting: 0 }

/** The whole service as a table of contents. The entry point makes it listen and starts the workers. */
export const createApp = (
  ctx: Context,
  { publicFolder = 'public', streams = createStreams(), every, poolConnections = () => NO_POOL }: AppOptions = {},
) => {
  const window = createWindowReader(ctx)
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
    .use(calendars(ctx))
    .use(people(ctx))
    .use(writes(ctx))
    .use(setup(ctx))
    .use(admin(ctx))
    .use(displays(ctx))
    .use(metrics(ctx, { openStreams: () => streams.size, poolConnections }))
    .use(openapi(() => whole))
    .use(events(ctx, window))
    .use(displayEvents(ctx, window))
    .use(lists(ctx))
    .use(displayLists(ctx))
    .use(sse(ctx, { channels: CHANNELS, streams, every }))
    .use(displayStream(ctx, { channel: DISPLAY_CHANNEL, streams, every }))
    .use(push(ctx))
    .use(client(publicFolder, { isStranger: (request) => !carriesSession(ctx, request) }))
  whole = app
  return app
}

/** The API's type, for the web client. */
export type App = ReturnType<typeof createApp>
