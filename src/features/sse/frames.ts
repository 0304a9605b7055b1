import type { LiveEvent } from '../../platform/live'

const encoder = new TextEncoder()

/** A comment, sent at once: without a first byte a client would not see the stream open. */
export const OPENING = encoder.encode(': open\n\n')

/** Makes a client wait this many milliseconds before it opens the stream again. */
export const COME_BACK_LATER = encoder.encode('retry: 30000\n\n')

const SOONEST_MS = 200
const LATEST_MS = 1_500

/** Makes a client open the stream again soon, elsewhere; all those of a process that stops must not come at once. */
export const handOver = (random: () => number) =>
  encoder.encode(`retry: ${SOONEST_MS + Math.floor(random() * (LATEST_MS - SOONEST_MS))}\n\n`)

/**
 * One frame of an event stream, its lines in the order event, id, data. JSON holds no line break, and the other two
 * must not either.
 */
export function frame(event: string, id: string | number, data: object): Uint8Array {
  return encoder.encode(`event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`)
}

/** The frame of a live event: its id is what it is about, and when. */
export function liveFrame({ type, about, data }: LiveEvent, at: Date): Uint8Array {
  const time = at.getTime()
  return frame(type, about === null ? time : `${about}-${time}`, { type, ...data })
}

/** Tells a client that comes back too late for what it has missed: it must read everything anew. */
export const resetFrame = (at: Date) => frame('reset', at.getTime(), { type: 'reset' })

/** Whether a member may hear a live event. */
export function mayHear(memberId: number, { readers }: LiveEvent): boolean {
  return readers === 'everyone' || readers.includes(memberId)
}
