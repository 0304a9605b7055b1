import { beforeEach } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { createDrain, type Drain } from '../../../src/calendar/outbox/drain'
import { syncCalendar, syncMember } from '../../../src/calendar/sync'
import { events } from '../../../src/platform/db/schema'
import {
  type EventLines,
  exportCalendar,
  giveAccount,
  makeCalendar,
  putEvent,
  removeAt,
  removeCalendars,
} from '../../support/caldav'
import { type CalendarRow, insertCalendar } from '../../support/diary'
import { opened } from '../../support/opened'
import { type FaultProxy, startProxy } from '../../support/proxy'
import { servers } from '../../support/servers'
import type { Home } from './home'
import { type Stage, setStage } from './stage'

/** Ada's calendars on the run's CalDAV server, reached through a proxy that does harm on request. */
export interface Calendars {
  proxy: FaultProxy
  drain: Drain
  own: CalendarRow
  shared: CalendarRow
  /** Writes an event as another application does, and brings it into the cache. */
  put(calendar: CalendarRow, uid: string, lines: EventLines): Promise<void>
  /** Takes every event out of a calendar, there and in the cache. */
  clear(calendar: CalendarRow): Promise<void>
  /** Every event of a calendar on the server, as one text. */
  onServer(calendar: CalendarRow): Promise<string>
  /** While it is off, nothing is sent to the CalDAV server. */
  setDraining(isOn: boolean): void
  close(): Promise<void>
}

/** The afternoon on which these tests take place: a Friday in winter, 16:23 in Berlin. */
export const NOW = '2026-11-20T15:23:00Z'

/** Lets the page's clock begin at an instant and run on from there. */
export const setClock = (page: Page, instant = NOW): Promise<void> => page.clock.install({ time: instant })

/** Longer than a change can be taken back; it is sent when that is over. */
const UNDO_MS = 6_000

/** Lets the time for undo pass on a page whose clock is set. */
export const passUndo = (page: Page): Promise<void> => page.clock.fastForward(UNDO_MS)

/** The stage for the tests of a file, with Ada's calendars on it. */
export function setCalendars(): { stage: Stage; calendars: Calendars } {
  let proxy: FaultProxy
  const stage = setStage(async () => {
    proxy = await startProxy((await servers.radicale()).url)
    return { at: NOW, env: { CALDAV_URL: proxy.url } }
  })
  const calendars = opened(() => openCalendars(stage.home, proxy))
  // What the story before has on its way would be drawn in this one, or kept from being cleared.
  beforeEach(() => {
    proxy.reset()
    return calendars.drain.drain()
  })
  return { stage, calendars }
}

export async function openCalendars(home: Home, proxy: FaultProxy): Promise<Calendars> {
  const { ctx, cast } = home
  // Whoever looks for calendars finds those of a file before, too.
  await removeCalendars('ada')
  await giveAccount(ctx, cast.ada.id, 'ada', proxy.url)
  const make = async (displayName: string, isShared: boolean) => {
    const path = await makeCalendar('ada', { displayName })
    const row = await insertCalendar(ctx, cast.ada.id, new URL(path, proxy.url).href, { displayName, isShared })
    await syncCalendar(ctx, row.id)
    return row
  }
  const own = await make('Ada', false)
  const shared = await make('Family', true)
  const drain = createDrain(ctx)
  const pathOf = ({ url }: CalendarRow) => new URL(url).pathname
  const setDraining = (isOn: boolean) => {
    ctx.signals.drain = isOn ? () => void drain.wake() : () => {}
  }
  setDraining(true)
  ctx.signals.sync = (memberId) => void syncMember(ctx, memberId)
  return {
    proxy,
    drain,
    own,
    shared,
    setDraining,
    async put(calendar, uid, lines) {
      await putEvent('ada', pathOf(calendar), uid, lines)
      await syncCalendar(ctx, calendar.id)
    },
    async clear(calendar) {
      const rows = await ctx.db.select({ href: events.href }).from(events).where(eq(events.calendarId, calendar.id))
      for (const { href } of rows) await removeAt('ada', new URL(href, proxy.url).pathname)
      await syncCalendar(ctx, calendar.id)
    },
    onServer: (calendar) => exportCalendar('ada', pathOf(calendar)),
    async close() {
      await drain.stop()
      await proxy.stop()
    },
  }
}
