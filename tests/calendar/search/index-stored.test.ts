import { expect, test } from 'bun:test'
import { asc, eq, inArray } from 'drizzle-orm'
import { indexStored } from '../../../src/calendar/search/index-stored'
import { events, eventWords } from '../../../src/platform/db/schema'
import { seatedCast } from '../../support/cast'
import { cacheEvent, insertCalendar } from '../../support/diary'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'
import { listenToStatements } from '../../support/statements'

const household = opened(openHousehold)
const cast = seatedCast(household)

const rows = () => household.ctx.db.select().from(eventWords).orderBy(asc(eventWords.eventId))
const withoutRevision = async () => (await rows()).map(({ revision, ...row }) => row)

test('events from before there was a search become findable, also when that is interrupted', async () => {
  const { ctx } = household
  const [one, other] = [
    await insertCalendar(ctx, cast.ada.id, 'https://cal.test/one/'),
    await insertCalendar(ctx, cast.ben.id, 'https://cal.test/other/'),
  ]
  const lines = { SUMMARY: 'Tea', DESCRIPTION: 'Scones', DTSTART: '20261201' }
  for (let index = 0; index < 5; index++) await cacheEvent(ctx, one, `tea-${index}`, lines)
  await cacheEvent(ctx, other, 'choir', { SUMMARY: 'Choir', RRULE: 'FREQ=DAILY' })
  await cacheEvent(ctx, other, 'off', { SUMMARY: 'Off', raw: 'STATUS:CANCELLED' })
  await cacheEvent(ctx, other, 'broken', { SUMMARY: 'Broken' })
  const whole = await withoutRevision()
  expect(whole).toHaveLength(8)
  await ctx.db.update(events).set({ rawVevent: 'nothing' }).where(eq(events.uid, 'broken'))
  await ctx.db.delete(eventWords)

  let portions = 0
  await indexStored(ctx, () => ++portions > 1)
  expect(await rows()).toHaveLength(5)
  await indexStored(ctx)
  const [broken] = await ctx.db.select({ id: events.id }).from(events).where(eq(events.uid, 'broken'))
  const again = await withoutRevision()
  expect(again.filter(({ eventId }) => eventId !== broken!.id)).toEqual(
    whole.filter(({ eventId }) => eventId !== broken!.id),
  )
  // What cannot be read is not asked for again.
  expect(again.find(({ eventId }) => eventId === broken!.id)).toMatchObject({ words: '' })

  const heard = listenToStatements(ctx)
  await indexStored(ctx)
  expect(heard.filter((statement) => /^(insert|update|delete)/i.test(statement))).toEqual([])
  await ctx.db.delete(events).where(inArray(events.uid, ['tea-1', 'off']))
  expect(await rows()).toHaveLength(6)
})
