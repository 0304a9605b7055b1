/** Writes on every kind of CalDAV server that can be started here. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { summarize } from '../../../src/calendar/ical/summary'
import { UTC } from '../../../src/calendar/ical/zone'
import { createDrain, type Drain } from '../../../src/calendar/outbox/drain'
import { syncMember } from '../../../src/calendar/sync'
import { calendars, events, outbox } from '../../../src/platform/db/schema'
import { davAt } from '../../support/caldav'
import { ask } from '../../support/cast'
import { FORM } from '../../support/diary'
import { Phone, SERVER_KINDS, type ServerKind } from '../../support/server-kinds'
import { calendarAt, openSetting, type Setting, START } from '../sync/setting'

for (const { name, missing } of SERVER_KINDS) {
  if (missing !== null) console.log(`(skip) the writes on ${name}: ${missing}`)
}

for (const kind of SERVER_KINDS) describe.skipIf(kind.missing !== null)(kind.name, () => stories(kind))

function stories(kind: ServerKind) {
  let base: string
  let setting: Setting
  let drain: Drain
  let phone: Phone
  /** Of two calendars of Ada's. */
  let home: string
  let work: string

  beforeAll(async () => {
    base = (await kind.open()).url
    setting = await openSetting({ url: base, home: kind.home })
    drain = createDrain(setting.ctx)
    phone = new Phone(base, kind.home)
  })
  afterAll(async () => {
    await drain?.stop()
    await setting?.close()
  })
  beforeEach(async () => {
    setting.proxy.reset()
    setting.clock.set(START)
    await setting.ctx.db.delete(outbox)
    await setting.ctx.db.delete(calendars)
    home = await phone.makeCalendar()
    work = await phone.makeCalendar()
    await sync()
  })
  afterEach(async () => {
    for (const path of [home, work]) await phone.remove(path).catch(() => {})
  })

  const sync = () => syncMember(setting.ctx, setting.cast.ada.id)
  const urlOf = async (path: string) => (await calendarAt(setting, path))!.url
  /** Asks for a write, and has it sent; returns the event's UID and what became of the write. */
  const write = async (request: string, body?: object) => {
    const { status, body: answer } = await ask<{ uid: string }>(setting, setting.cast.ada, request, body)
    expect(status).toBeLessThan(300)
    await drain.drain()
    const rows = await setting.ctx.db.select().from(outbox)
    const states = rows.map(({ errorCode, status }) => errorCode ?? status)
    return { uid: answer?.uid, state: states.at(-1) }
  }
  /** The texts of a calendar's events on the server. */
  const onServer = async (path: string) => {
    const listing = await davAt(base, 'ada', 'PROPFIND', path, { headers: { depth: '1' } })
    const hrefs = [...(await listing.text()).matchAll(/<[\w:]*href[^>]*>([^<]+\.ics)</gi)].map((found) => found[1]!)
    return Promise.all(
      hrefs.map(async (href) => (await davAt(base, 'ada', 'GET', new URL(href, base).pathname)).text()),
    )
  }
  const titles = async () => {
    const { body } = await ask<{ occurrences: { title: string; calendarId: number }[] }>(
      setting,
      setting.cast.ada,
      'GET /api/events?start=2026-12-01&end=2026-12-02',
    )
    return body.occurrences.map(({ title }) => title)
  }

  test('an event is created, changed and removed', async () => {
    const created = await write('POST /api/events/create', { ...FORM, calendarUrl: await urlOf(home) })
    expect(created.state).toBe('done')
    expect(await onServer(home)).toEqual([expect.stringContaining('SUMMARY:Dentist')])
    const event = `/api/events/${encodeURIComponent(created.uid)}`
    expect((await write(`PATCH ${event}/edit`, { ...FORM, title: 'Doctor' })).state).toBe('done')
    expect(await onServer(home)).toEqual([expect.stringContaining('SUMMARY:Doctor')])
    await sync()
    expect(await titles()).toEqual(['Doctor'])
    expect((await write(`DELETE ${event}`)).state).toBe('done')
    expect(await onServer(home)).toEqual([])
    expect(await titles()).toEqual([])
  })

  test('a series is changed and removed in each range, and is given back as it was written', async () => {
    const form = { ...FORM, title: 'Choir', recurrence: 'weekly', recurrenceCount: 6, calendarUrl: await urlOf(home) }
    const { uid } = await write('POST /api/events/create', form)
    const week = (index: number) => new Date(Date.parse(FORM.start) + index * 7 * 24 * 60 * 60 * 1000).toISOString()
    const at = (index: number, range: string) => `recurrenceId=${week(index)}&range=${range}`
    const event = `/api/events/${encodeURIComponent(uid)}`
    const hour = (start: string) => ({ start, end: new Date(Date.parse(start) + 60 * 60 * 1000).toISOString() })
    const change = (index: number, range: string, title: string) =>
      write(`PATCH ${event}/edit?${at(index, range)}`, { ...FORM, title, ...hour(week(index)) })

    expect((await change(1, 'this', 'Concert')).state).toBe('done')
    expect((await write(`DELETE ${event}?${at(2, 'this')}`)).state).toBe('done')
    const rest = await change(4, 'thisAndFuture', 'Orchestra')
    expect(rest.state).toBe('done')
    expect((await change(0, 'all', 'Choir of the town')).state).toBe('done')
    await sync()
    const { body } = await ask<{ occurrences: { title: string; start: string; uid: string }[] }>(
      setting,
      setting.cast.ada,
      'GET /api/events?start=2026-12-01&end=2027-02-01',
    )
    expect(body.occurrences.map(({ title, start, uid }) => [title, start, uid])).toEqual([
      ['Choir of the town', week(0), uid],
      ['Concert', week(1), uid],
      ['Choir of the town', week(3), uid],
      ['Orchestra', week(4), rest.uid],
      ['Orchestra', week(5), rest.uid],
    ])
    expect(await onServer(home)).toHaveLength(2)
  })

  test('whom an event is for goes to and fro with another application', async () => {
    const { ada } = setting.cast
    const say = async <T>(request: string, body?: object) => (await ask<T>(setting, ada, request, body)).body
    const add = async (name: string) => (await say<{ id: number }>('POST /api/people', { name })).id
    const [mia, tom] = [await add('Mia, the elder'), await add('Töm')]
    const form = { ...FORM, calendarUrl: await urlOf(home) }
    const { uid } = await write('POST /api/events/create', { ...form, personIds: [mia] })
    const event = `/api/events/${encodeURIComponent(uid)}/edit`
    const whom = async () => (await say<{ personIds: number[] }>(`GET ${event}`)).personIds
    const edit = async (changes: object) => (await write(`PATCH ${event}`, { ...FORM, ...changes })).state
    /** In the order of the text; some servers take an escaped comma for one between two. */
    const categories = async () => {
      const [text = ''] = await onServer(home)
      return summarize(text, UTC).categories.join(', ')
    }
    /** The other application writes the event anew, with these categories. */
    const another = async (line: string) => {
      const [row] = await setting.ctx.db.select({ href: events.href }).from(events).where(eq(events.uid, uid))
      const [text = ''] = await onServer(home)
      const body = text.replace(/^CATEGORIES.*\r?\n/gm, '').replace('END:VEVENT', `${line}\r\nEND:VEVENT`)
      const headers = { 'content-type': 'text/calendar; charset=utf-8' }
      expect((await davAt(base, 'ada', 'PUT', row!.href, { body, headers })).status).toBeLessThan(300)
      await sync()
    }
    expect([await categories(), await whom()]).toEqual(['Mia, the elder', [mia]])

    // It adds one of its own and types the name of somebody.
    await another('CATEGORIES:Mia\\, the elder,School\\; music,tÖM')
    expect(await whom()).toEqual([mia, tom])
    expect(await edit({ title: 'Doctor' })).toBe('done')
    expect(await categories()).toBe('Mia, the elder, School; music, tÖM')
    // It takes somebody out.
    await another('CATEGORIES:School\\; music,tÖM')
    expect(await whom()).toEqual([tom])
    // Renamed twice, Tom is still meant, and written by his name of today once somebody says whom it is for.
    for (const name of ['Tommy', 'Thomas']) await say(`PATCH /api/people/${tom}`, { name })
    expect(await edit({ title: 'Dentist' })).toBe('done')
    expect([await categories(), await whom()]).toEqual(['School; music, tÖM', [tom]])
    expect(await edit({ personIds: [tom, mia] })).toBe('done')
    expect([await categories(), await whom()]).toEqual(['School; music, Thomas, Mia, the elder', [mia, tom]])
    expect(await edit({ personIds: [] })).toBe('done')
    await sync()
    expect([await categories(), await whom()]).toEqual(['School; music', []])
    for (const id of [mia, tom]) await say(`DELETE /api/people/${id}`)
  })

  test('an event without length is created, changed and removed', async () => {
    const form = { ...FORM, end: FORM.start }
    const created = await write('POST /api/events/create', { ...form, calendarUrl: await urlOf(home) })
    if (!kind.takesNoLength) {
      expect(created.state).toBe('notAccepted')
      expect(await onServer(home)).toEqual([])
      return
    }
    expect(created.state).toBe('done')
    const event = `/api/events/${encodeURIComponent(created.uid)}`
    expect((await write(`PATCH ${event}/edit`, { ...form, title: 'Doctor' })).state).toBe('done')
    await sync()
    expect(await titles()).toEqual(['Doctor'])
    expect((await write(`DELETE ${event}`)).state).toBe('done')
    expect(await onServer(home)).toEqual([])
  })

  test('a meeting whose name has an @ moves to another calendar, and is changed and removed there', async () => {
    const uid = `meeting-${home.split('/').at(-2)}@example.org`
    await phone.put(home, uid, {
      SUMMARY: 'Meeting',
      'ORGANIZER;CN=Eva': 'mailto:eva@example.com',
      'ATTENDEE;PARTSTAT=ACCEPTED': 'mailto:ada@example.org',
    })
    await sync()
    const form = { ...FORM, title: 'Meeting' }
    const event = `/api/events/${encodeURIComponent(uid)}`
    const moved = await write(`PATCH ${event}/edit`, { ...form, calendarUrl: await urlOf(work) })
    if (!kind.knowsMove) {
      expect(moved.state).toBe('meetingStays')
      expect(await onServer(home)).toEqual([expect.stringContaining('eva@example.com')])
      expect(await onServer(work)).toEqual([])
      expect(await titles()).toEqual(['Meeting'])
      return
    }
    expect(moved.state).toBe('done')
    expect(setting.proxy.requests.find(({ method }) => method === 'MOVE')?.headers.destination).toContain('@')
    expect(await onServer(home)).toEqual([])
    expect(await onServer(work)).toEqual([expect.stringContaining('eva@example.com')])
    await sync()
    expect(await titles()).toEqual(['Meeting'])
    expect((await write(`PATCH ${event}/edit`, { ...form, location: 'Town hall' })).state).toBe('done')
    expect(await onServer(work)).toEqual([expect.stringContaining('Town hall')])
    expect((await write(`DELETE ${event}`)).state).toBe('done')
    expect(await onServer(work)).toEqual([])
    await sync()
    expect(await titles()).toEqual([])
  })
}
