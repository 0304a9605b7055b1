import { Elysia } from 'elysia'
import { shownOn } from '../../household/display-choice'
import { display, isStillPaired } from '../../identity/display-session'
import type { Context } from '../../platform/context'
import type { Announcement } from '../../platform/hub'
import { type Channel, liveEventOn } from '../../platform/live'
import { liveFrame } from './frames'
import { describeQuietStream, type Every, NEVER, QUIET, setTimer } from './heartbeat'
import type { Streams } from './streams'

interface DisplayStreamOptions {
  /** What a display may hear of: `calendar` and `list`. */
  channel: Channel
  streams: Streams
  every?: Every
}

/** What changed of that which a display shows. */
export const displayStream = (ctx: Context, { channel, streams, every = setTimer }: DisplayStreamOptions) =>
  new Elysia({ name: 'display-stream' }).use(display(ctx)).get(
    '/api/display/sse',
    async ({ request, server, display }) => {
      server?.timeout(request, NEVER)
      const shown = await shownOn(ctx.db, display.id)
      return streams.open(request, `display ${display.id}`, {
        attach(send, end) {
          const beat = QUIET.create(ctx)
          const hears = hearing(ctx, display.id, shown)
          // What is shown is read anew for each announcement; one waits for the other, so that they keep their order.
          let turn = Promise.resolve()
          const unsubscribe = ctx.hub.subscribe((announcement) => {
            if (announcement.topic === 'display' && announcement.displayId === display.id) return end()
            const event = liveEventOn(channel, announcement)
            if (event === null) return
            turn = turn.then(async () => {
              if (await hears(announcement)) send(liveFrame(event, ctx.now()))
            })
          })
          const stopTicking = every(QUIET.everyMs, () => {
            send(beat())
            isStillPaired(ctx, request).then(
              (isPaired) => isPaired || end(),
              // A database that does not answer says nothing about the display.
              () => {},
            )
          })
          return () => {
            unsubscribe()
            stopTicking()
          }
        },
        onStalled: () => ctx.log.warn('a stalled event stream was dropped', { display: display.id }),
      })
    },
    { detail: describeQuietStream(channel) },
  )

type Shown = Awaited<ReturnType<typeof shownOn>>

/**
 * Tells of which announcements a display hears: of what it shows, and once of what it has ceased to show, but never what
 * that is like now.
 */
function hearing(ctx: Context, displayId: number, initially: Shown) {
  const known = new Set([
    ...initially.calendarIds.map((id) => nameOf('calendar', id)),
    ...initially.listIds.map((id) => nameOf('list', id)),
  ])
  return async (announcement: Announcement): Promise<boolean> => {
    if (announcement.topic !== 'calendar' && announcement.topic !== 'list') return false
    try {
      const { calendarIds, listIds } = await shownOn(ctx.db, displayId)
      const id = announcement.topic === 'calendar' ? announcement.calendarId : announcement.listId
      const name = nameOf(announcement.topic, id)
      if ((announcement.topic === 'calendar' ? calendarIds : listIds).includes(id)) {
        known.add(name)
        return true
      }
      // A change of a calendar says nothing but that it happened.
      const isLoss = announcement.topic === 'calendar' || announcement.type === 'list:deleted'
      return isLoss && known.delete(name)
    } catch {
      // A display reads everything anew every few minutes.
      return false
    }
  }
}

const nameOf = (topic: 'calendar' | 'list', id: number) => `${topic} ${id}`
