import { beforeEach, describe, expect, test } from 'bun:test'
import { mkdir, readFile, rename, rmdir, writeFile } from 'node:fs/promises'
import { closeAccounts } from '../../../src/calendar/home/closing'
import { syncMember } from '../../../src/calendar/sync'
import { storeCredential } from '../../../src/household/credentials'
import { openDatabase } from '../../../src/platform/db/client'
import { appConfig, calendarCredentials, homeAccounts, idempotencyKeys, members } from '../../../src/platform/db/schema'
import { ask, type Cast, cookieFor, seatCast } from '../../support/cast'
import { CalendarPhone, openServedHousehold, type PhoneAccount, type ServedHousehold } from '../../support/home-server'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'
import { cutBefore, loseAnswer } from '../../support/proxy'
import { secret } from '../../support/secrets'

const house = opened(openServedHousehold)

let cast: Cast
let others: string[]
beforeEach(async () => {
  await house.clear()
  for (const table of [members, homeAccounts, appConfig]) await house.ctx.db.delete(table)
  others = await house.server.lines()
  cast = await seatCast(house.ctx)
})

const open = (who: keyof Cast, body: object | undefined = {}, headers = {}) =>
  ask<PhoneAccount & { calendarUrl: string }>(house, cast[who], 'POST /api/me/home-account', body, headers)
const told = async (who: keyof Cast) => (await ask(house, cast[who], 'GET /api/me/home-account')).body
const another = (who: keyof Cast, headers = {}) =>
  ask<PhoneAccount>(house, cast[who], 'POST /api/me/home-account/password', undefined, headers)
const names = async () => (await house.server.lines()).map((line) => line.split(':')[0])

describe('a member without a calendar account', () => {
  test('gets one here, and what a phone writes into it shows', async () => {
    expect(await told('ada')).toEqual({ available: true, username: null, serverUrl: null })
    const { status, body } = await open('ada', { calendarName: ' Ada & co <1> ' })
    expect(status).toBe(201)
    expect(body).toEqual({
      username: 'ada',
      serverUrl: house.server.url,
      calendarUrl: `${house.proxy.url}ada/calendar/`,
      appPassword: expect.stringMatching(/^([a-km-np-z2-9]{4}-){5}[a-km-np-z2-9]{4}$/),
    })
    secret(body.appPassword)
    expect(await told('ada')).toEqual({ available: true, username: 'ada', serverUrl: house.server.url })
    const [line] = (await house.server.lines()).slice(-1)
    expect(line).toMatch(/^ada:\$2[aby]\$\d\d\$/)
    expect(await Bun.password.verify(body.appPassword, line!.slice('ada:'.length))).toBe(true)
    expect((await house.server.lines()).slice(0, -1)).toEqual(others)

    const phone = new CalendarPhone(body)
    const calendars = await phone.calendars()
    expect(calendars).toEqual([{ url: `${house.server.url}ada/calendar/`, name: 'Ada &amp; co &lt;1&gt;' }])
    await phone.write(calendars[0]!.url, 'from-the-phone', 'Dentist', '2026-11-24')
    await syncMember(house.ctx, cast.ada.id)
    const { body: seen } = await ask<{ occurrences: object[] }>(
      house,
      cast.ada,
      'GET /api/events?start=2026-11-24&end=2026-11-25',
    )
    expect(seen.occurrences).toMatchObject([{ title: 'Dentist', start: '2026-11-24T12:00:00.000Z' }])

    // The other way round: an event that is made here is on the phone.
    const { body: writable } = await ask<{ calendars: { url: string; displayName: string }[] }>(
      house,
      cast.ada,
      'GET /api/events/writable-calendars',
    )
    expect(writable.calendars).toMatchObject([{ url: body.calendarUrl, displayName: 'Ada & co <1>' }])
  })

  test('needs to say nothing', async () => {
    const { status, body } = await open('cleo', undefined)
    expect([status, body.username]).toEqual([201, 'cleo'])
    expect(await new CalendarPhone(body).calendars()).toMatchObject([{ name: 'Cleo' }])
  })

  test('gets a name that nobody has had', async () => {
    expect((await open('ben')).body.username).toBe('ben-2')
    expect(await names()).toEqual(['ben', 'ben-2'])
    expect((await house.server.lines())[0]).toBe(others[0]!)
  })

  test('is asked for something sensible', async () => {
    for (const calendarName of ['', ' ', 'x'.repeat(256), 7]) {
      expect((await open('ada', { calendarName })).status).toBe(400)
    }
    expect(await names()).toEqual(['ben'])
  })
})

test('a member with an account keeps it', async () => {
  const account = { providerType: 'caldav', accountEmail: 'ada@example.org', appPassword: 'x' }
  await storeCredential(house.ctx, house.ctx.db, cast.ada.id, account, { homeUrl: 'https://dav.example.org/ada/' })
  expect((await open('ada')).status).toBe(409)
  expect((await another('ada')).status).toBe(404)
  expect(await told('ada')).toEqual({ available: true, username: null, serverUrl: null })
  expect(await names()).toEqual(['ben'])
})

describe('an attempt that is interrupted', () => {
  const interruptions: [string, (house: ServedHousehold) => Promise<(() => Promise<unknown>) | undefined>][] = [
    ['before the server answers', async ({ proxy }) => void proxy.fault({ method: 'PROPFIND', times: 1 }, cutBefore())],
    [
      'before the calendar is made',
      async ({ proxy }) => void proxy.fault({ method: 'MKCALENDAR', times: 9 }, cutBefore()),
    ],
    [
      'after the calendar was made',
      async ({ proxy }) => void proxy.fault({ method: 'MKCALENDAR', times: 9 }, loseAnswer()),
    ],
    [
      'since the file of users cannot be written',
      async ({ server: { usersFile } }) => {
        await rename(usersFile, `${usersFile}-away`)
        await mkdir(usersFile)
        return async () => {
          await rmdir(usersFile)
          await rename(`${usersFile}-away`, usersFile)
        }
      },
    ],
  ]
  test.each(interruptions)('%s is gone on with, to one account and one calendar', async (_, interrupt) => {
    const mend = await interrupt(house)
    expect((await open('ada')).status).toBe(503)
    expect(await house.ctx.db.$count(calendarCredentials)).toBe(0)
    await mend?.()
    house.proxy.reset()
    const { status, body } = await open('ada')
    expect([status, body.username]).toEqual([201, 'ada'])
    expect(await names()).toEqual(['ben', 'ada'])
    expect(await new CalendarPhone(body).calendars()).toHaveLength(1)
  })

  test('two at once end in one account, and both know its password', async () => {
    const answers = await Promise.all([open('ada'), open('ada')])
    expect(answers.map(({ status }) => status).toSorted()[0]).toBe(201)
    const made = answers.filter(({ status }) => status === 201)
    for (const { body } of made) expect(await new CalendarPhone(body).calendars()).toHaveLength(1)
    expect(await names()).toEqual(['ben', 'ada'])
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
  })

  test('one that is sent again under its key is answered alike, and keeps no password', async () => {
    const headers = { 'idempotency-key': 'home-1' }
    const first = await open('ada', {}, headers)
    const again = await open('ada', {}, headers)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect((await open('ada', { calendarName: 'Other' }, headers)).status).toBe(422)
    expect((await open('ada')).status).toBe(409)
    const kept = await house.ctx.db.select().from(idempotencyKeys)
    expect(JSON.stringify(kept)).not.toContain(first.body.appPassword)
  })
})

describe('another app password', () => {
  test('lets a phone in, and the service stays in', async () => {
    const { body: before } = await open('ada')
    const { status, body } = await another('ada')
    expect(status).toBe(200)
    expect(body).toEqual({ username: 'ada', serverUrl: house.server.url, appPassword: expect.any(String) })
    expect(body.appPassword).not.toBe(before.appPassword)
    expect((await new CalendarPhone(before).send('PROPFIND', '/ada/')).status).toBe(401)
    expect(await new CalendarPhone(body).calendars()).toHaveLength(1)
    await syncMember(house.ctx, cast.ada.id)
    const account = (await ask(house, cast.ada, 'GET /api/me/calendar-account')).body.account
    expect(account).toMatchObject({ state: 'ok', username: 'ada' })
    expect(await names()).toEqual(['ben', 'ada'])
  })

  test('mends an account whose line has got lost', async () => {
    await open('ada')
    await writeFile(house.server.usersFile, '# empty\n')
    await syncMember(house.ctx, cast.ada.id)
    const { body } = await another('ada')
    await syncMember(house.ctx, cast.ada.id)
    expect((await ask(house, cast.ada, 'GET /api/me/calendar-account')).body.account).toMatchObject({ state: 'ok' })
    expect(await new CalendarPhone(body).calendars()).toHaveLength(1)
  })

  test('is one under one key', async () => {
    await open('ada')
    const headers = { 'idempotency-key': 'password-1' }
    const first = await another('ada', headers)
    expect((await another('ada', headers)).body).toEqual(first.body)
    expect((await another('ben', headers)).status).toBe(404)
  })
})

describe('the profile for an iPhone', () => {
  const profile = (who: keyof Cast) => ask<string>(house, cast[who], 'GET /api/me/home-account/mobileconfig')

  test('is whole, holds no password, and is the same every time', async () => {
    const { body } = await open('ada')
    secret(body.appPassword)
    const { status, headers, body: text } = await profile('ada')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/x-apple-aspen-config')
    expect(headers.get('content-disposition')).toContain('.mobileconfig')
    const { hostname, port } = new URL(house.server.url)
    const read = Bun.spawn(['/usr/bin/python3', '-c', READ_PLIST], { stdin: new Blob([text]), stdout: 'pipe' })
    const { PayloadContent: contents, ...whole } = JSON.parse(await read.stdout.text())
    expect(whole).toMatchObject({ PayloadType: 'Configuration', PayloadVersion: 1 })
    expect(contents).toEqual([
      {
        PayloadType: 'com.apple.caldav.account',
        PayloadVersion: 1,
        PayloadIdentifier: expect.any(String),
        PayloadUUID: expect.stringMatching(/^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/),
        PayloadDisplayName: 'Corkboard',
        CalDAVAccountDescription: 'Corkboard',
        CalDAVHostName: hostname,
        CalDAVPort: Number(port),
        CalDAVUseSSL: false,
        CalDAVPrincipalURL: '/ada/',
        CalDAVUsername: 'ada',
      },
    ])
    expect(contents[0].PayloadUUID).not.toBe(whole.PayloadUUID)
    expect((await profile('ada')).body).toBe(text)
    expect((await profile('cleo')).status).toBe(404)
  })
})

/** With a reader of property lists that is not ours. */
const READ_PLIST = 'import json, plistlib, sys; print(json.dumps(plistlib.load(sys.stdin.buffer)))'

describe('who leaves the household', () => {
  const remove = (who: keyof Cast) => ask(house, cast.ada, `DELETE /api/admin/members/${cast[who].id}`)

  test('gets in no more, what they wrote stays, and nobody gets their name', async () => {
    const { body } = await open('cleo')
    const [calendar] = await new CalendarPhone(body).calendars()
    await new CalendarPhone(body).write(calendar!.url, 'cleos', 'Cello', '2026-11-24')
    expect((await remove('cleo')).status).toBe(200)
    expect(await names()).toEqual(['ben'])
    expect((await new CalendarPhone(body).send('PROPFIND', '/cleo/')).status).toBe(401)
    const kept = await readFile(`${house.server.storage}/collection-root/cleo/calendar/cleos.ics`, 'utf8')
    expect(kept).toContain('Cello')

    const [row] = await house.ctx.db
      .insert(members)
      .values({ displayName: 'Cleo', color: '#7C3AED', createdAt: house.ctx.now() })
      .$returningId()
    const next = { cookie: await cookieFor(house.ctx, row!.id) }
    expect((await ask(house, next, 'POST /api/me/home-account', {})).body).toMatchObject({ username: 'cleo-2' })
  })

  test('gets in no more as soon as the file can be written again', async () => {
    await open('cleo')
    const { usersFile } = house.server
    await rename(usersFile, `${usersFile}-away`)
    await mkdir(usersFile)
    expect((await remove('cleo')).status).toBe(200)
    await rmdir(usersFile)
    await rename(`${usersFile}-away`, usersFile)
    expect(await names()).toEqual(['ben', 'cleo'])
    await closeAccounts(house.ctx)
    expect(await names()).toEqual(['ben'])
  })

  test('and a database that is gone by then takes back nothing that was done', async () => {
    const gone = openDatabase(house.config.database)
    await gone.close()
    house.logLines.length = 0
    await closeAccounts({ ...house.ctx, db: gone.db })
    expect(house.logLines.join('')).toContain('accounts were not closed')
  })
})

test('a household without a server of its own offers nothing', async () => {
  const plain = await openHousehold()
  const { ada } = await seatCast(plain.ctx)
  const say = (request: string) => ask(plain, ada, request)
  expect((await say('GET /api/me/home-account')).body).toEqual({ available: false, username: null, serverUrl: null })
  expect((await say('POST /api/me/home-account')).status).toBe(422)
  expect((await say('POST /api/me/home-account/password')).status).toBe(422)
  expect((await say('GET /api/me/home-account/mobileconfig')).status).toBe(404)
  await plain.close()
})

describe('another calendar', () => {
  const make = (who: keyof Cast, body: object = { displayName: ' Club ', color: '#2A7F62' }, headers = {}) =>
    ask<{ calendarUrl: string }>(house, cast[who], 'POST /api/me/home-account/calendars', body, headers)
  const own = async (who: keyof Cast) => {
    const { body } = await ask<{ calendars: { url: string; displayName: string; color: string }[] }>(
      house,
      cast[who],
      'GET /api/me/calendars',
    )
    return body.calendars.map(({ url, displayName, color }) => ({ url, displayName, color }))
  }

  test('stands beside the first at once, on phones as well', async () => {
    const { body: account } = await open('ada', { calendarName: 'Ada' })
    await syncMember(house.ctx, cast.ada.id)
    const { status, body } = await make('ada')
    expect(status).toBe(201)
    const club = { url: body.calendarUrl, displayName: 'Club', color: '#2A7F62' }
    expect(await own('ada')).toMatchObject([{ displayName: 'Ada' }, club])
    const phone = new CalendarPhone(account)
    expect((await phone.calendars()).map(({ name }) => name).sort()).toEqual(['Ada', 'Club'])
    const { body: me } = await ask<{ user: { color: string } }>(house, cast.ada, 'GET /api/me')
    const ada = me.user
    expect((await make('ada', { displayName: 'Work' })).status).toBe(201)
    expect((await own('ada')).at(-1)).toMatchObject({ displayName: 'Work', color: ada.color })
  })

  test.each([
    ['the answer is lost', () => house.proxy.fault({ method: 'MKCALENDAR', times: 1 }, loseAnswer())],
    ['it does not arrive', () => house.proxy.fault({ method: 'MKCALENDAR', times: 1 }, cutBefore())],
    ['nothing goes wrong', () => {}],
  ])('is made once where %s', async (_, trouble) => {
    await open('ada')
    trouble()
    const key = { 'idempotency-key': 'club-1' }
    const first = await make('ada', undefined, key)
    const second = await make('ada', undefined, key)
    expect([201, 503]).toContain(first.status)
    expect(second.status).toBe(201)
    const clubs = (await own('ada')).filter(({ displayName }) => displayName === 'Club')
    expect(clubs.map(({ url }) => url)).toEqual([second.body.calendarUrl])
    expect((await make('ada', { displayName: 'Other' }, key)).status).toBe(422)
    expect((await own('ada')).map(({ displayName }) => displayName)).not.toContain('Other')
  })

  test('is the fiftieth at most, whose lost answer can still be had', async () => {
    await open('ada')
    await syncMember(house.ctx, cast.ada.id)
    for (let count = (await own('ada')).length; count < 49; count++) expect((await make('ada')).status).toBe(201)
    const key = { 'idempotency-key': 'club-50' }
    for (const _ of ['first', 'again']) expect((await make('ada', undefined, key)).status).toBe(201)
    expect((await make('ada')).status).toBe(409)
  })

  test('needs an account here, a name and a server that answers', async () => {
    expect((await make('ben')).status).toBe(404)
    await open('ada')
    for (const body of [{}, { displayName: ' ' }, { displayName: 'Club', color: 'green' }])
      expect((await make('ada', body)).status).toBe(400)
    house.proxy.fault({}, cutBefore())
    expect((await make('ada')).status).toBe(503)
  })
})
