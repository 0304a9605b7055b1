import type { Context } from '../../platform/context'
import type { Announcement, Subscriber } from '../../platform/hub'
import { describeError } from '../../platform/log'
import { resetFrame } from './frames'
import type { Send } from './streams'

/** The instant in an id that one of our frames had: of `4-1795262400000`, or of a heartbeat's. Pure. */
function instantOfEventId(id: string): Date | null {
  const [, digits] = /^(?:\d{1,20}-)?(\d{1,15})$/.exec(id) ?? []
  return digits === undefined ? null : new Date(Number(digits))
}

/** What was heard, and when it was announced. */
type Heard = [announcement: Announcement, at: Date]

/**
 * The subscriber of a stream. One that was interrupted (`Last-Event-ID`, WHATWG HTML 9.2.4) first hears what it has
 * missed, in order; the last seconds before the interruption are told again, since clocks differ and transactions commit
 * out of order. Where that is not known any more it is told to read everything anew.
 */
export function resuming(
  ctx: Pick<Context, 'relay' | 'now' | 'log'>,
  request: Request,
  { hear, send }: { hear: Subscriber; send: Send },
): Subscriber {
  const lastId = request.headers.get('last-event-id')
  if (lastId === null || lastId === '') return hear
  let waiting: Heard[] | null = []
  const resume = async () => {
    const missed = await missedSince(ctx, instantOfEventId(lastId))
    if (missed === null) send(resetFrame(ctx.now()))
    else for (const { announcement, at } of missed) if (isNews(announcement)) hear(announcement, at)
    const heard = waiting ?? []
    waiting = null
    for (const [announcement, at] of heard) hear(announcement, at)
  }
  void resume()
  return (announcement, at) => {
    if (waiting === null) hear(announcement, at)
    else waiting.push([announcement, at])
  }
}

/** What is over says nothing about a session or a display that was found in force. */
const isNews = ({ topic }: Announcement) => topic !== 'display' && topic !== 'sessions-ended' && topic !== 'signed-out'

async function missedSince({ relay, log }: Pick<Context, 'relay' | 'log'>, at: Date | null) {
  if (at === null) return null
  try {
    return await relay.since(at)
  } catch (error) {
    log.warn('what a stream has missed could not be read', { error: describeError(error) })
    return null
  }
}
