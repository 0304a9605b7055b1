import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createAddresses } from '../../../src/features/feeds/address'
import {
  calendars,
  events,
  feeds,
  idempotencyKeys,
  lists,
  members,
  unknownTokens,
} from '../../../src/platform/db/schema'
import { ask, seatedCast } from '../../support/cast'
import { type CalendarRow, cacheEvent, insertCalendar } from '../../support/diary'
import { openHousehold } from '../../support/household'
import { occurrencesByIcalJs } from '../../support/ical-js'
import { opened } from '../../support/opened'
import { beforeNext } from '../../support/statements'
import { until } from '../sse/listening'
import { feedStory } from './story'

/** In Berlin, where the household lives, an hour later. */
const MORNING = '2026-12-02T08:00:00.000Z'
const household = opened(() => openHousehold({ at: MORNING }))
const cast = seatedCast(household, { anew: true })
const { create, listed, read, shown } = feedStory(household)

const WINDOW = [Date.parse('2026-11-29T23:00:00Z'), Date.parse('2027-01-31T23:00:00Z')] as const
const DAYS = ['2026-11-30', '2027-02-01'] as const

let bens: CalendarRow
let cleos: CalendarRow
let shared: CalendarRow
beforeEach(async () => {
  const { ctx } = household
  household.clock.set(MORNING)
  for (const table of [unknownTokens, lists]) await ctx.db.delete(table)
  bens = await insertCalendar(ctx, cast.ben.id, 'https://cal.test/ben/', { displayName: 'Home' })
  cleos = await insertCalendar(ctx, cast.cleo.id, 'https://cal.test/cleo/', { displayName: 'Oncology' })
  shared = await insertCalendar(ctx, cast.ada.id, 'https://cal.test/family/', { displayName: 'Family', isShared: true })
  await cacheEvent(ctx, bens, 'dentist', {
    DTSTART: '20261202T090000Z',
    DTEND: '20261202T100000Z',
    SUMMARY: 'Dentist',
    LOCATION: 'Main St',
    ATTENDEE: 'mailto:doctor@example.org',
  })
  await cacheEvent(ctx, shared, 'advent', { DTSTART: '20261206', DTEND: '20261207', SUMMARY: 'Advent' })
  await cacheEvent(ctx, cleos, 'chemo', {
    DTSTART: '20261203T090000Z',
    DTEND: '20261203T120000Z',
    SUMMARY: 'Chemotherapy',
    LOCATION: 'Ward Zero',
    RRULE: 'FREQ=WEEKLY;COUNT=3',
  })
})

const open = (calendar: CalendarRow, visibility: 'private' | 'busy' | 'household') =>
  household.ctx.db.update(calendars).set({ visibility }).where(eq(calendars.id, calendar.id))

describe('a feed', () => {
  test('is told once, with a secret address, and stored as a digest', async () => {
    const given = { calendars: [shared.id, bens.id, bens.id], name: ' Kitchen hub ' }
    const { status, body } = await create(cast.ben, given, { origin: 'https://home.test' })
    expect(status).toBe(201)
    const feed = {
      id: expect.any(Number),
      name: 'Kitchen hub',
      calendars: [bens.id, shared.id],
      lists: [],
      detail: 'full',
      reminders: false,
      createdAt: MORNING,
      lastUsedAt: null,
    }
    expect(body).toEqual({
      ...feed,
      token: expect.stringMatching(/^[\w-]{43}$/),
      url: `https://home.test/api/feeds/${body.token}.ics`,
    })
    expect(await listed(cast.ben)).toEqual([feed as never])
    expect(await listed(cast.cleo)).toEqual([])
    const rows = [await household.ctx.db.select().from(feeds), await household.ctx.db.select().from(idempotencyKeys)]
    expect(JSON.stringify(rows)).not.toContain(body.token)
  })

  test('is a calendar that others read, with the occurrences on its member’s screen', async () => {
    const { body } = await create(cast.ben, { calendars: [bens.id, shared.id] })
    const { status, headers, body: text } = await read(`${body.token}.ics`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(headers.get('cache-control')).toBe('private, no-cache')
    for (const line of ['VERSION:2.0', 'X-WR-CALNAME:Corkboard', 'X-WR-TIMEZONE:Europe/Berlin', 'X-PUBLISHED-TTL:PT1H'])
      expect(text).toContain(`\r\n${line}\r\n`)
    expect(text).toContain('\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n')
    expect(text).toEndWith('END:VEVENT\r\nEND:VCALENDAR\r\n')
    expect(text).not.toMatch(/mailto|METHOD/)
    const occurrences = occurrencesByIcalJs(text, ...WINDOW)
    expect(occurrences).toHaveLength(2)
    expect(occurrences).toEqual(await shown(cast.ben, ...DAYS))
    // One calendar gives the feed its name.
    const one = await create(cast.ben, { calendars: [bens.id] })
    expect((await read(`${one.body.token}.ics`)).body).toContain('\r\nX-WR-CALNAME:Home\r\n')
  })

  test('has what ended less than ninety days ago, and every series that still runs as its rule', async () => {
    const timed = (day: string) => ({ DTSTART: `${day}T090000Z`, DTEND: `${day}T100000Z`, SUMMARY: day })
    const { ctx } = household
    await cacheEvent(ctx, bens, 'kept', timed('20260903'))
    await cacheEvent(ctx, bens, 'over', timed('20260902'))
    await cacheEvent(ctx, bens, 'kept-day', { DTSTART: '20260903', DTEND: '20260904', SUMMARY: 'A day' })
    await cacheEvent(ctx, bens, 'over-day', { DTSTART: '20260902', DTEND: '20260903', SUMMARY: 'A day' })
    // The ninetieth day begins in Berlin.
    const midnight = { DTSTART: '20260902T220000Z', DTEND: '20260902T220000Z', SUMMARY: 'A moment' }
    await cacheEvent(ctx, bens, 'kept-moment', midnight)
    await cacheEvent(ctx, bens, 'series', { ...timed('20200101'), RRULE: 'FREQ=YEARLY', SUMMARY: 'New year' })
    await cacheEvent(ctx, bens, 'ended', { ...timed('20200101'), RRULE: 'FREQ=YEARLY;COUNT=3' })
    const { body } = await create(cast.ben, { calendars: [bens.id] })
    const text = (await read(`${body.token}.ics`)).body
    const uids = [...text.matchAll(/^UID:(.*)\r$/gm)].map(([, uid]) => uid)
    expect(uids.toSorted()).toEqual(['dentist', 'kept', 'kept-day', 'kept-moment', 'series'])
    expect(text).toContain('RRULE:FREQ=YEARLY\r\n')
    expect(text).toContain('DTSTART:20200101T090000Z\r\n')
  })

  test('is not sent again while it is the same, and is as soon as anything of it changes', async () => {
    const { body } = await create(cast.ben, { calendars: [bens.id, shared.id] })
    const file = `${body.token}.ics`
    const tagOf = async () => (await read(file)).headers.get('etag') ?? ''
    const tag = await tagOf()
    expect(tag).toMatch(/^W\/"[\w-]+"$/)
    for (const header of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const again = await read(file, { 'if-none-match': header })
      expect({ header, status: again.status, body: again.body }).toEqual({ header, status: 304, body: '' })
      expect(again.headers.get('etag')).toBe(tag)
    }
    expect((await read(file, { 'if-none-match': '"other"' })).status).toBe(200)
    const tags = new Set([tag])
    const { ctx } = household
    const changes = [
      () => cacheEvent(ctx, bens, 'new', { SUMMARY: 'New' }),
      () => cacheEvent(ctx, bens, 'new', { SUMMARY: 'Renamed' }),
      () => ctx.db.delete(events).where(eq(events.uid, 'new')),
      () => ctx.db.update(calendars).set({ isShared: false }).where(eq(calendars.id, shared.id)),
      async () => household.clock.set('2026-12-03T08:00:00Z'),
    ]
    for (const [index, change] of changes.entries()) {
      await change()
      tags.add(await tagOf())
      // What was added and removed again leaves the calendar as it was.
      expect({ index, size: tags.size }).toEqual({ index, size: index < 2 ? index + 2 : index + 1 })
    }
    const head = await ask(household, null, `HEAD /api/feeds/${file}`)
    expect({ status: head.status, body: head.body, tag: tags.has(head.headers.get('etag') ?? '') }).toEqual({
      status: 200,
      body: '' as never,
      tag: true,
    })
  })

  test('that is revoked is not found at once, like one that never was, and so is any other file', async () => {
    const { body } = await create(cast.ben, { calendars: [bens.id] })
    expect((await read(`${body.token}.ics`)).status).toBe(200)
    expect((await ask(household, cast.cleo, `DELETE /api/feeds/${body.id}`)).status).toBe(404)
    expect(await ask(household, cast.ben, `DELETE /api/feeds/${body.id}`)).toMatchObject({ body: { id: body.id } })
    const never = `${'x'.repeat(43)}.ics`
    for (const file of [
      `${body.token}.ics`,
      `${body.token}.json`,
      never,
      body.token,
      'x.ics',
      'zz.ics',
      `${body.id}`,
    ]) {
      const { status, body: answer } = await read<object>(file)
      expect({ file, status, answer }).toEqual({ file, status: 404, answer: { error: 'Not found' } })
    }
  })

  test('of nothing, or of what cannot be, is refused', async () => {
    for (const [body, status] of [
      [{}, 400],
      [{ calendars: [] }, 400],
      [{ calendars: [], lists: [] }, 400],
      [{ calendars: ['1'] }, 400],
      [{ calendars: [1.5] }, 400],
      [{ calendars: [bens.id], detail: 'none' }, 400],
      [{ calendars: [bens.id], reminders: 'yes' }, 400],
      [{ calendars: [bens.id], name: ' ' }, 400],
      [{ calendars: [bens.id], name: 'x'.repeat(256) }, 400],
      [{ calendars: [cleos.id] }, 404],
      [{ calendars: [bens.id, 2_000_000_000] }, 404],
      [{ calendars: [], lists: [2_000_000_000] }, 404],
    ] as const) {
      const { status: found } = await create(cast.ben, body)
      expect({ body, found }).toEqual({ body, found: status })
    }
    expect(await listed(cast.ben)).toEqual([])
  })

  test('that is asked for twice with one key is one, and told again', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const first = await create(cast.ben, { calendars: [bens.id] }, key)
    expect((await create(cast.ben, { calendars: [bens.id] }, key)).body).toEqual(first.body)
    expect((await create(cast.ben, { calendars: [shared.id] }, key)).status).toBe(422)
    expect(await listed(cast.ben)).toHaveLength(1)
  })

  test('tells when it was last read, and its token stands in no log line', async () => {
    const { body } = await create(cast.ben, { calendars: [bens.id] })
    household.logLines.length = 0
    await read(`${body.token}.ics`)
    await until('the line', () => household.logLines.join().includes('"route":"/api/feeds/:file"'))
    expect(household.logLines.join()).not.toContain(body.token)
    expect((await listed(cast.ben))[0]?.lastUsedAt).toBe(MORNING)
    expect(await household.ctx.metrics.registry.metrics()).not.toContain(body.token)
  })
})

describe('whoever tries addresses', () => {
  test('waits after sixty in a minute, while good ones are read on', async () => {
    const { body } = await create(cast.ben, { calendars: [bens.id] })
    const statuses = []
    for (let n = 0; n < 61; n += 1) statuses.push((await read(`${n}.ics`)).status)
    expect(statuses).toEqual([...Array(60).fill(404), 429])
    const refused = await read('another.ics')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await read(`${body.token}.ics`)).status).toBe(200)
    // Whoever guesses invitations is counted by itself.
    const guess = { token: 'an invitation' }
    expect((await ask(household, null, 'POST /api/invitations/open', guess)).status).toBe(404)
    household.clock.advance(60_000)
    expect((await read('another.ics')).status).toBe(404)
  })

  test('and a reader that asks all the time waits, too', async () => {
    const { body } = await create(cast.ben, { calendars: [bens.id] })
    const addresses = createAddresses(household.ctx)
    const find = () => addresses.find(`${body.token}.ics`, '192.0.2.1')
    for (let n = 0; n < 600; n += 1) await find()
    expect(await find().catch((error) => error)).toMatchObject({ status: 429, headers: { 'retry-after': '60' } })
    household.clock.advance(60_000)
    expect((await find()).feed.id).toBe(body.id)
  })

  test('and not for as long as the clock was ahead, once it is right', async () => {
    const { body } = await create(cast.ben, { calendars: [bens.id] })
    const addresses = createAddresses(household.ctx)
    const find = () => addresses.find(`${body.token}.ics`, '192.0.2.1')
    for (let n = 0; n < 600; n += 1) await find()
    household.clock.advance(-2 * 60 * 60_000)
    expect((await find()).feed.id).toBe(body.id)
  })
})

describe('a feed holds what its member may read at that moment', () => {
  const SECRET = /Chemo|Ward|Oncology|chemo/
  const textOf = async (token: string) => (await read(`${token}.ics`)).body

  test('of a calendar that another member opens, and no more once it is closed', async () => {
    await open(cleos, 'household')
    const { body } = await create(cast.ben, { calendars: [cleos.id] })
    const whole = await textOf(body.token)
    expect(whole).toContain('SUMMARY:Chemotherapy')
    expect(occurrencesByIcalJs(whole, ...WINDOW)).toHaveLength(3)
    await open(cleos, 'busy')
    const busy = await textOf(body.token)
    expect(busy).not.toMatch(SECRET)
    expect(occurrencesByIcalJs(busy, ...WINDOW)).toEqual(
      (await shown(cast.ben, ...DAYS, '&household=true')).filter((one) => one.endsWith(' Busy')),
    )
    expect(occurrencesByIcalJs(busy, ...WINDOW)).toHaveLength(3)
    await open(cleos, 'private')
    const closed = await textOf(body.token)
    expect(closed).not.toMatch(SECRET)
    expect(closed).not.toContain('VEVENT')
    expect(closed).toContain('BEGIN:VTIMEZONE')
    await household.ctx.db.delete(calendars).where(eq(calendars.id, cleos.id))
    expect((await read(`${body.token}.ics`)).status).toBe(200)
    expect((await listed(cast.ben))[0]?.calendars).toEqual([])
  })

  test('of what another member keeps private in an open calendar, when it is alone', async () => {
    await open(cleos, 'household')
    const lines = { DTSTART: '20261202T140000Z', DTEND: '20261202T150000Z', SUMMARY: 'Jeweller', CLASS: 'PRIVATE' }
    await cacheEvent(household.ctx, cleos, 'gift', lines)
    await cacheEvent(household.ctx, bens, 'own', { ...lines, SUMMARY: 'Of Ben’s own' })
    const { body } = await create(cast.ben, { calendars: [bens.id, cleos.id], reminders: true })
    const text = await textOf(body.token)
    expect(text).not.toMatch(/Jeweller|UID:gift/)
    expect(text).toContain('SUMMARY:Of Ben’s own')
    expect(occurrencesByIcalJs(text, ...WINDOW)).toEqual(
      await shown(cast.ben, ...DAYS, '&household=true').then(withoutShared),
    )
    const { days } = (await read<{ days: { events: { title: string }[] }[] }>(`${body.token}.json`)).body
    expect(days[0]!.events.map(({ title }) => title)).toEqual(['Dentist', 'Busy', 'Of Ben’s own'])
  })

  test('of what becomes private just as it is read', async () => {
    await open(cleos, 'household')
    const lines = { DTSTART: '20261202T140000Z', DTEND: '20261202T150000Z', SUMMARY: 'Coffee' }
    await cacheEvent(household.ctx, cleos, 'gift', lines)
    const { body } = await create(cast.ben, { calendars: [cleos.id] })
    const reading = beforeNext(household.ctx, /octet_length/, () =>
      cacheEvent(household.ctx, cleos, 'gift', { ...lines, SUMMARY: 'Jeweller', CLASS: 'PRIVATE' }),
    )
    expect(await textOf(body.token)).not.toContain('Jeweller')
    expect(reading.hasCome).toBe(true)
  })
  const withoutShared = (all: string[]) => all.filter((one) => !one.endsWith(' Advent'))

  test('of all busy calendars of one owner as of one, of which only the first can be named', async () => {
    const second = await insertCalendar(household.ctx, cast.cleo.id, 'https://cal.test/work/', { visibility: 'busy' })
    await open(cleos, 'busy')
    await cacheEvent(household.ctx, second, 'meeting', { DTSTART: '20261204T090000Z', DTEND: '20261204T100000Z' })
    await cacheEvent(household.ctx, second, 'free', { DTSTART: '20261205T090000Z', TRANSP: 'TRANSPARENT' })
    expect((await create(cast.ben, { calendars: [second.id] })).status).toBe(404)
    const { body } = await create(cast.ben, { calendars: [cleos.id] })
    const text = await textOf(body.token)
    expect(occurrencesByIcalJs(text, ...WINDOW)).toHaveLength(4)
    expect(text).toContain('X-WR-CALNAME:Cleo\r\n')
    expect(text).not.toMatch(SECRET)
  })

  test('and as busy says of the own ones, too, when and nothing else, in the member’s language', async () => {
    await household.ctx.db.update(members).set({ language: 'de' }).where(eq(members.id, cast.ben.id))
    await cacheEvent(household.ctx, bens, 'series', {
      'DTSTART;TZID=Europe/Berlin': '20261207T183000',
      DTSTART: '20261207T173000Z',
      SUMMARY: 'Choir practice',
      DESCRIPTION: 'Bring the scores',
      RRULE: 'FREQ=WEEKLY;COUNT=4',
      EXDATE: '20261214T173000Z',
    })
    const full = await create(cast.ben, { calendars: [bens.id] })
    const { body } = await create(cast.ben, { calendars: [bens.id], detail: 'busy', reminders: true })
    const text = await textOf(body.token)
    expect(text).not.toMatch(/Dentist|dentist|Main|Choir|scores|mailto|UID:series|VALARM/)
    const times = (all: string[]) => all.map((one) => one.split(' ')[0])
    const busy = occurrencesByIcalJs(text, ...WINDOW)
    expect(times(busy)).toEqual(times(occurrencesByIcalJs(await textOf(full.body.token), ...WINDOW)))
    expect(new Set(busy.map((one) => one.split(' ')[1]))).toEqual(new Set(['Beschäftigt']))
  })

  test('and as busy in an order that tells neither their calendars nor which came first', async () => {
    const second = await insertCalendar(household.ctx, cast.cleo.id, 'https://cal.test/work/', { visibility: 'busy' })
    await open(cleos, 'busy')
    for (const day of ['10', '11', '12', '13']) {
      const lines = { DTSTART: `202612${day}T090000Z`, DTEND: `202612${day}T100000Z` }
      await cacheEvent(household.ctx, cleos, `a${day}`, lines)
      await cacheEvent(household.ctx, second, `b${day}`, lines)
    }
    const { body } = await create(cast.ben, { calendars: [cleos.id] })
    const uids = [...(await textOf(body.token)).matchAll(/^UID:.*$/gm)].map(([line]) => line)
    expect(uids).toHaveLength(9)
    expect(uids).toEqual(uids.toSorted())
  })

  test('and as busy does not go by the name of its calendar, unless it was given one', async () => {
    const nameOf = async (given: object) => {
      const { body } = await create(cast.cleo, { detail: 'busy', ...given })
      const text = await textOf(body.token)
      expect(text).not.toMatch(SECRET)
      return /^X-WR-CALNAME:(.*)\r$/m.exec(text)?.[1]
    }
    expect(await nameOf({ calendars: [cleos.id] })).toBe('Cleo')
    expect(await nameOf({ calendars: [shared.id] })).toBe('Corkboard')
    expect(await nameOf({ calendars: [cleos.id], name: 'When I work' })).toBe('When I work')
  })

  test('of a calendar that was shared and is not any more, nothing', async () => {
    const { body } = await create(cast.ben, { calendars: [shared.id] })
    expect(await textOf(body.token)).toContain('Advent')
    await household.ctx.db.update(calendars).set({ isShared: false }).where(eq(calendars.id, shared.id))
    expect(await textOf(body.token)).not.toContain('Advent')
  })

  test('and goes with its member', async () => {
    await open(bens, 'household')
    const { body } = await create(cast.cleo, { calendars: [bens.id] })
    await household.ctx.db.delete(members).where(eq(members.id, cast.cleo.id))
    expect((await read(`${body.token}.ics`)).status).toBe(404)
  })

  test('of what stands in two calendars, each under a uid of its own, and a copy of the shared one once', async () => {
    const both = { DTSTART: '20261210T090000Z', DTEND: '20261210T100000Z', SUMMARY: 'Party' }
    await cacheEvent(household.ctx, shared, 'party', both)
    await cacheEvent(household.ctx, bens, 'party', both)
    const other = { DTSTART: '20261211T090000Z', DTEND: '20261211T100000Z', SUMMARY: 'Party, my part' }
    await cacheEvent(household.ctx, shared, 'cake', both)
    await cacheEvent(household.ctx, bens, 'cake', other)
    const { body } = await create(cast.ben, { calendars: [bens.id, shared.id] })
    const text = await textOf(body.token)
    expect(occurrencesByIcalJs(text, ...WINDOW)).toEqual(await shown(cast.ben, ...DAYS))
    expect(text.match(/^UID:party\r$/gm)).toHaveLength(1)
    const alone = await create(cast.ben, { calendars: [bens.id] })
    expect(occurrencesByIcalJs(await textOf(alone.body.token), ...WINDOW)).toHaveLength(3)
  })

  test('of what stands in two calendars of which none is shared, both, as on its member’s screen', async () => {
    const sports = await insertCalendar(household.ctx, cast.ben.id, 'https://cal.test/ben/sports/')
    const match = { DTSTART: '20261210T090000Z', DTEND: '20261210T100000Z', SUMMARY: 'Match' }
    for (const calendar of [bens, sports]) await cacheEvent(household.ctx, calendar, 'match', match)
    const { body } = await create(cast.ben, { calendars: [bens.id, sports.id, shared.id] })
    const told = occurrencesByIcalJs(await textOf(body.token), ...WINDOW)
    expect(told).toEqual(await shown(cast.ben, ...DAYS))
    expect(told.filter((one) => one.includes('Match'))).toHaveLength(2)
  })
})

describe('today and tomorrow', () => {
  interface Told {
    timezone: string
    days: { date: string; events: object[] }[]
    lists: object[]
  }
  const daysOf = async (token: string) => (await read<Told>(`${token}.json`)).body

  test('are told where the household lives, with what is open on the lists', async () => {
    const newList = { name: 'Groceries', isShared: true }
    const list = (await ask<{ id: number }>(household, cast.cleo, 'POST /api/lists', newList)).body
    const add = async (text: string) =>
      (await ask<{ id: number }>(household, cast.cleo, `POST /api/lists/${list.id}/items`, { text })).body.id
    await add('Milk')
    await ask(household, cast.cleo, `PATCH /api/list-items/${await add('Bread')}`, { checked: true })
    await cacheEvent(household.ctx, bens, 'night', {
      DTSTART: '20261202T220000Z',
      DTEND: '20261203T050000Z',
      SUMMARY: 'Night shift',
    })
    await cacheEvent(household.ctx, bens, 'trip', { DTSTART: '20261203', DTEND: '20261206', SUMMARY: 'Trip' })
    await open(cleos, 'busy')
    const { body } = await create(cast.ben, { calendars: [bens.id, cleos.id], lists: [list.id] })
    const night = {
      title: 'Night shift',
      start: '2026-12-02T22:00:00.000Z',
      end: '2026-12-03T05:00:00.000Z',
      allDay: false,
    }
    const told = await daysOf(body.token)
    expect(told).toEqual({
      timezone: 'Europe/Berlin',
      days: [
        {
          date: '2026-12-02',
          events: [
            { title: 'Dentist', start: '2026-12-02T09:00:00.000Z', end: '2026-12-02T10:00:00.000Z', allDay: false },
            night,
          ],
        },
        {
          date: '2026-12-03',
          events: [
            night,
            { title: 'Trip', start: '2026-12-03', end: '2026-12-06', allDay: true },
            { title: 'Busy', start: '2026-12-03T09:00:00.000Z', end: '2026-12-03T12:00:00.000Z', allDay: false },
          ],
        },
      ],
      lists: [{ id: list.id, name: 'Groceries', items: [{ text: 'Milk' }] }],
    })
    const secret = await ask<{ id: number }>(household, cast.cleo, 'POST /api/lists', { name: 'Mine', isShared: false })
    expect((await create(cast.ben, { calendars: [], lists: [secret.body.id] })).status).toBe(404)
    await ask(household, cast.cleo, `PATCH /api/lists/${list.id}`, { isShared: false })
    expect((await daysOf(body.token)).lists).toEqual([])
    expect((await create(cast.cleo, { calendars: [], lists: [list.id] })).status).toBe(201)
  })

  test('have what lasts no time on its own day alone, also at midnight', async () => {
    const midnight = { DTSTART: '20261202T230000Z', DTEND: '20261202T230000Z', SUMMARY: 'Fireworks' }
    await cacheEvent(household.ctx, bens, 'fireworks', midnight)
    const { body } = await create(cast.ben, { calendars: [bens.id] })
    const { days } = await daysOf(body.token)
    const dated = days.filter(({ events }) => events.some((one) => 'title' in one && one.title === 'Fireworks'))
    expect(dated).toMatchObject([{ date: '2026-12-03' }])
  })

  test('leave out what keeps nobody of a busy calendar busy', async () => {
    await open(cleos, 'busy')
    await cacheEvent(household.ctx, cleos, 'free', { DTSTART: '20261202', DTEND: '20261203', TRANSP: 'TRANSPARENT' })
    const { body } = await create(cast.ben, { calendars: [cleos.id] })
    const { days } = await daysOf(body.token)
    expect(days.map(({ events }) => events.length)).toEqual([0, 1])
  })

  test('tell busy ones in an order that says nothing of their titles', async () => {
    await open(cleos, 'busy')
    const at = (from: string, to: string) => ({ DTSTART: `20261202T${from}0000Z`, DTEND: `20261202T${to}0000Z` })
    await cacheEvent(household.ctx, bens, 'lunch', { ...at('11', '12'), SUMMARY: 'Lunch' })
    const { body } = await create(cast.ben, { calendars: [bens.id, cleos.id] })
    const told = async (...titles: string[]) => {
      await cacheEvent(household.ctx, cleos, 'long', { ...at('11', '15'), SUMMARY: titles[0]! })
      await cacheEvent(household.ctx, cleos, 'short', { ...at('11', '13'), SUMMARY: titles[1]! })
      return (await daysOf(body.token)).days[0]!.events
    }
    const before = await told('Aunt', 'Zumba')
    expect(before.filter((one) => (one as { title: string }).title === 'Busy')).toHaveLength(2)
    expect(await told('Zumba', 'Aunt')).toEqual(before)
  })
})
