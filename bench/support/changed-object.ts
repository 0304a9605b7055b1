import { syncCalendar, syncMember } from '../../src/calendar/sync'
import { calendars } from '../../src/platform/db/schema'
import { eventText, giveAccount } from '../../tests/support/caldav'
import { seatCast } from '../../tests/support/cast'
import { threadMs } from '../../tests/support/cpu'
import { openHousehold } from '../../tests/support/household'
import { openLargeCalendars } from '../../tests/support/large-calendar'
import { CALDAV_USERS } from '../../tests/support/servers'
import { median } from './time'

const ROUNDS = 9
const authorization = `Basic ${btoa(`ada:${CALDAV_USERS.ada}`)}`

/**
 * What the sync of a calendar costs this thread after one object has changed on the server, by the calendar's size: the
 * median of some, in milliseconds. The server's own work grows with its calendars and is not ours.
 */
export async function syncCosts(sizes: number[]): Promise<Map<number, number>> {
  const { server, paths, stop } = await openLargeCalendars(sizes)
  const household = await openHousehold({ env: { CALDAV_URL: server.url } })
  try {
    const { ctx } = household
    const { ada } = await seatCast(ctx)
    await giveAccount(ctx, ada.id, 'ada', server.url)
    await syncMember(ctx, ada.id)
    const rows = await ctx.db.select().from(calendars)
    const costs = sizes.map((): number[] => [])
    for (let round = 0; round < ROUNDS; round++) {
      for (const [at, path] of paths.entries()) {
        const { id } = rows.find(({ url }) => new URL(url).pathname === path)!
        const body = eventText('event-7', { SUMMARY: `Change ${round}` })
        await fetch(new URL(`${path}event-7.ics`, server.url), { method: 'PUT', headers: { authorization }, body })
        const before = threadMs()
        await syncCalendar(ctx, id)
        costs[at]!.push(threadMs() - before)
      }
    }
    return new Map(sizes.map((size, at) => [size, median(costs[at]!)]))
  } finally {
    await household.close()
    await stop()
  }
}
