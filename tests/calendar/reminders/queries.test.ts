import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type SQL, sql } from 'drizzle-orm'
import { summarize } from '../../../src/calendar/ical/summary'
import {
  allDayListQuery,
  allDayQuery,
  leadsQuery,
  seriesQuery,
  timedListQuery,
  timedQuery,
} from '../../../src/calendar/reminders/queries'
import { upsertEvents } from '../../../src/calendar/sync/store-events'
import { events } from '../../../src/platform/db/schema'
import { eventText } from '../../support/caldav'
import { Story, zone } from './story'

const BERLIN = zone('Europe/Berlin')
const NOW = Date.parse('2026-11-20T08:00:00Z')
const DAY = 24 * 3_600_000
const PAST = 4_000
const LEADS = [10, 30, 60, 1440]
const WINDOW = { from: NOW - 60_000, to: NOW }

let story: Story
beforeAll(async () => {
  story = await Story.open()
  const past = Array.from({ length: PAST }, (_, index) => {
    const stamp = new Date(NOW - (10 + index / 2) * DAY).toISOString().replace(/[-:]|\.\d+/g, '')
    const start = index % 3 === 0 ? `DTSTART;VALUE=DATE:${stamp.slice(0, 8)}` : `DTSTART:${stamp}`
    const rule = index % 4 === 0 ? '\r\nRRULE:FREQ=DAILY;COUNT=3' : ''
    const lead = LEADS[index % 5]
    const trigger = `BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT${lead}M\r\nEND:VALARM`
    const alarm = lead === undefined ? '' : `\r\n${trigger}`
    const data = eventText(`past-${index}`, { raw: `${start}${rule}${alarm}` }).replace(
      'DTSTART:20261201T090000Z\r\n',
      '',
    )
    return { href: `/past-${index}.ics`, etag: '"1"', data, summary: summarize(data, BERLIN) }
  })
  await upsertEvents(story.ctx.db, story.calendarIds.ada, past, story.ctx.now())
  await story.event('ada', 30, { DTSTART: '20261120T083000Z', SUMMARY: 'Now' })
  await story.event('ada', 30, { DTSTART: '20261120T083000Z', SUMMARY: 'Now too', RRULE: 'FREQ=WEEKLY' })
  await story.ctx.db.execute(sql`analyze table ${events}`)
})
afterAll(() => story.close())

interface Step {
  table: string
  key: string | null
  rows: number | string
  Extra: string
}

async function explain(query: { getSQL(): SQL } | null): Promise<Step> {
  const [rows] = await story.ctx.db.execute(sql`explain ${query!.getSQL()}`)
  return (rows as unknown as Step[])[0]!
}

describe('no query walks through what is past', () => {
  test('the leads in use are read from the index, one step for each', async () => {
    const { key, rows, Extra } = await explain(leadsQuery(story.ctx))
    expect(key).toStartWith('events_reminders_')
    expect(Extra).toContain('Using index for group-by')
    expect(Number(rows)).toBeLessThan(PAST / 4)
  })

  test('timed events that happen once', async () => {
    const { key, rows } = await explain(timedQuery(story.ctx, LEADS, WINDOW))
    expect(key).toBe('events_reminders_timed')
    expect(Number(rows)).toBeLessThan(20)
  })

  test('all-day events that happen once', async () => {
    const { key, rows } = await explain(allDayQuery(story.ctx, LEADS, WINDOW, BERLIN))
    expect(key).toBe('events_reminders_all_day')
    expect(Number(rows)).toBeLessThan(20)
  })

  test('events that happen once with reminders that no lead tells', async () => {
    for (const [query, index] of [
      [timedListQuery(story.ctx, WINDOW), 'events_reminders_timed'],
      [allDayListQuery(story.ctx, WINDOW), 'events_reminders_all_day'],
    ] as const) {
      const { key, rows } = await explain(query)
      expect(key).toBe(index)
      expect(Number(rows)).toBeLessThan(20)
    }
  })

  test('series', async () => {
    const query = seriesQuery(story.ctx, Object.values(story.calendarIds), new Date(WINDOW.from))
    const { key, rows } = await explain(query)
    expect(key).toBe('events_window_recurring')
    expect(Number(rows)).toBeLessThan(100)
    expect(await query).toHaveLength(1)
  })

  test('the reminder that is due is found among them', async () => {
    const phone = await story.phone(story.cast.ada)
    await story.tick(new Date(NOW).toISOString())
    expect(phone.received.map(({ payload }) => payload.title).sort()).toEqual(['Now', 'Now too'])
  })
})
