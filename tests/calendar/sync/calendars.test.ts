import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { poll, syncMember } from '../../../src/calendar/sync'
import { matchCalendars } from '../../../src/calendar/sync/discover'
import { calendarCredentials, calendars, events } from '../../../src/platform/db/schema'
import { dav, giveAccount, makeCalendar, putEvent, removeAt, removeCalendars } from '../../support/caldav'
import { answer, loginPage, truncateText } from '../../support/proxy'
import { cachedUids, calendarAt, openSetting, type Setting } from './setting'

let setting: Setting

beforeAll(async () => {
  setting = await openSetting()
})
afterAll(() => setting.close())
beforeEach(async () => {
  setting.proxy.reset()
  setting.announced.length = 0
  await setting.ctx.db.delete(calendars)
  await setting.ctx.db.delete(calendarCredentials)
  for (const who of ['ada', 'ben', 'cleo'] as const) await removeCalendars(who)
  await giveAccount(setting.ctx, setting.cast.ada.id, 'ada', setting.proxy.url)
})

const sync = () => syncMember(setting.ctx, setting.cast.ada.id)
const names = async () => (await setting.ctx.db.select().from(calendars)).map(({ displayName }) => displayName).sort()

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
  await dav('ada', 'PROPPATCH', path, {
    body: `<propertyupdate xmlns="DAV:" xmlns:A="http://apple.com/ns/ical/"><set><prop><displayname>After</displayname>
<A:calendar-color>#222222</A:calendar-color></prop></set></propertyupdate>`,
  })
  setting.announced.length = 0
  await sync()
  expect(await calendarAt(setting, path)).toMatchObject({ id: before?.id, displayName: 'After', color: '#222222' })
  expect(await cachedUids(setting, before!.id)).toEqual(['one'])
  expect(setting.announced).toEqual([{ topic: 'calendar', calendarId: before!.id, readers: [setting.cast.ada.id] }])
})

describe('a calendar that vanishes from the server', () => {
  test('stays for one poll and goes with the second, with its cache; others stay', async () => {
    const stays = await makeCalendar('ada', { displayName: 'Stays' })
    const goes = await makeCalendar('ada', { displayName: 'Goes' })
    await putEvent('ada', stays, 'one')
    await putEvent('ada', goes, 'two')
    await sync()
    const { id } = (await calendarAt(setting, goes))!
    await removeAt('ada', goes)
    await sync()
    expect(await names()).toEqual(['Goes', 'Stays'])
    expect(await cachedUids(setting, id)).toEqual(['two'])
    setting.announced.length = 0
    await sync()
    expect(await names()).toEqual(['Stays'])
    expect(await cachedUids(setting, id)).toEqual([])
    expect(setting.announced).toEqual([{ topic: 'calendar', calendarId: id, readers: [setting.cast.ada.id] }])
  })

  test('and comes back in between is as before', async () => {
    const path = await makeCalendar('ada')
    await sync()
    await removeAt('ada', path)
    await sync()
    await makeCalendar('ada', { name: path.split('/')[2] })
    await sync()
    await removeAt('ada', path)
    await sync()
    expect(await calendarAt(setting, path)).toMatchObject({ missedPolls: 1 })
  })

  test.each([
    ['a refusal', () => answer(401)],
    ['a server error', () => answer(500)],
    ['a login page', loginPage],
    ['half a listing', () => truncateText(0.8)],
  ])('%s of the listing counts as nothing', async (_case, fault) => {
    const path = await makeCalendar('ada')
    await sync()
    setting.proxy.fault({ method: 'PROPFIND' }, fault())
    await sync()
    await sync()
    await sync()
    expect(await calendarAt(setting, path)).toMatchObject({ missedPolls: 0 })
  })

  test('a listing that does not name the home counts as nothing', async () => {
    const path = await makeCalendar('ada')
    await sync()
    setting.proxy.fault(
      { method: 'PROPFIND' },
      answer(207, {
        headers: { 'content-type': 'text/xml' },
        body: '<multistatus xmlns="DAV:"/>',
      }),
    )
    await sync()
    await sync()
    expect(await calendarAt(setting, path)).toMatchObject({ missedPolls: 0 })
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
    await syncMember(ctx, cast.cleo.id)
    expect(await calendarAt(setting, shared)).toBeDefined()
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
