import { startFeedServer } from '../../../support/feed-server'
import { startProxy } from '../../../support/proxy'
import { startPushReceiver } from '../../../support/push-receiver'
import { servers } from '../../../support/servers'
import { NOW, openCalendars } from '../calendars'
import { makeCalendar, plan, timed } from '../events'
import { addChildren } from '../family'
import { openHome } from '../home'
import { makeList } from '../lists'
import type { Setting } from './task'

/** A Friday afternoon in November in a household of five: Ada's calendar and the one for everyone are on a real server. */
export async function openSetting(): Promise<Setting & { close(): Promise<void> }> {
  const proxy = await startProxy((await servers.radicale()).url)
  const receiver = await startPushReceiver({ https: false })
  const feeds = await startFeedServer()
  const env = { ...receiver.env, CALDAV_URL: proxy.url, SUBSCRIPTIONS_ALLOW: feeds.host }
  const home = await openHome({ at: NOW, env })
  await addChildren(home)
  const calendars = await openCalendars(home, proxy)
  const { own, shared } = calendars
  await calendars.put(own, 'physio', {
    SUMMARY: 'Physio',
    DTSTART: '20261121T163000Z',
    DTEND: '20261121T171500Z',
  })
  await calendars.put(own, 'choir', {
    SUMMARY: 'Choir',
    DTSTART: '20261002T183000Z',
    DTEND: '20261002T200000Z',
    RRULE: 'FREQ=WEEKLY;BYDAY=FR',
  })
  await calendars.put(own, 'piano', {
    SUMMARY: 'Piano',
    DTSTART: '20260908T150000Z',
    DTEND: '20260908T154500Z',
    RRULE: 'FREQ=WEEKLY;BYDAY=TU',
  })
  await calendars.put(shared, 'swimming', {
    SUMMARY: 'Swimming',
    DTSTART: '20261120T170000Z',
    DTEND: '20261120T180000Z',
  })
  const bens = await makeCalendar(home, home.cast.ben, 'Ben', false, { visibility: 'household' })
  await plan(home, bens, timed('Late shift', '2026-11-27T16:00Z', 300), timed('Football', '2026-11-20T16:00Z', 90))
  const groceries = await makeList(home, 'Groceries', 'Rye bread', 'Apples', 'Oat flakes', 'Milk')
  const family = await makeCalendar(home, home.cast.cleo, 'Cleo')
  await plan(home, family, timed('Summer camp', '2027-07-19T08:00Z', 480))
  return {
    home,
    calendars,
    receiver,
    feeds,
    groceries,
    async close() {
      await calendars.close()
      await home.close()
      await receiver.stop()
      await feeds.stop()
    },
  }
}
