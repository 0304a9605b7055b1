import { afterAll, beforeAll, beforeEach } from 'bun:test'
import { asc, eq } from 'drizzle-orm'
import { syncMember } from '../../../src/calendar/sync'
import { calendars, events } from '../../../src/platform/db/schema'
import type { Announcement } from '../../../src/platform/hub'
import { type CalendarProperties, giveAccount, makeCalendar, removeCalendars } from '../../support/caldav'
import { type Cast, seatCast } from '../../support/cast'
import { type Household, openHousehold } from '../../support/household'
import { type FaultProxy, startProxy } from '../../support/proxy'
import { servers } from '../../support/servers'

/** A household whose Ada has an account on the run's CalDAV server, reached through a proxy. */
export interface Setting extends Household {
  cast: Cast
  proxy: FaultProxy
  /** Every announcement so far. */
  announced: Announcement[]
}

/** `server`: another than the run's Radicale, with Ada's calendar home there. */
export async function openSetting(server?: { url: string; home: string }): Promise<Setting> {
  const proxy = await startProxy(server?.url ?? (await servers.radicale()).url)
  const household = await openHousehold({ env: { CALDAV_URL: proxy.url } })
  const cast = await seatCast(household.ctx)
  await removeEveryCalendar()
  await giveAccount(household.ctx, cast.ada.id, 'ada', proxy.url, server?.home)
  const announced: Announcement[] = []
  household.ctx.hub.subscribe((announcement) => announced.push(announcement))
  return {
    ...household,
    cast,
    proxy,
    announced,
    close: async () => {
      await household.close()
      await proxy.stop()
      await removeEveryCalendar()
    },
  }
}

async function removeEveryCalendar() {
  for (const who of ['ada', 'ben', 'cleo'] as const) await removeCalendars(who)
}

/** The row of the calendar at that path, of that member where several have it. */
export async function calendarAt({ ctx }: Setting, path: string, userId?: number) {
  const rows = await ctx.db.select().from(calendars).orderBy(asc(calendars.id))
  return rows.find((row) => new URL(row.url).pathname === path && (userId === undefined || row.userId === userId))
}

/** Everything that is cached of a calendar, without ids and times. */
export async function cachedRows({ ctx }: Setting, calendarId: number) {
  const rows = await ctx.db.select().from(events).where(eq(events.calendarId, calendarId)).orderBy(asc(events.uid))
  return rows.map(({ id, updatedAt, ...row }) => row)
}

/** UIDs in the cache of a calendar. */
export async function cachedUids(setting: Setting, calendarId: number) {
  return (await cachedRows(setting, calendarId)).map(({ uid }) => uid)
}

export const START = '2026-11-20T12:00:00Z'
export const POLL_MS = 5 * 60 * 1000
export const DAY_MS = 24 * 60 * 60 * 1000
/** A refused password is not tried again before. */
export const PAUSE_MS = 60 * 60 * 1000

/** The setting of one test file, and before each test a new calendar of Ada's, empty and not yet synchronised. */
export class SyncStory {
  setting!: Setting
  /** Where the calendar is on the server. */
  path!: string

  open(properties: CalendarProperties = {}) {
    beforeAll(async () => {
      this.setting = await openSetting()
    })
    afterAll(() => this.setting.close())
    beforeEach(async () => {
      const { ctx, cast, proxy } = this.setting
      proxy.reset()
      this.setting.clock.set(START)
      await ctx.db.delete(calendars)
      await giveAccount(ctx, cast.ada.id, 'ada', proxy.url)
      await removeCalendars('ada')
      this.path = await makeCalendar('ada', properties)
    })
    return this
  }

  sync() {
    return syncMember(this.setting.ctx, this.setting.cast.ada.id)
  }

  async calendar() {
    return (await calendarAt(this.setting, this.path))!
  }

  /** For stories of increments that move the clock by less than a day: no full pass falls due meanwhile. */
  async postponeFullPass() {
    const lastFullSyncAt = new Date(this.setting.clock.now().getTime() + DAY_MS)
    await this.setting.ctx.db.update(calendars).set({ lastFullSyncAt })
  }

  async rows() {
    return cachedRows(this.setting, (await this.calendar()).id)
  }

  async uids() {
    return cachedUids(this.setting, (await this.calendar()).id)
  }

  /** Which reports the server was asked for. */
  reports() {
    return this.setting.proxy.requests
      .filter(({ method }) => method === 'REPORT')
      .map(({ body }) => /<[cd]:(sync-collection|calendar-query|calendar-multiget)/.exec(body)?.[1])
  }
}
