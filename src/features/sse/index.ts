import { Elysia } from 'elysia'
import type { Asking } from '../../identity/asking'
import { session } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { answersText } from '../../platform/http-answers'
import type { Announcement, News, SessionAnnouncement } from '../../platform/hub'
import { announcementFrame, frame, mayHear } from './frames'
import { createStreams, type Streams } from './streams'
import { createSessionWatches } from './watch'

export { createStreams, type Streams }

const HEARTBEAT_MS = 10_000
const QUIET_HEARTBEAT_MS = 30_000

/** Calls `tick` every so many milliseconds until the function it returned is called. */
export type Every = (milliseconds: number, tick: () => void) => () => void

export interface SseOptions {
  /** Keep them to close the streams before the server stops: it would wait for them for ever. */
  streams?: Streams
  every?: Every
}

/** Server-Sent Events: what changed, told to those who may know, so that their screens read it anew. */
export const sse = (ctx: Context, { streams = createStreams(), every = onTheRuntimeClock }: SseOptions = {}) => {
  const watchSession = createSessionWatches(ctx)
  const encoded = new WeakMap<News, Uint8Array>()
  /** Every stream sends the same bytes, encoded once. */
  const encode = (news: News) => {
    const before = encoded.get(news)
    if (before !== undefined) return before
    const bytes = announcementFrame(news, ctx.now())
    encoded.set(news, bytes)
    return bytes
  }

  const open = (request: Request, asking: Asking, { topics, beatEvery, createBeat, beatsAtOnce }: Channel) =>
    streams.open(request, asking.memberId, {
      attach(send, end) {
        const session = watchSession(asking, end)
        const beat = createBeat(ctx)
        const unsubscribe = ctx.hub.subscribe((announcement) => {
          if (isAboutSessions(announcement)) return session.hear(announcement)
          if (!topics.includes(announcement.topic) || !mayHear(asking.memberId, announcement)) return
          if (session.isExpired()) end()
          else send(encode(announcement))
        })
        if (beatsAtOnce) send(beat())
        const stopTicking = every(beatEvery, () => {
          if (session.isExpired()) return end()
          send(beat())
          session.look()
        })
        return () => {
          unsubscribe()
          stopTicking()
        }
      },
      onStalled: () => ctx.log.warn('a stalled event stream was dropped', { memberId: asking.memberId }),
    })

  return new Elysia({ name: 'sse', prefix: '/api/sse' })
    .use(session(ctx))
    .get(
      '/heartbeat',
      ({ request, server, asking }) => {
        server?.timeout(request, NEVER)
        return open(request, asking, HEARTBEATS)
      },
      { detail: stream('heartbeat `{ ts, id }` at once and every 10 seconds, counting from 0') },
    )
    .get(
      '/lists',
      ({ request, server, asking }) => {
        server?.timeout(request, NEVER)
        return open(request, asking, quietly('list'))
      },
      {
        detail: stream(
          '`{ type, listId, payload }`: list:updated (id, name), list:deleted (id), item:added (id, listId, text, clientId if ' +
            'given), item:updated (id, listId), item:deleted (id); heartbeat `{ ts }` every 30 seconds',
        ),
      },
    )
    .get(
      '/events',
      ({ request, server, asking }) => {
        server?.timeout(request, NEVER)
        return open(request, asking, quietly('calendar', 'sync-status'))
      },
      {
        detail: stream(
          'calendar:changed `{ type, calendarId, payload: { calendarId } }`, sync:status `{ type, uid, status }` of the own ' +
            'writes; heartbeat `{ ts }` every 30 seconds',
        ),
      },
    )
}

/** Frames of `event`, `id` and `data`, the last one JSON of the shapes that are named. */
const stream = (frames: string) => answersText('text/event-stream', `Server-Sent Events: ${frames}`)

/** A quiet stream is no dead one, but Bun would close it after its idle timeout. */
const NEVER = 0

/** What one kind of stream carries. */
interface Channel {
  topics: readonly News['topic'][]
  beatEvery: number
  beatsAtOnce: boolean
  /** Called once per stream; what it returns gives each heartbeat. */
  createBeat: (ctx: Context) => () => Uint8Array
}

const HEARTBEATS: Channel = {
  topics: [],
  beatEvery: HEARTBEAT_MS,
  beatsAtOnce: true,
  createBeat: (ctx) => {
    let id = 0
    return () => frame('heartbeat', id, { ts: ctx.now().toISOString(), id: id++ })
  },
}

const quietly = (...topics: News['topic'][]): Channel => ({
  topics,
  beatEvery: QUIET_HEARTBEAT_MS,
  beatsAtOnce: false,
  createBeat: (ctx) => () => {
    const now = ctx.now()
    return frame('heartbeat', now.getTime(), { ts: now.toISOString() })
  },
})

const isAboutSessions = (announcement: Announcement): announcement is SessionAnnouncement =>
  announcement.topic === 'signed-out' || announcement.topic === 'sessions-ended'

const onTheRuntimeClock: Every = (milliseconds, tick) => {
  const timer = setInterval(tick, milliseconds)
  return () => clearInterval(timer)
}
