import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { calendars, outbox } from '../../../src/platform/db/schema'
import { eventText, putText, removeAt } from '../../support/caldav'
import type { CalendarRow } from '../../support/diary'
import { answer, answerInstead, cutBefore, type Fault, holdAnswer, loginPage, loseAnswer } from '../../support/proxy'
import { CHOIR, CHOIR_LINES, pathOf, setScene } from './setting'

const scene = setScene()
let home: CalendarRow
let work: CalendarRow

beforeEach(async () => {
  home = scene.calendar
  work = await scene.diary.calendar('ada')
  await scene.diary.put(home, 'choir', MEETING)
  scene.diary.proxy.reset()
})

const MEETING = {
  ...CHOIR_LINES,
  'ORGANIZER;CN=Ada': 'mailto:ada@example.org',
  'ATTENDEE;PARTSTAT=ACCEPTED': 'mailto:eva@example.com',
}
const counts = async () => [await scene.count(home), await scene.count(work)]
const states = async () => (await scene.diary.rows()).map(({ status, errorCode }) => errorCode ?? status)
const move = (form: object = {}, to = work) => scene.edit('choir', { ...form, calendarUrl: to.url })
const there = () => scene.diary.onServer(`${pathOf(work)}choir.ics`)
/** What reached the server, without the reading. */
const written = () => scene.diary.proxy.requests.filter(({ method }) => !['REPORT', 'PROPFIND', 'GET'].includes(method))
const methods = () => written().map(({ method }) => method)
const seen = async () =>
  (await scene.diary.occurrences(scene.ada, '2026-12-01', '2026-12-02')).map(({ calendarId }) => calendarId)

async function changeElsewhere(change: (text: string) => string) {
  const path = `${pathOf(home)}choir.ics`
  await putText('ada', path, change((await scene.diary.onServer(path))!))
}

describe('a meeting that moves to another calendar', () => {
  test('is moved under its uid, so that nobody is told', async () => {
    const before = await scene.diary.cached(home, 'choir')
    expect(await move()).toEqual({ uid: 'choir' })
    expect(await scene.diary.rows()).toMatchObject([{ operation: 'update', uid: 'choir', calendarId: home.id }])
    await scene.diary.drain.drain()
    expect(written()).toMatchObject([
      {
        method: 'MOVE',
        path: `${pathOf(home)}choir.ics`,
        headers: { destination: `${work.url}choir.ics`, overwrite: 'F', 'if-match': before!.etag! },
      },
    ])
    expect(await states()).toEqual(['done'])
    expect(await counts()).toEqual([0, 1])
    expect(await there()).toContain('eva@example.com')
    expect(await seen()).toEqual([work.id])
    expect(await scene.diary.status(scene.ada, 'choir')).toEqual({ uid: 'choir', status: 'done' })
  })

  test('takes the form’s other changes behind it, as an ordinary change', async () => {
    await move({ title: 'Choir at work' })
    await scene.diary.drain.drain()
    expect(methods()).toEqual(['MOVE', 'PUT'])
    expect(written()[1]).toMatchObject({
      path: `${pathOf(work)}choir.ics`,
      headers: { 'if-match': expect.any(String) },
    })
    expect(await states()).toEqual(['done', 'done'])
    expect(await there()).toContain('SUMMARY:Choir at work')
    expect(await scene.diary.cached(work, 'choir')).toMatchObject({ title: 'Choir at work' })
    expect(await counts()).toEqual([0, 1])
  })

  test('is moved, too, by somebody who is only invited', async () => {
    await scene.diary.put(home, 'choir', { ...MEETING, 'ORGANIZER;CN=Ada': 'mailto:eva@example.com' })
    scene.diary.proxy.reset()
    await move()
    await scene.diary.drain.drain()
    expect(methods()).toEqual(['MOVE'])
    expect(await counts()).toEqual([0, 1])
  })

  test('may be changed and removed in its new place', async () => {
    await move()
    await scene.diary.drain.drain()
    await scene.edit('choir', { title: 'Concert' })
    await scene.diary.drain.drain()
    expect(await there()).toContain('SUMMARY:Concert')
    await scene.diary.done(scene.ada, 'DELETE /api/events/choir')
    await scene.diary.drain.drain()
    expect(await counts()).toEqual([0, 0])
    expect(scene.sent('DELETE').map(({ headers }) => headers['schedule-reply'])).toEqual([undefined])
  })

  test('waits for an earlier change, and later ones wait for it', async () => {
    await scene.edit('choir', { location: 'Town hall' })
    await move({ title: 'Choir at work' })
    expect((await scene.diary.request(scene.ada, 'PATCH /api/events/choir/edit', CHOIR)).status).toBe(404)
    await scene.diary.drain.drain()
    expect(methods()).toEqual(['PUT', 'MOVE', 'PUT'])
    for (const line of ['LOCATION:Town hall', 'SUMMARY:Choir at work']) expect(await there()).toContain(line)
  })

  test('is not moved when an earlier change fails', async () => {
    scene.diary.proxy.fault({ method: 'PUT', times: 1 }, answer(403))
    await scene.edit('choir', { location: 'Town hall' })
    await move({ title: 'Choir at work' })
    await scene.diary.drain.drain()
    expect(await states()).toEqual(['notAllowed', 'earlier', 'earlier'])
    expect(await counts()).toEqual([1, 0])
  })

  test('keeps a name that a server may not take apart from its address, or takes a plain one', async () => {
    await removeAt('ada', `${pathOf(home)}choir.ics`)
    await scene.diary.sync(home)
    const text = eventText('choir', MEETING)
    await scene.diary.putText(home, 'Chör%20practice', text)
    scene.diary.proxy.reset()
    await move({ title: 'Choir at work' })
    await scene.diary.drain.drain()
    expect(written()[0]!.headers.destination).toMatch(/\/[0-9a-f-]{36}\.ics$/)
    expect(await states()).toEqual(['done', 'done'])
    expect(await counts()).toEqual([0, 1])
  })

  test('takes another name where its own is taken', async () => {
    await putText('ada', `${pathOf(work)}choir.ics`, eventText('other', {}))
    await scene.diary.sync(work)
    await move()
    await scene.diary.drain.drain()
    expect(await states()).toEqual(['done'])
    expect(await counts()).toEqual([0, 2])
  })
})

describe('a meeting that cannot be moved silently stays, and its author hears why', () => {
  test.each<[string, Fault]>([
    ['403', answer(403)],
    ['405', answer(405)],
    ['409', answer(409)],
    ['501', answer(501)],
    ['502', answer(502)],
  ])('a server that answers %s', async (_, fault) => {
    scene.diary.proxy.fault({ method: 'MOVE' }, fault)
    await move({ title: 'Choir at work' })
    await scene.diary.drain.drain()
    expect(await states()).toEqual(['meetingStays', 'meetingStays'])
    expect(methods()).toEqual(['MOVE'])
    expect(await counts()).toEqual([1, 0])
    expect(await scene.diary.status(scene.ada, 'choir')).toMatchObject({ status: 'failed', errorCode: 'meetingStays' })
  })

  test('and a later change of it takes the place of all that was asked for with the move', async () => {
    scene.diary.proxy.fault({ method: 'MOVE' }, answer(403))
    await move({ title: 'Choir at work' })
    await scene.diary.drain.drain()
    await scene.edit('choir', { location: 'Town hall' })
    await scene.diary.drain.drain()
    expect(await states()).toEqual(['done'])
    expect(await scene.diary.status(scene.ada, 'choir')).toEqual({ uid: 'choir', status: 'done' })
  })

  test('and a removal that was asked for in its new place is not called done', async () => {
    scene.diary.proxy.fault({ method: 'MOVE' }, answer(403))
    await move()
    await scene.diary.done(scene.ada, 'DELETE /api/events/choir')
    await scene.diary.drain.drain()
    expect(await counts()).toEqual([1, 0])
    expect(await states()).toEqual(['meetingStays', 'earlier'])
    expect(methods()).toEqual(['MOVE'])
  })

  test('a server that really cannot', async () => {
    // Radicale moves between calendars only, and takes an address with an escape in it as it stands.
    const odd = await scene.diary.calendar('ada')
    const path = '/ada/with%20blank/'
    await scene.diary.ctx.db
      .update(calendars)
      .set({ url: new URL(path, odd.url).href })
      .where(eq(calendars.id, odd.id))
    await move({}, { ...odd, url: new URL(path, odd.url).href })
    await scene.diary.drain.drain()
    expect(await scene.statuses()).toEqual(['failed'])
    expect(await counts()).toEqual([1, 0])
  })

  test('a calendar of another account', async () => {
    const family = await scene.diary.calendar('ben', { isShared: true })
    await move({}, family)
    await scene.diary.drain.drain()
    expect(await states()).toEqual(['meetingStays'])
    expect(written()).toEqual([])
  })

  test('a calendar on another server', async () => {
    const elsewhere = 'https://calendars.example/ada/work/'
    await scene.diary.ctx.db.update(calendars).set({ url: elsewhere }).where(eq(calendars.id, work.id))
    await move({}, { ...work, url: elsewhere })
    await scene.diary.drain.drain()
    expect(await states()).toEqual(['meetingStays'])
    expect(written()).toEqual([])
  })

  test('a calendar that holds the meeting already', async () => {
    await scene.diary.put(work, 'choir', MEETING)
    scene.diary.proxy.reset()
    await scene.diary.done(scene.ada, `PATCH /api/events/choir/edit?calendarId=${home.id}`, {
      ...CHOIR,
      calendarUrl: work.url,
    })
    await scene.diary.drain.drain()
    expect(await states()).toEqual(['exists'])
    expect(written()).toEqual([])
    expect(await counts()).toEqual([1, 1])
  })

  test('an event that becomes a meeting while its move waits', async () => {
    await scene.diary.put(home, 'plain', CHOIR_LINES)
    await scene.diary.done(scene.ada, 'PATCH /api/events/plain/edit', { ...CHOIR, calendarUrl: work.url })
    await scene.diary.put(home, 'plain', MEETING)
    scene.diary.proxy.reset()
    await scene.diary.drain.drain()
    expect(await states()).toEqual(['meetingStays', 'notCopied'])
    expect(written()).toEqual([])
    expect(await counts()).toEqual([2, 0])
  })
})

describe('a meeting whose move', () => {
  test.each<[string, Fault]>([
    ['loses its answer', loseAnswer()],
    ['is done behind a 500', answerInstead(500)],
    ['is done behind a 502', answerInstead(502)],
    ['is done behind a 412', answerInstead(412)],
    ['is done behind a 200', answerInstead(200)],
    ['is done behind a 404', answerInstead(404)],
  ])('%s is moved, once', async (_, fault) => {
    scene.diary.proxy.fault({ method: 'MOVE', times: 1 }, fault)
    await move({ title: 'Choir at work' })
    await scene.diary.drain.drain()
    expect(await states()).toEqual(['done', 'done'])
    expect(methods()).toEqual(['MOVE', 'PUT'])
    expect(await counts()).toEqual([0, 1])
    expect(await seen()).toEqual([work.id])
  })

  test.each<[string, Fault]>([
    ['never arrives', cutBefore()],
    ['is answered with 500', answer(500)],
    ['is answered with 503', answer(503)],
    ['is answered with 429', answer(429)],
    ['is answered with a login page', loginPage()],
  ])('%s is moved at the second attempt', async (_, fault) => {
    scene.diary.proxy.fault({ method: 'MOVE', times: 1 }, fault)
    await move({ title: 'Choir at work' })
    await scene.diary.drain.drain()
    expect(await states()).toEqual(['pending', 'pending'])
    expect(await counts()).toEqual([1, 0])
    scene.diary.clock.advance(15_000)
    await scene.diary.drain.drain()
    expect(await states()).toEqual(['done', 'done'])
    expect(await counts()).toEqual([0, 1])
    expect(await there()).toContain('SUMMARY:Choir at work')
  })

  test('is not answered while everything else is silent, too, is looked at later', async () => {
    scene.diary.proxy.fault({ method: 'MOVE', times: 1 }, loseAnswer())
    scene.diary.proxy.fault({ method: 'REPORT', times: 1 }, cutBefore())
    await move()
    await scene.diary.drain.drain()
    expect(await states()).toEqual(['pending'])
    scene.diary.clock.advance(15_000)
    await scene.diary.drain.drain()
    expect(await states()).toEqual(['done'])
    expect(methods()).toEqual(['MOVE'])
    expect(await counts()).toEqual([0, 1])
  })

  test('is done, and only cannot be read back yet, is not made again', async () => {
    scene.diary.proxy.fault({ method: 'REPORT', times: 1 }, answer(503))
    await move({ title: 'Choir at work' })
    await scene.diary.drain.drain()
    expect(await states()).toEqual(['pending', 'pending'])
    scene.diary.clock.advance(15_000)
    await scene.diary.drain.drain()
    expect(await states()).toEqual(['done', 'done'])
    expect(methods()).toEqual(['MOVE', 'PUT'])
  })

  test('meets a change from elsewhere fails, and the next try meets the new version', async () => {
    await move()
    await changeElsewhere((text) => text.replace('SUMMARY:Choir', 'SUMMARY:Elsewhere'))
    // This server moves whatever the condition says; others do not.
    scene.diary.proxy.fault({ method: 'MOVE', times: 1 }, answer(412))
    await scene.diary.drain.drain()
    expect(await states()).toEqual(['conflict'])
    expect((await scene.diary.cached(home, 'choir'))?.title).toBe('Elsewhere')
    expect(await counts()).toEqual([1, 0])
    await move({ title: 'Elsewhere' })
    await scene.diary.drain.drain()
    expect(await states()).toEqual(['done'])
    expect(await there()).toContain('SUMMARY:Elsewhere')
  })

  test('meets something that has come in its way says so', async () => {
    await move()
    await putText('ada', `${pathOf(work)}choir.ics`, eventText('other', {}))
    await scene.diary.drain.drain()
    expect(await states()).toEqual(['exists'])
    expect(await counts()).toEqual([1, 1])
  })

  test('finds nothing any more says so, and the event leaves the cache', async () => {
    await move({ title: 'Choir at work' })
    await removeAt('ada', `${pathOf(home)}choir.ics`)
    await scene.diary.drain.drain()
    expect(await states()).toEqual(['gone', 'gone'])
    expect(await seen()).toEqual([])
  })

  test('is taken under another name is found by its uid', async () => {
    scene.diary.proxy.fault({ method: 'MOVE', times: 1 }, async ({ request, forward }) => {
      request.headers.destination = `${work.url}as-the-server-likes.ics`
      await forward()
      return 'cut'
    })
    await move({ title: 'Choir at work' })
    await scene.diary.drain.drain()
    expect(await states()).toEqual(['done', 'done'])
    expect(await counts()).toEqual([0, 1])
    expect(await scene.diary.onServer(`${pathOf(work)}as-the-server-likes.ics`)).toContain('SUMMARY:Choir at work')
  })

  test('goes into a calendar that disappears leaves the meeting where it is', async () => {
    await move({ title: 'Choir at work' })
    await scene.diary.ctx.db.delete(calendars).where(eq(calendars.id, work.id))
    await scene.diary.drain.drain()
    expect(await states()).toEqual(['calendarGone', 'calendarGone'])
    expect(written()).toEqual([])
    expect(await scene.count(home)).toBe(1)
  })

  test('comes from a calendar that disappears fails as a whole', async () => {
    await move({ title: 'Choir at work' })
    await scene.diary.ctx.db.delete(calendars).where(eq(calendars.id, home.id))
    await scene.diary.drain.drain()
    await scene.diary.drain.drain()
    expect(await scene.statuses()).toEqual(['failed', 'failed'])
    expect(written()).toEqual([])
  })

  test('is still under way is left to the drain that makes it', async () => {
    const held = holdAnswer()
    scene.diary.proxy.fault({ method: 'MOVE', times: 1 }, held.fault)
    await move({ title: 'Choir at work' })
    const draining = scene.diary.drain.drain()
    await held.arrived
    const [row] = await scene.diary.ctx.db.select().from(outbox)
    expect(row).toMatchObject({ status: 'pending', sentEtag: expect.any(String) })
    held.release()
    await draining
    expect(await states()).toEqual(['done', 'done'])
  })

  test('clashes with what others have changed since it was opened is made for nobody', async () => {
    const opened = await scene.diary.done<object>(scene.ada, 'GET /api/events/choir/edit')
    await scene.edit('choir', { title: 'Choir at work', calendarUrl: work.url, base: opened })
    await scene.diary.put(home, 'choir', { ...MEETING, SUMMARY: 'Elsewhere' })
    scene.diary.proxy.reset()
    await scene.diary.drain.drain()
    expect(await states()).toEqual(['clash', 'clash'])
    expect(written()).toEqual([])
  })
})

test('the removal that belongs to a move tells no organizer', async () => {
  await scene.diary.put(home, 'plain', CHOIR_LINES)
  await scene.diary.done(scene.ada, 'PATCH /api/events/plain/edit', { ...CHOIR, calendarUrl: work.url })
  await scene.diary.drain.drain()
  expect(scene.sent('DELETE').map(({ headers }) => headers['schedule-reply'])).toEqual(['F'])
})
