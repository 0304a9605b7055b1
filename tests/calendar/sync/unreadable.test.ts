import { beforeEach, describe, expect, test } from 'bun:test'
import { digestOf } from '../../../src/calendar/caldav/client'
import { resync } from '../../../src/calendar/sync'
import { calendars, skippedObjects } from '../../../src/platform/db/schema'
import { eventText, putEvent, putText, removeAt } from '../../support/caldav'
import { answer, replaceResponse, rewrite, withoutTags } from '../../support/proxy'
import { DAY_MS, SyncStory } from './setting'

const story = new SyncStory().open()

describe('objects that cannot be read', () => {
  test('one broken object is skipped, counted and logged without its content; the rest is there', async () => {
    await putEvent('ada', story.path, 'good')
    await putEvent('ada', story.path, 'broken')
    story.setting.proxy.fault({ method: 'REPORT' }, async ({ forward }) => {
      const whole = await forward()
      return { ...whole, body: whole.body.replace(/UID:broken/g, 'X-SECRET:hush') }
    })
    await story.sync()
    expect(await story.uids()).toEqual(['good'])
    expect((await story.calendar()).skippedObjects).toBe(1)
    const line = story.setting.logLines.findLast((entry) => entry.includes('object skipped')) ?? ''
    expect(JSON.parse(line)).toMatchObject({ object: digestOf(`${story.path}broken.ics`), reason: expect.any(String) })
    expect(story.setting.logLines.join('')).not.toContain('hush')
  })

  test('an object at what is no address is left out; the rest is there', async () => {
    await putEvent('ada', story.path, 'good')
    const elsewhere = `<response><href>http://[&#xD83D;</href><propstat><prop><getetag>"1"</getetag></prop>
<status>HTTP/1.1 200 OK</status></propstat></response>`
    story.setting.proxy.fault({ body: /calendar-query/ }, async ({ forward }) => {
      const whole = await forward()
      return { ...whole, body: whole.body.replace('</multistatus>', `${elsewhere}</multistatus>`) }
    })
    await story.sync()
    expect(await story.uids()).toEqual(['good'])
    expect(await story.calendar()).toMatchObject({ lastError: null, skippedObjects: 1 })
  })

  test('half a character in a UID or an etag keeps nothing from being stored, once', async () => {
    await putEvent('ada', story.path, 'one')
    await putEvent('ada', story.path, 'other')
    story.setting.proxy.fault({ method: 'REPORT' }, async ({ forward }) => {
      const whole = await forward()
      const body = whole.body
        .replaceAll('UID:other', 'UID:other&#xD83D;')
        .replaceAll('"</getetag>', '&#xDE00;"</getetag>')
      return { ...whole, body }
    })
    await story.sync()
    expect(await story.uids()).toEqual(['one', 'other\uFFFD'])
    story.setting.announced.length = 0
    await putEvent('ada', story.path, 'third')
    await story.sync()
    expect(await story.uids()).toEqual(['one', 'other\uFFFD', 'third'])
  })

  test('an alarm thousands of years before its event keeps nothing from being stored', async () => {
    const alarm = 'BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER;VALUE=DATE-TIME:20261120T080000Z\r\nEND:VALARM'
    const raw = `DTSTART;VALUE=DATE:99981231\r\n${alarm}`
    const far = eventText('far', { raw }).replace('DTSTART:20261201T090000Z\r\n', '')
    await putText('ada', `${story.path}far.ics`, far)
    await putEvent('ada', story.path, 'near')
    await story.sync()
    expect(await story.uids()).toEqual(['far', 'near'])
    expect((await story.rows())[0]).toMatchObject({ reminderLeadMinutes: null, reminderIsCustom: true })
  })

  test('a row whose event becomes unreadable stays as it was, in every way of listing', async () => {
    await putEvent('ada', story.path, 'one')
    await putEvent('ada', story.path, 'two')
    await story.sync()
    const before = await story.rows()
    await putEvent('ada', story.path, 'one', { SUMMARY: 'New' })
    story.setting.proxy.fault({ method: 'REPORT' }, async ({ forward }) => {
      const whole = await forward()
      return { ...whole, body: whole.body.replace(/UID:one/g, 'X:one') }
    })
    await story.sync()
    expect(await story.rows()).toEqual(before)
    story.setting.clock.advance(DAY_MS)
    await story.sync()
    expect(await story.rows()).toEqual(before)
    expect((await story.calendar()).skippedObjects).toBe(1)
    story.setting.proxy.reset()
    story.setting.clock.advance(DAY_MS)
    await story.sync()
    expect((await story.rows()).map(({ title }) => title)).toEqual(['New', 'An event'])
    expect((await story.calendar()).skippedObjects).toBe(0)
  })

  test('an object that the server hands out later is not forgotten', async () => {
    await putEvent('ada', story.path, 'one')
    await story.sync()
    await putEvent('ada', story.path, 'late')
    story.setting.proxy.fault({ body: /multiget/, times: 1 }, async ({ forward }) => {
      const whole = await forward()
      return { ...whole, body: whole.body.replaceAll('200 OK', '500 Internal Server Error') }
    })
    await story.sync()
    expect(await story.uids()).toEqual(['one'])
    await story.sync()
    expect(await story.uids()).toEqual(['late', 'one'])
  })

  test('tasks and journals are no events, and not broken', async () => {
    await putEvent('ada', story.path, 'one')
    await putText('ada', `${story.path}task.ics`, eventText('task').replaceAll('VEVENT', 'VTODO'))
    await story.sync()
    await putText('ada', `${story.path}task.ics`, eventText('task', { SUMMARY: 'x' }).replaceAll('VEVENT', 'VTODO'))
    await story.sync()
    expect(await story.uids()).toEqual(['one'])
    expect((await story.calendar()).skippedObjects).toBe(0)
  })

  test.each([
    ['a UID that is too long', { uid: 'x'.repeat(600), lines: {}, cached: ['good'] }],
    ['a year that no column holds', { uid: 'year', lines: { DTSTART: '00010101T000000Z' }, cached: ['good', 'year'] }],
    ['a date that does not exist', { uid: 'date', lines: { DTSTART: '20261301T000000Z' }, cached: ['good'] }],
  ])('%s does not stop the calendar', async (_case, { uid, lines, cached }) => {
    await putEvent('ada', story.path, 'good')
    await putEvent('ada', story.path, 'odd')
    story.setting.proxy.fault({ method: 'REPORT' }, async ({ forward }) => {
      const whole = await forward()
      const odd = eventText(uid, lines).replaceAll('\r\n', '&#13;\n')
      return {
        ...whole,
        body: whole.body.replace(/BEGIN:VCALENDAR(?:(?!END:VCALENDAR)[\s\S])*UID:odd[\s\S]*?END:VCALENDAR\s*/, odd),
      }
    })
    await story.sync()
    expect(await story.uids()).toEqual(cached)
    expect((await story.calendar()).skippedObjects).toBe(2 - cached.length)
  })

  test.each([
    ['an etag', (response: string) => response.replace(/<getetag>[^<]*/, `<getetag>"${'x'.repeat(2000)}"`)],
    ['a path', (response: string) => response.replace('odd.ics', `${'x'.repeat(4000)}.ics`)],
    ['a path of many thousand characters', (response: string) => response.replace('odd.ics', 'x'.repeat(70_000))],
  ])(
    '%s that no column holds does not stop the calendar, is counted, and is forgotten when it is gone',
    async (_case, change) => {
      await putEvent('ada', story.path, 'good')
      const odd = await putEvent('ada', story.path, 'odd')
      story.setting.proxy.fault(
        { method: 'REPORT' },
        rewrite((whole) => ({ ...whole, body: replaceResponse(whole.body, 'odd.ics', change) })),
      )
      await story.sync()
      expect(await story.uids()).toEqual(['good'])
      expect(await story.calendar()).toMatchObject({ lastError: null, skippedObjects: 1 })
      await removeAt('ada', odd)
      story.setting.clock.advance(DAY_MS)
      await story.sync()
      expect(await story.calendar()).toMatchObject({ lastError: null, skippedObjects: 0 })
    },
  )

  test('a very long title is kept as far as it fits', async () => {
    await putEvent('ada', story.path, 'long', { SUMMARY: '😀'.repeat(20_000) })
    await story.sync()
    expect((await story.rows())[0]?.title.length).toBe(16_000)
  })
})

describe('an object that the server names and does not hand out', () => {
  const HOUR_MS = DAY_MS / 24
  /** Its title was destroyed by the server, as SOGo does it to many emoji. */
  const withhold = (uid: string) =>
    story.setting.proxy.fault(
      { method: 'REPORT' },
      rewrite((whole) => ({
        ...whole,
        body: replaceResponse(whole.body, `${uid}.ics`, (response) =>
          response.replace(/BEGIN:VCALENDAR[\s\S]*END:VCALENDAR/, '(null)'),
        ),
      })),
    )
  const skipped = async () => (await story.calendar()).skippedObjects
  /** How often objects were asked for by the next so many polls, a time apart. */
  const asked = async (polls: number, apart: number) => {
    story.setting.proxy.requests.length = 0
    for (let count = 0; count < polls; count++) {
      story.setting.clock.advance(apart)
      await story.sync()
    }
    return story.reports().filter((name) => name === 'calendar-multiget').length
  }

  beforeEach(async () => {
    await putEvent('ada', story.path, 'one')
    await story.sync()
  })

  test('is remembered: the token moves on, what else changes is followed, the count is right', async () => {
    await putEvent('ada', story.path, 'null')
    const brief = await putEvent('ada', story.path, 'brief')
    withhold('null')
    await story.sync()
    const { syncToken } = await story.calendar()
    expect(await story.uids()).toEqual(['brief', 'one'])
    await removeAt('ada', brief)
    await story.sync()
    expect(await story.uids()).toEqual(['one'])
    expect((await story.calendar()).syncToken).not.toBe(syncToken)
    expect(await skipped()).toBe(1)
    expect((await story.calendar()).lastError).toBeNull()
  })

  test('is asked for at the next poll, then hourly, then daily', async () => {
    await story.postponeFullPass()
    await putEvent('ada', story.path, 'null')
    withhold('null')
    await story.sync()
    expect(await asked(1, 60_000)).toBe(1)
    expect(await asked(5, 60_000)).toBe(0)
    for (let attempt = 3; attempt <= 13; attempt++) expect(await asked(1, HOUR_MS)).toBe(1)
    expect(await skipped()).toBe(1)
    const at = (await story.setting.ctx.db.select().from(skippedObjects))[0]?.nextAttemptAt
    expect(at?.getTime()).toBe(story.setting.clock.now().getTime() + DAY_MS)
  })

  test('is asked for at once when it has another etag, and forgotten when it can be read', async () => {
    await putEvent('ada', story.path, 'null')
    const stop = withhold('null')
    for (let count = 0; count < 3; count++) await story.sync()
    await putEvent('ada', story.path, 'null', { SUMMARY: 'Readable' })
    stop()
    await story.sync()
    expect(await story.uids()).toEqual(['null', 'one'])
    expect(await skipped()).toBe(0)
  })

  test.each([
    ['by its changes', () => {}],
    ['by its etags', () => story.setting.proxy.fault({ body: /sync-collection/ }, answer(403))],
  ])('is forgotten when it is gone %s', async (_way, hide) => {
    const href = await putEvent('ada', story.path, 'null')
    withhold('null')
    await story.sync()
    expect(await skipped()).toBe(1)
    await removeAt('ada', href)
    hide()
    await story.sync()
    expect(await skipped()).toBe(0)
    expect(await story.setting.ctx.db.select().from(skippedObjects)).toEqual([])
  })

  test('does not have the whole calendar read at every poll once the daily pass was due', async () => {
    await putEvent('ada', story.path, 'null')
    withhold('null')
    await story.sync()
    story.setting.clock.advance(2 * DAY_MS)
    await story.sync()
    story.setting.proxy.requests.length = 0
    for (let count = 0; count < 3; count++) await story.sync()
    expect(story.reports()).toEqual([])
  })

  test('keeps no calendar from becoming empty', async () => {
    await putEvent('ada', story.path, 'null')
    withhold('null')
    await story.sync()
    await removeAt('ada', `${story.path}one.ics`)
    await story.sync()
    expect(await story.uids()).toEqual([])
    expect(await story.calendar()).toMatchObject({ lastError: null, skippedObjects: 1 })
  })

  test('with nothing else in a new calendar is a failure, not an empty calendar', async () => {
    await story.setting.ctx.db.delete(calendars)
    withhold('one')
    await story.sync()
    const { lastSyncedAt, lastError } = await story.calendar()
    expect(lastSyncedAt).toBeNull()
    expect(lastError).toBe('The calendar server gave an answer that is incomplete or not understood.')
  })
})

describe('an object that cannot be used', () => {
  const spoil = (uid: string) =>
    story.setting.proxy.fault({ method: 'REPORT' }, async ({ forward }) => {
      const whole = await forward()
      return { ...whole, body: whole.body.replaceAll(`UID:${uid}`, `X:${uid}`) }
    })

  test.each([
    ['by its changes', () => {}],
    ['by its etags', () => story.setting.proxy.fault({}, withoutTags())],
  ])('is not asked for again before it changes, on a server that is followed %s', async (_way, hide) => {
    spoil('broken')
    hide()
    await putEvent('ada', story.path, 'good')
    await putEvent('ada', story.path, 'broken')
    await story.sync()
    await story.postponeFullPass()
    story.setting.proxy.requests.length = 0
    for (let count = 0; count < 3; count++) {
      story.setting.clock.advance(60_000)
      await story.sync()
    }
    expect(story.reports()).not.toContain('calendar-multiget')
    expect((await story.calendar()).skippedObjects).toBe(1)
    await putEvent('ada', story.path, 'another')
    await story.sync()
    expect((await story.calendar()).skippedObjects).toBe(1)
    story.setting.proxy.reset()
    await putEvent('ada', story.path, 'broken', { SUMMARY: 'Mended' })
    await story.sync()
    expect((await story.calendar()).skippedObjects).toBe(0)
    expect(await story.uids()).toEqual(['another', 'broken', 'good'])
  })

  test('is counted and forgotten by an update after a write too', async () => {
    const { ctx, proxy } = story.setting
    const href = await putEvent('ada', story.path, 'one')
    await story.sync()
    const { id } = await story.calendar()
    await putEvent('ada', story.path, 'one', { SUMMARY: 'Spoiled' })
    spoil('one')
    await resync(ctx, id, href)
    expect((await story.calendar()).skippedObjects).toBe(1)
    proxy.reset()
    await resync(ctx, id, href)
    expect((await story.calendar()).skippedObjects).toBe(0)
  })
})

describe('one UID at two hrefs', () => {
  test('counts once; when the one that counts goes, the other one steps in', async () => {
    // Radicale refuses it; the proxy makes two objects of different UIDs look like one.
    story.setting.proxy.fault({ method: 'REPORT' }, async ({ forward }) => {
      const whole = await forward()
      return { ...whole, body: whole.body.replaceAll('UID:twin', 'UID:same') }
    })
    const first = await putEvent('ada', story.path, 'same', { SUMMARY: 'First' }, 'a.ics')
    await story.sync()
    await putEvent('ada', story.path, 'twin', { SUMMARY: 'Second' }, 'b.ics')
    await story.sync()
    expect((await story.rows()).map(({ uid, title }) => `${uid}: ${title}`)).toEqual(['same: First'])
    await removeAt('ada', first)
    await story.sync()
    expect((await story.rows()).map(({ uid, title }) => `${uid}: ${title}`)).toEqual(['same: Second'])
  })
})
