import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import {
  type Connection,
  connect,
  deleteObject,
  explain,
  getObject,
  listCalendars,
  putObject,
} from '../../../src/calendar/caldav/client'
import { eventText, getText, makeCalendar, removeCalendars } from '../../support/caldav'
import { type DigestGate, digestGate } from '../../support/digest-gate'
import { answer, type Fault, type FaultProxy, startProxy } from '../../support/proxy'
import { rejectionOf } from '../../support/rejection'
import { CALDAV_USERS, servers } from '../../support/servers'
import { edgeContext } from './edge'

const ADA = { username: 'ada', password: CALDAV_USERS.ada ?? '' }

let proxy: FaultProxy
let path: string
beforeAll(async () => {
  proxy = await startProxy((await servers.radicale()).url)
  await removeCalendars('ada')
  path = await makeCalendar('ada')
})
beforeEach(() => proxy.reset())
afterAll(async () => {
  await proxy.stop()
  await removeCalendars('ada')
})

interface Behind {
  gate?: Partial<DigestGate>
  account?: Partial<typeof ADA>
  authScheme?: 'basic' | 'digest' | null
  isHttps?: boolean
}

/** Ada's connection to a server that takes Digest, and who knocked there. */
function behindGate({ gate = {}, account = {}, authScheme = 'digest', isHttps = false }: Behind = {}) {
  const { fault, knocks } = digestGate({ ...ADA, ...gate }, ADA)
  proxy.fault({}, fault)
  const base = isHttps ? 'https://cal.example.org/' : proxy.url
  const reach = async (url: URL) => ({ url: new URL(url.pathname, proxy.url).href, headers: {}, tls: {} })
  const login = { ...ADA, ...account, homeUrl: new URL('ada/', base).href, authScheme }
  return { connection: connect(edgeContext(isHttps ? undefined : base), login, { reach }), knocks }
}

/** One connection to a server that answers 401 with this challenge, whatever it is told. */
function refusing(challenge: string | null, options: Pick<Behind, 'authScheme' | 'isHttps'> = {}) {
  const { connection } = behindGate(options)
  proxy.reset()
  proxy.fault({}, answer(401, { headers: challenge === null ? {} : { 'www-authenticate': challenge } }))
  return connection
}

const schemesSent = () => proxy.requests.map(({ headers }) => headers.authorization?.split(' ')[0] ?? 'anonymous')
const url = () => new URL(path, proxy.url).href

describe('Digest', () => {
  test.each<[string, Partial<DigestGate>]>([
    ['MD5', {}],
    ['SHA-256', { algorithm: 'SHA-256' }],
    ['no algorithm named', { algorithm: null }],
    ['RFC 2069', { hasQop: false, algorithm: null }],
    ['the name hashed', { userhash: true }],
    ['a name and a password in UTF-8', { username: 'jürgen', password: 'pä€ß:wort', charset: 'UTF-8' }],
    ['the same where the server does not say so', { username: 'jürgen', password: 'pä€ß:wort' }],
    ['a name in UTF-8, hashed', { username: 'jürgen', userhash: true, algorithm: 'SHA-256', charset: 'UTF-8' }],
    ['a name with quotes', { username: 'j"\\u' }],
    ['a realm with quotes and an umlaut', { realm: 'Häuschen "am See" \\' }],
    ['offered behind another scheme', { beside: 'Bearer realm="x"' }],
  ])('%s; the challenge is asked for once', async (_case, gate) => {
    const { username = ADA.username, password = ADA.password } = gate
    const { connection, knocks } = behindGate({ gate, account: { username, password } })
    expect(await listCalendars(connection)).toHaveLength(1)
    expect(knocks).toEqual(['anonymous', 'Digest'])
    await listCalendars(connection)
    expect(knocks).toEqual(['anonymous', 'Digest', 'Digest'])
  })

  test.each([true, false])('a nonce that has become too old is exchanged (said so: %p)', async (saysStale) => {
    const { connection, knocks } = behindGate({ gate: { usesPerNonce: 2, saysStale } })
    for (let count = 0; count < 4; count++) await listCalendars(connection)
    expect(knocks).toEqual(['anonymous', 'Digest', 'Digest', 'Digest', 'Digest', 'Digest'])
    expect(proxy.requests.filter(({ status }) => status === 401)).toHaveLength(2)
  })

  test('the next nonce is taken from the answer', async () => {
    const { connection } = behindGate({ gate: { givesNextNonce: true } })
    for (let count = 0; count < 4; count++) await listCalendars(connection)
    expect(proxy.requests.filter(({ status }) => status === 401)).toHaveLength(1)
  })

  test('requests at the same time count each for itself', async () => {
    const { connection } = behindGate()
    await listCalendars(connection)
    const listed = await Promise.all(Array.from({ length: 5 }, () => listCalendars(connection)))
    expect(listed.map((calendars) => calendars.length)).toEqual([1, 1, 1, 1, 1])
  })

  test('a server to which no nonce is ever fresh enough is given up', async () => {
    const { connection, knocks } = behindGate({ gate: { usesPerNonce: 0 } })
    expect(await rejectionOf(listCalendars(connection))).toMatchObject({ kind: 'status', status: 401 })
    expect(knocks).toHaveLength(4)
  })

  test('a wrong password is said once', async () => {
    const { connection, knocks } = behindGate({ account: { password: 'wrong' } })
    expect(await rejectionOf(listCalendars(connection))).toMatchObject({ kind: 'status', status: 401 })
    expect(knocks).toEqual(['anonymous', 'Digest'])
  })

  test('a write is done once, however often the server asks before', async () => {
    const { connection } = behindGate({ gate: { usesPerNonce: 1 } })
    const href = `${path}${crypto.randomUUID()}.ics`
    const text = eventText('digest-write')
    expect((await putObject(connection, url(), href, text, { ifNoneMatch: true })).status).toBe(201)
    expect((await getObject(connection, url(), href))?.data).toContain('UID:digest-write')
    expect((await deleteObject(connection, url(), href, {})).status).toBe(200)
    expect(await getText('ada', href)).toBeNull()
    expect(proxy.requests.filter(({ method, wasForwarded }) => method !== 'REPORT' && wasForwarded)).toHaveLength(2)
  })
})

describe('which kind of sign-in is taken', () => {
  test('while it is not known, the password waits for the server to say', async () => {
    const { connection, knocks } = behindGate({ authScheme: null })
    await listCalendars(connection)
    expect(knocks).toEqual(['anonymous', 'Digest'])
    expect(connection.authScheme).toBe('digest')
  })

  test.each([
    ['https', true, ['anonymous', 'Basic']],
    ['plain http', false, ['anonymous', 'Digest']],
  ])('of two, over %s', async (_case, isHttps, expected) => {
    const { connection, knocks } = behindGate({ authScheme: null, isHttps, gate: { beside: 'Basic realm="x"' } })
    await listCalendars(connection).catch(() => {})
    expect(knocks.slice(0, 2)).toEqual(expected)
  })

  test('Basic where the server asks for it', async () => {
    const connection = refusing('Basic realm="x"', { authScheme: null })
    expect(await rejectionOf(listCalendars(connection))).toMatchObject({ kind: 'status', status: 401 })
    expect(schemesSent()).toEqual(['anonymous', 'Basic'])
  })

  test('Basic where the server does not ask at all', async () => {
    const { connection } = behindGate({ authScheme: null })
    proxy.reset()
    proxy.fault({ times: 1 }, answer(404))
    expect(await listCalendars(connection)).toHaveLength(1)
    expect(schemesSent()).toEqual(['anonymous', 'Basic'])
    expect(connection.authScheme).toBe('basic')
  })

  test.each<[string, () => Fault]>([
    ['is busy', () => answer(503)],
    ['wants to be left alone', () => answer(429)],
    ['sends elsewhere', () => answer(302, { headers: { location: 'https://elsewhere.example/' } })],
  ])('a server that %s hears no password', async (_case, fault) => {
    const { connection } = behindGate({ authScheme: null })
    proxy.reset()
    proxy.fault({}, fault())
    expect(await rejectionOf(listCalendars(connection))).toBeInstanceOf(Error)
    expect(schemesSent()).toEqual(['anonymous'])
  })

  test('a server that has turned from Basic to Digest is followed', async () => {
    const { connection, knocks } = behindGate({ authScheme: 'basic' })
    await listCalendars(connection)
    await listCalendars(connection)
    expect(knocks).toEqual(['Basic', 'Digest', 'Digest'])
    expect(connection.authScheme).toBe('digest')
  })

  test('where Basic is refused and Digest offered beside it, Digest is tried', async () => {
    const { connection, knocks } = behindGate({ authScheme: 'basic', gate: { beside: 'Basic realm="x"' } })
    expect(await listCalendars(connection)).toHaveLength(1)
    expect(knocks).toEqual(['Basic', 'Digest'])
  })

  test.each([
    ['over plain http an account of Digest does not turn to Basic', false, ['anonymous']],
    ['over https it does', true, ['anonymous', 'Basic']],
  ])('%s', async (_case, isHttps, expected) => {
    const connection = refusing('Basic realm="x"', { authScheme: 'digest', isHttps })
    expect(await rejectionOf(listCalendars(connection))).toMatchObject({ kind: 'status', status: 401 })
    expect(schemesSent()).toEqual(expected)
  })
})

describe('a server that asks for something else', () => {
  test.each(['Bearer realm="x"', 'Negotiate', 'NTLM', 'Digest realm="x", nonce="y", algorithm=MD5-sess'])(
    '%s is told apart from a wrong password',
    async (challenge) => {
      for (const authScheme of ['basic', 'digest', null] as const) {
        const connection: Connection = refusing(challenge, { authScheme })
        const error = await listCalendars(connection).catch((thrown) => thrown)
        expect(error).toMatchObject({ kind: 'unknown-sign-in', status: 401 })
        expect(explain(error)).toBe('The calendar server asks for a kind of sign-in that Corkboard does not know.')
        expect((await putObject(connection, url(), '/x.ics', 'x', {})).status).toBe(401)
      }
    },
  )

  test('a 401 that names nothing is a wrong password', async () => {
    expect(await rejectionOf(listCalendars(refusing(null, { authScheme: 'basic' })))).toMatchObject({ kind: 'status' })
    expect(schemesSent()).toEqual(['Basic'])
  })
})
