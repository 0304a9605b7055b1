import { expect, test } from 'bun:test'
import type { RowDataPacket } from 'mysql2/promise'
import { connect } from '../../src/platform/db/connect'
import { migrate } from '../../src/platform/db/migrate'
import { calendarOf } from '../calendar/ical/cast'
import { openBefore } from '../support/before-migration'
import { opened } from '../support/opened'

const before = opened(() => openBefore(/ALTER TABLE `events` ADD `private`/))

const EVENTS = {
  gift: ['CLASS:PRIVATE'],
  doctor: ['SUMMARY:Doctor', 'CLASS:CONFIDENTIAL'],
  tea: ['CLASS:PUBLIC'],
  walk: ['DESCRIPTION:It says\\nCLASS:PRIVATE'],
}

test('events that were private before are so in a household that is upgraded', async () => {
  const connection = await connect(before.database.config)
  await connection.query("insert into members (display_name, color, created_at) values ('Ada', '#0F766E', now(3))")
  await connection.query(
    "insert into calendars (user_id, url, display_name, color) select id, '/a/', 'A', '#0F766E' from members",
  )
  for (const [uid, lines] of Object.entries(EVENTS)) {
    const text = calendarOf([`UID:${uid}`, 'DTSTART:20261203T090000Z', ...lines])
    await connection.query(
      `insert into events (calendar_id, uid, href, title, all_day, has_rrule, first_utc, raw_vevent, updated_at)
        select id, ?, ?, '', false, false, now(3), ?, now(3) from calendars`,
      [uid, `/a/${uid}.ics`, text],
    )
  }
  await migrate(before.database.config)
  const [rows] = await connection.query<RowDataPacket[]>('select uid from events where private order by uid')
  await connection.end()
  expect(rows.map(({ uid }) => uid)).toEqual(['doctor', 'gift'])
})
