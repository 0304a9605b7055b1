import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { calendars, outbox } from '../../../src/platform/db/schema'
import { giveAccount, putText, removeAt } from '../../support/caldav'
import type { CalendarRow } from '../../support/diary'
import { answer, answerInstead, cutBefore, loseAnswer } from '../../support/proxy'
import { CHOIR, CHOIR_LINES, pathOf, setScene } from './setting'

const scene = setScene()
let work: CalendarRow

beforeEach(async () => {
  work = await scene.diary.calendar('ada')
  await scene.diary.put(scene.calendar, 'choir', SERIES)
  scene.diary.proxy.reset()
})

const SERIES = {
  ...CHOIR_LINES,
  RRULE: 'FREQ=WEEKLY;BYDAY=TU',
  EXDATE: '20261208T180000Z',
  'X-MINE': 'kept',
  CONTACT: 'mailto:eva@example.com',
}
const counts = async () => [await scene.count(scene.calendar), await scene.count(work)]

/** Queues a move to the other calendar; returns the new uid. */
async function move(form: object = {}): Promise<string> {
  return (await scene.edit('choir', { ...form, calendarUrl: work.url })).uid
}

async function states(uid: string) {
  const [original] = await scene.diary.rows('choir')
  const [copy] = await scene.diary.rows(uid)
  return { copy: copy?.status, original: original?.status }
}

/** The copy's answer only. */
const COPY = { method: 'PUT' }

test('moves the whole event under a new uid, with the form’s changes', async () => {
  const uid = await move({ title: 'Choir at work' })
  expect(uid).not.toBe('choir')
  await scene.diary.drain.drain()
  expect(await counts()).toEqual([0, 1])
  const text = await scene.diary.onServer((await scene.diary.rows(uid))[0]!.href)
  for (const line of ['SUMMARY:Choir at work', 'FREQ=WEEKLY', 'EXDATE', 'X-MINE:kept', 'eva@example.com']) {
    expect(text).toContain(line)
  }
  expect(await states(uid)).toEqual({ copy: 'done', original: 'done' })
  const seen = await scene.diary.occurrences(scene.ada, '2026-12-01', '2026-12-17')
  expect(seen.map((one) => [one.uid, one.calendarId, one.start])).toEqual([
    [uid, work.id, '2026-12-01T18:00:00.000Z'],
    [uid, work.id, '2026-12-15T18:00:00.000Z'],
  ])
})

test('writes the copy before it removes the original', async () => {
  await move()
  await scene.diary.drain.drain()
  const methods = scene.diary.proxy.requests.map(({ method }) => method).filter((method) => method !== 'REPORT')
  expect(methods).toEqual(['PUT', 'DELETE'])
})

test('with recurrence none moves the first occurrence alone', async () => {
  const uid = await move({ recurrence: 'none' })
  await scene.diary.drain.drain()
  expect(await scene.diary.onServer((await scene.diary.rows(uid))[0]!.href)).not.toContain('RRULE')
})

describe('when the copy cannot be written', () => {
  test('for now, the original waits and stays', async () => {
    scene.diary.proxy.fault({ ...COPY, times: 1 }, answer(503))
    const uid = await move()
    await scene.diary.drain.drain()
    expect(await states(uid)).toEqual({ copy: 'pending', original: 'pending' })
    expect(await counts()).toEqual([1, 0])
    scene.diary.clock.advance(15_000)
    await scene.diary.drain.drain()
    expect(await states(uid)).toEqual({ copy: 'done', original: 'done' })
    expect(await counts()).toEqual([0, 1])
  })

  test('at all, the original stays and both say so', async () => {
    scene.diary.proxy.fault(COPY, answer(403))
    const uid = await move()
    await scene.diary.drain.drain()
    expect(await states(uid)).toEqual({ copy: 'failed', original: 'failed' })
    expect(await counts()).toEqual([1, 0])
    expect((await scene.diary.status(scene.ada, 'choir')).error).toMatch(/stays where it was/)
  })

  test('in five attempts, the original stays', async () => {
    scene.diary.proxy.fault(COPY, answer(500))
    const uid = await move()
    for (let attempt = 1; attempt <= 5; attempt++) {
      await scene.diary.drain.drain()
      scene.diary.clock.advance(900_000)
    }
    expect(await states(uid)).toEqual({ copy: 'dead', original: 'failed' })
    expect(await counts()).toEqual([1, 0])
  })

  test.each(['failed', 'dead'] as const)('and is %s already, the original is not touched', async (status) => {
    const uid = await move()
    await scene.diary.ctx.db.update(outbox).set({ status }).where(eq(outbox.uid, uid))
    await scene.diary.drain.drain()
    expect(await states(uid)).toEqual({ copy: status, original: 'failed' })
    expect(scene.diary.proxy.requests).toHaveLength(0)
  })
})

test('whose answers are lost happens once', async () => {
  scene.diary.proxy.fault({ method: 'PUT', times: 1 }, loseAnswer())
  scene.diary.proxy.fault({ method: 'DELETE', times: 1 }, loseAnswer())
  const uid = await move()
  await scene.diary.drain.drain()
  expect(await states(uid)).toEqual({ copy: 'done', original: 'done' })
  expect(await counts()).toEqual([0, 1])
})

test('removes the original once the password is taken that was refused behind the copy', async () => {
  const uid = await move()
  scene.diary.proxy.fault({ method: 'DELETE' }, answer(401))
  scene.diary.proxy.fault({ method: 'PROPFIND' }, answer(401))
  for (let attempt = 1; attempt <= 6; attempt++) {
    await scene.diary.drain.drain()
    scene.diary.clock.advance(900_000)
  }
  expect(await states(uid)).toEqual({ copy: 'done', original: 'pending' })
  scene.diary.proxy.reset()
  await giveAccount(scene.diary.ctx, scene.ada.id, 'ada', scene.diary.proxy.url)
  await scene.diary.drain.drain()
  expect(await states(uid)).toEqual({ copy: 'done', original: 'done' })
  expect(await counts()).toEqual([0, 1])
})

test('leaves the original when it was changed elsewhere after the copy was made', async () => {
  const uid = await move()
  scene.diary.proxy.fault({ method: 'DELETE', times: 1 }, async ({ forward }) => {
    const path = `${pathOf(scene.calendar)}choir.ics`
    await putText('ada', path, (await scene.diary.onServer(path))!.replace('SUMMARY:Choir', 'SUMMARY:Elsewhere'))
    return forward()
  })
  await scene.diary.drain.drain()
  expect(await states(uid)).toEqual({ copy: 'failed', original: 'failed' })
  expect(await scene.diary.onServer(`${pathOf(scene.calendar)}choir.ics`)).toContain('Elsewhere')
  expect(await counts()).toEqual([1, 0])
})

describe('leaves the original when it was changed elsewhere after a copy that nobody knew to be made', () => {
  const path = () => `${pathOf(scene.calendar)}choir.ics`
  /** A poll brings the change, and the copy. */
  async function changeElsewhere() {
    await scene.diary.put(scene.calendar, 'choir', { ...SERIES, DESCRIPTION: 'Bring scores' })
    await scene.diary.sync(work)
  }
  async function expectUnmoved(uid: string, copies: number) {
    expect(await states(uid)).toEqual({ copy: 'failed', original: 'failed' })
    expect(await scene.diary.onServer(path())).toContain('Bring scores')
    expect(await counts()).toEqual([1, copies])
  }

  test('because its answer put it off; what of the copy is not known to be ours stands, and is listed', async () => {
    scene.diary.proxy.fault({ ...COPY, times: 1 }, answerInstead(429))
    const uid = await move()
    await scene.diary.drain.drain()
    await changeElsewhere()
    scene.diary.clock.advance(15_000)
    await scene.diary.drain.drain()
    await expectUnmoved(uid, 1)
    expect(await scene.statuses()).toEqual(['failed', 'failed', 'failed'])
  })

  test('and that is retried when the server speaks again', async () => {
    scene.diary.proxy.fault({ ...COPY, times: 1 }, async (exchange) => {
      scene.diary.proxy.fault({}, answer(503))
      return loseAnswer()(exchange)
    })
    const uid = await move()
    for (let attempt = 1; attempt <= 5; attempt++) {
      await scene.diary.drain.drain()
      scene.diary.clock.advance(900_000)
    }
    expect(await states(uid)).toEqual({ copy: 'dead', original: 'failed' })
    scene.diary.proxy.reset()
    await changeElsewhere()
    const [{ id } = { id: 0 }] = await scene.diary.rows()
    await scene.diary.done(scene.ada, `POST /api/me/writes/${id}/retry`)
    await scene.diary.drain.drain()
    await expectUnmoved(uid, 0)
  })
})

test('takes along what was changed between the asking and the doing', async () => {
  await scene.edit('choir', { location: 'Town hall' })
  const uid = await move({ title: 'Choir at work' })
  await scene.diary.put(scene.calendar, 'choir', { ...SERIES, DESCRIPTION: 'Bring scores' })
  await scene.diary.drain.drain()
  expect(await counts()).toEqual([0, 1])
  const text = await scene.diary.onServer((await scene.diary.rows(uid))[0]!.href)
  for (const line of ['SUMMARY:Choir at work', 'LOCATION:Town hall', 'DESCRIPTION:Bring scores']) {
    expect(text).toContain(line)
  }
})

test('takes along what was changed behind a copy that did not arrive', async () => {
  scene.diary.proxy.fault({ ...COPY, times: 1 }, cutBefore())
  const uid = await move()
  await scene.diary.drain.drain()
  await scene.diary.put(scene.calendar, 'choir', { ...SERIES, DESCRIPTION: 'Bring scores' })
  for (let pass = 0; pass < 3; pass++) {
    scene.diary.clock.advance(900_000)
    await scene.diary.drain.drain()
  }
  expect(await states(uid)).toEqual({ copy: 'done', original: 'done' })
  expect(await counts()).toEqual([0, 1])
  expect(await scene.diary.onServer((await scene.diary.rows(uid))[0]!.href)).toContain('Bring scores')
})

test('of an event that somebody removes meanwhile does not bring it back, and both say so', async () => {
  const uid = await move()
  await removeAt('ada', `${pathOf(scene.calendar)}choir.ics`)
  await scene.diary.sync(scene.calendar)
  await scene.diary.drain.drain()
  expect(await counts()).toEqual([0, 0])
  expect([await scene.diary.status(scene.ada, uid), await scene.diary.status(scene.ada, 'choir')]).toMatchObject([
    { status: 'failed', errorCode: 'gone' },
    { status: 'failed', errorCode: 'gone' },
  ])
})

test('does not happen when an earlier change of the event fails', async () => {
  scene.diary.proxy.fault({ method: 'PUT', times: 1 }, answer(403))
  await scene.edit('choir', { location: 'Town hall' })
  const uid = await move()
  await scene.diary.drain.drain()
  expect((await scene.diary.rows()).map(({ operation, status }) => [operation, status])).toEqual([
    ['update', 'failed'],
    ['create', 'failed'],
    ['delete', 'failed'],
  ])
  expect((await scene.diary.status(scene.ada, uid)).error).toMatch(/was not moved/)
  expect(await counts()).toEqual([1, 0])
})

test('leaves no event to change until it is done', async () => {
  await move()
  expect((await scene.diary.request(scene.ada, 'PATCH /api/events/choir/edit', CHOIR)).status).toBe(404)
})

describe('the removal of an event that is on its way', () => {
  const remove = (who = scene.ada) => scene.diary.request(who, 'DELETE /api/events/choir')
  const gone = async () => expect([await counts(), await seen()]).toEqual([[0, 0], []])
  const seen = () => scene.diary.occurrences(scene.ada, '2026-12-01', '2026-12-17')
  const share = (calendar: CalendarRow) =>
    scene.diary.ctx.db.update(calendars).set({ isShared: true }).where(eq(calendars.id, calendar.id))

  test('goes to the copy, and is answered by the name that was asked for', async () => {
    await move()
    expect(await remove()).toMatchObject({ status: 202, body: { uid: 'choir' } })
    expect((await scene.diary.status(scene.ada, 'choir')).status).toBe('pending')
    await scene.diary.drain.drain()
    await gone()
    expect(await scene.diary.status(scene.ada, 'choir')).toEqual({ uid: 'choir', status: 'done' })
    expect(scene.sent('DELETE').every(({ headers }) => headers['if-match'] !== undefined)).toBe(true)
  })

  test('also when the copy stands and only the original waits', async () => {
    scene.diary.proxy.fault({ method: 'DELETE', times: 1 }, answer(503))
    await move()
    await scene.diary.drain.drain()
    expect(await counts()).toEqual([1, 1])
    expect((await remove()).status).toBe(202)
    scene.diary.clock.advance(15_000)
    await scene.diary.drain.drain()
    await gone()
  })

  test('also when the copy itself has been moved on', async () => {
    scene.diary.proxy.fault({ method: 'DELETE', path: /choir/ }, answer(503))
    const uid = await move()
    await scene.diary.drain.drain()
    const third = await scene.diary.calendar('ada')
    const request = `PATCH /api/events/${encodeURIComponent(uid)}/edit`
    await scene.diary.done(scene.ada, request, { ...CHOIR, calendarUrl: third.url })
    expect((await remove()).status).toBe(202)
    scene.diary.proxy.reset()
    scene.diary.clock.advance(900_000)
    await scene.diary.drain.drain()
    await gone()
    expect(await scene.count(third)).toBe(0)
  })

  test('by another member is refused where the copy is not theirs to remove', async () => {
    await share(scene.calendar)
    await move()
    expect((await remove(scene.diary.cast.ben)).status).toBe(404)
    await scene.diary.drain.drain()
    expect(await counts()).toEqual([0, 1])
  })

  test('is told by the name that was asked for, also when it fails', async () => {
    const { ben } = scene.diary.cast
    await share(scene.calendar)
    const own = await scene.diary.calendar('ben')
    await scene.diary.done(ben, 'PATCH /api/events/choir/edit', { ...CHOIR, calendarUrl: own.url })
    expect((await remove(ben)).status).toBe(202)
    scene.diary.announced.length = 0
    scene.diary.proxy.fault({ method: 'DELETE', path: new RegExp(pathOf(own)) }, answer(403))
    await scene.diary.drain.drain()
    expect(await scene.diary.status(ben, 'choir')).toMatchObject({ status: 'failed', errorCode: 'notAllowed' })
    // Of two writes that end at once one is perhaps told by the next look.
    await scene.diary.ctx.relay.looked()
    const told = scene.diary.announced.flatMap((one) =>
      one.topic === 'sync-status' ? [`${one.event.uid} ${one.status}`] : [],
    )
    expect(told).toEqual(expect.arrayContaining(['choir done', 'choir failed']))
  })

  test('fails when the copy cannot be written, and says so; the event stays', async () => {
    scene.diary.proxy.fault(COPY, answer(403))
    const uid = await move()
    await remove()
    await scene.diary.drain.drain()
    expect(await counts()).toEqual([1, 0])
    expect((await scene.diary.rows(uid)).map(({ operation, errorCode }) => `${operation} ${errorCode}`)).toEqual([
      'create notAllowed',
      'delete earlier',
    ])
    expect(await scene.diary.status(scene.ada, 'choir')).toMatchObject({ status: 'failed' })
    await remove()
    await scene.diary.drain.drain()
    expect(await scene.diary.status(scene.ada, 'choir')).toEqual({ uid: 'choir', status: 'done' })
    expect(await scene.statuses()).toEqual(['done'])
  })

  test('of a meeting goes to its new place', async () => {
    await scene.diary.put(scene.calendar, 'choir', { ...SERIES, ATTENDEE: 'mailto:eva@example.com' })
    await move()
    expect(await remove()).toMatchObject({ status: 202, body: { uid: 'choir' } })
    await scene.diary.drain.drain()
    await gone()
    expect(await scene.statuses()).toEqual(['done', 'done'])
  })
})
