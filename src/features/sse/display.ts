import { Elysia } from 'elysia'
import { BIRTHDAYS_CALENDAR_ID } from '../../household/birthdays-calendar'
import { readShown, type Shown } from '../../household/display-choice'
import { display, isStillPaired } from '../../identity/display-session'
import type { Context } from '../../platform/context'
import type { Announcement } from '../../platform/hub'
import { type Channel, liveEventOn } from '../../platform/live'
import { liveFrame } from './frames'
import { describeQuietStream, type Every, NEVER, QUIET, setTimer } from './heartbeat'
import { resuming } from './resume'
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
      await ctx.relay.ready()
      const shown = (await readShown(ctx.db)).on(display.id)
      return streams.open(request, `display ${display.id}`, {
        attach(send, end) {
          const beat = QUIET.create(ctx)
          const hears = hearing(ctx, display.id, shown)
          // What is shown is read anew for each announcement; one waits for the other, so that they keep their order.
          let turn = Promise.resolve()
          const hear = (announcement: Announcement, at: Date) => {
            if (announcement.topic === 'display' && announcement.displayId === display.id) return end()
            turn = turn.then(async () => {
              const heard = await hears(announcement)
              const event = heard === null ? null : liveEventOn(channel, heard)
              if (event !== null) send(liveFrame(event, at))
            })
          }
          const unsubscribe = ctx.hub.subscribe(resuming(ctx, request, { hear, send }))
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

/**
 * Gives what a display hears of an announcement, null: nothing. It hears of what it shows, and once of what it has ceased
 * to show, but never what that is like now.
 */
function hearing(ctx: Context, displayId: number, initially: Shown) {
  const known = new Set([
    ...initially.calendars.map(({ id }) => nameOf('calendar', id)),
    ...initially.listIds.map((id) => nameOf('list', id)),
  ])
  return async (announcement: Announcement): Promise<Announcement | null> => {
    if (announcement.topic !== 'calendar' && announcement.topic !== 'list') return null
    try {
      const shown = (await readShown(ctx.db)).on(displayId)
      const name = nameOf(announcement.topic, idOf(announcement))
      const told = asShown(announcement, shown)
      if (told !== null) {
        known.add(name)
        return told
      }
      // A change of a calendar says nothing but that it happened.
      const isLoss = announcement.topic === 'calendar' || announcement.type === 'list:deleted'
      return isLoss && known.delete(name) ? announcement : null
    } catch {
      // A display reads everything anew every few minutes.
      return null
    }
  }
}

type Change = Announcement<'calendar' | 'list'>

/** All busy calendars of one member look like the first of them. Null: the display does not show it. */
function asShown(change: Change, { calendars, listIds }: Shown): Change | null {
  if (change.topic === 'list') return listIds.includes(change.listId) ? change : null
  // Every display shows birthdays.
  if (change.calendarId === BIRTHDAYS_CALENDAR_ID) return change
  const calendar = calendars.find(({ id }) => id === change.calendarId)
  if (calendar === undefined) return null
  const { access, ownerId } = calendar
  const first = calendars.find((other) => other.access === 'busy' && other.ownerId === ownerId)
  return access === 'busy' ? { ...change, calendarId: first!.id } : change
}

const idOf = (change: Change) => (change.topic === 'calendar' ? change.calendarId : change.listId)
const nameOf = (topic: Change['topic'], id: number) => `${topic} ${id}`
