import { heapStats } from 'bun:jsc'
import { expect, test } from 'bun:test'
import { seatedCast } from '../../support/cast'
import { cacheEvent, insertCalendar } from '../../support/diary'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'
import { feedStory } from './story'

const household = opened(() => openHousehold({ at: '2026-12-02T08:00:00.000Z' }))
const cast = seatedCast(household)
const { create, read } = feedStory(household)

const EVENTS = 20
const NOTES = 100_000

test('what a feed said is not held once it is sent', async () => {
  const { ctx } = household
  const files: string[] = []
  for (const who of [cast.ada, cast.ben, cast.cleo]) {
    const calendar = await insertCalendar(ctx, who.id, `https://cal.test/${who.id}/`, { displayName: 'Own' })
    for (let uid = 0; uid < EVENTS; uid++)
      await cacheEvent(ctx, calendar, `${uid}`, { SUMMARY: 'x', DESCRIPTION: 'n'.repeat(NOTES) })
    files.push(`${(await create(who, { calendars: [calendar.id] })).body.token}.ics`)
  }
  const held = () => {
    Bun.gc(true)
    const { heapSize, extraMemorySize } = heapStats()
    return heapSize + extraMemorySize
  }
  const before = held()
  let length = 0
  for (const file of files) length += (await read(file)).body.length
  expect(held() - before).toBeLessThan(2 * length)
})
