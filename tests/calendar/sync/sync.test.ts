import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { poll, syncMember } from '../../../src/calendar/sync'
import { calendars, events } from '../../../src/platform/db/schema'
import {
  eventText,
  giveAccount,
  makeCalendar,
  putEvent,
  putText,
  removeAt,
  removeCalendars,
} from '../../support/caldav'
import { rewrite, withoutSyncCollection, withoutTags } from '../../support/proxy'
import { cachedRows, cachedUids, calendarAt, DAY_MS, openSetting, type Setting } from './setting'

let setting: Setting
let path: string

beforeAll(async () => {
  setting = await openSetting()
})
afterAll(() => setting.close())
beforeEach(async () => {
  setting.proxy.reset()
  await setting.ctx.db.delete(calendars)
  await removeCalendars('ada')
  path = await makeCalendar('ada', { displayName: 'Home', color: '#1b9e77' })
})

const sync = () => syncMember(setting.ctx, setting.cast.ada.id)
const calendar = async () => (await calendarAt(setting, path))!
const rows = async () => cachedRows(setting, (await calendar()).id)
const uids = async () => cachedUids(setting, (await calendar()).id)
const reports = () =>
  setting.proxy.requests
    .filter(({ method }) => method === 'REPORT')
    .map(({ body }) => /<[cd]:(sync-collection|calendar-query|calendar-multiget)/.exec(body)?.[1])

describe('what the cache keeps of an event', () => {
  test('a timed one', async () => {
    const href = await putEvent('ada', path, 'timed', {
      SUMMARY: 'Tea\\, with milk',
      LOCATION: 'Kitchen',
      raw: 'BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:x\r\nTRIGGER:-PT15M\r\nEND:VALARM',
    })
    await sync()
    expect(await rows()).toEqual([
      expect.objectContaining({
        uid: 'timed',
        href,
        title: 'Tea, with milk',
        location: 'Kitchen',
        allDay: false,
        dtstartUtc: new Date('2026-12-01T09:00:00Z'),
        dtstartDate: null,
        hasRrule: false,
        reminderLeadMinutes: 15,
        reminderIsCustom: false,
        etag: expect.stringMatching(/^".+"$/),
        rawVevent: expect.stringContaining('TRIGGER'),
      }),
    ])
  })

  test('an all-day one, and one with two alarms', async () => {
    const alarm = 'BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:x\r\nTRIGGER:-PT15M\r\nEND:VALARM'
    await putText(
      'ada',
      `${path}day.ics`,
      eventText('day').replace('DTSTART:20261201T090000Z', 'DTSTART;VALUE=DATE:20261224'),
    )
    await putEvent('ada', path, 'two', { RRULE: 'FREQ=WEEKLY', raw: `${alarm}\r\n${alarm}` })
    await sync()
    expect(await rows()).toEqual([
      expect.objectContaining({
        uid: 'day',
        allDay: true,
        dtstartUtc: null,
        dtstartDate: '2026-12-24',
        dtendDate: '2026-12-25',
      }),
      expect.objectContaining({
        uid: 'two',
        hasRrule: true,
        lastUtc: null,
        reminderLeadMinutes: null,
        reminderIsCustom: true,
      }),
    ])
  })

  test('a row keeps its id while its event changes', async () => {
    const ids = async () => (await setting.ctx.db.select({ id: events.id }).from(events)).map(({ id }) => id)
    await putEvent('ada', path, 'one')
    await sync()
    const before = await ids()
    await putEvent('ada', path, 'one', { SUMMARY: 'Changed' })
    await sync()
    expect((await rows()).map(({ title }) => title)).toEqual(['Changed'])
    expect(await ids()).toEqual(before)
  })
})

/** How each kind of server is followed: what it hides, and what is asked after one change. */
const SERVERS: [string, (() => void) | null, string[]][] = [
  ['with sync-collection', null, ['sync-collection', 'calendar-multiget']],
  ['with ctags only', () => setting.proxy.fault({}, withoutSyncCollection()), ['calendar-query', 'calendar-multiget']],
  ['with neither', () => setting.proxy.fault({}, withoutTags()), ['calendar-query', 'calendar-multiget']],
]

describe.each(SERVERS)('a server %s', (_name, hide, afterOneChange) => {
  beforeEach(() => {
    hide?.()
  })

  const forget = () => {
    setting.proxy.requests.length = 0
  }

  test('is listed once, then followed; the rows are those of a full pass', async () => {
    await putEvent('ada', path, 'same')
    await putEvent('ada', path, 'changed')
    const went = await putEvent('ada', path, 'went')
    await sync()
    expect(reports()).toEqual(['calendar-query'])
    expect(await uids()).toEqual(['changed', 'same', 'went'])

    await putEvent('ada', path, 'changed', { SUMMARY: 'New title', RRULE: 'FREQ=DAILY;COUNT=3' })
    await putEvent('ada', path, 'came')
    await removeAt('ada', went)
    forget()
    await sync()
    expect(reports()).toEqual(afterOneChange)
    const followed = await rows()
    expect(followed.map(({ uid, title }) => `${uid}: ${title}`)).toEqual([
      'came: An event',
      'changed: New title',
      'same: An event',
    ])

    setting.clock.advance(DAY_MS)
    forget()
    await sync()
    expect(reports()).toEqual(['calendar-query'])
    expect(await rows()).toEqual(followed)
  })

  test('without a change nothing is fetched and nothing announced', async () => {
    await putEvent('ada', path, 'one')
    await sync()
    forget()
    setting.announced.length = 0
    const before = await rows()
    await sync()
    expect(reports()).not.toContain('calendar-multiget')
    expect(await rows()).toEqual(before)
    expect(setting.announced).toEqual([])
  })

  test('an emptied calendar is empty after a second look, others stay', async () => {
    const other = await makeCalendar('ada')
    await putEvent('ada', other, 'elsewhere')
    const first = await putEvent('ada', path, 'one')
    const second = await putEvent('ada', path, 'two')
    await sync()
    await removeAt('ada', first)
    await removeAt('ada', second)
    forget()
    await sync()
    expect(await uids()).toEqual([])
    const asked = setting.proxy.requests.map((request) => `${request.method} ${request.path}`)
    expect(asked).toContain(`PROPFIND ${path}`)
    expect(await cachedUids(setting, (await calendarAt(setting, other))!.id)).toEqual(['elsewhere'])
  })
})

describe('a token the server does not know any more', () => {
  test('leads to a listing, the rows are right', async () => {
    await putEvent('ada', path, 'one')
    await sync()
    await putEvent('ada', path, 'two')
    setting.proxy.fault({ body: /sync-collection/, times: 1 }, async () => ({ status: 403, headers: {}, body: '' }))
    await sync()
    expect(await uids()).toEqual(['one', 'two'])
    setting.proxy.requests.length = 0
    await putEvent('ada', path, 'three')
    await sync()
    expect(reports()).toEqual(['sync-collection', 'calendar-multiget'])
  })
})

describe('objects that cannot be read', () => {
  test('one broken object is skipped, counted and logged without its content; the rest is there', async () => {
    await putEvent('ada', path, 'good')
    await putEvent('ada', path, 'broken')
    setting.proxy.fault({ method: 'REPORT' }, async ({ forward }) => {
      const whole = await forward()
      return { ...whole, body: whole.body.replace(/UID:broken/g, 'X-SECRET:hush') }
    })
    await sync()
    expect(await uids()).toEqual(['good'])
    expect((await calendar()).skippedObjects).toBe(1)
    const line = setting.logLines.findLast((entry) => entry.includes('object skipped')) ?? ''
    expect(JSON.parse(line)).toMatchObject({ href: `${path}broken.ics`, reason: expect.any(String) })
    expect(setting.logLines.join('')).not.toContain('hush')
  })

  test('a row whose event becomes unreadable stays as it was, in every way of listing', async () => {
    await putEvent('ada', path, 'one')
    await putEvent('ada', path, 'two')
    await sync()
    const before = await rows()
    await putEvent('ada', path, 'one', { SUMMARY: 'New' })
    setting.proxy.fault({ method: 'REPORT' }, async ({ forward }) => {
      const whole = await forward()
      return { ...whole, body: whole.body.replace(/UID:one/g, 'X:one') }
    })
    await sync()
    expect(await rows()).toEqual(before)
    setting.clock.advance(DAY_MS)
    await sync()
    expect(await rows()).toEqual(before)
    expect((await calendar()).skippedObjects).toBe(1)
    setting.proxy.reset()
    setting.clock.advance(DAY_MS)
    await sync()
    expect((await rows()).map(({ title }) => title)).toEqual(['New', 'An event'])
    expect((await calendar()).skippedObjects).toBe(0)
  })

  test('an object that the server hands out later is not forgotten', async () => {
    await putEvent('ada', path, 'one')
    await sync()
    await putEvent('ada', path, 'late')
    setting.proxy.fault({ body: /multiget/, times: 1 }, async ({ forward }) => {
      const whole = await forward()
      return { ...whole, body: whole.body.replaceAll('200 OK', '500 Internal Server Error') }
    })
    await sync()
    expect(await uids()).toEqual(['one'])
    await sync()
    expect(await uids()).toEqual(['late', 'one'])
  })

  test('tasks and journals are no events, and not broken', async () => {
    await putEvent('ada', path, 'one')
    await putText('ada', `${path}task.ics`, eventText('task').replaceAll('VEVENT', 'VTODO'))
    await sync()
    await putText('ada', `${path}task.ics`, eventText('task', { SUMMARY: 'x' }).replaceAll('VEVENT', 'VTODO'))
    await sync()
    expect(await uids()).toEqual(['one'])
    expect((await calendar()).skippedObjects).toBe(0)
  })

  test.each([
    ['a UID that is too long', { uid: 'x'.repeat(600), lines: {}, cached: ['good'] }],
    ['a year that no column holds', { uid: 'year', lines: { DTSTART: '00010101T000000Z' }, cached: ['good', 'year'] }],
    ['a date that does not exist', { uid: 'date', lines: { DTSTART: '20261301T000000Z' }, cached: ['good'] }],
  ])('%s does not stop the calendar', async (_case, { uid, lines, cached }) => {
    await putEvent('ada', path, 'good')
    await putEvent('ada', path, 'odd')
    setting.proxy.fault({ method: 'REPORT' }, async ({ forward }) => {
      const whole = await forward()
      const odd = eventText(uid, lines).replaceAll('\r\n', '&#13;\n')
      return {
        ...whole,
        body: whole.body.replace(/BEGIN:VCALENDAR(?:(?!END:VCALENDAR)[\s\S])*UID:odd[\s\S]*?END:VCALENDAR\s*/, odd),
      }
    })
    await sync()
    expect(await uids()).toEqual(cached)
    expect((await calendar()).skippedObjects).toBe(2 - cached.length)
  })

  test('a very long title is kept as far as it fits', async () => {
    await putEvent('ada', path, 'long', { SUMMARY: '😀'.repeat(20_000) })
    await sync()
    expect((await rows())[0]?.title.length).toBe(16_000)
  })
})

describe('one UID at two hrefs', () => {
  test('counts once; when the one that counts goes, the other one steps in', async () => {
    // Radicale refuses it; the proxy makes two objects of different UIDs look like one.
    setting.proxy.fault({ method: 'REPORT' }, async ({ forward }) => {
      const whole = await forward()
      return { ...whole, body: whole.body.replaceAll('UID:twin', 'UID:same') }
    })
    const first = await putEvent('ada', path, 'same', { SUMMARY: 'First' }, 'a.ics')
    await sync()
    await putEvent('ada', path, 'twin', { SUMMARY: 'Second' }, 'b.ics')
    await sync()
    expect((await rows()).map(({ uid, title }) => `${uid}: ${title}`)).toEqual(['same: First'])
    await removeAt('ada', first)
    await sync()
    expect((await rows()).map(({ uid, title }) => `${uid}: ${title}`)).toEqual(['same: Second'])
  })
})

describe('announcements', () => {
  test('a change reaches the owner, a change of the shared calendar everyone', async () => {
    const { ctx, cast } = setting
    await sync()
    setting.announced.length = 0
    await putEvent('ada', path, 'one')
    await sync()
    const { id } = await calendar()
    expect(setting.announced).toEqual([{ topic: 'calendar', calendarId: id, readers: [cast.ada.id] }])
    await ctx.db.update(calendars).set({ isShared: true }).where(eq(calendars.id, id))
    setting.announced.length = 0
    await putEvent('ada', path, 'two')
    await sync()
    expect(setting.announced).toEqual([{ topic: 'calendar', calendarId: id, readers: 'everyone' }])
  })
})

describe('two members with the same collection', () => {
  test('have a row and a cache each', async () => {
    const { ctx, cast, proxy } = setting
    await giveAccount(ctx, cast.ben.id, 'ben', proxy.url)
    const shared = await makeCalendar('ada', { name: 'family' })
    await putEvent('ada', shared, 'both')
    // Ben's server lists Ada's collection among his own.
    const listsToo = rewrite((whole) => {
      const entry = `<response xmlns:C="urn:ietf:params:xml:ns:caldav"><href>${shared}</href><propstat><prop>
<resourcetype><C:calendar /><collection /></resourcetype><displayname>Family</displayname></prop>
<status>HTTP/1.1 200 OK</status></propstat></response></multistatus>`
      return { ...whole, body: whole.body.replace('</multistatus>', entry) }
    })
    proxy.fault({ method: 'PROPFIND', path: /^\/ben\/$/ }, listsToo)
    await poll(ctx)
    const adas = await calendarAt(setting, shared, cast.ada.id)
    const bens = await calendarAt(setting, shared, cast.ben.id)
    expect(adas?.url).toBe(bens?.url)
    expect(adas?.id).not.toBe(bens?.id)
    expect(await cachedUids(setting, adas!.id)).toEqual(['both'])
    expect(await cachedUids(setting, bens!.id)).toEqual(['both'])
  })
})
