import type { Context } from '../../platform/context'
import type { Announcement } from '../../platform/hub'
import type { Channel, LiveEvent } from '../../platform/live'
import { describeError } from '../../platform/log'

/** Tells what is announced to those who hear of it because its owner lets the household see it; asked once for all. */
export function createHouseholdNews(ctx: Context) {
  const asked = new WeakMap<Announcement, Promise<LiveEvent | null>>()
  const ask = async (channel: Channel, announcement: Announcement): Promise<LiveEvent | null> => {
    try {
      return (await channel.household?.(ctx, announcement)) ?? null
    } catch (error) {
      // Their next reading shows it.
      ctx.log.warn('the household was not told of a change', { error: describeError(error) })
      return null
    }
  }
  return (channel: Channel, announcement: Announcement) =>
    asked.getOrInsertComputed(announcement, () => ask(channel, announcement))
}
