import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { poll, syncMember } from '../../../src/calendar/sync'
import { matchCalendars } from '../../../src/calendar/sync/discover'
import { lockHousehold } from '../../../src/household/lock'
import { changeOwnCalendar, type OwnCalendarChange } from '../../../src/household/own-calendars'
import { calendarCredentials, calendars, events, removedSharedCalendars } from '../../../src/platform/db/schema'
import { inTransaction } from '../../../src/platform/db/transaction'
import {
  changeCalendar,
  dav,
  giveAccount,
  makeCalendar,
  putEvent,
  removeAt,
  removeCalendars,
} from '../../support/caldav'
import { ask } from '../../support/cast'
import { untilWaiting } from '../../support/lock-waits'
import { answer, loginPage, truncateText, withoutCalendar } from '../../support/proxy'
import { cachedUids, calendarAt, DAY_MS, openSetting, POLL_MS, type Setting, START } from './setting'

let setting: Setting

beforeAll(async () => {
  setting = await openSetting()
})
afterAll(() => setting.close())
beforeEach(async () => {
  setting.proxy.reset()
  setting.clock.set(START)
  setting.announced.length = 0
  await setting.ctx.db.delete(calendars)
  await setting.ctx.db.delete(calendarCredentials)
  for (const who of ['ada', 'ben', 'cleo'] as const) await removeCalendars(who)
  await giveAccount(setting.ctx, setting.cast.ada.id, 'ada', setting.proxy.url)
})

const sync = () => syncMember(setting.ctx, setting.cast.ada.id)
const names = async () => (await setting.ctx.db.select().from(calendars)).map(({ displayName }) => displayName).sort()

const renameAt = (path: string, name = 'After') => changeCalendar('ada', path, { displayName: name, color: '#222222' })

test('a calendar without a colour gets its owner’s', async () => {
  const path = await makeCalendar('ada')
  await sync()
  expect((await calendarAt(setting, path))?.color).toBe('#2563EB')
})

test('a renamed calendar is renamed, with its events, and announced', async () => {
  const path = await makeCalendar('ada', { displayName: 'Before', color: '#111111' })
  await putEvent('ada', path, 'one')
  await sync()
  const before = await calendarAt(setting, path)
  await renameAt(path)
  setting.announced.length = 0
  await sync()
  expect(await calendarAt(setting, path)).toMatchObject({ id: before?.id, displayName: 'After', color: '#222222' })
  expect(await cachedUids(setting, before!.id)).toEqual(['one'])
  expect(setting.announced).toEqual([{ topic: 'calendar', calendarId: before!.id, readers: [setting.cast.ada.id] }])
})

test('a name that is too long is cut between two characters, and then stays', async () => {
  const path = await makeCalendar('ada', { displayName: `${'x'.repeat(254)}🎉 and more` })
  await sync()
  expect(await calendarAt(setting, path)).toMatchObject({ displayName: `${'x'.repeat(254)}🎉` })
  setting.announced.length = 0
  await sync()
  expect(setting.announced).toEqual([])
})

test('a name and a colour that its owner has chosen stay, whatever the server calls it, and are not told there', async () => {
  const path = await makeCalendar('ada', { displayName: 'Before', color: '#111111' })
  await sync()
  const { id } = (await calendarAt(setting, path))!
  const change = (body: OwnCalendarChange) => changeOwnCalendar(setting.ctx, setting.cast.ada.id, id, body)
  await change({ displayName: 'Chosen' })
  await renameAt(path)
  await sync()
  expect(await calendarAt(setting, path)).toMatchObject({ displayName: 'Chosen', color: '#222222' })
  await change({ color: '#ABCDEF' })
  await renameAt(path, 'Again')
  setting.announced.length = 0
  await sync()
  expect(await calendarAt(setting, path)).toMatchObject({ displayName: 'Chosen', color: '#ABCDEF' })
  expect(setting.announced).toEqual([])
  const there = await (await dav('ada', 'PROPFIND', path, { headers: { depth: '0' } })).text()
  expect(there).toContain('Again')
  expect(there).not.toContain('Chosen')
})

describe('a calendar that vanishes from the server', () => {
  const poll5 = async () => {
    setting.clock.advance(POLL_MS)
    await sync()
  }
  const comeBack = (path: string) => makeCalendar('ada', { name: path.split('/')[2] })
  const share = (id: number) => setting.ctx.db.update(calendars).set({ isShared: true }).where(eq(calendars.id, id))

  test('stays for one poll and goes with the second, with its cache; others stay', async () => {
    const stays = await makeCalendar('ada', { displayName: 'Stays' })
    const goes = await makeCalendar('ada', { displayName: 'Goes' })
    await putEvent('ada', stays, 'one')
    await putEvent('ada', goes, 'two')
    await sync()
    const { id } = (await calendarAt(setting, goes))!
    await removeAt('ada', goes)
    await poll5()
    expect(await names()).toEqual(['Goes', 'Stays'])
    expect(await cachedUids(setting, id)).toEqual(['two'])
    setting.announced.length = 0
    await poll5()
    expect(await names()).toEqual(['Stays'])
    expect(await cachedUids(setting, id)).toEqual([])
    expect(setting.announced).toEqual([
      { topic: 'calendar', calendarId: id, readers: [setting.cast.ada.id], openId: null },
    ])
  })

  test('for as long as somebody refreshes again and again stays', async () => {
    const path = await makeCalendar('ada')
    await putEvent('ada', path, 'one')
    await sync()
    const { id } = (await calendarAt(setting, path))!
    const show = setting.proxy.fault({ method: 'PROPFIND' }, withoutCalendar(path))
    for (let count = 0; count < 4; count++) {
      setting.clock.advance(1000)
      await sync()
    }
    expect(await cachedUids(setting, id)).toEqual(['one'])
    show()
    await sync()
    expect((await calendarAt(setting, path))?.id).toBe(id)
  })

  test('and comes back in between is as before', async () => {
    const path = await makeCalendar('ada')
    await sync()
    const { id } = (await calendarAt(setting, path))!
    await removeAt('ada', path)
    await poll5()
    await comeBack(path)
    await poll5()
    await removeAt('ada', path)
    await poll5()
    expect((await calendarAt(setting, path))?.id).toBe(id)
  })

  test('is not taken for gone when the clock goes back', async () => {
    const path = await makeCalendar('ada')
    await sync()
    setting.proxy.fault({ method: 'PROPFIND' }, withoutCalendar(path))
    await sync()
    setting.clock.advance(-60 * POLL_MS)
    await sync()
    await sync()
    expect(await calendarAt(setting, path)).toBeDefined()
    await poll5()
    expect(await calendarAt(setting, path)).toBeUndefined()
  })

  test.each([
    ['a refusal', () => answer(401)],
    ['a server error', () => answer(500)],
    ['a login page', loginPage],
    ['half a listing', () => truncateText(0.8)],
    [
      'a listing without the home itself',
      () => answer(207, { headers: { 'content-type': 'text/xml' }, body: '<multistatus xmlns="DAV:"/>' }),
    ],
  ])('%s counts as nothing', async (_case, fault) => {
    const path = await makeCalendar('ada')
    await sync()
    setting.proxy.fault({ method: 'PROPFIND' }, fault())
    for (let count = 0; count < 3; count++) await poll5()
    expect(await calendarAt(setting, path)).toMatchObject({ missingSince: null })
  })

  describe('and was the shared one', () => {
    let path: string
    beforeEach(async () => {
      await setting.ctx.db.delete(removedSharedCalendars)
      path = await makeCalendar('ada')
      await putEvent('ada', path, 'one')
      await sync()
      await share((await calendarAt(setting, path))!.id)
      await removeAt('ada', path)
      await poll5()
      await poll5()
      expect(await calendarAt(setting, path)).toBeUndefined()
    })

    test('is shared again when it comes back within a month, and everyone hears of it', async () => {
      setting.clock.advance(30 * DAY_MS)
      await comeBack(path)
      setting.announced.length = 0
      await sync()
      const calendar = await calendarAt(setting, path)
      expect(calendar?.isShared).toBe(true)
      const calendarId = calendar!.id
      expect(setting.announced).toContainEqual({ topic: 'calendar', calendarId, readers: 'everyone' })
    })

    test('is a personal one when it comes back later', async () => {
      setting.clock.advance(32 * DAY_MS)
      await comeBack(path)
      await sync()
      expect((await calendarAt(setting, path))?.isShared).toBe(false)
    })

    test('is a personal one when another was chosen meanwhile, also if that has gone too', async () => {
      const other = await makeCalendar('ada')
      await sync()
      const { id } = (await calendarAt(setting, other))!
      const answer = await ask(setting, setting.cast.ada, `PUT /api/admin/calendars/${id}/shared`)
      expect(answer.status).toBe(200)
      await setting.ctx.db.delete(calendars)
      await comeBack(path)
      await sync()
      expect((await calendarAt(setting, path))?.isShared).toBe(false)
    })

    test('is a personal one when another is chosen at the same moment', async () => {
      const { ctx } = setting
      const other = await makeCalendar('ada')
      await sync()
      const { id } = (await calendarAt(setting, other))!
      await comeBack(path)
      let syncing: Promise<void> | null = null
      await inTransaction(ctx.db, async (tx) => {
        await lockHousehold(ctx, tx)
        syncing = sync()
        await untilWaiting(setting.ctx, 'insert into `app_config`')
        await tx.update(calendars).set({ isShared: true }).where(eq(calendars.id, id))
        await tx.delete(removedSharedCalendars)
      })
      await syncing
      const shared = (await ctx.db.select().from(calendars)).filter(({ isShared }) => isShared)
      expect(shared).toMatchObject([{ id }])
    })

    test('is shared no second time, however often another calendar comes', async () => {
      await comeBack(path)
      await sync()
      await setting.ctx.db.update(calendars).set({ isShared: false })
      await makeCalendar('ada')
      await sync()
      const shared = (await setting.ctx.db.select().from(calendars)).filter(({ isShared }) => isShared)
      expect(shared).toEqual([])
    })
  })
})

describe('one member’s failure', () => {
  test('does not stop the others, and is told to nobody else', async () => {
    const { ctx, cast, proxy } = setting
    const path = await makeCalendar('ben')
    await putEvent('ben', path, 'one')
    await giveAccount(ctx, cast.ben.id, 'ben', proxy.url)
    proxy.fault({ path: /^\/ada\// }, answer(401))
    await poll(ctx)
    expect(await cachedUids(setting, (await calendarAt(setting, path))!.id)).toEqual(['one'])
    const errors = await ctx.db
      .select({ id: calendarCredentials.userId, error: calendarCredentials.lastError })
      .from(calendarCredentials)
    expect(errors).toEqual([
      { id: cast.ada.id, error: 'The calendar server refused the app password.' },
      { id: cast.ben.id, error: null },
    ])
  })

  test('a password that does not open sends nothing to the server and changes nothing', async () => {
    const { ctx, cast, proxy } = setting
    const path = await makeCalendar('ada')
    await putEvent('ada', path, 'one')
    await sync()
    await ctx.db
      .update(calendarCredentials)
      .set({ appPassword: 'v1.AAAA.AAAA.AAAA' })
      .where(eq(calendarCredentials.userId, cast.ada.id))
    proxy.reset()
    await poll(ctx)
    expect(proxy.requests).toEqual([])
    expect(await ctx.db.select({ uid: events.uid }).from(events)).toEqual([{ uid: 'one' }])
    const [credential] = await ctx.db.select().from(calendarCredentials)
    expect(credential?.lastError).toBe('The stored app password does not open with APP_PASSWORD_ENCRYPTION_KEY.')
  })
})

describe('a member without an account', () => {
  test('refreshes the shared calendar with its owner’s account, and no other', async () => {
    const { ctx, cast, proxy } = setting
    const shared = await makeCalendar('ada')
    const own = await makeCalendar('ada')
    await sync()
    const { id } = (await calendarAt(setting, shared))!
    await ctx.db.update(calendars).set({ isShared: true }).where(eq(calendars.id, id))
    await putEvent('ada', shared, 'for all')
    await putEvent('ada', own, 'for me')
    proxy.reset()
    await syncMember(ctx, cast.cleo.id)
    expect(await cachedUids(setting, id)).toEqual(['for all'])
    expect(await cachedUids(setting, (await calendarAt(setting, own))!.id)).toEqual([])
    expect(new Set(proxy.requests.map(({ headers }) => headers.authorization))).toEqual(
      new Set([`Basic ${btoa('ada:ada-app-password')}`]),
    )
  })

  test('and without a shared calendar has nothing to refresh', async () => {
    await syncMember(setting.ctx, setting.cast.cleo.id)
    expect(setting.proxy.requests).toEqual([])
  })

  test('is told nothing when the owner’s server fails', async () => {
    const { ctx, cast, proxy } = setting
    const shared = await makeCalendar('ada')
    await sync()
    const { id } = (await calendarAt(setting, shared))!
    await ctx.db.update(calendars).set({ isShared: true }).where(eq(calendars.id, id))
    proxy.fault({}, answer(500))
    setting.announced.length = 0
    await syncMember(ctx, cast.cleo.id)
    expect(proxy.requests.length).toBeGreaterThan(0)
    expect(setting.announced).toEqual([])
    expect(await calendarAt(setting, shared)).toMatchObject({ id, lastError: null })
  })
})

test('an address that no column holds is left out of the match', () => {
  const remote = (url: string) => ({
    url,
    displayName: 'x',
    color: null,
    ctag: null,
    syncToken: null,
    writable: true,
  })
  const { added } = matchCalendars([], [remote(`https://x/${'a'.repeat(1100)}/`), remote('https://x/b/')])
  expect(added.map(({ url }) => url)).toEqual(['https://x/b/'])
})
