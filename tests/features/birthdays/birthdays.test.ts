import { beforeEach, describe, expect, test } from 'bun:test'
import type { Birthday } from '../../../src/features/birthdays/model'
import type { Occurrence } from '../../../src/features/events/model'
import { birthdays } from '../../../src/platform/db/schema'
import { listenTo } from '../../support/announcements'
import { ask, seatedCast } from '../../support/cast'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'

const household = opened(openHousehold)
const cast = seatedCast(household, { anew: true })

const say = <T = Birthday>(request: string, body?: object, key?: string, who = cast.ada) =>
  ask<T>(household, who, request, body, key === undefined ? {} : { 'idempotency-key': key })
const add = async (body: object) => (await say('POST /api/birthdays', body)).body
const listed = async (who = cast.ada) =>
  (await ask<{ birthdays: Birthday[] }>(household, who, 'GET /api/birthdays')).body.birthdays
const seen = async (who = cast.ben, query = 'start=2026-11-01&end=2027-01-20') =>
  (await ask<{ occurrences: Occurrence[] }>(household, who, `GET /api/events?${query}`)).body.occurrences

beforeEach(async () => {
  household.clock.set('2026-11-20T12:00:00Z')
  await household.ctx.db.delete(birthdays)
})

test('one list for the household: every member keeps it', async () => {
  const grandma = await add({ name: ' Oma Hilde ', date: '1950-12-24', reminder: 'evening' })
  expect(grandma).toEqual({ id: grandma.id, name: 'Oma Hilde', date: '1950-12-24', reminder: 'evening' })
  const uncle = await add({ name: 'Onkel Tom', date: '--02-29' })
  expect(await listed(cast.cleo)).toEqual([uncle, grandma])
  const change = { name: 'Tom', date: '1980-02-29', reminder: 'morning' }
  expect((await say(`PATCH /api/birthdays/${uncle.id}`, change, undefined, cast.cleo)).body).toEqual({
    id: uncle.id,
    ...change,
  } as Birthday)
  expect((await say(`PATCH /api/birthdays/${uncle.id}`, { date: '--03-01' })).body).toMatchObject({
    name: 'Tom',
    date: '--03-01',
  })
  expect(await say(`DELETE /api/birthdays/${uncle.id}`)).toMatchObject({ status: 200, body: { id: uncle.id } })
  expect(await say(`DELETE /api/birthdays/${uncle.id}`)).toMatchObject({ status: 404 })
  expect(await say(`PATCH /api/birthdays/${uncle.id}`, { name: 'Tom' })).toMatchObject({ status: 404 })
  expect(await listed()).toEqual([grandma])
})

test('a request that comes twice is done once', async () => {
  const body = { name: 'Hilde', date: '1950-12-24' }
  const [first, again] = [await say('POST /api/birthdays', body, 'k1'), await say('POST /api/birthdays', body, 'k1')]
  expect(again).toMatchObject({ status: 201, body: first.body })
  expect(await listed()).toHaveLength(1)
  expect(await say('POST /api/birthdays', { ...body, name: 'Else' }, 'k1')).toMatchObject({ status: 422 })
})

test.each([
  [{}, 'name'],
  [{ name: ' ', date: '--01-01' }, 'name'],
  [{ name: 'a'.repeat(256), date: '--01-01' }, 'name'],
  [{ name: 'Hilde' }, 'date'],
  [{ name: 'Hilde', date: '2023-02-29' }, 'date'],
  [{ name: 'Hilde', date: '--02-30' }, 'date'],
  [{ name: 'Hilde', date: '--01-01', reminder: 'noon' }, 'reminder'],
])('%j is refused', async (body, field) => {
  const { status, body: answer } = await say<{ error: string }>('POST /api/birthdays', body)
  expect(status).toBe(400)
  expect(answer.error).toContain(field)
  expect(await listed()).toEqual([])
})

test('a change of nothing is refused', async () => {
  const { id } = await add({ name: 'Hilde', date: '--01-01' })
  expect(await say(`PATCH /api/birthdays/${id}`, {})).toMatchObject({ status: 400 })
})

describe('in the calendar', () => {
  test('every member sees one a year, all day, with the age', async () => {
    const { id } = await add({ name: 'Oma Hilde', date: '1950-12-24' })
    await add({ name: 'Tom', date: '--01-02' })
    await add({ name: 'Unborn', date: '2027-12-24' })
    const [hilde, tom, ...others] = await seen()
    expect(others).toEqual([])
    expect(hilde).toEqual({
      uid: `birthday-${id}@corkboard`,
      title: 'Oma Hilde (76)',
      location: null,
      allDay: true,
      start: '2026-12-24',
      end: '2026-12-25',
      isRecurring: true,
      recurrenceId: '2026-12-24',
      seriesStart: '1950-12-24',
      calendarId: 0,
      calendarName: 'Birthdays',
      color: '#F25C7A',
      isShared: true,
      userId: 0,
      ownerName: null,
      reminderLeadMinutes: null,
      reminderIsCustom: false,
      readOnly: true,
      birthday: { name: 'Oma Hilde', age: 76 },
    })
    expect(tom).toMatchObject({ start: '2027-01-02', seriesStart: null, birthday: { name: 'Tom', age: null } })
    const household = await seen(cast.cleo, 'start=2026-11-01&end=2027-01-20&household=true')
    expect(household).toEqual([hilde!, tom!].map((one) => ({ ...one, access: 'shared', personIds: [], people: [] })))
  })

  test('those of the people of the household stand beside them', async () => {
    await say('POST /api/people', { name: 'Mia', birthday: '2021-11-27' })
    const { people } = (await say<{ people: { id: number }[] }>('GET /api/people')).body
    await say(`PATCH /api/people/${people[0]!.id}`, { birthday: '1988-11-27' })
    expect((await seen()).map(({ birthday }) => birthday)).toEqual([
      { name: 'Ada', age: 38 },
      { name: 'Mia', age: 5 },
    ])
  })

  test('nobody can change one there', async () => {
    const { id } = await add({ name: 'Hilde', date: '1950-12-24' })
    const path = `/api/events/${encodeURIComponent(`birthday-${id}@corkboard`)}`
    const form = { title: 'Tea', allDay: true, start: '2026-12-01', end: '2026-12-01' }
    expect(await say(`GET ${path}/edit`)).toMatchObject({ status: 404 })
    expect(await say(`PATCH ${path}/edit`, form)).toMatchObject({ status: 404 })
    expect(await say(`DELETE ${path}`)).toMatchObject({ status: 404 })
  })
})

test('who has the calendar open hears of a change', async () => {
  const heard: object[] = []
  await listenTo(household.ctx, (announcement) => heard.push(announcement))
  const { id } = await add({ name: 'Hilde', date: '--01-01' })
  await say(`PATCH /api/birthdays/${id}`, { name: 'Else' })
  await say(`DELETE /api/birthdays/${id}`)
  const mia = (await say('POST /api/people', { name: 'Mia', birthday: '2021-11-27' })).body.id
  await say(`PATCH /api/people/${mia}`, { birthday: null })
  await say(`PATCH /api/people/${mia}`, { position: 0 })
  await say(`DELETE /api/people/${mia}`)
  const news = { topic: 'calendar', calendarId: 0, readers: 'everyone', openId: null }
  expect(heard.filter((one) => 'calendarId' in one)).toEqual(Array(7).fill(news))
})
