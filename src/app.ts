import { type AnyElysia, Elysia } from 'elysia'
import { calendarChannel } from './calendar/announcements'
import { createWindowReader, type WindowReader } from './calendar/window/reader'
import { admin } from './features/admin'
import { auth } from './features/auth'
import { backups } from './features/backups'
import { birthdays } from './features/birthdays'
import { calendars } from './features/calendars'
import { client } from './features/client'
import { devices } from './features/devices'
import { displays } from './features/displays'
import { eventText } from './features/event-text'
import { events } from './features/events'
import { displayEvents } from './features/events/display'
import { exports } from './features/export'
import { feeds } from './features/feeds'
import { health, type Readiness } from './features/health'
import { holidays } from './features/holidays'
import { FILE_PATHS, imports } from './features/import'
import { invitations } from './features/invitations'
import { lists } from './features/lists'
import { listChannel } from './features/lists/announcements'
import { chores } from './features/lists/chores'
import { displayLists } from './features/lists/display'
import { listItems } from './features/lists/item-routes'
import { suggestions } from './features/lists/memory/routes'
import { listNotices } from './features/lists/notices'
import { listVerbs } from './features/lists/verbs'
import { me } from './features/me'
import { metrics, type Observed, ownMetrics } from './features/metrics'
import { openapi } from './features/openapi'
import { people } from './features/people'
import { preferences } from './features/preferences'
import { push } from './features/push'
import { reminders } from './features/reminders'
import { setup } from './features/setup'
import { createStreams, type Every, type Streams, sse } from './features/sse'
import { displayStream } from './features/sse/display'
import { subscriptions } from './features/subscriptions'
import { tokens } from './features/tokens'
import { writes } from './features/writes'
import { liveCalendarChange } from './household/announcements'
import { carriesSession, credentialOf } from './identity/authenticate'
import { requestLog } from './identity/request-log'
import type { Context } from './platform/context'
import type { PoolUse } from './platform/db/client'
import { compressJson } from './platform/http-compress'
import { errors } from './platform/http-errors'
import { fairQueue } from './platform/http-fair-queue'
import { securityHeaders } from './platform/http-headers'
import { limits } from './platform/http-limits'
import { createTaggedAnswers, type TaggedAnswers } from './platform/http-tagged'
import { PUBLIC_FOLDER } from './platform/installation'
import type { Channel } from './platform/live'

export interface AppOptions {
  /** The folder with the built web client. */
  publicFolder?: string
  /** The open event streams; the caller closes them before the server stops. */
  streams?: Streams
  /** The reader of events, with what it keeps; the caller prepares it ahead. */
  window?: WindowReader
  /** The timer of the streams' heartbeats; tests give their own. */
  every?: Every
  /** Connections of the database's pool, for the metrics. */
  poolConnections?: () => PoolUse
  /** Whether requests should come here; unset: always. */
  readiness?: Readiness
}

/** Lists and calendars at once: over HTTP/1.1 a browser has six connections to one host, for all of its windows. */
const WHOLE_CHANNEL: Channel = {
  frames: `${calendarChannel.frames}; ${listChannel.frames}`,
  topics: { ...calendarChannel.topics, ...listChannel.topics },
  household: calendarChannel.household,
}

/** What each event stream carries, by the last part of its path. */
export const CHANNELS = { lists: listChannel, events: calendarChannel, all: WHOLE_CHANNEL }

/** What a display may hear of: never how somebody's writes stand. */
const DISPLAY_CHANNEL: Channel = {
  frames: `calendar:changed \`{ type, calendarId, payload: { calendarId } }\`; ${listChannel.frames}`,
  topics: { calendar: liveCalendarChange, list: listChannel.topics.list },
}

const NO_POOL: PoolUse = { open: 0, idle: 0, waiting: 0 }
const READY: Readiness = { isPrepared: true, isStopping: false }

/** What is a member's own. In groups: the types of one long chain are too deep. */
const ownAffairs = (ctx: Context) =>
  new Elysia({ name: 'own-affairs' })
    .use(me(ctx))
    .use(devices(ctx))
    .use(tokens(ctx))
    .use(reminders(ctx))
    .use(preferences(ctx))

/** Who belongs to the household, and how it is set up. */
const administration = (ctx: Context) =>
  new Elysia({ name: 'administration' })
    .use(setup(ctx))
    .use(people(ctx))
    .use(admin(ctx))
    .use(backups(ctx))
    .use(invitations(ctx))
    .use(displays(ctx))

/** Lists, what is due on them, and what is done with a whole one. */
const householdLists = (ctx: Context, tagged: TaggedAnswers) =>
  new Elysia({ name: 'household-lists' })
    .use(lists(ctx, tagged))
    .use(listItems(ctx, tagged))
    .use(chores(ctx))
    .use(listVerbs(ctx))
    .use(listNotices(ctx))
    .use(suggestions(ctx))

/** Calendars from elsewhere, and ours for elsewhere. */
const elsewhere = (ctx: Context, window: WindowReader) =>
  new Elysia({ name: 'elsewhere' })
    .use(subscriptions(ctx))
    .use(holidays(ctx))
    .use(birthdays(ctx))
    .use(imports(ctx))
    .use(feeds(ctx, window))
    .use(exports(ctx))

/** The whole service as a table of contents. The entry point makes it listen and starts the workers. */
export const createApp = (ctx: Context, options: AppOptions = {}) => {
  const { publicFolder = PUBLIC_FOLDER, streams = createStreams(), every, readiness = READY } = options
  const { poolConnections = () => NO_POOL, window = createWindowReader(ctx) } = options
  const tagged = createTaggedAnswers(ctx.config)
  let whole: AnyElysia = new Elysia()
  // Otherwise Elysia looks for the path behind eleven characters: in `http://nas/` it stands before that.
  const app = new Elysia({ name: 'corkboard', handler: { standardHostname: false } })
    .use(requestLog(ctx))
    .use(securityHeaders(ctx.config))
    .use(limits(FILE_PATHS))
    // Behind what refuses a request for what its head says.
    .use(fairQueue(credentialOf))
    .use(errors(ctx))
    .use(compressJson())
    .use(health(ctx, readiness))
    .use(auth(ctx))
    .use(ownAffairs(ctx))
    .use(calendars(ctx))
    .use(administration(ctx))
    .use(writes(ctx))
    .use(metrics(ctx, { openStreams: () => streams.size, poolConnections }))
    .use(openapi(() => whole))
    .use(eventText(ctx))
    .use(events(ctx, window, tagged))
    .use(displayEvents(ctx, window))
    .use(householdLists(ctx, tagged))
    .use(displayLists(ctx))
    .use(sse(ctx, { channels: CHANNELS, streams, every }))
    .use(displayStream(ctx, { channel: DISPLAY_CHANNEL, streams, every }))
    .use(push(ctx))
    .use(elsewhere(ctx, window))
    .use(
      client(publicFolder, {
        keptFolder: ctx.config.assetsKept,
        isStranger: (request) => !carriesSession(ctx, request),
      }),
    )
  whole = app
  return app
}

/** What listens on METRICS_PORT: the metrics, and nothing else. */
export const createMetricsApp = (ctx: Context, observed: Observed) =>
  new Elysia({ name: 'corkboard-metrics' })
    .use(requestLog(ctx))
    .use(securityHeaders(ctx.config))
    .use(errors(ctx))
    .use(ownMetrics(ctx, observed))

/** The API's type, for the web client. */
export type App = ReturnType<typeof createApp>
