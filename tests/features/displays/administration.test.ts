import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { calendars, displays as displayRows, idempotencyKeys, lists } from '../../../src/platform/db/schema'
import { ask, seatedCast } from '../../support/cast'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'
import { addDisplay, type Display, insertCalendar, insertList, type NewDisplay, pair } from './kitchen'

const household = opened(() => openHousehold())
const cast = seatedCast(household, { anew: true })
beforeEach(async () => {
  await household.ctx.db.delete(displayRows)
})
const asAda = <T = { display: Display }>(request: string, body?: unknown) => ask<T>(household, cast.ada, request, body)
const displays = async () => (await asAda<{ displays: Display[] }>('GET /api/admin/displays')).body.displays

test('a display is added with what it shows, changed field by field, and removed', async () => {
  const shared = await insertCalendar(household, cast.ben, { isShared: true })
  const opened = await insertCalendar(household, cast.ben, { visibility: 'household' })
  const busy = await insertCalendar(household, cast.cleo, { visibility: 'busy' })
  const groceries = await insertList(household, cast.ben, 'Groceries')
  const chosen = { calendarIds: [shared, opened, busy], listIds: [groceries] }
  const { display, code, expiresAt } = await addDisplay(household, cast, { ...chosen, name: '  Kitchen ' })
  expect(display).toEqual({
    id: display.id,
    name: 'Kitchen',
    ...chosen,
    canTick: false,
    canAdd: false,
    pairedAt: null,
    lastSeenAt: null,
  })
  expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/)
  expect(expiresAt).toBe('2026-11-20T12:10:00.000Z')

  const change = (body: object) => asAda(`PATCH /api/admin/displays/${display.id}`, body)
  expect((await change({ name: 'Hall' })).body).toEqual({ display: { ...display, name: 'Hall' } })
  expect((await change({ canTick: true })).body.display).toMatchObject({ name: 'Hall', canTick: true, canAdd: false })
  expect((await change({ listIds: [] })).body.display).toMatchObject({ ...chosen, listIds: [] })
  expect((await change({ calendarIds: [busy, busy] })).body.display.calendarIds).toEqual([busy])
  expect((await change({})).status).toBe(400)
  expect((await displays()).map(({ name }) => name)).toEqual(['Hall'])

  expect((await asAda(`DELETE /api/admin/displays/${display.id}`)).body as unknown).toEqual({ id: display.id })
  expect(await displays()).toEqual([])
  for (const request of ['PATCH', 'DELETE', 'POST']) {
    const path = `/api/admin/displays/${display.id}${request === 'POST' ? '/code' : ''}`
    expect((await asAda(`${request} ${path}`, request === 'PATCH' ? { name: 'Hall' } : undefined)).status).toBe(404)
  }
})

describe('a display that is asked for twice with one key', () => {
  const form = { name: 'Kitchen', calendarIds: [], listIds: [] }
  const addWith = (key: string, change: object = {}) =>
    ask<NewDisplay>(household, cast.ada, 'POST /api/admin/displays', { ...form, ...change }, { 'idempotency-key': key })

  test('is one, and its code is told again', async () => {
    const key = crypto.randomUUID()
    const first = await addWith(key)
    expect(await addWith(key, { name: ' Kitchen ', canAdd: false })).toMatchObject({ status: 201, body: first.body })
    expect((await addWith(key, { name: 'Hall' })).status).toBe(422)
    expect(await displays()).toEqual([first.body.display])
    await pair(household, first.body.code)
  })

  test('leaves no code behind', async () => {
    const { code } = (await addWith(crypto.randomUUID())).body
    expect(JSON.stringify(await household.ctx.db.select().from(idempotencyKeys))).not.toContain(code)
  })
})

describe('only what is open to the household may be chosen', () => {
  test.each([
    ["a member's private calendar", async () => ({ calendarIds: [await insertCalendar(household, cast.ben)] })],
    ["the admin's own private one", async () => ({ calendarIds: [await insertCalendar(household, cast.ada)] })],
    ['a calendar that is not there', async () => ({ calendarIds: [2_000_000_000] })],
    ["a member's private list", async () => ({ listIds: [await insertList(household, cast.ben, 'Presents', false)] })],
    [
      "the admin's own private list",
      async () => ({ listIds: [await insertList(household, cast.ada, 'Secret', false)] }),
    ],
    ['a list that is not there', async () => ({ listIds: [2_000_000_000] })],
    ['words in place of ids', async () => ({ calendarIds: ['1'] })],
    ['a name without letters', async () => ({ name: '   ' })],
    ['a name too long', async () => ({ name: 'n'.repeat(65) })],
  ])('%s: 400', async (_, choose) => {
    const form = { name: 'Kitchen', calendarIds: [], listIds: [], ...(await choose()) }
    expect((await asAda('POST /api/admin/displays', form)).status).toBe(400)
    expect(await displays()).toEqual([])
    const { display } = await addDisplay(household, cast)
    expect((await asAda(`PATCH /api/admin/displays/${display.id}`, await choose())).status).toBe(400)
    expect(await displays()).toEqual([display])
  })
})

test('what is closed later leaves the display at once', async () => {
  const opened = await insertCalendar(household, cast.ben, { visibility: 'household' })
  const groceries = await insertList(household, cast.ben, 'Groceries')
  const { code } = await addDisplay(household, cast, { calendarIds: [opened], listIds: [groceries] })
  const device = await pair(household, code)
  const onScreen = async () => {
    const { body } = await ask<{ display: Display; lists: object[] }>(household, device, 'GET /api/display')
    return [body.display.calendarIds, body.display.listIds, body.lists.length]
  }
  expect(await onScreen()).toEqual([[opened], [groceries], 1])
  await household.ctx.db.update(calendars).set({ visibility: 'private' }).where(eq(calendars.id, opened))
  await household.ctx.db.update(lists).set({ isShared: false }).where(eq(lists.id, groceries))
  expect(await onScreen()).toEqual([[], [], 0])
  expect((await displays())[0]).toMatchObject({ calendarIds: [], listIds: [] })
})

test('an admin sees which calendars may be chosen, and no name of a busy one', async () => {
  await insertCalendar(household, cast.ada, { displayName: 'Diary' })
  const family = await insertCalendar(household, cast.ada, { displayName: 'Family', isShared: true })
  const shifts = await insertCalendar(household, cast.ben, { displayName: 'Shifts', visibility: 'household' })
  const clinic = await insertCalendar(household, cast.cleo, { displayName: 'Clinic', visibility: 'busy' })
  const { body } = await asAda<unknown>('GET /api/admin/displays/calendars')
  const of = (id: number, displayName: string, owner: 'ada' | 'ben' | 'cleo', color: string, access: string) => ({
    id,
    displayName,
    ownerId: cast[owner].id,
    ownerName: cast[owner].name,
    color,
    access,
  })
  expect(body).toEqual({
    calendars: [
      of(family, 'Family', 'ada', '#F25C7A', 'shared'),
      of(shifts, 'Shifts', 'ben', '#0F766E', 'household'),
      of(clinic, 'Busy', 'cleo', '#7C3AED', 'busy'),
    ],
  })
})

test('a busy feed is in the colour of its owner, and not in one that tells which it is', async () => {
  const feed = { source: 'feed', color: '#FF6347', displayName: 'Club' } as const
  const open = await insertCalendar(household, cast.ben, { ...feed, visibility: 'household' })
  const busy = await insertCalendar(household, cast.cleo, { ...feed, visibility: 'busy' })
  expect(await asAda<unknown>('GET /api/admin/displays/calendars')).toMatchObject({
    body: {
      calendars: [
        { id: open, displayName: 'Club', color: '#FF6347' },
        { id: busy, displayName: 'Busy', color: '#7C3AED' },
      ],
    },
  })
})
