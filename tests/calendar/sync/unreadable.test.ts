import { describe, expect, test } from 'bun:test'
import { digestOf } from '../../../src/calendar/caldav/client'
import { eventText, putEvent, putText, removeAt } from '../../support/caldav'
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

  test('a very long title is kept as far as it fits', async () => {
    await putEvent('ada', story.path, 'long', { SUMMARY: '😀'.repeat(20_000) })
    await story.sync()
    expect((await story.rows())[0]?.title.length).toBe(16_000)
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
