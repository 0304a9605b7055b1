import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { calendarChanged } from '../../../src/household/announcements'
import { BIRTHDAYS_CALENDAR_ID } from '../../../src/household/birthdays-calendar'
import { readersOf } from '../../../src/household/calendars'
import { openIdOf } from '../../../src/household/open-calendars'
import { removeMember } from '../../../src/household/remove-member'
import { calendars } from '../../../src/platform/db/schema'
import { ask, type Member, seatedCast } from '../../support/cast'
import { type CalendarRow, insertCalendar } from '../../support/diary'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'
import { Listening, until } from './listening'

const household = opened(() => openHousehold({ at: '2026-11-20T12:00:00.000Z' }))
const cast = seatedCast(household, { anew: true })
let open: Listening[] = []
beforeEach(async () => {
  await household.ctx.db.delete(calendars)
})
afterEach(async () => {
  await Promise.all(open.map((listening) => listening.leave()))
  open = []
})

const add = (who: Member, name: string, options: Partial<CalendarRow> = {}) =>
  insertCalendar(household.ctx, who.id, `https://cal.test/${name}/`, options)
const changed = (calendarId: number) => ({ type: 'calendar:changed', calendarId, payload: { calendarId } })
/** What a sync announces. */
const announce = (calendar: CalendarRow) => household.ctx.hub.publish(calendarChanged(calendar.id, readersOf(calendar)))
const change = (calendar: CalendarRow, body: object) =>
  ask(household, cast.ben, `PATCH /api/me/calendars/${calendar.id}`, body)

async function hear(who: Member, query = '?household=true'): Promise<Listening> {
  const headers = { cookie: who.cookie }
  const listening = new Listening(
    await household.app.handle(new Request(`http://localhost/api/sse/events${query}`, { headers })),
  )
  open.push(listening)
  return listening.opened()
}

const MARKER = 2_000_000_000

/** What a stream has told of calendars, so many at least, until everything so far is told. */
async function toldOf(listening: Listening, count: number): Promise<unknown[]> {
  const told = () => listening.frames.map(({ data }) => data).filter(({ calendarId }) => calendarId !== MARKER)
  await until(`${count} changes`, () => told().length >= count)
  // What others have opened is asked for first: what is told by mistake comes while others ask the same.
  for (let round = 0; round < 5; round++) await openIdOf(household.ctx, MARKER)
  household.ctx.hub.publish(calendarChanged(MARKER, 'everyone'))
  while ((await listening.next()).data.calendarId !== MARKER);
  return told()
}

test.each([
  ['private', false],
  ['busy', true],
  ['household', true],
] as const)('a change of a calendar that is %s is told to those who ask and may see it', async (visibility, isTold) => {
  const calendar = await add(cast.ben, 'ben', { visibility })
  const [asking, notAsking, not, owner] = await Promise.all([
    hear(cast.cleo),
    hear(cast.cleo, ''),
    hear(cast.cleo, '?household=false'),
    hear(cast.ben),
  ])
  announce(calendar)
  expect(await toldOf(asking, isTold ? 1 : 0)).toEqual(isTold ? [changed(calendar.id)] : [])
  expect(await toldOf(notAsking, 0)).toEqual([])
  expect(await toldOf(not, 0)).toEqual([])
  expect(await toldOf(owner, 1)).toEqual([changed(calendar.id)])
  const ids = asking.frames.map(({ id }) => id)
  if (isTold) expect(ids[0]).toBe(`${calendar.id}-${household.ctx.now().getTime()}`)
})

test('every busy calendar of one member is the first of them', async () => {
  const first = await add(cast.ben, 'first', { visibility: 'busy' })
  const second = await add(cast.ben, 'second', { visibility: 'busy' })
  const cleo = await hear(cast.cleo)
  announce(second)
  announce(first)
  expect(await toldOf(cleo, 2)).toEqual([changed(first.id), changed(first.id)])
})

describe('those who ask hear once', () => {
  test('that a calendar is opened, and that it is closed', async () => {
    const calendar = await add(cast.ben, 'ben')
    const [cleo, other] = [await hear(cast.cleo), await hear(cast.cleo, '')]
    await change(calendar, { visibility: 'household' })
    expect(await toldOf(cleo, 1)).toEqual([changed(calendar.id)])
    await change(calendar, { visibility: 'private', displayName: 'Not yours' })
    announce(calendar)
    expect(await toldOf(cleo, 2)).toEqual([changed(calendar.id), changed(calendar.id)])
    expect(await toldOf(other, 0)).toEqual([])
  })

  test('of those of a member who leaves', async () => {
    const calendar = await add(cast.ben, 'ben', { visibility: 'household' })
    await add(cast.ben, 'diary')
    const first = await add(cast.ben, 'first', { visibility: 'busy' })
    await add(cast.ben, 'second', { visibility: 'busy' })
    const cleo = await hear(cast.cleo)
    await removeMember(household.ctx, cast.ben.id)
    expect(await toldOf(cleo, 3)).toEqual([changed(BIRTHDAYS_CALENDAR_ID), changed(calendar.id), changed(first.id)])
  })
})

test('what is closed in this moment is told to nobody', async () => {
  const calendar = await add(cast.ben, 'ben', { visibility: 'household' })
  const cleo = await hear(cast.cleo)
  await household.ctx.db.update(calendars).set({ visibility: 'private' }).where(eq(calendars.id, calendar.id))
  announce(calendar)
  expect(await toldOf(cleo, 0)).toEqual([])
})

test.each(['yes', 'TRUE', '', '1'])('household=%s is refused', async (value) => {
  const { status, body } = await ask(household, cast.ben, `GET /api/sse/events?household=${value}`)
  expect({ status, body }).toEqual({ status: 400, body: { error: expect.stringContaining('household') } })
})
