import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { syncMember } from '../../../src/calendar/sync'
import { calendarCredentials, calendars } from '../../../src/platform/db/schema'
import { giveAccount, refusePassword, removeCalendars } from '../../support/caldav'
import { ask } from '../../support/cast'
import { type CalendarRow, type Diary, openDiary } from '../../support/diary'
import { answer, cutBefore, type Fault, loginPage, truncateText } from '../../support/proxy'

const NOW = '2026-11-20T12:00:00.000Z'
const READ = new Date('2026-11-20T11:58:00Z')

let diary: Diary
beforeAll(async () => {
  diary = await openDiary({ at: NOW })
})
afterAll(() => diary.close())

test('members hear when the calendars they see were last read, and which cannot be', async () => {
  const { ctx, cast } = diary
  await ctx.db.delete(calendars)
  const own = await diary.calendar('ada')
  const shared = await diary.calendar('ada', { isShared: true })
  await diary.calendar('ben')
  const mark = (id: number, lastSyncedAt: Date | null, lastError: string | null) =>
    ctx.db.update(calendars).set({ lastSyncedAt, lastError }).where(eq(calendars.id, id))
  await mark(own.id, null, 'The calendar server refused the app password.')
  await mark(shared.id, READ, null)

  const seen = async (who: 'ada' | 'cleo') => (await ask(diary, cast[who], 'GET /api/events/freshness')).body
  const shownOf = (isOwn: boolean) => ({
    displayName: shared.displayName,
    isOwn,
    lastSyncedAt: READ.toISOString(),
    isFailing: false,
  })
  const broken = { displayName: own.displayName, isOwn: true, lastSyncedAt: null, isFailing: true }
  expect(await seen('ada')).toEqual({ now: NOW, calendars: [broken, shownOf(true)] })
  expect(await seen('cleo')).toEqual({ now: NOW, calendars: [shownOf(false)] })
})

test('the busy calendars of a member are as old as the oldest of them, and never read while one is not', async () => {
  const { ctx, cast } = diary
  await ctx.db.delete(calendars)
  const ids = [(await diary.calendar('ben')).id, (await diary.calendar('ben')).id]
  await ctx.db.update(calendars).set({ visibility: 'busy', lastSyncedAt: READ })
  const seen = async () => {
    const path = 'GET /api/events/freshness?household=true'
    const { body } = await ask<{ calendars: { lastSyncedAt: string | null }[] }>(diary, cast.cleo, path)
    return body.calendars.map(({ lastSyncedAt }) => lastSyncedAt)
  }
  const mark = (id: number, lastSyncedAt: Date | null) =>
    ctx.db.update(calendars).set({ lastSyncedAt }).where(eq(calendars.id, id))
  await mark(ids[0]!, new Date(NOW))
  expect(await seen()).toEqual([READ.toISOString()])
  await mark(ids[1]!, null)
  expect(await seen()).toEqual([null])
})

test('the household hears whose plans it sees: not of who only has the shared calendar or public holidays', async () => {
  const { ctx, cast } = diary
  await ctx.db.delete(calendars)
  await diary.calendar('ada', { isShared: true })
  const [bens, cleos] = [await diary.calendar('ben'), await diary.calendar('cleo')]
  const seen = async (who: 'ada' | 'ben') => {
    const path = 'GET /api/events/freshness?household=true'
    return (await ask<{ owners: number[] }>(diary, cast[who], path)).body.owners
  }
  const open = (id: number, given: Partial<typeof calendars.$inferInsert>) =>
    ctx.db.update(calendars).set(given).where(eq(calendars.id, id))
  expect([await seen('ada'), await seen('ben')]).toEqual([[cast.ada.id], [cast.ben.id]])
  await open(bens.id, { visibility: 'busy' })
  await open(cleos.id, { visibility: 'household', source: 'holidays' })
  expect(await seen('ada')).toEqual([cast.ada.id, cast.ben.id])
  await open(cleos.id, { source: 'feed' })
  expect(await seen('ada')).toEqual([cast.ada.id, cast.ben.id, cast.cleo.id])
})

describe('an account that cannot be read', () => {
  let own: CalendarRow
  beforeAll(async () => {
    await diary.ctx.db.delete(calendars)
    await removeCalendars('ada')
    own = await diary.calendar('ada')
    await diary.calendar('ada', { isShared: true })
    await diary.calendar('ben')
  })

  /** The calendars that a member is told not to be up to date. */
  const failing = async (who: 'ada' | 'ben' | 'cleo') => {
    const { body } = await ask<{ calendars: { displayName: string; isOwn: boolean; isFailing: boolean }[] }>(
      diary,
      diary.cast[who],
      'GET /api/events/freshness',
    )
    return body.calendars.map(({ isFailing }) => isFailing)
  }
  const sync = () => syncMember(diary.ctx, diary.cast.ada.id)
  const enterPassword = () => giveAccount(diary.ctx, diary.cast.ada.id, 'ada', diary.proxy.url)

  test.each<[string, () => Fault]>([
    ['a refused password', () => answer(401)],
    ['another sign-in', () => answer(401, { headers: { 'www-authenticate': 'Bearer' } })],
    ['a refusal', () => answer(403)],
    ['no home', () => answer(404)],
    ['a busy server', () => answer(503)],
    ['a page', loginPage],
    ['half an answer', truncateText],
    ['a server that is away', cutBefore],
  ])('is told for every calendar of it, to all who see them: %s', async (_case, fault) => {
    const stop = diary.proxy.fault({ path: /^\/ada\/$/ }, fault())
    await sync()
    expect(await failing('ada')).toEqual([true, true])
    expect(await failing('ben')).toEqual([false, true])
    expect(await failing('cleo')).toEqual([true])
    stop()
    await enterPassword()
    await sync()
    expect(await failing('ada')).toEqual([false, false])
  })

  test('as is one whose password does not open', async () => {
    await diary.ctx.db
      .update(calendarCredentials)
      .set({ appPassword: 'v1.AAAA.AAAA.AAAA' })
      .where(eq(calendarCredentials.userId, diary.cast.ada.id))
    await sync()
    expect(await failing('ada')).toEqual([true, true])
    await enterPassword()
  })

  test('as is one whose password a write has found refused', async () => {
    await sync()
    await refusePassword(diary.ctx, diary.cast.ada.id)
    expect(await failing('ada')).toEqual([true, true])
    await enterPassword()
  })

  test('one calendar that fails is told alone', async () => {
    await diary.ctx.db.update(calendars).set({ ctag: null, syncToken: null, lastFullSyncAt: null })
    const stop = diary.proxy.fault({ method: 'REPORT', path: new RegExp(new URL(own.url).pathname) }, answer(503))
    await sync()
    expect(await failing('ada')).toEqual([true, false])
    expect(await failing('cleo')).toEqual([false])
    stop()
  })
})
