import type { Context } from '../../platform/context'
import { answersText } from '../../platform/http-answers'
import type { Channel } from '../../platform/live'
import { frame } from './frames'

const HEARTBEAT_MS = 10_000
const QUIET_HEARTBEAT_MS = 30_000

/** Calls `tick` every so many milliseconds until the function it returned is called. */
export type Every = (milliseconds: number, tick: () => void) => () => void

/** A quiet stream is no dead one, but Bun would close it after its idle timeout. */
export const NEVER = 0

/** What a stream sends so that its reader knows that it lives. */
export interface Heartbeat {
  everyMs: number
  /** The first is sent as the stream opens. */
  isImmediate: boolean
  /** Called once per stream; what it returns gives each beat. */
  create: (ctx: Context) => () => Uint8Array
}

export const COUNTED: Heartbeat = {
  everyMs: HEARTBEAT_MS,
  isImmediate: true,
  create: (ctx) => {
    let id = 0
    return () => frame('heartbeat', id, { ts: ctx.now().toISOString(), id: id++ })
  },
}

export const QUIET: Heartbeat = {
  everyMs: QUIET_HEARTBEAT_MS,
  isImmediate: false,
  create: (ctx) => () => {
    const now = ctx.now()
    return frame('heartbeat', now.getTime(), { ts: now.toISOString() })
  },
}

export const setTimer: Every = (milliseconds, tick) => {
  const timer = setInterval(tick, milliseconds)
  return () => clearInterval(timer)
}

/** Frames of `event`, `id` and `data`, the last one JSON of the shapes that are named. */
export const describeStream = (frames: string) => answersText('text/event-stream', `Server-Sent Events: ${frames}`)

/** The same of a stream with quiet heartbeats. */
export const describeQuietStream = ({ frames }: Channel) =>
  describeStream(
    `${frames}; heartbeat \`{ ts }\` every 30 seconds; after \`Last-Event-ID\` what was missed, or reset \`{ type }\`: read all anew`,
  )
