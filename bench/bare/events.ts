/**
 * The yardstick for windowed reads: the selects that the service sends for a request, through bare mysql2 in a Bun.serve
 * handler, and the same answer, given beforehand, made into JSON each time. Nothing is verified, expanded or ordered.
 */
import type { RowDataPacket } from 'mysql2/promise'
import { createPool } from './pool'

const pool = createPool({ dateStrings: true })

const MEMBER_ID = 1
let answer: unknown = null
/** Bounds of the window: instants and days, as SQL text. */
let bounds = { from: '', to: '', start: '', end: '' }

Bun.serve({
  hostname: process.env.HOST,
  port: Number(process.env.PORT),
  routes: {
    '/': () => new Response('ready'),
    '/answer': {
      POST: async (request) => {
        const given = (await request.json()) as { answer: unknown; bounds: typeof bounds }
        answer = given.answer
        bounds = given.bounds
        return new Response('ready')
      },
    },
    '/api/events': async () => {
      await pool.query('select `session_version` from `members` where `members`.`id` = ?', [MEMBER_ID])
      const [calendars] = await pool.query<(RowDataPacket & { id: number })[]>(
        `select c.id, c.url, c.display_name, c.color, c.is_shared, c.user_id, m.display_name as owner_name,
           m.color as owner_color, c.writable
         from calendars c join members m on m.id = c.user_id
         where c.user_id = ? or c.is_shared = ? order by c.is_shared, c.id`,
        [MEMBER_ID, true],
      )
      await pool.query('select * from `app_config` where `key` in (?)', [['household_timezone']])
      const ids = calendars.map(({ id }) => id)
      const { from, to, start, end } = bounds
      await Promise.all([
        pool.query(
          `select calendar_id, uid, title, location, all_day, dtstart_utc, dtend_utc, dtstart_date, dtend_date,
             reminder_lead_minutes, reminder_is_custom
           from events where calendar_id in (?) and has_rrule = false and (last_utc >= ? or last_utc is null)
             and cancelled = false and ((all_day = false and dtstart_utc < ? and (dtend_utc > ? or dtstart_utc >= ?))
               or (all_day = true and dtstart_date < ? and dtend_date > ?))`,
          [ids, from, to, from, from, end, start],
        ),
        pool.query(
          `select id, calendar_id, uid, dtstart_utc, dtstart_date, etag, updated_at, reminder_lead_minutes,
             reminder_is_custom
           from events where calendar_id in (?) and has_rrule = true and (last_utc >= ? or last_utc is null)
             and first_utc < ?`,
          [ids, from, to],
        ),
      ])
      return Response.json(answer)
    },
  },
})
