import { Elysia } from 'elysia'
import type { SessionAnnouncement } from '../../identity/announcements'
import type { Principal } from '../../identity/authenticate'
import { session } from '../../identity/guards'
import type { Context } from '../../platform/context'
import type { Announcement } from '../../platform/hub'
import { type Channel, type LiveEvent, liveEventOn } from '../../platform/live'
import { HouseholdQuery, isOfHousehold } from '../shared/household-query'
import { liveFrame, mayHear } from './frames'
import {
  COUNTED,
  describeQuietStream,
  describeStream,
  type Every,
  type Heartbeat,
  NEVER,
  QUIET,
  setTimer,
} from './heartbeat'
import { createHouseholdNews } from './household'
import { resuming } from './resume'
import { createStreams, type Streams } from './streams'
import { createSessionWatches } from './watch'

export { createStreams, type Every, type Streams }

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
  const encode = (source: Announcement | LiveEvent, event: LiveEvent, at: Date) =>
    encoded.getOrInsertComputed(source, () => liveFrame(event, at))

  const open = async (request: Request, principal: Principal, { channel, heartbeat, isOfHousehold = false }: Kind) => {
    await ctx.relay.ready()
    return streams.open(request, `member ${principal.memberId}`, {
      attach(send, end) {
        const session = watchSession(principal, end)
        const tell = (source: Announcement | LiveEvent, event: LiveEvent, at: Date) => {
          if (session.isExpired()) end()
          else send(encode(source, event, at))
        }
        const beat = heartbeat.create(ctx)
        const hear = (announcement: Announcement, at: Date) => {
          if (isAboutSessions(announcement)) return session.hear(announcement)
          const event = liveEventOn(channel, announcement)
          if (event === null) return
          if (mayHear(principal.memberId, event)) return tell(announcement, event, at)
          if (isOfHousehold) void householdNews(channel, announcement).then((news) => news && tell(news, news, at))
        }
        // The heartbeats that are counted have ids that name no instant.
        const subscriber = channel === NOTHING ? hear : resuming(ctx, request, { hear, send })
        const unsubscribe = ctx.hub.subscribe(subscriber)
        // What ended the session before this was told to nobody here.
        session.look()
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
  }

  const routes = new Elysia({ name: 'sse', prefix: '/api/sse' }).use(session(ctx)).get(
    '/heartbeat',
    ({ request, server, principal }) => {
      server?.timeout(request, NEVER)
      return open(request, principal, { channel: NOTHING, heartbeat: COUNTED })
    },
    { detail: describeStream(NOTHING.frames) },
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
        detail: describeQuietStream(channel),
      },
    )
  }
  return routes
}

/** The channel of a stream that tells nothing but that it lives. */
const NOTHING: Channel = {
  frames: 'heartbeat `{ ts, id }` at once and every 10 seconds, counting from 0',
  topics: {},
}

/** What a stream tells. */
interface Kind {
  channel: Channel
  heartbeat: Heartbeat
  /** Also what others have opened. */
  isOfHousehold?: boolean
}

const isAboutSessions = (announcement: Announcement): announcement is SessionAnnouncement =>
  announcement.topic === 'signed-out' || announcement.topic === 'sessions-ended'
