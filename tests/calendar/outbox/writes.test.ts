import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { calendars, events, outbox } from '../../../src/platform/db/schema'
import { countEvents, removeAt } from '../../support/caldav'
import { type CalendarRow, type Diary, FORM, openDiary } from '../../support/diary'

/** Real servers on a busy machine. */
setDefaultTimeout(30_000)

let diary: Diary
let calendar: CalendarRow

beforeAll(async () => {
  diary = await openDiary()
})
afterAll(() => diary.close())
beforeEach(async () => {
  diary.proxy.reset()
  diary.announced.length = 0
  await diary.ctx.db.delete(outbox)
  await diary.ctx.db.delete(calendars)
  calendar = await diary.calendar('ada')
})

const EVENT = { SUMMARY: 'Choir', DTSTART: '20261201T180000Z', DTEND: '20261201T200000Z' }
const CHOIR = { title: 'Choir', allDay: false, start: '2026-12-01T18:00:00Z', end: '2026-12-01T20:00:00Z' }
const ada = () => diary.cast.ada
const pathOf = ({ url }: CalendarRow) => new URL(url).pathname
const methods = () => diary.proxy.requests.map(({ method }) => method)
const edit = (uid: string, form: object) => diary.done(ada(), `PATCH /api/events/${uid}/edit`, { ...CHOIR, ...form })

describe('a new event', () => {
  test('stands on the server and in the cache when it is done', async () => {
    const { uid } = await diary.done(ada(), 'POST /api/events/create', { ...FORM, location: 'High Street 1' })
    expect(uid).toMatch(/^[0-9a-f-]{36}@corkboard\.local$/)
    expect(await diary.status(ada(), uid)).toEqual({ uid, status: 'pending' })
    await diary.drain.drain()
    expect(await diary.status(ada(), uid)).toEqual({ uid, status: 'done' })
    const [row] = await diary.rows(uid)
    const text = await diary.onServer(row!.href)
    expect(text).toContain(`UID:${uid}`)
    expect(text).toContain('SUMMARY:Dentist')
    expect(await diary.occurrences(ada(), '2026-12-01', '2026-12-02')).toEqual([
      expect.objectContaining({ uid, title: 'Dentist', location: 'High Street 1', start: '2026-12-01T09:00:00.000Z' }),
    ])
  })

  test('is heard of by its author, and its calendar by its readers', async () => {
    const { uid } = await diary.done(ada(), 'POST /api/events/create', FORM)
    await diary.drain.drain()
    expect(diary.announced).toEqual([
      { topic: 'sync-status', memberId: ada().id, uid, status: 'pending' },
      { topic: 'calendar', calendarId: calendar.id, readers: [ada().id] },
      { topic: 'sync-status', memberId: ada().id, uid, status: 'done' },
    ])
  })

  test('costs one write and one read', async () => {
    await diary.done(ada(), 'POST /api/events/create', FORM)
    await diary.drain.drain()
    expect(methods()).toEqual(['PUT', 'REPORT'])
    expect(diary.proxy.requests[0]?.headers).toMatchObject({ 'if-none-match': '*' })
  })
})

describe('a change', () => {
  test('goes out under the etag of the cached version', async () => {
    const path = await diary.put(calendar, 'choir', EVENT)
    const before = await diary.cached(calendar, 'choir')
    diary.proxy.reset()
    await edit('choir', { title: 'Choir practice' })
    await diary.drain.drain()
    expect(diary.proxy.requests[0]?.headers['if-match']).toBe(before!.etag!)
    expect(await diary.onServer(path)).toContain('SUMMARY:Choir practice')
    expect((await diary.cached(calendar, 'choir'))?.title).toBe('Choir practice')
    expect(await diary.status(ada(), 'choir')).toEqual({ uid: 'choir', status: 'done' })
  })

  test('keeps what another application has changed since the form was filled', async () => {
    const path = await diary.put(calendar, 'choir', EVENT)
    await edit('choir', { start: '2026-12-01T18:30:00Z' })
    await diary.put(calendar, 'choir', { ...EVENT, SUMMARY: 'Choir with Eva' })
    await diary.drain.drain()
    const text = await diary.onServer(path)
    expect(text).toContain('SUMMARY:Choir with Eva')
    expect(text).toContain('DTSTART:20261201T183000Z')
  })

  test('that changes nothing sends nothing and is done', async () => {
    await diary.put(calendar, 'choir', EVENT)
    diary.proxy.reset()
    await edit('choir', {})
    await diary.drain.drain()
    expect(methods()).toEqual([])
    expect((await diary.status(ada(), 'choir')).status).toBe('done')
  })

  test('of an event that is gone meanwhile fails with a reason', async () => {
    await diary.put(calendar, 'choir', EVENT)
    await edit('choir', { title: 'Choir practice' })
    await removeAt('ada', `${pathOf(calendar)}choir.ics`)
    await diary.sync(calendar)
    await diary.drain.drain()
    expect(await diary.status(ada(), 'choir')).toEqual({
      uid: 'choir',
      status: 'failed',
      error: 'The event is not in the calendar any more.',
    })
  })

  test('two in flight are made one after the other and both stand', async () => {
    const path = await diary.put(calendar, 'choir', EVENT)
    await edit('choir', { title: 'Choir practice' })
    await edit('choir', { end: '2026-12-01T21:00:00Z' })
    await diary.drain.drain()
    const text = await diary.onServer(path)
    expect(text).toContain('SUMMARY:Choir practice')
    expect(text).toContain('DTEND:20261201T210000Z')
    expect((await diary.rows('choir')).map(({ status }) => status)).toEqual(['done', 'done'])
  })

  test('without any etag goes out unconditionally, and the log says so', async () => {
    await diary.put(calendar, 'choir', EVENT)
    await diary.ctx.db.update(events).set({ etag: null })
    diary.proxy.reset()
    await edit('choir', { title: 'Choir practice' })
    await diary.drain.drain()
    expect(diary.proxy.requests[0]?.headers['if-match']).toBeUndefined()
    expect(diary.logLines.some((line) => line.includes('without an etag'))).toBe(true)
    expect((await diary.status(ada(), 'choir')).status).toBe('done')
  })
})

describe('a removal', () => {
  test('removes the event on the server and in the cache', async () => {
    const path = await diary.put(calendar, 'choir', EVENT)
    const before = await diary.cached(calendar, 'choir')
    diary.proxy.reset()
    await diary.done(ada(), 'DELETE /api/events/choir')
    await diary.drain.drain()
    expect(diary.proxy.requests[0]).toMatchObject({ method: 'DELETE', headers: { 'if-match': before!.etag! } })
    expect(await diary.onServer(path)).toBeNull()
    expect(await diary.cached(calendar, 'choir')).toBeUndefined()
    expect((await diary.status(ada(), 'choir')).status).toBe('done')
  })

  test('of what is already gone is done', async () => {
    const path = await diary.put(calendar, 'choir', EVENT)
    await removeAt('ada', path)
    await diary.done(ada(), 'DELETE /api/events/choir')
    await diary.drain.drain()
    expect((await diary.status(ada(), 'choir')).status).toBe('done')
    expect(await diary.cached(calendar, 'choir')).toBeUndefined()
  })

  test('behind a change meets the changed event', async () => {
    const path = await diary.put(calendar, 'choir', EVENT)
    await edit('choir', { title: 'Choir practice' })
    await diary.done(ada(), 'DELETE /api/events/choir')
    await diary.drain.drain()
    expect(await diary.onServer(path)).toBeNull()
    expect((await diary.rows('choir')).map(({ status }) => status)).toEqual(['done', 'done'])
  })

  test('does not remove what another application has changed', async () => {
    const path = await diary.put(calendar, 'choir', EVENT)
    await diary.done(ada(), 'DELETE /api/events/choir')
    await diary.put(calendar, 'choir', { ...EVENT, SUMMARY: 'Choir with Eva' })
    await diary.drain.drain()
    expect(await diary.onServer(path)).toContain('Choir with Eva')
    expect((await diary.status(ada(), 'choir')).status).toBe('failed')
  })

  test('that is queued leaves no event to change', async () => {
    await diary.put(calendar, 'choir', EVENT)
    await diary.done(ada(), 'DELETE /api/events/choir')
    expect((await diary.request(ada(), 'PATCH /api/events/choir/edit', CHOIR)).status).toBe(404)
  })
})

test('an old failure does not outlive a new write', async () => {
  await diary.put(calendar, 'choir', EVENT)
  await edit('choir', { title: 'Choir practice' })
  await diary.ctx.db.update(outbox).set({ status: 'failed', error: 'No.' })
  expect(await diary.status(ada(), 'choir')).toEqual({ uid: 'choir', status: 'failed', error: 'No.' })
  await edit('choir', { title: 'Choir rehearsal' })
  expect((await diary.status(ada(), 'choir')).status).toBe('pending')
  await diary.drain.drain()
  expect((await diary.status(ada(), 'choir')).status).toBe('done')
})

test('a series that is moved in time keeps its exceptions', async () => {
  await diary.put(calendar, 'choir', { ...EVENT, RRULE: 'FREQ=WEEKLY', EXDATE: '20261208T180000Z' })
  await edit('choir', { start: '2026-12-01T17:00:00Z', end: '2026-12-01T19:00:00Z' })
  await diary.drain.drain()
  const starts = (await diary.occurrences(ada(), '2026-12-01', '2026-12-23')).map(({ start }) => start)
  expect(starts).toEqual(['2026-12-01T17:00:00.000Z', '2026-12-15T17:00:00.000Z', '2026-12-22T17:00:00.000Z'])
  expect(await countEvents('ada', pathOf(calendar))).toBe(1)
})
