import { createHash } from 'node:crypto'
import type { Context } from '../../platform/context'
import type { Permit } from '../../platform/lease'
import { describeError } from '../../platform/log'

/** Calendars of one server that are written to at the same time, by all processes together. */
export const LANES_PER_SERVER = 4

/** Another process says nothing when it gives a place back. */
export const LOOK_AGAIN_MS = 1_000

/** Takes one of a server's places; null: other processes have them all. Never rejects. */
export async function takeLane(ctx: Context, server: string): Promise<Permit | null> {
  // An origin may be longer than a name.
  const digest = createHash('sha256').update(server).digest('hex').slice(0, 32)
  try {
    return await ctx.leases.permit(`lane:${digest}`, LANES_PER_SERVER)
  } catch (error) {
    ctx.log.error('a lane to a calendar server could not be taken', { error: describeError(error) })
    return null
  }
}
