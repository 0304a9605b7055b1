import { beforeEach, describe, expect, test } from 'bun:test'
import { calendars } from '../../../src/platform/db/schema'
import type { EventLines } from '../../support/caldav'
import { ask, type Member, seatedCast } from '../../support/cast'
import { type CalendarRow, cacheEvent, insertCalendar, type Occurrence } from '../../support/diary'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'
import { listenToStatements } from '../../support/statements'

const household = opened(openHousehold)
const cast = seatedCast(household)
let family: CalendarRow
/** The same calendar as Ben's server shows it to him. */
let copy: CalendarRow
let own: CalendarRow

beforeEach(async () => {
  const { ctx } = household
  await ctx.db.delete(calendars)
  family = await insertCalendar(ctx, cast.ada.id, 'https://cal.test/ada/family/', { isShared: true })
  copy = await insertCalendar(ctx, cast.ben.id, 'https://cal.test/ben/c0846e25/', { displayName: 'Family (Ada)' })
  own = await insertCalendar(ctx, cast.ben.id, 'https://cal.test/ben/own/')
})

const put = (calendar: CalendarRow, uid: string, lines: EventLines) => cacheEvent(household.ctx, calendar, uid, lines)

async function read(who: Member, query = '') {
  const request = `GET /api/events?start=2026-12-01&end=2026-12-08${query}`
  const { body } = await ask<{ occurrences: Occurrence[] }>(household, who, request)
  return body.occurrences
}
const seen = async (who: Member, query = '') =>
  (await read(who, query)).map(({ title, start, calendarId, isShared }) => ({ title, start, calendarId, isShared }))

const DINNER = { DTSTART: '20261202T180000Z', DTEND: '20261202T190000Z', SUMMARY: 'Dinner' }
const CHOIR = { DTSTART: '20261201T180000Z', RRULE: 'FREQ=DAILY;COUNT=3', SUMMARY: 'Choir' }

describe('what the shared calendar holds as well, under another URL', () => {
  test.each(['', '&household=true', '&household=false'])('is shown once, as shared (%p)', async (query) => {
    for (const calendar of [family, copy]) {
      await put(calendar, 'dinner', DINNER)
      await put(calendar, 'trip', { DTSTART: '20261203', SUMMARY: 'Trip' })
    }
    const shown = [
      { title: 'Dinner', start: '2026-12-02T18:00:00.000Z', calendarId: family.id, isShared: true },
      { title: 'Trip', start: '2026-12-03', calendarId: family.id, isShared: true },
    ]
    for (const who of [cast.ada, cast.ben, cast.cleo]) expect(await seen(who, query)).toEqual(shown)
  })

  test('also occurrence by occurrence, among others of the same moment', async () => {
    await put(family, 'choir', CHOIR)
    await put(copy, 'choir', { ...CHOIR, RRULE: 'FREQ=DAILY;COUNT=4' })
    await put(own, 'gym', { ...CHOIR, SUMMARY: 'Gym', RRULE: 'FREQ=DAILY;COUNT=2' })
    expect(
      (await seen(cast.ben)).map(({ title, start, calendarId }) => `${start.slice(8, 10)} ${title} ${calendarId}`),
    ).toEqual([
      `01 Choir ${family.id}`,
      `01 Gym ${own.id}`,
      `02 Choir ${family.id}`,
      `02 Gym ${own.id}`,
      `03 Choir ${family.id}`,
      `04 Choir ${copy.id}`,
    ])
  })

  test('is two events at another start, and as a day beside its midnight', async () => {
    await put(family, 'dinner', DINNER)
    await put(copy, 'dinner', { ...DINNER, DTSTART: '20261202T170000Z' })
    await put(family, 'move', { DTSTART: '20261205', SUMMARY: 'Move' })
    await put(copy, 'move', { DTSTART: '20261204T230000Z', DTEND: '20261205T010000Z', SUMMARY: 'Move' })
    expect(await seen(cast.ben)).toHaveLength(4)
  })

  test('is not looked for between two calendars of one’s own', async () => {
    await put(copy, 'dinner', DINNER)
    await put(own, 'dinner', DINNER)
    expect(await seen(cast.ben)).toHaveLength(2)
  })

  test('costs no statement more', async () => {
    const heard = listenToStatements(household.ctx)
    const readAnew = async () => {
      // Else the answer would be sent again as it was.
      await put(own, 'gym', DINNER)
      heard.splice(0)
      await read(cast.ben)
      return heard.length
    }
    const without = await readAnew()
    for (const calendar of [family, copy]) await put(calendar, 'dinner', DINNER)
    expect(await readAnew()).toBe(without)
  })
})

describe('a calendar that is hidden', () => {
  const hide = async (who: Member, id: number, isHidden = true) =>
    ask(household, who, `PATCH /api/me/calendars/${id}`, { isHidden })

  beforeEach(async () => {
    await put(family, 'dinner', DINNER)
    await put(own, 'gym', { ...DINNER, SUMMARY: 'Gym' })
  })

  test('is left out of what its owner sees of the household, and out of nothing else', async () => {
    const before = await read(cast.ben)
    await hide(cast.ben, own.id)
    expect((await seen(cast.ben, '&household=true')).map(({ title }) => title)).toEqual(['Dinner'])
    expect(await read(cast.ben)).toEqual(before)
    expect(await read(cast.ben, '&household=false')).toEqual(before)
    await hide(cast.ben, own.id, false)
    const occurrences = (await read(cast.ben, '&household=true')).map(
      ({ access: _, personIds: __, people: ___, ...rest }) => rest,
    )
    expect(occurrences).toEqual(before)
  })

  test('is left out for the one who hides it alone', async () => {
    await hide(cast.ada, family.id)
    expect(await seen(cast.ada, '&household=true')).toEqual([])
    expect((await seen(cast.cleo, '&household=true')).map(({ title }) => title)).toEqual(['Dinner'])
  })

  test('and so is how fresh it is', async () => {
    await hide(cast.ben, own.id)
    const names = async (query = '') => {
      const request = `GET /api/events/freshness${query}`
      const { body } = await ask<{ calendars: { displayName: string }[] }>(household, cast.ben, request)
      return body.calendars.map(({ displayName }) => displayName)
    }
    expect(await names('?household=true')).toEqual(['Family (Ada)', 'Calendar'])
    expect(await names()).toEqual(['Family (Ada)', 'Calendar', 'Calendar'])
    expect(await names('?household=false')).toEqual(await names())
  })
})

test.each(['yes', 'TRUE', '', '1', 'true,true'])('household=%s is refused', async (value) => {
  for (const path of ['?start=2026-12-01&end=2026-12-02&household=', '/freshness?household=']) {
    const { status, body } = await ask(household, cast.ben, `GET /api/events${path}${value}`)
    expect({ status, body }).toEqual({ status: 400, body: { error: expect.stringContaining('household') } })
  }
})
