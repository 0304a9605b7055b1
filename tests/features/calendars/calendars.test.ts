import { beforeEach, expect, test } from 'bun:test'
import { calendars } from '../../../src/platform/db/schema'
import { heardFrom } from '../../support/announcements'
import { ask, seatedCast } from '../../support/cast'
import { type CalendarRow, insertCalendar } from '../../support/diary'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'

const household = opened(openHousehold)
const cast = seatedCast(household)
const announced = heardFrom(household)
let shared: CalendarRow
let own: CalendarRow
let bens: CalendarRow
beforeEach(async () => {
  const { ctx } = household
  await ctx.db.delete(calendars)
  shared = await insertCalendar(ctx, cast.ada.id, 'https://cal.test/family/', { isShared: true, displayName: 'Family' })
  own = await insertCalendar(ctx, cast.ada.id, 'https://cal.test/ada/', { displayName: 'Ada' })
  bens = await insertCalendar(ctx, cast.ben.id, 'https://cal.test/ben/')
})

const shown = ({ id, url, displayName }: CalendarRow, more = {}) => ({
  id,
  url,
  displayName,
  color: '#123456',
  isShared: false,
  isHidden: false,
  visibility: 'private',
  personId: null,
  ...more,
})
const mine = async () => (await ask(household, cast.ada, 'GET /api/me/calendars')).body

test('members see their own calendars, the shared one when it is theirs, and nobody else’s', async () => {
  expect(await mine()).toEqual({ calendars: [shown(shared, { isShared: true }), shown(own)] })
  expect((await ask(household, cast.cleo, 'GET /api/me/calendars')).body).toEqual({ calendars: [] })
})

test('a calendar is hidden and shown again, and the member’s other devices hear of it', async () => {
  const { status, body } = await ask(household, cast.ada, `PATCH /api/me/calendars/${own.id}`, { isHidden: true })
  expect({ status, body }).toEqual({ status: 200, body: shown(own, { isHidden: true }) })
  expect(announced).toEqual([{ topic: 'calendar', calendarId: own.id, readers: [cast.ada.id] }])
  expect(await mine()).toEqual({ calendars: [shown(shared, { isShared: true }), shown(own, { isHidden: true })] })
  await ask(household, cast.ada, `PATCH /api/me/calendars/${own.id}`, { isHidden: true })
  expect((await ask(household, cast.ada, `PATCH /api/me/calendars/${own.id}`, { isHidden: false })).body).toEqual(
    shown(own),
  )
})

test('another member’s calendar is not there, for the admin neither', async () => {
  for (const id of [bens.id, 99_999_999]) {
    const { status, body } = await ask(household, cast.ada, `PATCH /api/me/calendars/${id}`, { isHidden: true })
    expect({ status, body }).toEqual({ status: 404, body: { error: 'Not found' } })
  }
  expect((await ask(household, cast.ben, 'GET /api/me/calendars')).body).toEqual({ calendars: [shown(bens)] })
  expect(announced).toEqual([])
})

test.each([{}, { isHidden: 'true' }, { isHidden: 1 }, { isHidden: null }])('%p is refused', async (body) => {
  const answer = await ask(household, cast.ada, `PATCH /api/me/calendars/${own.id}`, body)
  expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining('isHidden') } })
})

test.each(['0', '-1', 'x', '1e3', '1.5'])('id %s is refused', async (id) => {
  expect((await ask(household, cast.ada, `PATCH /api/me/calendars/${id}`, { isHidden: true })).status).toBe(400)
})
