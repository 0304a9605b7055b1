import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { calendars, outbox } from '../../../src/platform/db/schema'
import type { CalendarRow } from '../../support/diary'
import { answer, cutBefore, loseAnswer } from '../../support/proxy'
import { CHOIR, CHOIR_LINES, pathOf, setScene } from './setting'

/** Ada's calendar is the household's, with Ben's writes to it on their way, until it is hers alone again. */
const scene = setScene()
let bens: CalendarRow
beforeEach(async () => {
  await share(true)
  bens = await scene.diary.calendar('ben')
  await scene.diary.put(scene.calendar, 'choir', CHOIR_LINES)
  scene.diary.proxy.reset()
})

const share = (isShared: boolean) =>
  scene.diary.ctx.db.update(calendars).set({ isShared }).where(eq(calendars.id, scene.calendar.id))
const ask = (request: string, form?: object) => scene.diary.done(scene.diary.cast.ben, request, form)
const edit = (form: object) => ask('PATCH /api/events/choir/edit', { ...CHOIR, ...form })
const choirOnServer = () => scene.diary.onServer(`${pathOf(scene.calendar)}choir.ics`)
/** What a move has made in Ben's calendar. */
const copyOnServer = async () => scene.diary.onServer((await scene.diary.rows())[0]!.href)
const ends = async () => (await scene.diary.rows()).map(({ status, errorCode }) => `${status} ${errorCode}`)

describe('a write to a calendar that its author may no longer write to', () => {
  test('is not sent, whatever it was to do', async () => {
    await ask('POST /api/events/create', { ...CHOIR, title: 'Tea', calendarUrl: scene.calendar.url })
    await edit({ title: 'Concert' })
    await share(false)
    await scene.diary.drain.drain()
    expect(await ends()).toEqual(['failed notWritable', 'failed notWritable'])
    await scene.diary.ctx.db.delete(outbox)
    await share(true)
    await ask('DELETE /api/events/choir')
    await share(false)
    await scene.diary.drain.drain()
    expect(await ends()).toEqual(['failed notWritable'])
    expect(scene.diary.proxy.requests).toEqual([])
  })

  test('brings nothing of it into a calendar of the author’s own', async () => {
    await edit({ calendarUrl: bens.url })
    await share(false)
    await scene.diary.put(scene.calendar, 'choir', { ...CHOIR_LINES, SUMMARY: 'Oncologist' })
    await scene.diary.drain.drain()
    expect(await ends()).toEqual(['failed notWritable', 'failed notCopied'])
    expect(await copyOnServer()).toBeNull()
    expect(await choirOnServer()).toContain('Oncologist')
  })

  test('moves no meeting of the author’s own there', async () => {
    const people = { ORGANIZER: 'mailto:ben@example.org', ATTENDEE: 'mailto:eva@example.com' }
    await scene.diary.put(bens, 'board', { ...CHOIR_LINES, ...people })
    scene.diary.proxy.reset()
    await ask('PATCH /api/events/board/edit', { ...CHOIR, calendarUrl: scene.calendar.url })
    await share(false)
    await scene.diary.drain.drain()
    expect(await ends()).toEqual(['failed notWritable'])
    expect(scene.sent('MOVE')).toEqual([])
  })

  test('is still known to be done where only its answer was lost', async () => {
    scene.diary.proxy.fault({ method: 'PUT', times: 1 }, loseAnswer())
    scene.diary.proxy.fault({ method: 'REPORT', times: 1 }, cutBefore())
    await edit({ title: 'Concert' })
    await scene.diary.drain.drain()
    expect(await scene.statuses()).toEqual(['pending'])
    await share(false)
    scene.diary.clock.advance(15_000)
    await scene.diary.drain.drain()
    expect(await ends()).toEqual(['done null'])
  })

  test('is not sent again where the server was away', async () => {
    scene.diary.proxy.fault({}, cutBefore())
    await edit({ title: 'Concert' })
    await scene.diary.drain.drain()
    expect(await scene.statuses()).toEqual(['pending'])
    await share(false)
    scene.diary.proxy.reset()
    scene.diary.clock.advance(15_000)
    await scene.diary.drain.drain()
    expect(await ends()).toEqual(['failed notWritable'])
    expect(scene.sent('PUT')).toEqual([])
  })

  test('is brought to its end where half of it is done: nothing stands twice', async () => {
    scene.diary.proxy.fault({ method: 'DELETE', times: 1 }, answer(503, { headers: { 'retry-after': '1' } }))
    await edit({ calendarUrl: bens.url })
    await scene.diary.drain.drain()
    expect(await scene.statuses()).toEqual(['done', 'pending'])
    await share(false)
    scene.diary.clock.advance(15_000)
    await scene.diary.drain.drain()
    expect(await ends()).toEqual(['done null', 'done null'])
    expect(await copyOnServer()).toContain('SUMMARY:Choir')
    expect(await choirOnServer()).toBeNull()
  })
})
