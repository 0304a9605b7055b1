import { and, asc, eq } from 'drizzle-orm'
import { summarize } from '../../src/calendar/ical/summary'
import { createDrain, type Drain } from '../../src/calendar/outbox/drain'
import { syncCalendar } from '../../src/calendar/sync'
import { upsertEvents } from '../../src/calendar/sync/store-events'
import { householdZone } from '../../src/household/settings'
import type { Context } from '../../src/platform/context'
import { calendars, events, outbox } from '../../src/platform/db/schema'
import type { Announcement } from '../../src/platform/hub'
import { type EventLines, eventText, getText, giveAccount, makeCalendar, putEvent, putText } from './caldav'
import { type Answer, ask, type Cast, type CastName, type Member, seatCast } from './cast'
import type { TestDatabase } from './database'
import { type Household, openHousehold } from './household'
import { type FaultProxy, startProxy } from './proxy'
import { servers } from './servers'

export type OutboxRow = typeof outbox.$inferSelect
export type CalendarRow = typeof calendars.$inferSelect

export interface Occurrence {
  uid: string
  title: string
  start: string
  end: string
  calendarId: number
  [field: string]: unknown
}

/** A form that is valid; tests change what they are about. */
export const FORM = {
  title: 'Dentist',
  allDay: false,
  start: '2026-12-01T09:00:00Z',
  end: '2026-12-01T10:00:00Z',
} as const

/**
 * A household with calendars on the run's CalDAV server, reached through a proxy that does harm on request, and with its
 * outbox; nothing is sent unless a test drains it.
 */
export interface Diary extends Household {
  cast: Cast
  proxy: FaultProxy
  drain: Drain
  announced: Announcement[]
  /** Makes a calendar on the server and its row. */
  calendar(who: CastName, options?: { isShared?: boolean; writable?: boolean }): Promise<CalendarRow>
  /** Writes an event as another application does, and brings it into the cache. Returns its path. */
  put(calendar: CalendarRow, uid: string, lines?: EventLines): Promise<string>
  /** The same for any text. */
  putText(calendar: CalendarRow, uid: string, text: string): Promise<void>
  sync(calendar: CalendarRow): Promise<void>
  /** The text of an object on the server, null when there is none. */
  onServer(path: string): Promise<string | null>
  request<T = { uid: string }>(who: Member, request: string, body?: unknown): Promise<Answer<T>>
  /** The same, and the answer must be a success. */
  done<T = { uid: string }>(who: Member, request: string, body?: unknown): Promise<T>
  status(who: Member, uid: string): Promise<{ uid: string; status: string; error?: string; errorCode?: string | null }>
  occurrences(who: Member, start: string, end: string): Promise<Occurrence[]>
  rows(uid?: string): Promise<OutboxRow[]>
  cached(calendar: CalendarRow, uid: string): Promise<typeof events.$inferSelect | undefined>
}

export async function openDiary({
  env,
  ...options
}: {
  at?: string
  env?: Record<string, string>
  database?: TestDatabase
} = {}): Promise<Diary> {
  const proxy = await startProxy((await servers.radicale()).url)
  const household = await openHousehold({ ...options, env: { CALDAV_URL: proxy.url, ...env } })
  const { ctx } = household
  const cast = await seatCast(ctx)
  for (const who of ['ada', 'ben'] as const) await giveAccount(ctx, cast[who].id, who, proxy.url)
  const announced: Announcement[] = []
  ctx.hub.subscribe((announcement) => announced.push(announcement))
  const drain = createDrain(ctx)

  const request: Diary['request'] = (who, line, body) => ask(household, who, line, body)
  const done: Diary['done'] = async (who, line, body) => {
    const { status, body: answer } = await ask(household, who, line, body)
    if (status >= 300) throw new Error(`${line}: ${status} ${JSON.stringify(answer)}`)
    return answer as never
  }
  const ownerOf = (path: string) => path.split('/')[1] as CastName

  return {
    ...household,
    cast,
    proxy,
    drain,
    announced,
    async calendar(who, { isShared = false, writable = true } = {}) {
      const path = await makeCalendar(who)
      if (isShared) await ctx.db.update(calendars).set({ isShared: false })
      const row = await insertCalendar(ctx, cast[who].id, new URL(path, proxy.url).href, { isShared, writable })
      return row
    },
    async put(calendar, uid, lines = {}) {
      const path = await putEvent(ownerOf(new URL(calendar.url).pathname), new URL(calendar.url).pathname, uid, lines)
      await syncCalendar(ctx, calendar.id)
      return path
    },
    async putText(calendar, uid, text) {
      const { pathname } = new URL(calendar.url)
      await putText(ownerOf(pathname), `${pathname}${uid}.ics`, text)
      await syncCalendar(ctx, calendar.id)
    },
    sync: (calendar) => syncCalendar(ctx, calendar.id),
    onServer: (path) => getText(ownerOf(path), path),
    request,
    done,
    status: (who, uid) => done(who, `GET /api/events/sync-status?uid=${encodeURIComponent(uid)}`),
    occurrences: async (who, start, end) =>
      (await done<{ occurrences: Occurrence[] }>(who, `GET /api/events?start=${start}&end=${end}`)).occurrences,
    rows: (uid) =>
      ctx.db
        .select()
        .from(outbox)
        .where(uid === undefined ? undefined : eq(outbox.uid, uid))
        .orderBy(asc(outbox.id)),
    async cached(calendar, uid) {
      const [row] = await ctx.db
        .select()
        .from(events)
        .where(and(eq(events.calendarId, calendar.id), eq(events.uid, uid)))
      return row
    },
    async close() {
      await drain.stop()
      await household.close()
      await proxy.stop()
    },
  }
}

/** A calendar's row, whoever's server it is on. */
export async function insertCalendar(
  ctx: Context,
  userId: number,
  url: string,
  options: Partial<CalendarRow> = {},
): Promise<CalendarRow> {
  const [inserted] = await ctx.db
    .insert(calendars)
    .values({ userId, url, displayName: 'Calendar', color: '#123456', ...options })
    .$returningId()
  const [row] = await ctx.db.select().from(calendars).where(eq(calendars.id, inserted!.id))
  return row!
}

/** Puts an event into the cache, without any server; a DTSTART of eight digits is a day. */
export async function cacheEvent(ctx: Context, calendar: CalendarRow, uid: string, lines: EventLines): Promise<void> {
  const data = eventText(uid, lines).replace(/^(DTSTART|DTEND):(?=\d{8}\r$)/gm, '$1;VALUE=DATE:')
  await cacheText(ctx, calendar, uid, data)
}

/** The same for any text. */
export async function cacheText(ctx: Context, calendar: CalendarRow, uid: string, data: string): Promise<void> {
  const summary = summarize(data, await householdZone(ctx))
  await upsertEvents(ctx.db, calendar.id, [{ href: `/${uid}.ics`, etag: '"1"', data, summary }], new Date())
}
