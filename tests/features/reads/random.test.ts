import { beforeAll, expect, test } from 'bun:test'
import { summarize } from '../../../src/calendar/ical/summary'
import { apply } from '../../../src/calendar/sync/apply'
import { loadCached } from '../../../src/calendar/sync/cached-events'
import { upsertEvents } from '../../../src/calendar/sync/store-events'
import { householdZone } from '../../../src/household/settings'
import { inTransaction } from '../../../src/platform/db/transaction'
import { eventText } from '../../support/caldav'
import { ask, type Member, seatedCast } from '../../support/cast'
import { type CalendarRow, insertCalendar } from '../../support/diary'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'
import { randomFrom } from '../../support/random-from'
import { EVENTS, HOUSEHOLD, itemsOf, LISTS, Reader, startedAnew } from './readers'

const ROUNDS = 60
const AT_ONCE = 4

const household = opened(openHousehold)
const cast = seatedCast(household)
let family: CalendarRow
let own: CalendarRow
let listId: number
let people: number[]

beforeAll(async () => {
  const { ctx } = household
  family = await insertCalendar(ctx, cast.ada.id, 'https://cal.test/family/', { isShared: true })
  own = await insertCalendar(ctx, cast.ada.id, 'https://cal.test/own/')
  listId = await made(cast.ada, 'POST /api/lists', { name: 'Shopping', isShared: true })
  people = [await made(cast.ada, 'POST /api/people', { name: 'Otto' })]
})

async function made(who: Member, line: string, body: object): Promise<number> {
  return (await ask<{ id: number }>(household, who, line, body)).body.id
}

test('whoever names what they hold is never told that it still holds when it does not', async () => {
  const seed = Number(process.env.SEED ?? 20_261_122)
  console.log(`random reads: SEED=${seed}`)
  const integer = randomFrom(seed)
  const pick = <T>(from: readonly T[]): T => from[integer(from.length)]!
  const { ctx } = household
  const writes: (() => Promise<unknown>)[] = [
    async () => {
      const zone = await householdZone(ctx)
      const uid = `event-${integer(6)}`
      const lines = {
        SUMMARY: `Event ${integer(3)}`,
        DTSTART: `202612${10 + integer(15)}T090000Z`,
        ...(integer(3) === 0 && { RRULE: 'FREQ=DAILY;COUNT=2' }),
      }
      const data = eventText(uid, { ...lines, CATEGORIES: pick(['Otto', 'Ben', 'Cleo']) })
      const item = { href: `/${uid}.ics`, etag: `"${integer(3)}"`, data, summary: summarize(data, zone) }
      await inTransaction(ctx.db, (tx) => upsertEvents(tx, pick([family, own]).id, [item], new Date()))
    },
    async () => {
      const calendar = pick([family, own])
      const stale = (await loadCached(ctx.db, calendar.id)).slice(0, 1)
      const plan = { upserts: [], deletes: [], shadowed: 0 }
      await apply(ctx, { calendar, zone: await householdZone(ctx), cached: [], plan, stale })
    },
    () =>
      ask(household, cast.ada, `PATCH /api/me/calendars/${own.id}`, {
        visibility: pick(['private', 'busy', 'household']),
      }),
    () =>
      ask(household, cast.ada, `PATCH /api/me/calendars/${own.id}`, {
        displayName: pick(['Mine', 'Own']),
        isHidden: pick([true, false]),
      }),
    () =>
      ask(household, cast.ada, `PATCH /api/people/${people[0]}`, {
        name: pick(['Otto', 'Ottokar']),
        birthday: pick(['2015-12-05', '2015-12-06', null]),
      }),
    () => ask(household, cast.ada, `PATCH /api/admin/members/${cast.ben.id}`, { displayName: pick(['Ben', 'Benno']) }),
    () =>
      ask(household, cast.ben, `POST /api/lists/${listId}/items`, {
        text: pick(['Milk', 'Tea']),
        parse: pick([true, false]),
      }),
    () => ask(household, cast.ada, `PATCH /api/lists/${listId}`, { name: pick(['Shopping', 'Shop']) }),
    () => ask(household, cast.ben, `PATCH /api/lists/${listId}`, { position: pick(['a0', 'a1', null]) }),
    () => ask(household, cast.ada, `DELETE /api/lists/${listId}/items?checked=true`),
    async () => {
      const { body } = await ask<{ items: { id: number }[] }>(household, cast.ben, `GET ${itemsOf(listId)}`)
      if (body.items.length > 0)
        await ask(household, cast.ben, `PATCH /api/list-items/${pick(body.items).id}`, { checked: pick([true, false]) })
    },
  ]
  const paths = [EVENTS, HOUSEHOLD, LISTS, itemsOf(listId)]
  const readers = [cast.ada, cast.ben, cast.cleo].map((member) => new Reader(household, member))
  let unchanged = 0
  for (let round = 0; round < ROUNDS; round++) {
    // While somebody writes: what is held then must not pass for what comes after.
    const asked = Array.from({ length: AT_ONCE }, async () => {
      if ((await pick(readers).read(pick(paths))).status === 304) unchanged++
    })
    await Promise.all([...asked, ...Array.from({ length: AT_ONCE / 2 }, () => pick(writes)())])
    if (round % 4 > 0) continue
    const anew = startedAnew(household)
    for (const reader of readers) await reader.changed(anew, paths)
  }
  expect(unchanged).toBeGreaterThan(ROUNDS / 2)
})
