import { Elysia } from 'elysia'
import { session } from '../../identity/guards'
import type { Context } from '../../platform/context'
import type { Announcement } from '../../platform/hub'
import { announcementFrame, frame, mayHear } from './frames'
import { createStreams, type Send, type Streams } from './streams'

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
  const encoded = new WeakMap<Announcement, Uint8Array>()
  /** Every stream sends the same bytes, encoded once. */
  const encode = (announcement: Announcement) => {
    const before = encoded.get(announcement)
    if (before !== undefined) return before
    const bytes = announcementFrame(announcement, ctx.now())
    encoded.set(announcement, bytes)
    return bytes
  }

  const follow = (request: Request, memberId: number, topics: readonly Announcement['topic'][]) =>
    streams.open(request, {
      attach(send) {
        const unsubscribe = ctx.hub.subscribe((announcement) => {
          if (topics.includes(announcement.topic) && mayHear(memberId, announcement)) send(encode(announcement))
        })
        const stopTicking = every(QUIET_HEARTBEAT_MS, () => quietHeartbeat(ctx, send))
        return () => {
          unsubscribe()
          stopTicking()
        }
      },
      onStalled: () => ctx.log.warn('a stalled event stream was dropped', { memberId }),
    })

  return new Elysia({ name: 'sse', prefix: '/api/sse' })
    .use(session(ctx))
    .get('/heartbeat', ({ request, server }) => {
      server?.timeout(request, NEVER)
      return streams.open(request, {
        attach(send) {
          let id = 0
          const beat = () => send(frame('heartbeat', id, { ts: ctx.now().toISOString(), id: id++ }))
          beat()
          return every(HEARTBEAT_MS, beat)
        },
      })
    })
    .get('/lists', ({ request, server, memberId }) => {
      server?.timeout(request, NEVER)
      return follow(request, memberId, ['list'])
    })
    .get('/events', ({ request, server, memberId }) => {
      server?.timeout(request, NEVER)
      return follow(request, memberId, ['calendar', 'sync-status'])
    })
}

/** A quiet stream is no dead one, but Bun would close it after its idle timeout. */
const NEVER = 0

function quietHeartbeat(ctx: Context, send: Send) {
  const now = ctx.now()
  send(frame('heartbeat', now.getTime(), { ts: now.toISOString() }))
}

const onTheRuntimeClock: Every = (milliseconds, tick) => {
  const timer = setInterval(tick, milliseconds)
  return () => clearInterval(timer)
}
