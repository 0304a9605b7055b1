import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { outbox } from '../../../src/platform/db/schema'
import { BAD_FIELDS, GOOD_FIELDS, VALID_FORM } from '../../calendar/outbox/form-table'
import { ask as send } from '../../support/cast'
import { type CalendarRow, type Diary, openDiary } from '../../support/diary'

let diary: Diary
let calendar: CalendarRow
beforeAll(async () => {
  diary = await openDiary()
  calendar = await diary.calendar('ada')
  await diary.put(calendar, 'choir', { DTSTART: '20261201T090000Z' })
})
afterAll(() => diary.close())
beforeEach(async () => {
  await diary.ctx.db.delete(outbox)
})

const ROUTES = ['POST /api/events/create', 'PATCH /api/events/choir/edit']
const ask = (request: string, body: unknown) => diary.request<{ error: string }>(diary.cast.ada, request, body)

describe.each(ROUTES)('%s', (request) => {
  test.each(BAD_FIELDS)('refuses %s, naming %s and not the value', async (_, field, change) => {
    const { status, body } = await ask(request, { ...VALID_FORM, ...change })
    expect(status).toBe(400)
    expect(body).toEqual({ error: expect.stringMatching(new RegExp(`^${field}: expected|^${field}: cannot`)) })
    expect(body.error.length).toBeLessThan(120)
    expect(await diary.rows()).toEqual([])
  })

  test.each(GOOD_FIELDS)('takes %s', async (_, change) => {
    const { status } = await ask(request, { ...VALID_FORM, ...change })
    // A calendar nobody has is refused for what it is, not for its length.
    expect(status).toBe('calendarUrl' in change ? 403 : 202)
    expect(await diary.rows()).toHaveLength(status === 202 ? 1 : 0)
  })

  test.each(['title', 'allDay', 'start', 'end'] as const)('refuses a form without %s', async (field) => {
    const { [field]: _, ...form } = VALID_FORM
    const { status, body } = await ask(request, form)
    expect([status, body.error.startsWith(`${field}: `)]).toEqual([400, true])
    expect(await diary.rows()).toEqual([])
  })

  test.each(['', '{', 'null', '[]', '5', '"text"', '{"title":', '\u0000'])('refuses the body %j', async (body) => {
    const { status, body: answer } = await ask(request, body)
    expect([status, typeof answer.error]).toEqual([400, 'string'])
    expect(await diary.rows()).toEqual([])
  })

  test('refuses a form that is not sent as JSON', async () => {
    const body = new URLSearchParams({ title: 'Dentist' }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await send(diary, diary.cast.ada, request, body, headers)).status).toBe(400)
  })
})

test('the title is stored with its ends trimmed, other texts as they are', async () => {
  await ask(ROUTES[0]!, { ...VALID_FORM, title: '  Dentist ', description: ' a ' })
  const [row] = await diary.rows()
  expect(JSON.parse(row!.payload!)).toMatchObject({ title: 'Dentist', description: ' a ' })
})

describe('a window', () => {
  test.each<[string, number]>([
    ['?start=2026-11-01&end=2026-11-02', 200],
    ['?start=2026-11-01&end=2027-01-30', 200],
    ['?start=2026-11-01&end=2027-01-31', 400],
    ['?start=2026-11-01&end=2026-11-01', 400],
    ['?start=2026-11-02&end=2026-11-01', 400],
    ['?start=2026-02-30&end=2026-03-02', 400],
    ['?start=2028-02-29&end=2028-03-01', 200],
    ['?start=2026-11-01', 400],
    ['?end=2026-11-01', 400],
    ['', 400],
    ['?start=&end=', 400],
    ['?start=2026-11-1&end=2026-11-02', 400],
    ['?start=2026-11-01T00:00:00Z&end=2026-11-02', 400],
    ['?start=20261101&end=20261102', 400],
    ['?start=2026-13-01&end=2026-13-02', 400],
    ['?start=0000-01-01&end=0000-01-02', 400],
    ['?start=9999-12-30&end=9999-12-31', 400],
    ['?start=+2026-11-01&end=2026-11-02', 400],
    ['?start=2026-11-01%27%3B--&end=2026-11-02', 400],
    ['?start=%EF%BC%92026-11-01&end=2026-11-02', 400],
  ])('%s: %d', async (query, expected) => {
    const { status, body } = await ask(`GET /api/events${query}`, undefined)
    expect(status).toBe(expected)
    if (status === 400) expect(body.error).toMatch(/^(start|end): expected/)
    else expect(body).toEqual({ occurrences: expect.any(Array) } as never)
  })
})
