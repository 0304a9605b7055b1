/** A quarter of a large household through the whole service, and what the outbox adds to a write. */

import { pathKey, urlOfKey } from '../src/calendar/caldav/path'
import { createDrain } from '../src/calendar/outbox/drain'
import { parseEventText } from '../src/calendar/text'
import { GERMAN } from '../tests/calendar/text/sentences-de'
import { ENGLISH } from '../tests/calendar/text/sentences-en'
import { KITCHEN } from '../tests/calendar/text/told'
import { eventText, giveAccount, makeCalendar } from '../tests/support/caldav'
import { ask, type Member, seatCast } from '../tests/support/cast'
import { insertCalendar } from '../tests/support/diary'
import { type Household, openHousehold } from '../tests/support/household'
import { CALDAV_USERS, servers } from '../tests/support/servers'
import type { Report } from './figure'
import { atQuarter, QUARTER, tellAnswer } from './support/quarter'
import { startService, type Target } from './support/target'
import { median, quantile, timed } from './support/time'

export async function bench(report: Report): Promise<void> {
  sentences(report)
  await windowedRead(report)
  await writes(report)
}

const NOW = '2026-11-20T12:00:00Z'

const WARM_UP = 60
const SEQUENTIAL = 300
const CLIENTS = 4
const ROUNDS = 25
const REQUESTS_PER_ROUND = 40
const COLD_STARTS = 5

const windowedRead = (report: Report) =>
  atQuarter(async ({ household, ada, bare }) => {
    report({
      name: 'events in the window, first read after a start',
      value: await coldRead(household, ada),
      unit: 'ms',
      goal: '< 100',
    })
    const service = await startService(household.config.database)
    try {
      const answer = await (await read(service, ada)).json()
      await tellAnswer(bare, answer)
      const size = JSON.stringify(answer).length / 1024
      report({
        name: 'occurrences in the window',
        value: (answer as { occurrences: [] }).occurrences.length,
        unit: 'of them',
      })
      report({ name: 'size of the answer', value: size, unit: 'KiB' })
      const ours: number[] = []
      const theirs: number[] = []
      for (let count = 0; count < WARM_UP + SEQUENTIAL; count++) {
        ours.push(await timed(() => consume(service, ada)))
        theirs.push(await timed(() => consume(bare, ada)))
      }
      report({ name: 'p50, one client', value: median(ours.slice(WARM_UP)), unit: 'ms' })
      report({ name: 'p99, one client', value: quantile(ours.slice(WARM_UP), 0.99), unit: 'ms' })
      report({
        name: 'p50 of the floor: the same selects, the answer made into JSON',
        value: median(theirs.slice(WARM_UP)),
        unit: 'ms',
      })
      const rates: number[] = []
      const floorRates: number[] = []
      // Short rounds in turns, and a ratio of each, so that whatever else the machine does meets both.
      for (let round = 0; round < ROUNDS; round++) {
        rates.push(await rate(service, ada))
        floorRates.push(await rate(bare, ada))
      }
      const changed: number[] = []
      for (let round = 0; round < COLD_STARTS; round++) {
        await household.ctx.db.execute('update events set updated_at = updated_at + interval 1 second')
        changed.push(await timed(() => consume(service, ada)))
      }
      report({
        name: 'nothing remembered: every series changed since the last read',
        value: median(changed),
        unit: 'ms',
        goal: '< 100',
      })
      const ratios = rates.map((rps, round) => rps / floorRates[round]!)
      report({ name: `requests, ${CLIENTS} clients, one process`, value: median(rates), unit: 'req/s' })
      report({ name: 'requests, the floor', value: median(floorRates), unit: 'req/s' })
      report({ name: 'service / floor', value: median(ratios), unit: 'times', goal: '≥ 0.7' })
    } finally {
      await service.stop()
    }
  })

/** What reading one sentence costs, of those that tests hold. */
function sentences(report: Report) {
  const texts = [ENGLISH, GERMAN].flatMap((groups) =>
    Object.values(groups).flatMap((rows) => rows.map(([text]) => text)),
  )
  const times = [...texts, ...texts].map((text) => {
    const from = performance.now()
    parseEventText(text, KITCHEN)
    return performance.now() - from
  })
  const warm = times.slice(texts.length)
  report({ name: 'a sentence as an event form, p50', value: median(warm), unit: 'ms' })
  report({ name: 'a sentence as an event form, p99', value: quantile(warm, 0.99), unit: 'ms', goal: '< 5' })
}

/** Processes that have answered nothing but a health check yet. */
async function coldRead(household: Household, ada: Member): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < COLD_STARTS; count++) {
    const service = await startService(household.config.database)
    times.push(await timed(() => consume(service, ada)))
    await service.stop()
  }
  return median(times)
}

let reads = 0
/** Each time at another address: an answer that is kept would be sent again (`bench reads`). */
const read = ({ origin }: Target, { cookie }: Member) =>
  fetch(`${origin}/api/events?start=${QUARTER.start}&end=${QUARTER.end}&read=${++reads}`, {
    headers: { cookie, 'accept-encoding': 'identity' },
  })

async function consume(target: Target, member: Member) {
  const response = await read(target, member)
  if (response.status !== 200) throw new Error(`status ${response.status}`)
  await response.arrayBuffer()
}

async function rate(target: Target, member: Member): Promise<number> {
  const perClient = REQUESTS_PER_ROUND / CLIENTS
  const work = async () => {
    for (let count = 0; count < perClient; count++) await consume(target, member)
  }
  const milliseconds = await timed(() => Promise.all(Array.from({ length: CLIENTS }, work)))
  return (REQUESTS_PER_ROUND * 1000) / milliseconds
}

const DENTIST = { title: 'Dentist', allDay: false, start: '2026-12-01T09:00:00.000Z', end: '2026-12-01T10:00:00.000Z' }
/** Twenty years before. */
const SERIES_START = { start: '2006-12-01T09:00:00.000Z', end: '2006-12-01T10:00:00.000Z' }

const WRITES = 60
const WRITE_WARM_UP = 10

/** From the request to `done`, beside a bare PUT and a REPORT for that one object. */
async function writes(report: Report) {
  const radicale = await servers.radicale()
  const household = await openHousehold({ env: { CALDAV_URL: radicale.url }, at: NOW })
  const { ctx } = household
  const { ada } = await seatCast(ctx)
  await giveAccount(ctx, ada.id, 'ada', radicale.url)
  const drain = createDrain(ctx)
  ctx.signals.drain = () => void drain.wake()
  let isDone = Promise.withResolvers<void>()
  ctx.hub.subscribe((one) => one.topic === 'sync-status' && one.status === 'done' && isDone.resolve())
  const url = new URL(await makeCalendar('ada'), radicale.url).href
  await insertCalendar(ctx, ada.id, url)
  const bareUrl = new URL(await makeCalendar('ada'), radicale.url).href
  const untilDone = async (request: string, form: object) => {
    isDone = Promise.withResolvers()
    const { status, body } = await ask<{ uid: string }>(household, ada, request, { ...DENTIST, ...form })
    if (status !== 202) throw new Error(`status ${status}`)
    await isDone.promise
    return `/api/events/${encodeURIComponent(body.uid)}/edit`
  }
  const ours: number[] = []
  const bare: number[] = []
  const single: number[] = []
  const occurrence: number[] = []
  try {
    for (let index = 0; index < WRITES + WRITE_WARM_UP; index++) {
      bare.push(await timed(() => bareWrite(bareUrl, `bare-${index}`)))
      ours.push(await timed(() => untilDone('POST /api/events/create', {})))
    }
    const event = await untilDone('POST /api/events/create', {})
    const series = await untilDone('POST /api/events/create', { ...SERIES_START, recurrence: 'daily' })
    for (let index = 0; index < WRITES + WRITE_WARM_UP; index++) {
      const title = `Dentist ${index}`
      single.push(await timed(() => untilDone(`PATCH ${event}`, { title })))
      const query = `recurrenceId=${DENTIST.start}&range=this`
      occurrence.push(await timed(() => untilDone(`PATCH ${series}?${query}`, { title })))
    }
  } finally {
    await drain.stop()
    await household.close()
  }
  const [time, bareTime] = [median(ours.slice(WRITE_WARM_UP)), median(bare.slice(WRITE_WARM_UP))]
  const ofSeries = occurrence.map((ms, index) => ms / single[index]!).slice(WRITE_WARM_UP)
  report({ name: 'edit of a single event until done', value: median(single.slice(WRITE_WARM_UP)), unit: 'ms' })
  report({
    name: 'the same of one occurrence in a daily series of 20 years / single',
    value: median(ofSeries),
    unit: 'times',
    goal: '≤ 1.5',
  })
  report({ name: 'create until done', value: time, unit: 'ms' })
  report({ name: 'bare PUT + REPORT of that object', value: bareTime, unit: 'ms' })
  report({ name: 'create until done / bare', value: time / bareTime, unit: 'times', goal: '≤ 1.5' })
}

async function bareWrite(calendarUrl: string, uid: string) {
  const href = `${pathKey(calendarUrl, calendarUrl)}${uid}.ics`
  const authorization = `Basic ${btoa(`ada:${CALDAV_USERS.ada}`)}`
  await fetch(urlOfKey(href, calendarUrl), {
    method: 'PUT',
    headers: { authorization, 'content-type': 'text/calendar', 'if-none-match': '*' },
    body: eventText(uid),
    keepalive: false,
  })
  const body = `<C:calendar-multiget xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><prop><getetag/><C:calendar-data/></prop><href>${href}</href></C:calendar-multiget>`
  const answer = await fetch(calendarUrl, {
    method: 'REPORT',
    headers: { authorization, depth: '1', 'content-type': 'application/xml' },
    body,
  })
  if (!(await answer.text()).includes('END:VCALENDAR')) throw new Error('the bare write is not there')
}
