import { beforeEach, describe, expect, test } from 'bun:test'
import { poll, syncMember } from '../../../src/calendar/sync'
import { noteAccepted, storeCredential } from '../../../src/household/credentials'
import { calendarCredentials, calendars, outbox } from '../../../src/platform/db/schema'
import { giveAccount, refusePassword, removeCalendars } from '../../support/caldav'
import { ask } from '../../support/cast'
import { type CalendarRow, openDiary } from '../../support/diary'
import { opened } from '../../support/opened'
import { answer, cutBefore } from '../../support/proxy'
import { CALDAV_USERS } from '../../support/servers'

const HOUR_MS = 60 * 60 * 1000
const REFUSED = 'The calendar server refused the app password.'

const diary = opened(openDiary)
let calendar: CalendarRow
beforeEach(async () => {
  const { ctx, clock, proxy } = diary
  proxy.reset()
  clock.set('2026-11-20T12:00:00Z')
  for (const table of [outbox, calendars, calendarCredentials]) await ctx.db.delete(table)
  await removeCalendars('ada')
  await enter()
  calendar = await diary.calendar('ada')
})

const enter = () => giveAccount(diary.ctx, diary.cast.ada.id, 'ada', diary.proxy.url)
const sync = () => syncMember(diary.ctx, diary.cast.ada.id)

/** What a member is told of their account. */
async function told(who: 'ada' | 'ben' | 'cleo' = 'ada') {
  const { status, body } = await ask(diary, diary.cast[who], 'GET /api/me/calendar-account')
  expect(status).toBe(200)
  return body.account
}

const FINE = {
  username: 'ada',
  serverUrl: null,
  state: 'ok',
  reason: null,
  since: null,
  nextTryAt: '2026-11-20T12:05:00.000Z',
  waitingWrites: 0,
}

describe('a member hears of their calendar account', () => {
  test('that there is none', async () => {
    expect(await told('cleo')).toBeNull()
  })

  test('that it was never asked', async () => {
    expect(await told()).toEqual({ ...FINE, state: 'waiting' })
  })

  test('that it is well', async () => {
    await sync()
    expect(await told()).toEqual(FINE)
    diary.clock.advance(7 * 60_000)
    expect(await told()).toEqual({ ...FINE, nextTryAt: '2026-11-20T12:10:00.000Z' })
  })

  test('who they are there, and where', async () => {
    const { ctx, cast, proxy } = diary
    const account = { accountEmail: 'ada@home.example', calendarUsername: 'ada', appPassword: CALDAV_USERS.ada! }
    await storeCredential(
      ctx,
      ctx.db,
      cast.ada.id,
      { providerType: 'caldav', ...account, serverUrl: proxy.url },
      { homeUrl: `${proxy.url}ada/` },
    )
    expect(await told()).toMatchObject({ username: 'ada', serverUrl: proxy.url, state: 'waiting' })
  })

  test('that its password is refused, since when, and when it is tried again, until it is entered anew', async () => {
    await sync()
    diary.clock.set('2026-11-20T13:02:00Z')
    const stop = diary.proxy.fault({}, answer(401))
    await sync()
    const refused = { ...FINE, state: 'refused', reason: REFUSED, since: '2026-11-20T13:02:00.000Z' }
    expect(await told()).toEqual({ ...refused, nextTryAt: '2026-11-20T14:05:00.000Z' })

    diary.clock.set('2026-11-20T14:05:00Z')
    await poll(diary.ctx)
    expect(await told()).toEqual({ ...refused, nextTryAt: '2026-11-20T16:05:00.000Z' })

    await enter()
    expect(await told()).toMatchObject({ state: 'waiting', reason: null, since: null })
    stop()
    await sync()
    expect(await told()).toMatchObject({ state: 'ok' })
  })

  test('that a write was refused, before any poll has met it, and that a later one was taken', async () => {
    await sync()
    await refusePassword(diary.ctx, diary.cast.ada.id)
    expect(await told()).toMatchObject({ state: 'refused', reason: REFUSED, since: '2026-11-20T12:00:00.000Z' })
    diary.clock.advance(HOUR_MS)
    await noteAccepted(diary.ctx, diary.cast.ada.id)
    expect(await told()).toMatchObject({ state: 'ok', reason: null, since: null })
  })

  test('that the server asks for something else', async () => {
    diary.proxy.fault({}, answer(401, { headers: { 'www-authenticate': 'Bearer' } }))
    await sync()
    const reason = 'The calendar server asks for a kind of sign-in that Corkboard does not know.'
    expect(await told()).toMatchObject({ state: 'refused', reason })
  })

  test('that its server fails, and since when', async () => {
    await sync()
    diary.proxy.fault({}, cutBefore())
    diary.clock.set('2026-11-20T12:05:00Z')
    await sync()
    diary.clock.set('2026-11-20T12:10:00Z')
    await sync()
    expect(await told()).toEqual({
      ...FINE,
      state: 'failing',
      reason: 'The calendar server could not be reached.',
      since: '2026-11-20T12:05:00.000Z',
      nextTryAt: '2026-11-20T12:15:00.000Z',
    })
  })

  test('that one of its calendars fails', async () => {
    diary.proxy.fault({ method: 'REPORT' }, answer(503))
    await sync()
    expect(await told()).toMatchObject({
      state: 'failing',
      reason: 'The calendar server is busy; it will be asked again.',
      since: '2026-11-20T12:00:00.000Z',
    })
  })

  test('how many of their own writes through it have not got there', async () => {
    const { ctx, cast } = diary
    await ctx.db.update(calendars).set({ isShared: true })
    const bens = await diary.calendar('ben')
    const rows: [keyof typeof cast, CalendarRow | null, (typeof outbox.$inferSelect)['status']][] = [
      ['ada', calendar, 'pending'],
      ['ada', calendar, 'failed'],
      ['ada', calendar, 'dead'],
      ['ada', calendar, 'done'],
      ['ada', null, 'failed'],
      ['ada', bens, 'pending'],
      ['ben', calendar, 'pending'],
    ]
    const now = ctx.now()
    await ctx.db.insert(outbox).values(
      rows.map(([who, where, status], index) => ({
        authorId: cast[who].id,
        calendarId: where?.id ?? null,
        uid: `write-${index}`,
        operation: 'delete' as const,
        status,
        href: `/ada/${index}.ics`,
        operationId: crypto.randomUUID(),
        nextAttemptAt: now,
        createdAt: now,
        updatedAt: now,
      })),
    )
    expect(await told()).toMatchObject({ waitingWrites: 3 })
    expect(await told('ben')).toBeNull()
  })
})

test('an admin sees when a refused account is tried again', async () => {
  diary.proxy.fault({}, answer(401))
  await sync()
  const { body } = await ask<{ accounts: unknown[]; calendars: unknown[] }>(
    diary,
    diary.cast.ada,
    'GET /api/admin/sync',
  )
  const nextTryAt = '2026-11-20T13:00:00.000Z'
  expect(body.accounts).toEqual([
    expect.objectContaining({ memberId: diary.cast.ada.id, lastError: REFUSED, nextTryAt }),
  ])
  expect(body.calendars).toEqual([expect.objectContaining({ id: calendar.id, nextTryAt })])
})
