import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { summarize } from '../../../src/calendar/ical/summary'
import { UTC } from '../../../src/calendar/ical/zone'
import { upsertEvents } from '../../../src/calendar/sync/store-events'
import { readCalendar } from '../../../src/features/feeds/calendar'
import { contentsOf } from '../../../src/features/feeds/read'
import { versionOf } from '../../../src/features/feeds/version'
import { SETTING, setSetting } from '../../../src/household/settings'
import { type Context, createContext } from '../../../src/platform/context'
import { calendars, events, feeds, lists, members } from '../../../src/platform/db/schema'
import { eventText } from '../../support/caldav'
import { ask, seatedCast } from '../../support/cast'
import { type CalendarRow, cacheEvent, insertCalendar } from '../../support/diary'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'
import { feedStory } from './story'

const household = opened(() => openHousehold({ at: '2026-12-02T08:00:00.000Z' }))
const cast = seatedCast(household, { anew: true })
const { create } = feedStory(household)

let home: CalendarRow
let bens: CalendarRow
let listId: number
let itemIds: number[]
beforeEach(async () => {
  const { ctx } = household
  await ctx.db.delete(lists)
  home = await insertCalendar(ctx, cast.ada.id, 'https://cal.test/home/', { displayName: 'Home' })
  bens = await insertCalendar(ctx, cast.ben.id, 'https://cal.test/ben/', { displayName: 'Ben', visibility: 'busy' })
  for (const calendar of [home, bens]) {
    for (const uid of ['one', 'two']) await cacheEvent(ctx, calendar, uid, { SUMMARY: uid })
  }
  await ctx.db.update(events).set({ updatedAt: ctx.now() })
  listId = (await ask<{ id: number }>(household, cast.ada, 'POST /api/lists', { name: 'Jobs', isShared: false })).body
    .id
  const items = ['Bins', 'Post'].map((text) => ({ text, due: '2026-12-03' }))
  const path = `POST /api/lists/${listId}/items/batch`
  const { body } = await ask<{ items: { id: number }[] }>(household, cast.ada, path, { items })
  itemIds = body.items.map(({ id }) => id)
})

/** What a feed says, and under which tag. */
async function read(feedId: number, ctx: Context = household.ctx) {
  const [feed] = await ctx.db.select().from(feeds).where(eq(feeds.id, feedId))
  const contents = await contentsOf(ctx, feed!)
  return { tag: await versionOf(ctx, contents), text: (await readCalendar(ctx, contents)).join('') }
}

async function made(choice: object): Promise<number> {
  const { status, body } = await create(cast.ada, choice)
  expect(status).toBe(201)
  return body.id
}

/** Both events of the calendar, read anew from its server in one go. */
async function rewrite(title: string) {
  const { ctx } = household
  household.clock.advance(1)
  const stored = await ctx.db.select().from(events).where(eq(events.calendarId, home.id))
  const items = stored.map(({ uid, href }) => {
    const data = eventText(uid, { SUMMARY: `${title} ${uid}` })
    return { href, etag: title, data, summary: summarize(data, UTC) }
  })
  await upsertEvents(ctx.db, home.id, items, ctx.now())
}

describe('a feed that says something else has another tag', () => {
  const set = (calendar: CalendarRow, columns: Partial<CalendarRow>) =>
    household.ctx.db.update(calendars).set(columns).where(eq(calendars.id, calendar.id))

  test.each<[string, () => object, () => Promise<unknown>]>([
    [
      'when its only owner is renamed',
      () => ({ calendars: [bens.id] }),
      async () => {
        const { body } = await ask<{ people: { id: number; name: string }[] }>(household, cast.ada, 'GET /api/people')
        const { id } = body.people.find(({ name }) => name === 'Ben')!
        expect(await ask(household, cast.ada, `PATCH /api/people/${id}`, { name: 'Benjamin' })).toMatchObject({
          status: 200,
        })
      },
    ],
    ['when its only calendar is renamed', () => ({ calendars: [home.id] }), () => set(home, { displayName: 'Us' })],
    ['when two events change at once', () => ({ calendars: [home.id] }), () => rewrite('New')],
    [
      'when two items change at once',
      () => ({ calendars: [], lists: [listId] }),
      async () => {
        household.clock.advance(1)
        for (const id of itemIds) await ask(household, cast.ada, `PATCH /api/list-items/${id}`, { text: `Item ${id}` })
      },
    ],
    [
      'when its list is renamed',
      () => ({ calendars: [], lists: [listId] }),
      () => ask(household, cast.ada, `PATCH /api/lists/${listId}`, { name: 'Chores' }),
    ],
    [
      'when its member reads another language',
      () => ({ calendars: [home.id], detail: 'busy' }),
      () => household.ctx.db.update(members).set({ language: 'de' }).where(eq(members.id, cast.ada.id)),
    ],
    [
      'when the household moves',
      () => ({ calendars: [home.id] }),
      () => setSetting(household.ctx, SETTING.timezone, 'America/New_York'),
    ],
    [
      'when a calendar is opened further',
      () => ({ calendars: [bens.id] }),
      () => set(bens, { visibility: 'household' }),
    ],
  ])('%s', async (_case, choice, change) => {
    const id = await made(choice())
    const before = await read(id)
    expect((await read(id)).tag).toBe(before.tag)
    await change()
    const after = await read(id)
    expect(after.text).not.toBe(before.text)
    expect(after.tag).not.toBe(before.tag)
  })

  test('when the secret that its uids are made with is another one', async () => {
    const id = await made({ calendars: [bens.id] })
    const { ctx } = household
    const other = createContext({ ...ctx, config: { ...ctx.config, sessionSecret: 'x'.repeat(64) } })
    const [before, after] = [await read(id), await read(id, other)]
    expect(after.text).not.toBe(before.text)
    expect(after.tag).not.toBe(before.tag)
  })
})
