import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { summarize } from '../../../src/calendar/ical/summary'
import { type Entry, WordIndex } from '../../../src/calendar/search/word-index'
import { upsertEvents } from '../../../src/calendar/sync/store-events'
import { householdZone } from '../../../src/household/settings'
import { events } from '../../../src/platform/db/schema'
import { eventText } from '../../support/caldav'
import { ask, seatedCast } from '../../support/cast'
import { insertCalendar } from '../../support/diary'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'

/** More than stand beside the others before all are packed anew. */
const MANY = 600

const household = opened(openHousehold)
const cast = seatedCast(household)

const store = async (calendarId: number, names: readonly string[], lines: Record<string, string>) => {
  const { ctx } = household
  const zone = await householdZone(ctx)
  const items = names.map((uid) => {
    const data = eventText(uid, lines)
    return { href: `/${uid}.ics`, etag: '"1"', data, summary: summarize(data, zone) }
  })
  await upsertEvents(ctx.db, calendarId, items, ctx.now())
}

test('a change is kept beside what was packed, until there are many', async () => {
  const { ctx } = household
  const { id } = await insertCalendar(ctx, cast.ada.id, 'https://cal.test/ada/')
  const names = Array.from({ length: MANY }, (_, index) => `event-${index}`)
  await store(id, names, { SUMMARY: 'Tea', DTSTART: '20261201T090000Z' })
  const index = new WordIndex(ctx)
  const read = async () => (await index.read([id])).get(id)!
  /** How many entries say what. */
  const said = async () => {
    const current = (await read()).flatMap(({ singles, series, replaced }) =>
      [...singles, ...series].filter((entry: Entry) => !replaced.has(entry.id)),
    )
    return Object.fromEntries([...Map.groupBy(current, ({ words }) => words.trim())].map(([w, all]) => [w, all.length]))
  }
  const [before] = await read()
  expect(await said()).toEqual({ tea: MANY })

  await store(id, ['event-0'], { SUMMARY: 'Choir', DTSTART: '20261202T090000Z' })
  await store(id, ['event-1'], { SUMMARY: 'Choir', RRULE: 'FREQ=DAILY' })
  await store(id, ['event-2'], { SUMMARY: 'Off', raw: 'STATUS:CANCELLED' })
  expect(await said()).toEqual({ tea: MANY - 3, choir: 2 })
  await store(id, ['event-0'], { SUMMARY: 'Tea again', DTSTART: '20261202T090000Z' })
  expect(await said()).toEqual({ tea: MANY - 3, choir: 1, 'tea again': 1 })
  expect((await read())[0]!.packed).toBe(before!.packed)

  await store(id, names, { SUMMARY: 'Cake', DTSTART: '20261203T090000Z' })
  expect(await said()).toEqual({ cake: MANY })
  const [all, recent] = await read()
  expect([all!.packed.entries.length, recent!.packed.entries.length]).toEqual([MANY, 0])
  await ctx.db.delete(events).where(eq(events.calendarId, id))
})

test('an event is found by what it says now, and no more by what it said', async () => {
  const { ctx } = household
  const { id } = await insertCalendar(ctx, cast.ada.id, 'https://cal.test/zoo/')
  const names = Array.from({ length: MANY }, (_, index) => `animal-${index}`)
  const found = async (q: string) => {
    const { body } = await ask<{ hits: unknown[] }>(household, cast.ada, `GET /api/events/search?q=${q}`)
    return body.hits.length
  }
  await store(id, names.slice(1), { SUMMARY: 'Mouse', DTSTART: '20261201T090000Z' })
  await store(id, names.slice(0, 1), { SUMMARY: 'Zebra', DTSTART: '20261201T090000Z' })
  expect(await found('zebra')).toBe(1)
  await store(id, names.slice(0, 1), { SUMMARY: 'Lion', DTSTART: '20261201T090000Z' })
  expect([await found('zebra'), await found('lion')]).toEqual([0, 1])
})
