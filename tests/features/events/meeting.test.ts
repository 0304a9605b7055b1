import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { calendarCredentials, calendars } from '../../../src/platform/db/schema'
import { giveAccount } from '../../support/caldav'
import { type CalendarRow, insertCalendar, openDiary } from '../../support/diary'
import { opened } from '../../support/opened'

const diary = opened(openDiary)
let calendar: CalendarRow
beforeEach(async () => {
  await diary.ctx.db.delete(calendars)
  calendar = await diary.calendar('ada', { isShared: true })
})

/** The account's name at the tests' server is no e-mail address. */
const ORGANIZER = 'ORGANIZER;CN=Ada:mailto:Ada'
const guest = (name: string, status = 'ACCEPTED') => `ATTENDEE;CN=${name};PARTSTAT=${status}:mailto:${name}@example.org`

async function meet(...lines: string[]) {
  await diary.put(calendar, 'tea', lines.length === 0 ? {} : { raw: lines.join('\r\n') })
}
const read = (who = diary.cast.ada, query = '') => diary.request<object>(who, `GET /api/events/tea/meeting${query}`)

describe('who would hear of a change', () => {
  test('is asked before a meeting is changed', async () => {
    await meet(ORGANIZER, guest('Ben'), guest('Carol', 'TENTATIVE'))
    expect(await read()).toMatchObject({
      status: 200,
      body: {
        isMeeting: true,
        isOrganizer: true,
        organizer: { name: 'Ada', email: 'Ada' },
        attendees: [
          { name: 'Ben', email: 'Ben@example.org', status: 'accepted' },
          { name: 'Carol', email: 'Carol@example.org', status: 'tentative' },
        ],
      },
    })
    // Whoever changes it, Ada's account tells the guests.
    expect((await read(diary.cast.ben)).body).toMatchObject({ isOrganizer: true })
    expect((await read(diary.cast.cleo)).body).toMatchObject({ isOrganizer: true })
  })

  const ACCOUNTS: [string, Partial<typeof calendarCredentials.$inferInsert>, boolean][] = [
    ['its e-mail address', { accountEmail: 'ADA@family.example', calendarUsername: 'ada' }, true],
    ['a sign-in name that is an address', { accountEmail: null, calendarUsername: 'ada@Family.example' }, true],
    [
      'an address that the server knows it by',
      { accountEmail: null, calendarUsername: 'ada', userAddresses: 'ada@work.example ada@family.example' },
      true,
    ],
    [
      'none of these',
      { accountEmail: 'ada@home.example', calendarUsername: 'ada', userAddresses: 'ada@work.example' },
      false,
    ],
  ]
  test.each(ACCOUNTS)('is the account’s own affair when the organizer is %s', async (_, account, isOrganizer) => {
    const { ctx, cast } = diary
    await meet('ORGANIZER:mailto:Ada@family.example', guest('Carol'))
    await ctx.db.update(calendarCredentials).set(account).where(eq(calendarCredentials.userId, cast.ada.id))
    const bodies = [(await read()).body, (await read(cast.ben)).body]
    await giveAccount(ctx, cast.ada.id, 'ada', diary.proxy.url)
    expect(bodies).toMatchObject([{ isOrganizer }, { isOrganizer }])
  })

  test('is told by the account that writes: a guest’s own where they have the shared calendar themselves', async () => {
    const { ctx, cast } = diary
    await meet(ORGANIZER, guest('Ben'))
    await insertCalendar(ctx, cast.ben.id, calendar.url)
    expect((await read()).body).toMatchObject({ isOrganizer: true })
    expect((await read(cast.ben)).body).toMatchObject({ isOrganizer: false })
  })

  test('is nobody for an event of one’s own', async () => {
    await meet()
    expect((await read()).body).toEqual({ isMeeting: false, isOrganizer: false, organizer: null, attendees: [] })
  })

  test('is told up to a hundred, and then how many there are', async () => {
    await meet(ORGANIZER, ...Array.from({ length: 101 }, (_, index) => guest(`guest-${index}`)))
    const { body } = (await read()) as { body: { attendees: object[]; attendeeCount: number } }
    expect([body.attendees.length, body.attendeeCount]).toEqual([100, 101])
  })

  test('is told of the calendar that is named', async () => {
    await meet(ORGANIZER)
    const other = await diary.calendar('ada')
    await diary.put(other, 'tea')
    expect((await read(diary.cast.ada, `?calendarId=${calendar.id}`)).body).toMatchObject({ isMeeting: true })
    expect((await read(diary.cast.ada, `?calendarId=${other.id}`)).body).toMatchObject({ isMeeting: false })
  })
})

test.each([
  ['an event that is not there', 'nope/meeting', 404],
  ['a calendar of somebody else', 'tea/meeting?calendarId=999999', 404],
  ['an id that is none', 'tea/meeting?calendarId=x', 400],
])('%s: %s is %d', async (_, path, status) => {
  await meet(ORGANIZER)
  expect((await diary.request(diary.cast.ada, `GET /api/events/${path}`)).status).toBe(status)
})

test('nobody reads of meetings they cannot read', async () => {
  await diary.ctx.db.update(calendars).set({ isShared: false })
  await meet(ORGANIZER)
  expect((await read(diary.cast.ben)).status).toBe(404)
  expect((await diary.request(null as never, 'GET /api/events/tea/meeting')).status).toBe(401)
})
