import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createDrain } from '../../../src/calendar/outbox/drain'
import { syncCalendar } from '../../../src/calendar/sync'
import { calendars, outbox } from '../../../src/platform/db/schema'
import { countEvents, putText } from '../../support/caldav'
import { type CalendarRow, type Diary, FORM, openDiary } from '../../support/diary'
import { holdAnswer, holdRequest } from '../../support/proxy'

/** Real servers on a busy machine. */
setDefaultTimeout(30_000)

let diary: Diary
let calendar: CalendarRow

beforeAll(async () => {
  diary = await openDiary()
})
afterAll(() => diary.close())
beforeEach(async () => {
  diary.clock.set('2026-11-20T12:00:00Z')
  diary.proxy.reset()
  await diary.ctx.db.delete(outbox)
  await diary.ctx.db.delete(calendars)
  calendar = await diary.calendar('ada')
})

const CHOIR = { title: 'Choir', allDay: false, start: '2026-12-01T18:00:00Z', end: '2026-12-01T20:00:00Z' }
const EVENT = { SUMMARY: 'Choir', DTSTART: '20261201T180000Z', DTEND: '20261201T200000Z' }
const ada = () => diary.cast.ada
const pathOf = ({ url }: CalendarRow) => new URL(url).pathname
const puts = () => diary.proxy.requests.filter(({ method }) => method === 'PUT')
const create = (form: object = {}) => diary.done(ada(), 'POST /api/events/create', { ...FORM, ...form })
const statuses = async () => (await diary.rows()).map(({ status }) => status)

describe('drains', () => {
  test('of one process that overlap send each row once', async () => {
    for (let count = 0; count < 5; count++) await create()
    await Promise.all([diary.drain.drain(), diary.drain.drain(), diary.drain.wake()])
    expect(puts()).toHaveLength(5)
    expect(await statuses()).toEqual(Array(5).fill('done'))
  })

  test('of two processes on one database send each row once', async () => {
    const other = createDrain(diary.ctx)
    for (let count = 0; count < 10; count++) await create()
    await Promise.all([diary.drain.drain(), other.drain(), diary.drain.drain(), other.drain()])
    await Promise.all([diary.drain.drain(), other.drain()])
    expect(puts()).toHaveLength(10)
    expect(await statuses()).toEqual(Array(10).fill('done'))
    expect(await countEvents('ada', pathOf(calendar))).toBe(10)
  })

  test('leave alone what another one holds, and take it over when its claim has run out', async () => {
    const held = holdAnswer()
    diary.proxy.fault({ method: 'PUT', times: 1 }, held.fault)
    const { uid } = await create()
    const first = diary.drain.drain()
    await held.arrived
    const other = createDrain(diary.ctx)
    await other.drain()
    expect(puts()).toHaveLength(1)
    diary.clock.advance(20_000)
    await other.drain()
    expect(await diary.status(ada(), uid)).toEqual({ uid, status: 'done' })
    expect(puts()).toHaveLength(1)
    held.release()
    await first
    expect(await statuses()).toEqual(['done'])
    expect(await countEvents('ada', pathOf(calendar))).toBe(1)
  })

  test('hear a signal that comes while they work', async () => {
    const held = holdRequest()
    diary.proxy.fault({ method: 'PUT', times: 1 }, held.fault)
    const { uid: first } = await create()
    const draining = diary.drain.drain()
    await held.arrived
    const { uid: second } = await create({ title: 'Second' })
    void diary.drain.wake()
    held.release()
    await draining
    expect([(await diary.status(ada(), first)).status, (await diary.status(ada(), second)).status]).toEqual([
      'done',
      'done',
    ])
  })

  test('do not let a server that hangs hold up another calendar', async () => {
    const held = holdRequest()
    const other = await diary.calendar('ada')
    diary.proxy.fault({ method: 'PUT', path: new RegExp(pathOf(calendar)) }, held.fault)
    const { uid: stuck } = await create({ calendarUrl: calendar.url })
    const draining = diary.drain.drain()
    await held.arrived
    const { uid: free } = await create({ calendarUrl: other.url })
    await diary.drain.wake()
    const deadline = performance.now() + 4000
    while ((await diary.status(ada(), free)).status !== 'done' && performance.now() < deadline) await Bun.sleep(5)
    expect((await diary.status(ada(), free)).status).toBe('done')
    expect((await diary.status(ada(), stuck)).status).toBe('pending')
    held.release()
    await draining
    expect((await diary.status(ada(), stuck)).status).toBe('done')
  })

  test('that stop finish what is on its way and start nothing more', async () => {
    const drain = createDrain(diary.ctx)
    const held = holdAnswer()
    diary.proxy.fault({ method: 'PUT', times: 1 }, held.fault)
    await create()
    await create({ title: 'Later' })
    const draining = drain.drain()
    await held.arrived
    const stopped = drain.stop()
    held.release()
    await Promise.all([draining, stopped])
    expect(await statuses()).toEqual(['done', 'pending'])
    await drain.drain()
    expect(puts()).toHaveLength(1)
  })
})

describe('edits of one event', () => {
  test('by two members at once both stand', async () => {
    const { ada, ben } = diary.cast
    const family = await diary.calendar('ada', { isShared: true })
    const path = await diary.put(family, 'dinner', { ...EVENT, SUMMARY: 'Dinner' })
    const form = { ...CHOIR, title: 'Dinner' }
    await Promise.all([
      diary.done(ada, 'PATCH /api/events/dinner/edit', { ...form, title: 'Dinner with Eva' }),
      diary.done(ben, 'PATCH /api/events/dinner/edit', { ...form, location: 'At home' }),
    ])
    await diary.drain.drain()
    const text = await diary.onServer(path)
    expect(text).toContain('SUMMARY:Dinner with Eva')
    expect(text).toContain('LOCATION:At home')
    expect(await statuses()).toEqual(['done', 'done'])
  })

  test('fail behind one that has failed', async () => {
    await diary.put(calendar, 'choir', EVENT)
    await diary.done(ada(), 'PATCH /api/events/choir/edit', { ...CHOIR, title: 'One' })
    await diary.done(ada(), 'PATCH /api/events/choir/edit', { ...CHOIR, location: 'Two' })
    const path = `${pathOf(calendar)}choir.ics`
    await putText('ada', path, (await diary.onServer(path))!.replace('SUMMARY:Choir', 'SUMMARY:Elsewhere'))
    await diary.drain.drain()
    expect((await diary.rows()).map(({ status, error }) => [status, error])).toEqual([
      ['failed', 'The calendar server says the event was changed elsewhere meanwhile.'],
      ['failed', 'An earlier change of this event could not be made.'],
    ])
    expect(await diary.onServer(path)).toContain('Elsewhere')
  })

  test('queued at the same moment go out in the order of their commits', async () => {
    const path = await diary.put(calendar, 'choir', EVENT)
    const edits = Array.from({ length: 8 }, (_, index) =>
      diary.done(ada(), 'PATCH /api/events/choir/edit', { ...CHOIR, title: `Choir ${index}` }),
    )
    const waking = setInterval(() => void diary.drain.wake(), 1)
    await Promise.all(edits)
    clearInterval(waking)
    await diary.drain.drain()
    expect(await statuses()).toEqual(Array(8).fill('done'))
    const last = JSON.parse((await diary.rows()).at(-1)!.payload!)
    expect(await diary.onServer(path)).toContain(`SUMMARY:${last.title}`)
  })
})

test.each(['before', 'after'] as const)('a refresh %s the server has done a write loses nothing', async (moment) => {
  const path = await diary.put(calendar, 'choir', EVENT)
  const held = moment === 'before' ? holdRequest() : holdAnswer()
  diary.proxy.fault({ method: 'PUT', times: 1 }, held.fault)
  await diary.done(ada(), 'PATCH /api/events/choir/edit', { ...CHOIR, title: 'Choir practice' })
  const draining = diary.drain.drain()
  await held.arrived
  await syncCalendar(diary.ctx, calendar.id)
  held.release()
  await draining
  expect(await statuses()).toEqual(['done'])
  expect(await diary.onServer(path)).toContain('SUMMARY:Choir practice')
  expect((await diary.cached(calendar, 'choir'))?.title).toBe('Choir practice')
})
