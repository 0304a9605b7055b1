import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { syncMember } from '../../../src/calendar/sync'
import { createMember } from '../../../src/household/members'
import { addLocalMember } from '../../../src/identity/local/accounts'
import { appConfig, calendarCredentials, homeAccounts, members } from '../../../src/platform/db/schema'
import { ask } from '../../support/cast'
import { CalendarPhone, openServedHousehold, type PhoneAccount } from '../../support/home-server'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'
import { cutBefore } from '../../support/proxy'
import { secret } from '../../support/secrets'
import { meanwhile } from './meanwhile'

const PASSWORD = secret('the password of the first admin at home')
const FIRST = { displayName: 'Ada', username: 'Ada L.', initialPassword: PASSWORD }

const house = opened(openServedHousehold)

/** Each test begins with a house that nobody has moved into. */
beforeEach(async () => {
  await house.clear()
  for (const table of [members, homeAccounts, appConfig]) await house.ctx.db.delete(table)
})

type Opened = PhoneAccount & { calendarUrl: string }
const begin = (body: object = FIRST) => ask<Opened>(house, null, 'POST /api/setup/home', body)
const names = async () => (await house.server.lines()).map((line) => line.split(':')[0])
const rowsOf = async (table: typeof members | typeof calendarCredentials) => house.ctx.db.$count(table)

describe('a household without an account anywhere', () => {
  test('finishes the wizard, and what a phone writes shows', async () => {
    expect((await ask(house, null, 'GET /api/setup/home')).body).toEqual({ available: true })
    const { status, body, headers } = await begin({ ...FIRST, calendarName: 'Family' })
    expect(status).toBe(201)
    expect(body).toEqual({
      username: 'ada-l',
      serverUrl: house.server.url,
      calendarUrl: `${house.proxy.url}ada-l/calendar/`,
      appPassword: expect.any(String),
    })
    secret(body.appPassword)
    const wizard = { cookie: headers.getSetCookie()[0]!.split(';')[0]! }
    expect((await ask(house, wizard, 'POST /api/setup/complete')).status).toBe(200)

    const signIn = { username: FIRST.username, password: PASSWORD }
    const login = await ask(house, null, 'POST /api/auth/local/login', signIn)
    const ada = { cookie: login.headers.getSetCookie()[0]!.split(';')[0]! }
    const { user } = (await ask<{ user: { id: number } }>(house, ada, 'GET /api/me')).body
    expect(user).toMatchObject({ displayName: 'Ada', isAdmin: true, needsProviderSetup: false })

    const phone = new CalendarPhone(body)
    const calendars = await phone.calendars()
    expect(calendars).toMatchObject([{ name: 'Family' }])
    await phone.write(calendars[0]!.url, 'from-the-phone', 'Dentist', '2026-11-24')
    await syncMember(house.ctx, user.id)
    const { body: seen } = await ask(house, ada, 'GET /api/events?start=2026-11-24&end=2026-11-25')
    expect(seen).toMatchObject({ occurrences: [{ title: 'Dentist' }] })
    expect((await ask(house, ada, 'GET /api/me/home-account')).body).toMatchObject({ username: 'ada-l' })
  })

  test('goes on after an attempt that was interrupted, to one account', async () => {
    house.proxy.fault({ method: 'MKCALENDAR' }, cutBefore())
    expect((await begin()).status).toBe(503)
    expect([await rowsOf(members), await rowsOf(calendarCredentials)]).toEqual([0, 0])
    house.proxy.reset()
    const { status, body } = await begin()
    expect([status, body.username]).toEqual([201, 'ada-l'])
    expect(await names()).toEqual(['ben', 'ada-l'])
  })

  test('leaves nobody behind who was given up on the way', async () => {
    house.proxy.fault({ method: 'MKCALENDAR', times: 9 }, cutBefore())
    expect((await begin()).status).toBe(503)
    house.proxy.reset()
    expect((await begin({ ...FIRST, username: 'eve' })).body).toMatchObject({ username: 'eve' })
    expect(await names()).toEqual(['ben', 'eve'])
  })

  test('gets one admin of two who begin at once', async () => {
    const answers = await Promise.all([begin(), begin()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(await rowsOf(members)).toBe(1)
    expect(await names()).toEqual(['ben', 'ada-l'])
    const { body } = answers.find(({ status }) => status === 201)!
    expect(await new CalendarPhone(body).calendars()).toHaveLength(1)
  })

  test('makes no account for whoever begins just as another has become the admin', async () => {
    const late = await meanwhile(house, begin, (tx) =>
      createMember(house.ctx, tx, { displayName: 'Eve', isAdmin: true }),
    )
    expect(late.status).toBe(409)
    expect(await names()).toEqual(['ben'])
  })
})

describe('it is refused', () => {
  test('without a name, a sign-in name or a password', async () => {
    for (const field of ['displayName', 'username', 'initialPassword']) {
      for (const value of [undefined, '', 7]) expect((await begin({ ...FIRST, [field]: value })).status).toBe(400)
    }
    expect((await begin({ ...FIRST, calendarName: '' })).status).toBe(400)
    expect([await rowsOf(members), await names()]).toEqual([0, ['ben']])
  })

  test('where there is an admin', async () => {
    expect((await begin()).status).toBe(201)
    expect((await begin()).status).toBe(423)
    await house.ctx.db.delete(members)
    await house.ctx.db.insert(members).values({ color: '#356DEF', isAdmin: true, createdAt: house.ctx.now() })
    expect((await begin()).status).toBe(409)
  })

  test('with a sign-in name that is in use', async () => {
    const id = await addLocalMember(house.ctx, { displayName: 'Ada', username: 'ada l.', password: PASSWORD })
    expect((await begin()).status).toBe(409)
    expect(await house.ctx.db.$count(members, eq(members.id, id))).toBe(await rowsOf(members))
  })

  test('where there is no such server', async () => {
    const plain = await openHousehold()
    expect((await ask(plain, null, 'GET /api/setup/home')).body).toEqual({ available: false })
    expect((await ask(plain, null, 'POST /api/setup/home', FIRST)).status).toBe(422)
    await plain.close()
  })
})
