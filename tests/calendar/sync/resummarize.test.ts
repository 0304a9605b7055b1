import { expect, test } from 'bun:test'
import { asc } from 'drizzle-orm'
import { summarize } from '../../../src/calendar/ical/summary'
import { resummarize } from '../../../src/calendar/sync'
import { upsertEvents } from '../../../src/calendar/sync/store-events'
import { householdZone, SETTING, setSetting } from '../../../src/household/settings'
import { events } from '../../../src/platform/db/schema'
import { eventText } from '../../support/caldav'
import { seatCast } from '../../support/cast'
import { insertCalendar } from '../../support/diary'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'
import { listenToStatements } from '../../support/statements'

const LARGE = 6
const SMALL = 250
const PHOTO = `ATTACH:${'x'.repeat(3 * 1024 * 1024)}`

const household = opened(openHousehold)

test('large objects are read again one by one, small ones some hundred at once', async () => {
  const { ctx } = household
  const { ada } = await seatCast(ctx)
  const calendar = await insertCalendar(ctx, ada.id, 'https://cal.test/ada/')
  const zone = await householdZone(ctx)
  const names = Array.from({ length: LARGE + SMALL }, (_, index) => `event-${index}`)
  const items = names.map((uid, index) => {
    const data = eventText(uid, { DTSTART: '20261201T090000', ...(index < LARGE ? { raw: PHOTO } : {}) })
    return { href: `/${uid}.ics`, etag: '"1"', data, summary: summarize(data, zone) }
  })
  await upsertEvents(ctx.db, calendar.id, items, ctx.now())

  await setSetting(ctx, SETTING.timezone, 'America/New_York')
  const heard = listenToStatements(ctx)
  await resummarize(ctx)
  const reads = heard.filter(
    (statement) => /^select .*`raw_vevent`.* from `events`/i.test(statement) && !/octet_length/.test(statement),
  )
  expect(reads.length).toBeGreaterThanOrEqual(LARGE)
  expect(reads.length).toBeLessThan(LARGE + 5)
  const starts = await ctx.db.select({ at: events.dtstartUtc }).from(events).orderBy(asc(events.id))
  expect(starts.map(({ at }) => at?.toISOString())).toEqual(names.map(() => '2026-12-01T14:00:00.000Z'))
})
