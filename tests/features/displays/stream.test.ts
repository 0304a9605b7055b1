import { afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { createApp } from '../../../src/app'
import { createStreams } from '../../../src/features/sse'
import { calendarChanged } from '../../../src/household/announcements'
import { calendars, displays } from '../../../src/platform/db/schema'
import { createMetrics } from '../../../src/platform/metrics'
import { ask, seatedCast } from '../../support/cast'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'
import { listenToStatements } from '../../support/statements'
import { Listening, until } from '../sse/listening'
import { Ticker } from '../sse/ticker'
import { addDisplay, insertCalendar, insertList, pair } from './kitchen'

const household = opened(() => openHousehold())
const cast = seatedCast(household, { anew: true })
let ticker: Ticker
let house: Parameters<typeof pair>[0]
beforeAll(() => {
  ticker = new Ticker()
  const ctx = { ...household.ctx, metrics: createMetrics() }
  house = { ctx, app: createApp(ctx, { streams: createStreams(), every: ticker.every }) }
})
const open: Listening[] = []
beforeEach(async () => {
  await household.ctx.db.delete(displays)
})
afterEach(async () => {
  for (const listening of open.splice(0)) await listening.leave()
})

async function listen({ cookie }: { cookie: string }) {
  const request = new Request('http://localhost/api/display/sse', { headers: { cookie } })
  const listening = new Listening(await house.app.handle(request))
  open.push(listening)
  return listening.opened()
}

async function kitchen() {
  const [work, club] = [
    await insertCalendar(house, cast.ben, { visibility: 'household' }),
    await insertCalendar(house, cast.ben, { visibility: 'household' }),
  ]
  const [groceries, chores] = [
    await insertList(house, cast.ben, 'Groceries'),
    await insertList(house, cast.ben, 'Chores'),
  ]
  const { display, code } = await addDisplay(house, cast, { calendarIds: [work], listIds: [groceries] })
  const device = await pair(house, code)
  return { work, club, groceries, chores, display, device, listening: await listen(device) }
}

const asBen = (request: string, body?: unknown) => ask<{ id: number }>(house, cast.ben, request, body)
const tell = (calendarId: number) => household.ctx.hub.publish(calendarChanged(calendarId, [cast.ben.id]))

test('a display hears of what it shows, and of nothing else', async () => {
  const { work, club, groceries, chores, listening } = await kitchen()
  tell(club)
  await asBen(`POST /api/lists/${chores}/items`, { text: 'Sweep' })
  household.ctx.hub.publish({
    topic: 'sync-status',
    memberId: cast.ben.id,
    event: { calendarId: work, uid: 'x', recurrenceId: null },
    status: 'failed',
  })
  tell(work)
  expect(await listening.next()).toMatchObject({
    event: 'calendar:changed',
    data: { type: 'calendar:changed', calendarId: work, payload: { calendarId: work } },
  })
  const { body } = await asBen(`POST /api/lists/${groceries}/items`, { text: 'Milk' })
  expect((await listening.next()).data).toEqual({
    type: 'item:added',
    listId: groceries,
    payload: { id: body.id, listId: groceries, text: 'Milk' },
  })
  await asBen(`DELETE /api/list-items/${body.id}`)
  expect((await listening.next()).data).toMatchObject({ type: 'item:deleted' })
  expect(listening.frames).toHaveLength(3)
})

test('many changes at once cost a display as much as one, and are told in their order', async () => {
  const [first, second] = [
    await insertCalendar(house, cast.ben, { visibility: 'household' }),
    await insertCalendar(house, cast.ben, { visibility: 'household' }),
  ]
  const { code } = await addDisplay(house, cast, { calendarIds: [first, second] })
  const listening = await listen(await pair(house, code))
  const statements = listenToStatements(house.ctx)
  const changed = Array.from({ length: 100 }, (_, index) => (index % 3 === 0 ? first : second))
  for (const id of changed) tell(id)
  for (const calendarId of changed) expect((await listening.next()).data).toMatchObject({ calendarId })
  expect(statements.filter((statement) => statement.includes('`display_lists`'))).toHaveLength(1)
})

test('all busy calendars of one member look like the first of them', async () => {
  const [first, second] = [
    await insertCalendar(house, cast.cleo, { visibility: 'busy' }),
    await insertCalendar(house, cast.cleo, { visibility: 'busy' }),
  ]
  const { code } = await addDisplay(house, cast, { calendarIds: [first, second] })
  const listening = await listen(await pair(house, code))
  tell(second)
  expect((await listening.next()).data).toMatchObject({ calendarId: first, payload: { calendarId: first } })
})

test('what is closed is told once as gone, never how it goes on', async () => {
  const { work, groceries, listening } = await kitchen()
  await household.ctx.db.update(calendars).set({ visibility: 'private' }).where(eq(calendars.id, work))
  tell(work)
  expect((await listening.next()).data).toMatchObject({ type: 'calendar:changed', calendarId: work })
  tell(work)
  await asBen(`PATCH /api/lists/${groceries}`, { name: 'Presents', isShared: false })
  expect((await listening.next()).data).toEqual({
    type: 'list:deleted',
    listId: groceries,
    payload: { id: groceries },
  })
  await asBen(`POST /api/lists/${groceries}/items`, { text: 'A ring' })
  await asBen(`PATCH /api/lists/${groceries}`, { isShared: true })
  expect((await listening.next()).data).toMatchObject({ type: 'list:updated', payload: { name: 'Presents' } })
  expect(listening.raw).not.toContain('A ring')
})

test.each([
  ['it is removed', (id: number) => ask(house, cast.ada, `DELETE /api/admin/displays/${id}`)],
  ['an admin changes it', (id: number) => ask(house, cast.ada, `PATCH /api/admin/displays/${id}`, { name: 'Hall' })],
  [
    'another device takes its place',
    async (id: number) => {
      const { body } = await ask<{ code: string }>(house, cast.ada, `POST /api/admin/displays/${id}/code`)
      await pair(house, body.code)
    },
  ],
])('its stream ends when %s', async (_, happens) => {
  const { display, listening } = await kitchen()
  await happens(display.id)
  await until('the stream to end', () => listening.hasEnded)
})

test('its stream ends with the next heartbeat when another process has removed it', async () => {
  const { display, listening } = await kitchen()
  ticker.tick()
  expect((await listening.next()).event).toBe('heartbeat')
  expect(listening.hasEnded).toBe(false)
  await household.ctx.db.delete(displays).where(eq(displays.id, display.id))
  ticker.tick()
  await until('the stream to end', () => listening.hasEnded)
})

test('a display that only listens counts as seen', async () => {
  const { display } = await kitchen()
  household.clock.advance(5 * 60_000)
  ticker.tick()
  const now = household.clock.now()
  const isSeen = () => household.ctx.db.$count(displays, and(eq(displays.id, display.id), eq(displays.lastSeenAt, now)))
  await until('it to be seen', async () => (await isSeen()) === 1)
})
