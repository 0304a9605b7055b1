import { beforeEach, describe, expect, test } from 'bun:test'
import { readPeople } from '../../../src/household/people'
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
  expect(announced).toEqual([{ topic: 'calendar', calendarId: own.id, readers: [cast.ada.id], openId: null }])
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

describe('its owner', () => {
  const change = (body: object, id = own.id) => ask(household, cast.ada, `PATCH /api/me/calendars/${id}`, body)

  test('opens it to the household, names and colours it, and says whom it is for, all or one at a time', async () => {
    const [{ id: personId } = { id: 0 }] = await readPeople(household.ctx)
    const all = { visibility: 'household', displayName: 'Ada’s', color: '#AB12CD', isHidden: true, personId }
    const { displayName, ...rest } = all
    const given = { ...rest, displayName: `  ${displayName} `, color: '#ab12cd' }
    expect(await change(given)).toMatchObject({ status: 200, body: shown(own, all) })
    expect((await change({ personId: null })).body).toEqual(shown(own, { ...all, personId: null }))
    expect((await change({ visibility: 'busy' })).body).toEqual(
      shown(own, { ...all, personId: null, visibility: 'busy' }),
    )
    expect(await mine()).toEqual({
      calendars: [shown(shared, { isShared: true }), shown(own, { ...all, personId: null, visibility: 'busy' })],
    })
  })

  test.each([
    [{}, 'visibility, displayName, color, isHidden, personId'],
    [{ somethingElse: 1 }, 'visibility'],
    [{ isHidden: 'true' }, 'isHidden'],
    [{ isHidden: 1 }, 'isHidden'],
    [{ isHidden: null }, 'isHidden'],
    [{ visibility: 'public' }, 'visibility'],
    [{ visibility: null }, 'visibility'],
    [{ displayName: ' ' }, 'displayName'],
    [{ displayName: 'x'.repeat(256) }, 'displayName'],
    [{ color: 'red' }, 'color'],
    [{ color: '#12345' }, 'color'],
    [{ personId: 0 }, 'personId'],
    [{ personId: '1' }, 'personId'],
    [{ personId: 99_999_999, visibility: 'household' }, 'personId'],
  ])('is refused %p', async (body, field) => {
    expect(await change(body)).toMatchObject({ status: 400, body: { error: expect.stringContaining(field) } })
    expect(await mine()).toEqual({ calendars: [shown(shared, { isShared: true }), shown(own)] })
    expect(announced).toEqual([])
  })

  const heard = () => announced.splice(0).map(({ topic: _, ...rest }) => rest)
  const told = (openId: number | null, calendarId = own.id) => ({ calendarId, readers: [cast.ada.id], openId })

  test('tells the others once when they see it otherwise, and of nothing that they do not see', async () => {
    for (const [body, openId] of [
      [{ displayName: 'Not yet seen' }, null],
      [{ visibility: 'household' }, own.id],
      [{ visibility: 'household' }, null],
      [{ displayName: 'Seen' }, own.id],
      [{ color: '#000000', isHidden: true }, null],
      [{ visibility: 'busy' }, own.id],
      [{ displayName: 'A secret' }, null],
      [{ visibility: 'private' }, own.id],
    ] as const) {
      await change(body)
      expect({ body, heard: heard() }).toEqual({ body, heard: [told(openId)] })
    }
  })

  test('tells of every busy calendar by the id of the first', async () => {
    const second = await insertCalendar(household.ctx, cast.ada.id, 'https://cal.test/second/', { visibility: 'busy' })
    await change({ visibility: 'busy' })
    heard()
    await change({ visibility: 'private' }, second.id)
    expect(heard()).toEqual([told(own.id, second.id)])
    await change({ visibility: 'busy' }, second.id)
    expect(heard()).toEqual([told(own.id, second.id)])
  })

  test('tells everybody of the shared one', async () => {
    await change({ displayName: 'Us' }, shared.id)
    await change({ visibility: 'household' }, shared.id)
    expect(heard()).toEqual([
      { calendarId: shared.id, readers: 'everyone', openId: null },
      { calendarId: shared.id, readers: [cast.ada.id], openId: null },
    ])
  })
})

test.each(['0', '-1', 'x', '1e3', '1.5'])('id %s is refused', async (id) => {
  expect((await ask(household, cast.ada, `PATCH /api/me/calendars/${id}`, { isHidden: true })).status).toBe(400)
})
