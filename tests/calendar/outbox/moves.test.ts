import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { calendars, outbox } from '../../../src/platform/db/schema'
import { countEvents, putText } from '../../support/caldav'
import { type CalendarRow, type Diary, openDiary } from '../../support/diary'
import { answer, loseAnswer } from '../../support/proxy'

/** Real servers on a busy machine. */
setDefaultTimeout(30_000)

let diary: Diary
let home: CalendarRow
let work: CalendarRow

beforeAll(async () => {
  diary = await openDiary()
})
afterAll(() => diary.close())
beforeEach(async () => {
  diary.clock.set('2026-11-20T12:00:00Z')
  diary.proxy.reset()
  await diary.ctx.db.delete(outbox)
  await diary.ctx.db.delete(calendars)
  home = await diary.calendar('ada')
  work = await diary.calendar('ada')
  await diary.put(home, 'choir', SERIES)
  diary.proxy.reset()
})

const SERIES = {
  SUMMARY: 'Choir',
  DTSTART: '20261201T180000Z',
  DTEND: '20261201T200000Z',
  RRULE: 'FREQ=WEEKLY;BYDAY=TU',
  EXDATE: '20261208T180000Z',
  'X-MINE': 'kept',
  ATTENDEE: 'mailto:eva@example.com',
}
const CHOIR = { title: 'Choir', allDay: false, start: '2026-12-01T18:00:00Z', end: '2026-12-01T20:00:00Z' }
const ada = () => diary.cast.ada
const pathOf = ({ url }: CalendarRow) => new URL(url).pathname
const counts = async () => [await countEvents('ada', pathOf(home)), await countEvents('ada', pathOf(work))]

/** Queues a move from home to work; returns the new uid. */
async function move(form: object = {}): Promise<string> {
  const body = { ...CHOIR, ...form, calendarUrl: work.url }
  return (await diary.done(ada(), 'PATCH /api/events/choir/edit', body)).uid
}

async function states(uid: string) {
  const [original] = await diary.rows('choir')
  const [copy] = await diary.rows(uid)
  return { copy: copy?.status, original: original?.status }
}

/** The copy's answer only. */
const COPY = { method: 'PUT' }

test('moves the whole event under a new uid, with the form’s changes', async () => {
  const uid = await move({ title: 'Choir at work' })
  expect(uid).not.toBe('choir')
  await diary.drain.drain()
  expect(await counts()).toEqual([0, 1])
  const text = await diary.onServer((await diary.rows(uid))[0]!.href)
  for (const line of ['SUMMARY:Choir at work', 'FREQ=WEEKLY', 'EXDATE', 'X-MINE:kept', 'eva@example.com']) {
    expect(text).toContain(line)
  }
  expect(await states(uid)).toEqual({ copy: 'done', original: 'done' })
  const seen = await diary.occurrences(ada(), '2026-12-01', '2026-12-17')
  expect(seen.map((one) => [one.uid, one.calendarId, one.start])).toEqual([
    [uid, work.id, '2026-12-01T18:00:00.000Z'],
    [uid, work.id, '2026-12-15T18:00:00.000Z'],
  ])
})

test('writes the copy before it removes the original', async () => {
  await move()
  await diary.drain.drain()
  const methods = diary.proxy.requests.map(({ method }) => method).filter((method) => method !== 'REPORT')
  expect(methods).toEqual(['PUT', 'DELETE'])
})

test('with recurrence none moves the first occurrence alone', async () => {
  const uid = await move({ recurrence: 'none' })
  await diary.drain.drain()
  expect(await diary.onServer((await diary.rows(uid))[0]!.href)).not.toContain('RRULE')
})

describe('when the copy cannot be written', () => {
  test('for now, the original waits and stays', async () => {
    diary.proxy.fault({ ...COPY, times: 1 }, answer(503))
    const uid = await move()
    await diary.drain.drain()
    expect(await states(uid)).toEqual({ copy: 'pending', original: 'pending' })
    expect(await counts()).toEqual([1, 0])
    diary.clock.advance(15_000)
    await diary.drain.drain()
    expect(await states(uid)).toEqual({ copy: 'done', original: 'done' })
    expect(await counts()).toEqual([0, 1])
  })

  test('at all, the original stays and both say so', async () => {
    diary.proxy.fault(COPY, answer(403))
    const uid = await move()
    await diary.drain.drain()
    expect(await states(uid)).toEqual({ copy: 'failed', original: 'failed' })
    expect(await counts()).toEqual([1, 0])
    expect((await diary.status(ada(), 'choir')).error).toMatch(/stays where it was/)
  })

  test('in five attempts, the original stays', async () => {
    diary.proxy.fault(COPY, answer(500))
    const uid = await move()
    for (let attempt = 1; attempt <= 5; attempt++) {
      await diary.drain.drain()
      diary.clock.advance(900_000)
    }
    expect(await states(uid)).toEqual({ copy: 'dead', original: 'failed' })
    expect(await counts()).toEqual([1, 0])
  })

  test.each(['failed', 'dead'] as const)('and is %s already, the original is not touched', async (status) => {
    const uid = await move()
    await diary.ctx.db.update(outbox).set({ status }).where(eq(outbox.uid, uid))
    await diary.drain.drain()
    expect(await states(uid)).toEqual({ copy: status, original: 'failed' })
    expect(diary.proxy.requests).toHaveLength(0)
  })
})

test('whose answers are lost happens once', async () => {
  diary.proxy.fault({ method: 'PUT', times: 1 }, loseAnswer())
  diary.proxy.fault({ method: 'DELETE', times: 1 }, loseAnswer())
  const uid = await move()
  await diary.drain.drain()
  expect(await states(uid)).toEqual({ copy: 'done', original: 'done' })
  expect(await counts()).toEqual([0, 1])
})

test('leaves the original when it was changed elsewhere after the copy was made', async () => {
  const uid = await move()
  diary.proxy.fault({ method: 'DELETE', times: 1 }, async ({ forward }) => {
    const path = `${pathOf(home)}choir.ics`
    await putText('ada', path, (await diary.onServer(path))!.replace('SUMMARY:Choir', 'SUMMARY:Elsewhere'))
    return forward()
  })
  await diary.drain.drain()
  expect(await states(uid)).toEqual({ copy: 'done', original: 'failed' })
  expect(await diary.onServer(`${pathOf(home)}choir.ics`)).toContain('Elsewhere')
})

test('takes along what was changed between the asking and the doing', async () => {
  await diary.done(ada(), 'PATCH /api/events/choir/edit', { ...CHOIR, location: 'Town hall' })
  const uid = await move({ title: 'Choir at work' })
  await diary.put(home, 'choir', { ...SERIES, DESCRIPTION: 'Bring scores' })
  await diary.drain.drain()
  expect(await counts()).toEqual([0, 1])
  const text = await diary.onServer((await diary.rows(uid))[0]!.href)
  for (const line of ['SUMMARY:Choir at work', 'LOCATION:Town hall', 'DESCRIPTION:Bring scores']) {
    expect(text).toContain(line)
  }
})

test('does not happen when an earlier change of the event fails', async () => {
  diary.proxy.fault({ method: 'PUT', times: 1 }, answer(403))
  await diary.done(ada(), 'PATCH /api/events/choir/edit', { ...CHOIR, location: 'Town hall' })
  const uid = await move()
  await diary.drain.drain()
  expect((await diary.rows()).map(({ operation, status }) => [operation, status])).toEqual([
    ['update', 'failed'],
    ['create', 'failed'],
    ['delete', 'failed'],
  ])
  expect((await diary.status(ada(), uid)).error).toMatch(/was not moved/)
  expect(await counts()).toEqual([1, 0])
})

test('leaves no event to change until it is done', async () => {
  await move()
  expect((await diary.request(ada(), 'PATCH /api/events/choir/edit', CHOIR)).status).toBe(404)
})
