import { describe, expect, test } from 'bun:test'
import { wholeEvent } from '../../../src/calendar/event-ref'
import { events, outbox } from '../../../src/platform/db/schema'
import { putText, removeAt } from '../../support/caldav'
import { answer, answerInstead } from '../../support/proxy'
import { CHOIR, CHOIR_LINES, pathOf, setScene } from './setting'

const scene = setScene()
const methods = () => scene.diary.proxy.requests.map(({ method }) => method)

describe('a new event', () => {
  test('stands on the server and in the cache when it is done', async () => {
    const { uid } = await scene.create({ location: 'High Street 1' })
    expect(uid).toMatch(/^[0-9a-f-]{36}@corkboard\.local$/)
    expect(await scene.diary.status(scene.ada, uid)).toEqual({ uid, status: 'pending' })
    await scene.diary.drain.drain()
    expect(await scene.diary.status(scene.ada, uid)).toEqual({ uid, status: 'done' })
    const [row] = await scene.diary.rows(uid)
    const text = await scene.diary.onServer(row!.href)
    expect(text).toContain(`UID:${uid}`)
    expect(text).toContain('SUMMARY:Dentist')
    expect(await scene.diary.occurrences(scene.ada, '2026-12-01', '2026-12-02')).toEqual([
      expect.objectContaining({ uid, title: 'Dentist', location: 'High Street 1', start: '2026-12-01T09:00:00.000Z' }),
    ])
  })

  test('is heard of by its author, and its calendar by its readers', async () => {
    const { uid } = await scene.create()
    await scene.diary.drain.drain()
    expect(scene.diary.announced).toEqual([
      { topic: 'sync-status', memberId: scene.ada.id, event: wholeEvent(uid, scene.calendar.id), status: 'pending' },
      { topic: 'calendar', calendarId: scene.calendar.id, readers: [scene.ada.id] },
      { topic: 'sync-status', memberId: scene.ada.id, event: wholeEvent(uid, scene.calendar.id), status: 'done' },
    ])
  })

  test('costs one write and one read', async () => {
    await scene.create()
    await scene.diary.drain.drain()
    expect(methods()).toEqual(['PUT', 'REPORT'])
    expect(scene.diary.proxy.requests[0]?.headers).toMatchObject({ 'if-none-match': '*' })
  })
})

describe('a change', () => {
  test('goes out under the etag of the cached version', async () => {
    const path = await scene.diary.put(scene.calendar, 'choir', CHOIR_LINES)
    const before = await scene.diary.cached(scene.calendar, 'choir')
    scene.diary.proxy.reset()
    await scene.edit('choir', { title: 'Choir practice' })
    await scene.diary.drain.drain()
    expect(scene.diary.proxy.requests[0]?.headers['if-match']).toBe(before!.etag!)
    expect(await scene.diary.onServer(path)).toContain('SUMMARY:Choir practice')
    expect((await scene.diary.cached(scene.calendar, 'choir'))?.title).toBe('Choir practice')
    expect(await scene.diary.status(scene.ada, 'choir')).toEqual({ uid: 'choir', status: 'done' })
  })

  test('keeps what another application has changed since the form was filled', async () => {
    const path = await scene.diary.put(scene.calendar, 'choir', CHOIR_LINES)
    await scene.edit('choir', { start: '2026-12-01T18:30:00Z' })
    await scene.diary.put(scene.calendar, 'choir', { ...CHOIR_LINES, SUMMARY: 'Choir with Eva' })
    await scene.diary.drain.drain()
    const text = await scene.diary.onServer(path)
    expect(text).toContain('SUMMARY:Choir with Eva')
    expect(text).toContain('DTSTART:20261201T183000Z')
  })

  test('that was put off starts from what another application has changed since', async () => {
    const path = await scene.diary.put(scene.calendar, 'choir', CHOIR_LINES)
    scene.diary.proxy.fault({ method: 'PUT', times: 1 }, answer(429, { headers: { 'retry-after': '60' } }))
    await scene.edit('choir', { location: 'Town hall' })
    await scene.diary.drain.drain()
    await scene.diary.put(scene.calendar, 'choir', { ...CHOIR_LINES, SUMMARY: 'Concert' })
    scene.diary.clock.advance(60_000)
    await scene.diary.drain.drain()
    expect(await scene.statuses()).toEqual(['done'])
    const text = await scene.diary.onServer(path)
    expect(text).toContain('SUMMARY:Concert')
    expect(text).toContain('LOCATION:Town hall')
  })

  test('that was done behind an answer that puts it off takes back nothing that has come after it', async () => {
    const path = await scene.diary.put(scene.calendar, 'choir', CHOIR_LINES)
    scene.diary.proxy.fault({ method: 'PUT', times: 1 }, answerInstead(429))
    await scene.edit('choir', { title: 'Choir practice' })
    await scene.diary.drain.drain()
    const text = await scene.diary.onServer(path)
    await putText('ada', path, text!.replace('SUMMARY:Choir practice', 'SUMMARY:Concert'))
    await scene.diary.sync(scene.calendar)
    scene.diary.clock.advance(15_000)
    await scene.diary.drain.drain()
    expect(await scene.statuses()).toEqual(['done'])
    expect(await scene.diary.onServer(path)).toContain('SUMMARY:Concert')
  })

  test('that changes nothing sends nothing and is done', async () => {
    await scene.diary.put(scene.calendar, 'choir', CHOIR_LINES)
    scene.diary.proxy.reset()
    await scene.edit('choir', {})
    await scene.diary.drain.drain()
    expect(methods()).toEqual([])
    expect((await scene.diary.status(scene.ada, 'choir')).status).toBe('done')
  })

  test('of an event that is gone meanwhile fails with a reason', async () => {
    await scene.diary.put(scene.calendar, 'choir', CHOIR_LINES)
    await scene.edit('choir', { title: 'Choir practice' })
    await removeAt('ada', `${pathOf(scene.calendar)}choir.ics`)
    await scene.diary.sync(scene.calendar)
    await scene.diary.drain.drain()
    expect(await scene.diary.status(scene.ada, 'choir')).toEqual({
      uid: 'choir',
      status: 'failed',
      error: 'The event is not in the calendar any more.',
      errorCode: 'gone',
    })
  })

  test('two in flight are made one after the other and both stand', async () => {
    const path = await scene.diary.put(scene.calendar, 'choir', CHOIR_LINES)
    await scene.edit('choir', { title: 'Choir practice' })
    await scene.edit('choir', { end: '2026-12-01T21:00:00Z' })
    await scene.diary.drain.drain()
    const text = await scene.diary.onServer(path)
    expect(text).toContain('SUMMARY:Choir practice')
    expect(text).toContain('DTEND:20261201T210000Z')
    expect((await scene.diary.rows('choir')).map(({ status }) => status)).toEqual(['done', 'done'])
  })

  test('without any etag goes out unconditionally, and the log says so', async () => {
    await scene.diary.put(scene.calendar, 'choir', CHOIR_LINES)
    await scene.diary.ctx.db.update(events).set({ etag: null })
    scene.diary.proxy.reset()
    await scene.edit('choir', { title: 'Choir practice' })
    await scene.diary.drain.drain()
    expect(scene.diary.proxy.requests[0]?.headers['if-match']).toBeUndefined()
    expect(scene.diary.logLines.some((line) => line.includes('without an etag'))).toBe(true)
    expect((await scene.diary.status(scene.ada, 'choir')).status).toBe('done')
  })
})

describe('a removal', () => {
  test('removes the event on the server and in the cache', async () => {
    const path = await scene.diary.put(scene.calendar, 'choir', CHOIR_LINES)
    const before = await scene.diary.cached(scene.calendar, 'choir')
    scene.diary.proxy.reset()
    await scene.diary.done(scene.ada, 'DELETE /api/events/choir')
    await scene.diary.drain.drain()
    expect(scene.diary.proxy.requests[0]).toMatchObject({ method: 'DELETE', headers: { 'if-match': before!.etag! } })
    expect(await scene.diary.onServer(path)).toBeNull()
    expect(await scene.diary.cached(scene.calendar, 'choir')).toBeUndefined()
    expect((await scene.diary.status(scene.ada, 'choir')).status).toBe('done')
  })

  test('of what is already gone is done', async () => {
    const path = await scene.diary.put(scene.calendar, 'choir', CHOIR_LINES)
    await removeAt('ada', path)
    await scene.diary.done(scene.ada, 'DELETE /api/events/choir')
    await scene.diary.drain.drain()
    expect((await scene.diary.status(scene.ada, 'choir')).status).toBe('done')
    expect(await scene.diary.cached(scene.calendar, 'choir')).toBeUndefined()
  })

  test('behind a change meets the changed event', async () => {
    const path = await scene.diary.put(scene.calendar, 'choir', CHOIR_LINES)
    await scene.edit('choir', { title: 'Choir practice' })
    await scene.diary.done(scene.ada, 'DELETE /api/events/choir')
    await scene.diary.drain.drain()
    expect(await scene.diary.onServer(path)).toBeNull()
    expect((await scene.diary.rows('choir')).map(({ status }) => status)).toEqual(['done', 'done'])
  })

  test('does not remove what another application has changed', async () => {
    const path = await scene.diary.put(scene.calendar, 'choir', CHOIR_LINES)
    await scene.diary.done(scene.ada, 'DELETE /api/events/choir')
    await scene.diary.put(scene.calendar, 'choir', { ...CHOIR_LINES, SUMMARY: 'Choir with Eva' })
    await scene.diary.drain.drain()
    expect(await scene.diary.onServer(path)).toContain('Choir with Eva')
    expect((await scene.diary.status(scene.ada, 'choir')).status).toBe('failed')
  })

  test('that is queued leaves no event to change', async () => {
    await scene.diary.put(scene.calendar, 'choir', CHOIR_LINES)
    await scene.diary.done(scene.ada, 'DELETE /api/events/choir')
    expect((await scene.diary.request(scene.ada, 'PATCH /api/events/choir/edit', CHOIR)).status).toBe(404)
  })
})

test('an old failure does not outlive a new write', async () => {
  await scene.diary.put(scene.calendar, 'choir', CHOIR_LINES)
  await scene.edit('choir', { title: 'Choir practice' })
  await scene.diary.ctx.db.update(outbox).set({ status: 'failed', error: 'No.', errorCode: 'refused' })
  expect(await scene.diary.status(scene.ada, 'choir')).toEqual({
    uid: 'choir',
    status: 'failed',
    error: 'No.',
    errorCode: 'refused',
  })
  await scene.edit('choir', { title: 'Choir rehearsal' })
  expect((await scene.diary.status(scene.ada, 'choir')).status).toBe('pending')
  await scene.diary.drain.drain()
  expect((await scene.diary.status(scene.ada, 'choir')).status).toBe('done')
})

test('a series that is moved in time keeps its exceptions', async () => {
  await scene.diary.put(scene.calendar, 'choir', { ...CHOIR_LINES, RRULE: 'FREQ=WEEKLY', EXDATE: '20261208T180000Z' })
  await scene.edit('choir', { start: '2026-12-01T17:00:00Z', end: '2026-12-01T19:00:00Z' })
  await scene.diary.drain.drain()
  const starts = (await scene.diary.occurrences(scene.ada, '2026-12-01', '2026-12-23')).map(({ start }) => start)
  expect(starts).toEqual(['2026-12-01T17:00:00.000Z', '2026-12-15T17:00:00.000Z', '2026-12-22T17:00:00.000Z'])
  expect(await scene.count()).toBe(1)
})
