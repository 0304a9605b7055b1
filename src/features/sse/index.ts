import { Elysia } from 'elysia'
import type { SessionAnnouncement } from '../../identity/announcements'
import type { Principal } from '../../identity/authenticate'
import { session } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { answersText } from '../../platform/http-answers'
import type { Announcement } from '../../platform/hub'
import { type Channel, type LiveEvent, liveEventOn } from '../../platform/live'
import { HouseholdQuery, isOfHousehold } from '../shared/household-query'
import { frame, liveFrame, mayHear } from './frames'
import { createHouseholdNews } from './household'
import { createStreams, type Streams } from './streams'
import { createSessionWatches } from './watch'

export { createStreams, type Streams }

const HEARTBEAT_MS = 10_000
const QUIET_HEARTBEAT_MS = 30_000

/** Calls `tick` every so many milliseconds until the function it returned is called. */
export type Every = (milliseconds: number, tick: () => void) => () => void

export interface SseOptions {
  /** What the streams carry, by the last part of their path. */
  channels: Readonly<Record<string, Channel>>
  /** Keep them to close the streams before the server stops: it would wait for them for ever. */
  streams?: Streams
  every?: Every
}

/** Server-Sent Events: what changed, told to those who may know, so that their screens read it anew. */
export const sse = (ctx: Context, { channels, streams = createStreams(), every = setTimer }: SseOptions) => {
  const watchSession = createSessionWatches(ctx)
  const householdNews = createHouseholdNews(ctx)
  const encoded = new WeakMap<Announcement | LiveEvent, Uint8Array>()
  /** Every stream sends the same bytes, encoded once. */
  const encode = (source: Announcement | LiveEvent, event: LiveEvent) =>
    encoded.getOrInsertComputed(source, () => liveFrame(event, ctx.now()))

  const open = (request: Request, principal: Principal, { channel, heartbeat, isOfHousehold = false }: Kind) =>
    streams.open(request, principal.memberId, {
      attach(send, end) {
        const session = watchSession(principal, end)
        const tell = (source: Announcement | LiveEvent, event: LiveEvent) => {
          if (session.isExpired()) end()
          else send(encode(source, event))
        }
        const beat = heartbeat.create(ctx)
        const unsubscribe = ctx.hub.subscribe((announcement) => {
          if (isAboutSessions(announcement)) return session.hear(announcement)
          const event = liveEventOn(channel, announcement)
          if (event === null) return
          if (mayHear(principal.memberId, event)) return tell(announcement, event)
          if (isOfHousehold) void householdNews(channel, announcement).then((news) => news && tell(news, news))
        })
        if (heartbeat.isImmediate) send(beat())
        const stopTicking = every(heartbeat.everyMs, () => {
          if (session.isExpired()) return end()
          send(beat())
          session.look()
        })
        return () => {
          unsubscribe()
          stopTicking()
        }
      },
      onStalled: () => ctx.log.warn('a stalled event stream was dropped', { memberId: principal.memberId }),
    })

  const routes = new Elysia({ name: 'sse', prefix: '/api/sse' }).use(session(ctx)).get(
    '/heartbeat',
    ({ request, server, principal }) => {
      server?.timeout(request, NEVER)
      return open(request, principal, { channel: NOTHING, heartbeat: COUNTED })
    },
    { detail: stream(NOTHING.frames) },
  )
  for (const [path, channel] of Object.entries(channels)) {
    routes.get(
      `/${path}`,
      ({ request, server, principal, query }) => {
        server?.timeout(request, NEVER)
        return open(request, principal, { channel, heartbeat: QUIET, isOfHousehold: isOfHousehold(query) })
      },
      {
        ...(channel.household !== undefined && { query: HouseholdQuery }),
        detail: stream(`${channel.frames}; heartbeat \`{ ts }\` every 30 seconds`),
      },
    )
  }
  return routes
}

/** Frames of `event`, `id` and `data`, the last one JSON of the shapes that are named. */
const stream = (frames: string) => answersText('text/event-stream', `Server-Sent Events: ${frames}`)

/** The channel of a stream that tells nothing but that it lives. */
const NOTHING: Channel = {
  frames: 'heartbeat `{ ts, id }` at once and every 10 seconds, counting from 0',
  topics: {},
}

/** A quiet stream is no dead one, but Bun would close it after its idle timeout. */
const NEVER = 0

/** What a stream tells. */
interface Kind {
  channel: Channel
  heartbeat: Heartbeat
  /** Also what others have opened. */
  isOfHousehold?: boolean
}

/** What a stream sends so that its reader knows that it lives. */
interface Heartbeat {
  everyMs: number
  /** The first is sent as the stream opens. */
  isImmediate: boolean
  /** Called once per stream; what it returns gives each beat. */
  create: (ctx: Context) => () => Uint8Array
}

const COUNTED: Heartbeat = {
  everyMs: HEARTBEAT_MS,
  isImmediate: true,
  create: (ctx) => {
    let id = 0
    return () => frame('heartbeat', id, { ts: ctx.now().toISOString(), id: id++ })
  },
}

const QUIET: Heartbeat = {
  everyMs: QUIET_HEARTBEAT_MS,
  isImmediate: false,
  create: (ctx) => () => {
    const now = ctx.now()
    return frame('heartbeat', now.getTime(), { ts: now.toISOString() })
  },
}

const isAboutSessions = (announcement: Announcement): announcement is SessionAnnouncement =>
  announcement.topic === 'signed-out' || announcement.topic === 'sessions-ended'

const setTimer: Every = (milliseconds, tick) => {
  const timer = setInterval(tick, milliseconds)
  return () => clearInterval(timer)
}
