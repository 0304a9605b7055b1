/** One occurrence of a series, as it is read and as it is asked to be changed. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { calendars, idempotencyKeys, outbox } from '../../../src/platform/db/schema'
import { eventText } from '../../support/caldav'
import { ask } from '../../support/cast'
import { type CalendarRow, openDiary } from '../../support/diary'
import { opened } from '../../support/opened'

const diary = opened(openDiary)
let calendar: CalendarRow

const SECOND = '2026-12-08T18:00:00.000Z'
const THIRD = '2026-12-15T18:00:00.000Z'
const LINES = {
  SUMMARY: 'Choir',
  DTSTART: '20261201T180000Z',
  DTEND: '20261201T200000Z',
  RRULE: 'FREQ=WEEKLY;COUNT=5',
  EXDATE: '20261222T180000Z',
}
const EVENING = {
  title: 'Choir',
  allDay: false,
  start: THIRD,
  end: '2026-12-15T20:00:00.000Z',
  location: '',
  description: '',
  reminderLeadMinutes: null,
}

beforeEach(async () => {
  await diary.ctx.db.delete(outbox)
  await diary.ctx.db.delete(calendars)
  await diary.ctx.db.delete(idempotencyKeys)
  calendar = await diary.calendar('ada')
  await diary.put(calendar, 'choir', LINES)
  diary.announced.length = 0
})

type Body = Record<string, unknown>
const request = (line: string, body?: unknown) => diary.request<Body>(diary.cast.ada, line, body)
const read = (recurrenceId: string) => request(`GET /api/events/choir/edit?recurrenceId=${recurrenceId}`)
const change = (query: string, body: Body = {}) =>
  request(`PATCH /api/events/choir/edit?${query}`, { ...EVENING, ...body })
const from = (recurrenceId: string, range: string) => `recurrenceId=${recurrenceId}&range=${range}`
/** Day, hour and title of what is shown. */
const shown = async () =>
  (await diary.occurrences(diary.cast.ada, '2026-11-01', '2027-01-20'))
    .map(({ start, title }) => `${start.slice(8, 13)} ${title}`)
    .sort()

describe('the form of one occurrence', () => {
  test('is that of the day it stands on', async () => {
    expect(await read(THIRD)).toMatchObject({
      status: 200,
      body: {
        ...EVENING,
        recurrence: 'weekly',
        recurrenceCount: 5,
        calendarUrl: calendar.url,
        reminderIsCustom: false,
        recurrenceId: THIRD,
        isOverride: false,
        occurrences: { all: 4, following: 2, isFirst: false },
      },
    })
  })

  test('is that of its override, under the name of its day', async () => {
    const concert = eventText('choir', {
      'RECURRENCE-ID': '20261215T180000Z',
      DTSTART: '20261216T190000Z',
      SUMMARY: 'Concert',
    })
    const override = /BEGIN:VEVENT[\s\S]*END:VEVENT/.exec(concert)![0]
    await diary.putText(
      calendar,
      'choir',
      eventText('choir', LINES).replace('END:VCALENDAR', `${override}\r\nEND:VCALENDAR`),
    )
    const { body } = await read(THIRD)
    expect(body).toMatchObject({
      title: 'Concert',
      start: '2026-12-16T19:00:00.000Z',
      recurrenceId: THIRD,
      isOverride: true,
    })
  })

  test('of the series itself says nothing of occurrences', async () => {
    const { body } = await request('GET /api/events/choir/edit')
    expect(Object.keys(body)).not.toContain('isOverride')
    expect(body).toMatchObject({ start: '2026-12-01T18:00:00.000Z' })
  })

  test('the instance may be written as any instant in UTC', async () => {
    expect((await read('2026-12-15T18:00:00Z')).body).toMatchObject({ recurrenceId: THIRD })
  })

  test.each([
    ['a day that was left out', '2026-12-22T18:00:00.000Z', 404],
    ['an hour at which nothing begins', '2026-12-15T19:00:00.000Z', 404],
    ['a day behind the last', '2027-01-05T18:00:00.000Z', 404],
    ['a date, of a series with hours', '2026-12-15', 404],
    ['no instant', 'tomorrow', 400],
    ['nothing', '', 400],
  ])('%s: %s is %d', async (_, recurrenceId, status) => {
    expect((await read(recurrenceId)).status).toBe(status)
    expect((await change(from(recurrenceId, 'this'))).status).toBe(status)
    expect((await request(`DELETE /api/events/choir?${from(recurrenceId, 'this')}`)).status).toBe(status)
    expect(await diary.rows()).toEqual([])
  })

  test('of an event that does not repeat there is none', async () => {
    await diary.put(calendar, 'choir', { ...LINES, RRULE: 'FREQ=WEEKLY;COUNT=1', DTSTART: '20261215T180000Z' })
    expect((await read(THIRD)).status).toBe(200)
    const { RRULE, EXDATE, ...single } = LINES
    await diary.put(calendar, 'choir', { ...single, DTSTART: '20261215T180000Z', DTEND: '20261215T200000Z' })
    expect((await read(THIRD)).status).toBe(404)
  })
})

describe('a request that names occurrences', () => {
  test.each([
    ['an instance without a range', `recurrenceId=${THIRD}`],
    ['a range without an instance', 'range=this'],
    ['a range that is none', from(THIRD, 'some')],
    ['nothing for a range', from(THIRD, '')],
  ])('with %s is refused', async (_, query) => {
    expect((await change(query)).status).toBe(400)
    expect((await request(`DELETE /api/events/choir?${query}`)).status).toBe(400)
    expect(await diary.rows()).toEqual([])
  })

  test.each([
    { recurrence: 'weekly' },
    { recurrence: 'none' },
    { recurrenceUntil: '2027-01-01' },
    { recurrenceCount: 3 },
  ])('has no rule for one of them: %p', async (rule) => {
    const { status, body } = await change(from(THIRD, 'this'), rule)
    expect(status).toBe(400)
    expect(body.error).toStartWith(Object.keys(rule)[0]!)
  })

  test('by its key is done once, whatever the answer, and is another for another range or instance', async () => {
    const send = (query: string) =>
      ask(
        diary,
        diary.cast.ada,
        `PATCH /api/events/choir/edit?${query}`,
        { ...EVENING, title: 'Concert' },
        {
          'idempotency-key': 'k',
        },
      )
    expect((await send(from(THIRD, 'this'))).status).toBe(202)
    expect((await send(from(THIRD, 'this'))).status).toBe(202)
    expect((await send(from('2026-12-15T18:00:00Z', 'this'))).status).toBe(202)
    expect((await send(from(THIRD, 'all'))).status).toBe(422)
    expect((await send(from(SECOND, 'this'))).status).toBe(422)
    expect(await diary.rows()).toHaveLength(1)
  })
})

describe('one occurrence', () => {
  test('is changed, and the others stay', async () => {
    const answer = await change(from(THIRD, 'this'), { title: 'Concert' })
    expect(answer).toMatchObject({ status: 202, body: { uid: 'choir' } })
    await diary.drain.drain()
    expect(await shown()).toEqual(['01T18 Choir', '08T18 Choir', '15T18 Concert', '29T18 Choir'])
    expect((await read(THIRD)).body).toMatchObject({ title: 'Concert', isOverride: true })
  })

  test('is removed, and cannot be removed twice', async () => {
    const remove = () => request(`DELETE /api/events/choir?${from(THIRD, 'this')}`)
    expect(await remove()).toMatchObject({ status: 202, body: { uid: 'choir' } })
    expect((await remove()).status).toBe(404)
    await diary.drain.drain()
    expect((await remove()).status).toBe(404)
    expect(await shown()).toEqual(['01T18 Choir', '08T18 Choir', '29T18 Choir'])
  })

  test('that is the last one left takes its event along', async () => {
    const days = ['01', '08', '15', '29'].map((day) => `2026-12-${day}T18:00:00.000Z`)
    for (const day of days) await request(`DELETE /api/events/choir?${from(day, 'this')}`)
    await diary.drain.drain()
    expect((await diary.rows()).map(({ status }) => status)).toEqual(['done', 'done', 'done', 'done'])
    expect(await diary.cached(calendar, 'choir')).toBeUndefined()
    expect(await diary.onServer(`${new URL(calendar.url).pathname}choir.ics`)).toBeNull()
  })

  test('goes to another calendar by itself, with what it says', async () => {
    await diary.put(calendar, 'choir', { ...LINES, LOCATION: 'Town hall', 'X-MINE': 'kept' })
    const work = await diary.calendar('ada')
    const { body } = await change(from(THIRD, 'this'), {
      title: 'Concert',
      location: 'Town hall',
      calendarUrl: work.url,
    })
    expect(body.uid).not.toBe('choir')
    expect((await read(THIRD)).status).toBe(200)
    expect((await change(from(THIRD, 'this'), { title: 'Too late' })).status).toBe(404)
    await diary.drain.drain()
    expect(await shown()).toEqual(['01T18 Choir', '08T18 Choir', '15T18 Concert', '29T18 Choir'])
    const copy = await diary.cached(work, body.uid as string)
    for (const line of ['SUMMARY:Concert', 'LOCATION:Town hall', 'X-MINE:kept']) expect(copy?.rawVevent).toContain(line)
    for (const line of ['RRULE', 'EXDATE', 'RECURRENCE-ID']) expect(copy?.rawVevent).not.toContain(line)
    expect((await diary.cached(calendar, 'choir'))?.rawVevent).toContain('EXDATE:20261215T180000Z')
  })
})

test('what no rule can say by the time that it goes out fails with a reason', async () => {
  const { EXDATE, ...lines } = LINES
  await diary.put(calendar, 'choir', lines)
  const moved = { start: '2026-12-16T18:00:00Z', end: '2026-12-16T20:00:00Z' }
  expect((await change(from(THIRD, 'all'), moved)).status).toBe(202)
  await diary.put(calendar, 'choir', { ...lines, RRULE: 'FREQ=MONTHLY;BYDAY=TU;BYSETPOS=1,3' })
  await diary.drain.drain()
  expect((await diary.rows()).map(({ status, errorCode }) => [status, errorCode])).toEqual([['failed', 'noRule']])
})

test.each(['thisAndFuture', 'all'])('what no rule can say is refused, and nothing is queued: %s', async (range) => {
  const { RRULE, EXDATE, ...first } = LINES
  await diary.put(calendar, 'choir', { ...first, RRULE: 'FREQ=MONTHLY;BYDAY=TU;BYSETPOS=1,3' })
  const moved = { start: '2026-12-16T18:00:00Z', end: '2026-12-16T20:00:00Z' }
  const { status, body } = await change(from(THIRD, range), moved)
  expect([status, body.error]).toEqual([422, 'The series cannot be changed in that way'])
  expect(await diary.rows()).toEqual([])
})

describe('who has opened an occurrence', () => {
  const base = async () => (await read(THIRD)).body

  test('changes what differs from it, onto the newest', async () => {
    const before = await base()
    await diary.put(calendar, 'choir', { ...LINES, LOCATION: 'Terrace' })
    expect((await change(from(THIRD, 'this'), { title: 'Concert', base: before })).status).toBe(202)
    await diary.drain.drain()
    expect(await base()).toMatchObject({ title: 'Concert', location: 'Terrace' })
  })

  test('hears of what others have changed in it, and nothing is queued', async () => {
    const before = await base()
    await diary.put(calendar, 'choir', { ...LINES, SUMMARY: 'Rehearsal' })
    const { status, body } = await change(from(THIRD, 'this'), { title: 'Concert', base: before })
    expect(status).toBe(409)
    expect(body.error).toEndWith(': title.')
    expect(body.current).toMatchObject({ title: 'Rehearsal', start: THIRD })
    expect(await diary.rows()).toEqual([])
  })

  test('sees both values when that shows only as it is to go out', async () => {
    await change(from(THIRD, 'this'), { title: 'Concert', base: await base() })
    await diary.put(calendar, 'choir', { ...LINES, SUMMARY: 'Rehearsal' })
    await diary.drain.drain()
    expect(await request(`GET /api/events/sync-status?uid=choir&recurrenceId=${THIRD}`)).toMatchObject({
      body: { uid: 'choir', status: 'failed', errorCode: 'clash', error: expect.stringMatching(/: title\.$/) },
    })
    const { body } = await request('GET /api/me/writes')
    expect(body.writes).toMatchObject([
      {
        uid: 'choir',
        recurrenceId: THIRD,
        range: 'this',
        form: { title: 'Concert' },
        current: { title: 'Rehearsal', start: THIRD },
      },
    ])
    await request(`POST /api/me/writes/${(body.writes as { id: number }[])[0]!.id}/retry`)
    await diary.drain.drain()
    expect(await shown()).toEqual(['01T18 Rehearsal', '08T18 Rehearsal', '15T18 Concert', '29T18 Rehearsal'])
  })

  test('meets no clash with what they have asked for themselves', async () => {
    const before = await base()
    await change(from(THIRD, 'this'), { title: 'Concert', base: before })
    expect((await change(from(THIRD, 'this'), { title: 'Late concert', base: before })).status).toBe(202)
    await diary.drain.drain()
    expect(await shown()).toContain('15T18 Late concert')
  })
})

describe('how writes of an occurrence stand', () => {
  test('is asked for each of them, and of the series', async () => {
    await diary.put(calendar, 'choir', LINES)
    await change(from(THIRD, 'this'), { title: 'Concert' })
    const status = async (query = '') => (await request(`GET /api/events/sync-status?uid=choir${query}`)).body.status
    expect([await status(`&recurrenceId=${THIRD}`), await status(`&recurrenceId=${SECOND}`), await status()]).toEqual([
      'pending',
      'done',
      'pending',
    ])
    expect((await request('GET /api/events/sync-status?uid=choir&recurrenceId=x')).status).toBe(400)
  })

  test('is told with the occurrence, and without one of the whole', async () => {
    await change(from(THIRD, 'this'), { title: 'Concert' })
    await request('PATCH /api/events/choir/edit', {
      ...EVENING,
      start: '2026-12-01T18:00:00Z',
      end: '2026-12-01T20:00:00Z',
    })
    const heard = diary.announced.flatMap((one) => (one.topic === 'sync-status' ? [one.event.recurrenceId] : []))
    expect(heard).toEqual([THIRD, null])
  })

  test('a write of the whole names no occurrence', async () => {
    await request('PATCH /api/events/choir/edit', {
      ...EVENING,
      start: '2026-12-01T18:00:00Z',
      end: '2026-12-01T20:00:00Z',
    })
    const { body } = await request('GET /api/me/writes')
    expect(Object.keys((body.writes as object[])[0]!)).not.toContain('recurrenceId')
    expect(Object.keys((body.writes as object[])[0]!)).not.toContain('range')
  })
})

describe('who is only invited', () => {
  const INVITATION = { ...LINES, ORGANIZER: 'mailto:eva@example.org', ATTENDEE: 'mailto:ada@example.org' }
  beforeEach(() => diary.put(calendar, 'choir', INVITATION))

  test.each(['this', 'all'])('may be reminded in their own way, of %s', async (range) => {
    expect((await change(from(THIRD, range), { reminderLeadMinutes: 30 })).status).toBe(202)
  })

  test.each([
    ['this', { title: 'Concert' }],
    ['this', { start: '2026-12-15T19:00:00Z', end: '2026-12-15T21:00:00Z' }],
    ['all', { location: 'At home', reminderLeadMinutes: 30 }],
    ['thisAndFuture', { reminderLeadMinutes: 30 }],
  ])('changes nothing else: %s, %p', async (range, changes) => {
    const { status, body } = await change(from(THIRD, range), changes)
    expect(status).toBe(403)
    expect(body.error).toStartWith('Only the organizer')
    expect(await diary.rows()).toEqual([])
  })

  test.each<[string, number]>([
    ['this', 202],
    ['all', 202],
    ['thisAndFuture', 403],
  ])('declines %s: %d', async (range, status) => {
    expect((await request(`DELETE /api/events/choir?${from(THIRD, range)}`)).status).toBe(status)
  })

  test('may take all of it to another calendar, and no part of it', async () => {
    const { url: calendarUrl } = await diary.calendar('ada')
    for (const range of ['this', 'thisAndFuture']) {
      expect([403, 422]).toContain((await change(from(THIRD, range), { calendarUrl })).status)
    }
    expect((await change(from(THIRD, 'all'), { calendarUrl, reminderLeadMinutes: 30 })).body).toEqual({ uid: 'choir' })
    await diary.drain.drain()
    expect((await read(THIRD)).body).toMatchObject({ calendarUrl, start: THIRD, reminderLeadMinutes: 30 })
  })

  test('as the organizer may change all of it', async () => {
    await diary.put(calendar, 'choir', { ...INVITATION, ORGANIZER: 'mailto:ada' })
    expect((await change(from(THIRD, 'this'), { title: 'Concert' })).status).toBe(202)
  })
})
