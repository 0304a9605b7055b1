/** The same stories on every kind of CalDAV server that can be started here. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncMember } from '../../../src/calendar/sync'
import { calendars } from '../../../src/platform/db/schema'
import { answer, replaceResponse, rewrite, withoutCalendar } from '../../support/proxy'
import { Phone, SERVER_KINDS, type ServerKind } from '../../support/server-kinds'
import { servers } from '../../support/servers'
import { cachedRows, calendarAt, openSetting, POLL_MS, type Setting, START } from './setting'

for (const { name, missing } of SERVER_KINDS) {
  if (missing !== null) console.log(`(skip) the stories on ${name}: ${missing}`)
}

for (const kind of SERVER_KINDS) describe.skipIf(kind.missing !== null)(kind.name, () => stories(kind))

function stories(kind: ServerKind) {
  let setting: Setting
  let phone: Phone
  let storage: string | null
  /** Of the test's calendar. */
  let path: string

  beforeAll(async () => {
    const server = await kind.open()
    storage = server.storage
    setting = await openSetting({ url: server.url, home: kind.home })
    phone = new Phone(server.url, kind.home)
  })
  afterAll(() => setting?.close())
  beforeEach(async () => {
    setting.proxy.reset()
    setting.clock.set(START)
    await setting.ctx.db.delete(calendars)
    path = await phone.makeCalendar()
  })
  afterEach(() => phone.remove(path).catch(() => {}))

  const sync = () => syncMember(setting.ctx, setting.cast.ada.id)
  const calendar = async () => (await calendarAt(setting, path))!
  const titles = async () =>
    (await cachedRows(setting, (await calendar()).id)).map(({ uid, title }) => `${uid.split('@')[0]}: ${title}`)
  /** Cyrus takes a UID once per account, whatever calendar it is in. */
  const put = (uid: string, title = 'An event', name?: string) =>
    phone.put(path, `${uid}@${path.split('/').at(-2)}`, { SUMMARY: title }, name ?? `${uid}.ics`)

  test('a calendar is read, and what another application creates, changes and removes is followed', async () => {
    await put('same')
    await put('changed')
    const went = await put('went')
    await sync()
    expect(await titles()).toEqual(['changed: An event', 'same: An event', 'went: An event'])
    await put('changed', 'New title')
    await put('came')
    await phone.remove(went)
    await sync()
    expect(await titles()).toEqual(['came: An event', 'changed: New title', 'same: An event'])
    expect(await calendar()).toMatchObject({ lastError: null, skippedObjects: 0 })
  })

  test('a poll without a change asks one thing: the list of calendars', async () => {
    await put('one')
    await sync()
    setting.proxy.requests.length = 0
    await sync()
    expect(setting.proxy.requests.map(({ method }) => method)).toEqual(['PROPFIND'])
  })

  test('a calendar that is removed and made anew at the same address holds what it holds now', async () => {
    for (const uid of ['one', 'two', 'three']) await put(uid)
    await sync()
    await phone.remove(path)
    await phone.makeCalendar({ name: path.split('/').at(-2) })
    for (const uid of ['four', 'five', 'six']) await put(uid)
    await sync()
    expect(await titles()).toEqual(['five: An event', 'four: An event', 'six: An event'])
  })

  test('a calendar that is not listed for a while keeps its rows, and afterwards holds what it holds now', async () => {
    await put('one')
    const gone = await put('gone')
    await sync()
    const { id } = await calendar()
    const show = setting.proxy.fault({ method: 'PROPFIND' }, withoutCalendar(path))
    await sync()
    setting.clock.advance(POLL_MS / 2)
    await sync()
    expect(await titles()).toEqual(['gone: An event', 'one: An event'])
    show()
    await phone.remove(gone)
    await put('two')
    await sync()
    expect(await titles()).toEqual(['one: An event', 'two: An event'])
    expect((await calendar()).id).toBe(id)
  })

  test('404 for everything, as a proxy says it while the server restarts, removes nothing', async () => {
    await put('one')
    await put('two')
    await sync()
    await put('one', 'New title')
    await put('three')
    setting.proxy.fault({ body: /multiget/ }, answer(404))
    setting.proxy.fault({ method: 'GET' }, answer(404))
    setting.proxy.fault({ method: 'PROPFIND', path: new RegExp(`${path}$`) }, answer(404))
    await sync()
    expect(await titles()).toEqual(['one: An event', 'two: An event'])
    setting.proxy.reset()
    await sync()
    expect(await titles()).toEqual(['one: New title', 'three: An event', 'two: An event'])
  })

  test('an object that is not handed out keeps nothing else from being followed', async () => {
    await put('one')
    await sync()
    await put('hidden')
    const brief = await put('brief')
    const show = setting.proxy.fault({ method: 'REPORT' }, withoutText('hidden'))
    setting.proxy.fault({ method: 'GET', path: /hidden/ }, answer(200, { body: 'nothing' }))
    await sync()
    expect(await titles()).toEqual(['brief: An event', 'one: An event'])
    expect((await calendar()).skippedObjects).toBe(1)
    await phone.remove(brief)
    await sync()
    expect(await titles()).toEqual(['one: An event'])
    show()
    setting.proxy.reset()
    setting.clock.advance(2 * 60 * 60 * 1000)
    await sync()
    expect(await titles()).toEqual(['hidden: An event', 'one: An event'])
    expect((await calendar()).skippedObjects).toBe(0)
  })

  test('an object under a name that the server handles oddly does no harm to the rest', async () => {
    await put('one')
    await sync()
    await put('plain', 'Plain', 'no-ending')
    await put('query', 'Query', 'what?.ics')
    const two = await put('two')
    await sync()
    await phone.remove(two)
    await put('three')
    await sync()
    expect(await titles()).toEqual(expect.arrayContaining(['one: An event', 'three: An event']))
    expect(await titles()).not.toContain('two: An event')
    const { skippedObjects, syncToken } = await calendar()
    expect((await titles()).length + skippedObjects).toBe(4)
    setting.proxy.requests.length = 0
    await sync()
    expect((await calendar()).syncToken).toBe(syncToken)
  })

  const { filesOf } = kind
  if (filesOf === null) return
  test('a server that was restored from a backup is followed', async () => {
    const files = join(storage ?? '', filesOf(path))
    const backup = join(await servers.folder('backup'), 'backup')
    for (const uid of ['one', 'two']) await put(uid)
    await cp(files, backup, { recursive: true })
    await put('one', 'After the backup')
    await put('three')
    await phone.remove(await put('four'))
    await sync()
    expect(await titles()).toEqual(['one: After the backup', 'three: An event', 'two: An event'])
    await rm(files, { recursive: true })
    await cp(backup, files, { recursive: true })
    await rm(backup, { recursive: true })
    await put('five')
    await sync()
    expect(await titles()).toEqual(['five: An event', 'one: An event', 'two: An event'])
  })
}

/** Leaves an object's etag and takes its text away. */
const withoutText = (name: string) =>
  rewrite((whole) => ({
    ...whole,
    body: replaceResponse(whole.body, `${name}.ics`, (response) =>
      response.replace(/BEGIN:VCALENDAR[\s\S]*END:VCALENDAR/, '(null)'),
    ),
  }))
