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

type Change = Announcement<'calendar' | 'list'>
type Heard = [change: Change, at: Date]

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
      const shown = (await readShown(ctx.db)).on(display.id)
      // Last: what is told between this and the subscription is told to nobody.
      await ctx.relay.ready()
      return streams.open(request, `display ${display.id}`, {
        attach(send, end) {
          const beat = QUIET.create(ctx)
          const toldOf = newsFor(shown)
          let isOpen = true
          const tell = inTurns<Heard>(async (heard) => {
            if (!isOpen) return
            // What is shown is read anew for all that waits.
            const now = (await readShown(ctx.db)).on(display.id)
            for (const [change, at] of heard) {
              const told = toldOf(change, now)
              const event = told === null ? null : liveEventOn(channel, told)
              if (event !== null) send(liveFrame(event, at))
            }
          })
          const hear = (announcement: Announcement, at: Date) => {
            if (announcement.topic === 'display' && announcement.displayId === display.id) return end()
            if (announcement.topic === 'calendar' || announcement.topic === 'list') tell([announcement, at])
          }
          const look = () =>
            void isStillPaired(ctx, request).then(
              (isPaired) => isPaired || end(),
              // A database that does not answer says nothing about the display.
              () => {},
            )
          const unsubscribe = ctx.hub.subscribe(resuming(ctx, request, { hear, send }))
          // What ended the pairing before this was told to nobody here.
          look()
          const stopTicking = every(QUIET.everyMs, () => {
            send(beat())
            look()
          })
          return () => {
            isOpen = false
            unsubscribe()
            stopTicking()
          }
        },
        onStalled: () => ctx.log.warn('a stalled event stream was dropped', { display: display.id }),
      })
    },
    { detail: describeQuietStream(channel) },
  )

/** Hands on what comes meanwhile all at once, in its order. What fails is left out: a display reads everything anew soon. */
function inTurns<Item>(work: (items: Item[]) => Promise<void>): (item: Item) => void {
  const waiting: Item[] = []
  let turn = Promise.resolve()
  return (item) => {
    if (waiting.push(item) > 1) return
    turn = turn.then(() => work(waiting.splice(0))).catch(() => {})
  }
}

/**
 * Gives what a display hears of a change, by what it shows at that moment; null: nothing. It hears of what it shows, and
 * once of what it has ceased to show, but never what that is like now.
 */
function newsFor(initially: Shown) {
  const known = new Set([
    ...initially.calendars.map(({ id }) => nameOf('calendar', id)),
    ...initially.listIds.map((id) => nameOf('list', id)),
  ])
  return (change: Change, shown: Shown): Change | null => {
    const name = nameOf(change.topic, idOf(change))
    const told = asShown(change, shown)
    if (told !== null) {
      known.add(name)
      return told
    }
    // A change of a calendar says nothing but that it happened.
    const isLoss = change.topic === 'calendar' || change.type === 'list:deleted'
    return isLoss && known.delete(name) ? change : null
  }
}

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
