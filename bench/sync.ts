/** First sync of a large calendar, the daily pass over it and the cost of one change in it, beside bare requests. */
import { syncMember } from '../src/calendar/sync'
import { calendars } from '../src/platform/db/schema'
import { syncInOwnProcess } from '../tests/calendar/sync/own-process'
import { eventText, giveAccount } from '../tests/support/caldav'
import { seatCast } from '../tests/support/cast'
import { type Household, openHousehold } from '../tests/support/household'
import { openLargeCalendars } from '../tests/support/large-calendar'
import { startProxy } from '../tests/support/proxy'
import { CALDAV_USERS } from '../tests/support/servers'
import type { Report } from './figure'
import { median, timed } from './support/time'

const EVENTS = 5000
const MANY_EVENTS = 10_000
const ROUNDS = 5
const SLICE = 100
const authorization = `Basic ${btoa(`ada:${CALDAV_USERS.ada}`)}`

export async function bench(report: Report): Promise<void> {
  const { server, paths, stop } = await openLargeCalendars([EVENTS])
  const proxy = await startProxy(server.url)
  const direct = await openHousehold({ env: { CALDAV_URL: server.url } })
  const counted = await openHousehold({ env: { CALDAV_URL: proxy.url } })
  try {
    const url = new URL(paths[0] ?? '', server.url).href
    // Warms the server's cache of parsed files, which is not what is measured.
    await bareListing(url)
    await firstSync(direct, server.url, url, report)
    await oneChange(counted, proxy, url, report)
  } finally {
    await direct.close()
    await counted.close()
    await proxy.stop()
    await stop()
  }
  await memory(report)
}

/** What the process that reads a very large calendar needs, for the first time and again a day later. */
async function memory(report: Report) {
  const { server, stop } = await openLargeCalendars([MANY_EVENTS])
  const household = await openHousehold({ env: { CALDAV_URL: server.url } })
  try {
    const { ada } = await seatCast(household.ctx)
    await giveAccount(household.ctx, ada.id, 'ada', server.url)
    for (const [days, name] of ['first sync', 'daily pass'].entries()) {
      const { milliseconds, grownBytes, heldMs } = await syncInOwnProcess(household.config, ada.id, days)
      const of = `${name} of ${MANY_EVENTS} events`
      report({ name: of, value: milliseconds, unit: 'ms' })
      report({ name: `${of}: memory grows by`, value: grownBytes / 1024 / 1024, unit: 'MiB', goal: '≤ 250' })
      report({ name: `${of}: event loop held at most`, value: heldMs, unit: 'ms', goal: '≤ 100' })
    }
  } finally {
    await household.close()
    await stop()
  }
}

async function firstSync(household: Household, base: string, url: string, report: Report) {
  const { ada } = await seatCast(household.ctx)
  await giveAccount(household.ctx, ada.id, 'ada', base)
  const ours: number[] = []
  const bare: number[] = []
  let peak = 0
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await timed(() => bareListing(url)))
    await household.ctx.db.delete(calendars)
    const { milliseconds, maxRssBytes } = await syncInOwnProcess(household.config, ada.id)
    ours.push(milliseconds)
    peak = Math.max(peak, maxRssBytes)
  }
  const [time, bareTime] = [median(ours), median(bare)]
  report({ name: `first sync of ${EVENTS} events, stored`, value: time, unit: 'ms' })
  report({ name: 'bare listing + multiget by 100, thrown away', value: bareTime, unit: 'ms' })
  report({ name: 'first sync / bare', value: time / bareTime, unit: 'times', goal: '≤ 1.5' })
  report({ name: 'peak memory of the process that syncs', value: peak / 1024 / 1024, unit: 'MiB' })
}

async function oneChange(
  household: Household,
  proxy: Awaited<ReturnType<typeof startProxy>>,
  url: string,
  report: Report,
) {
  const { ada } = await seatCast(household.ctx)
  await giveAccount(household.ctx, ada.id, 'ada', proxy.url)
  await syncMember(household.ctx, ada.id)
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const body = eventText('event-7', { SUMMARY: `Change ${round}`, DESCRIPTION: 'x'.repeat(350) })
    await fetch(new URL('event-7.ics', url), { method: 'PUT', headers: { authorization }, body, keepalive: false })
    proxy.reset()
    times.push(await timed(() => syncMember(household.ctx, ada.id)))
  }
  report({ name: `sync after one change among ${EVENTS}`, value: median(times), unit: 'ms' })
  report({ name: 'requests of it', value: proxy.requests.length, unit: '' })
  report({ name: 'bytes of it, both ways, uncompressed', value: proxy.bytes(), unit: 'B' })
}

/** What any client has to do: list the etags, fetch the objects. Nothing is parsed beyond the hrefs, nothing kept. */
async function bareListing(url: string): Promise<void> {
  const namespaces = 'xmlns="urn:ietf:params:xml:ns:caldav" xmlns:d="DAV:"'
  const listing = await ask(
    url,
    `<calendar-query ${namespaces}><d:prop><d:getetag/></d:prop><filter><comp-filter name="VCALENDAR">
<comp-filter name="VEVENT"/></comp-filter></filter></calendar-query>`,
  )
  const hrefs = [...listing.matchAll(/<href>([^<]+\.ics)<\/href>/g)].map((match) => `<d:href>${match[1]}</d:href>`)
  for (let start = 0; start < hrefs.length; start += SLICE) {
    await ask(
      url,
      `<calendar-multiget ${namespaces}><d:prop><d:getetag/><calendar-data/></d:prop>
${hrefs.slice(start, start + SLICE).join('')}</calendar-multiget>`,
    )
  }
}

async function ask(url: string, body: string): Promise<string> {
  const response = await fetch(url, { method: 'REPORT', headers: { authorization, depth: '1' }, body })
  return response.text()
}
