import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { findHome, type Home, type NoHome } from '../../../src/calendar/caldav/discover'
import type { Context } from '../../../src/platform/context'
import { createLog } from '../../../src/platform/log'
import type { Dns, ServiceRecord } from '../../../src/platform/net/dns'
import {
  answer,
  cutBefore,
  denyProperties,
  type Fault,
  type FaultProxy,
  loginPage,
  redirectTo,
  rewrite,
  startProxy,
  truncateText,
} from '../../support/proxy'
import { CALDAV_USERS, servers } from '../../support/servers'
import { edgeContext } from './edge'

let proxy: FaultProxy
beforeAll(async () => {
  proxy = await startProxy((await servers.radicale()).url)
})
beforeEach(() => proxy.reset())
afterAll(() => proxy.stop())

/** A world of names: each of these hosts is the run's CalDAV server, every other one does not exist. */
interface World {
  hosts?: string[]
  services?: Record<string, ServiceRecord[] | 'no answer'>
  texts?: Record<string, string[]>
}

const silentLog = createLog({ level: 'error', format: 'json', write: () => {} })

function find(
  login: { accountEmail?: string | null; calendarUsername?: string; appPassword?: string; serverUrl?: string },
  { caldavUrl, world = {} }: { caldavUrl?: string; world?: World } = {},
) {
  const ctx = { ...edgeContext(caldavUrl), log: silentLog } as Context
  const dns: Dns = {
    addresses: async () => [],
    services: async (name) => {
      const records = world.services?.[name] ?? []
      if (records === 'no answer') throw Object.assign(new Error('no answer'), { code: 'ESERVFAIL' })
      return records
    },
    texts: async (name) => world.texts?.[name] ?? [],
  }
  const reach = async (url: URL) => {
    const isThere = world.hosts?.includes(url.host)
    if (!isThere) throw Object.assign(new Error('no such host'), { code: 'ENOTFOUND' })
    return { url: new URL(url.pathname, proxy.url).href, headers: { host: url.host }, tls: {} }
  }
  const account = { accountEmail: 'ada', appPassword: CALDAV_USERS.ada ?? '', ...login }
  return findHome(ctx, account, { dns, reach })
}

const hrefOf = (home: Home | NoHome) => (typeof home === 'string' ? home : home.url.href)
const hostsAskedWithPassword = () => [
  ...new Set(proxy.requests.filter(({ headers }) => headers.authorization).map(({ headers }) => headers.host)),
]

describe('where the server is', () => {
  test('where the operator says', async () => {
    expect(hrefOf(await find({}, { caldavUrl: proxy.url }))).toBe(`${proxy.url}ada/`)
  })

  test('where the member says, also when the operator says something else', async () => {
    const world = { hosts: ['cal.example.org'] }
    const home = await find({ serverUrl: 'https://cal.example.org/' }, { caldavUrl: 'http://127.0.0.1:9/', world })
    expect(hrefOf(home)).toBe('https://cal.example.org/ada/')
  })

  test('the calendar home itself will do as an address', async () => {
    expect(hrefOf(await find({}, { caldavUrl: `${proxy.url}ada/` }))).toBe(`${proxy.url}ada/`)
  })

  test.each<[string, () => Fault]>([
    ['a page for people', loginPage],
    ['closed to everybody', () => answer(403)],
    ['not there', () => answer(404)],
    ['no DAV', () => answer(405)],
    ['silent about who asks', () => denyProperties(404)],
  ])('an address that is %s leads on by its well-known address', async (_case, fault) => {
    proxy.fault({ path: /^\/start$/ }, fault())
    expect(hrefOf(await find({}, { caldavUrl: `${proxy.url}start` }))).toBe(`${proxy.url}ada/`)
  })

  test.each([
    ['the address', 'dav'],
    ['what its well-known address leads to', 'start'],
  ])('where %s is known with a slash alone, it is asked for with one', async (_case, base) => {
    proxy.fault({ path: /^\/(start\/?|dav)$/ }, answer(404))
    proxy.fault({ path: /well-known/ }, redirectTo('/dav'))
    proxy.fault({ path: /^\/dav\/$/ }, ({ request, forward }) => {
      request.path = '/'
      return forward()
    })
    expect(hrefOf(await find({}, { caldavUrl: `${proxy.url}${base}` }))).toBe(`${proxy.url}ada/`)
  })

  test('without a server and without an address to find it by, the password goes nowhere', async () => {
    const world = { hosts: ['caldav.fastmail.com'] }
    expect(await find({ accountEmail: null, calendarUsername: 'ada' }, { world })).toBe('refused')
    expect(proxy.requests).toEqual([])
  })

  test('with a sign-in name alone, where the operator says', async () => {
    const home = await find({ accountEmail: null, calendarUsername: 'ada' }, { caldavUrl: proxy.url })
    expect(home).toEqual({ url: new URL('ada/', proxy.url), authScheme: 'basic', userAddresses: [] })
  })
})

describe('found by the e-mail domain (RFC 6764)', () => {
  const SRV = '_caldavs._tcp.example.org'
  const services = { [SRV]: [{ host: 'Cal.Example.org.', port: 8443 }] }
  const ada = { accountEmail: 'ada@example.org' }
  // The run's server knows `ada`; the domain is there for the search.
  beforeEach(() => {
    proxy.fault({ method: 'PROPFIND' }, async ({ request, forward }) => {
      if (request.headers.authorization !== undefined) {
        request.headers.authorization = `Basic ${btoa(`ada:${CALDAV_USERS.ada}`)}`
      }
      return forward()
    })
  })

  test('by SRV, at the well-known path', async () => {
    const home = await find(ada, { world: { services, hosts: ['cal.example.org:8443'] } })
    expect(hrefOf(home)).toBe('https://cal.example.org:8443/ada/')
    expect(proxy.requests[0]?.path).toBe('/.well-known/caldav')
    expect(hostsAskedWithPassword()).toEqual(['cal.example.org:8443'])
  })

  test('by SRV, at the path that TXT names', async () => {
    const world = { services, texts: { [SRV]: ['other', 'path=/ada/'] }, hosts: ['cal.example.org:8443'] }
    expect(hrefOf(await find(ada, { world }))).toBe('https://cal.example.org:8443/ada/')
    expect(proxy.requests[0]?.path).toBe('/ada/')
  })

  test('without SRV by the domain’s own well-known address', async () => {
    expect(hrefOf(await find(ada, { world: { hosts: ['example.org'] } }))).toBe('https://example.org/ada/')
    expect(proxy.requests[0]?.headers.authorization).toBeUndefined()
  })

  test.each<[string, World]>([
    ['when nothing else is there', {}],
    ['when the domain says that it has no calendars', { services: { [SRV]: [{ host: '.', port: 0 }] } }],
  ])('at Fastmail %s', async (_case, world) => {
    const home = await find(ada, { world: { ...world, hosts: ['caldav.fastmail.com'] } })
    expect(hrefOf(home)).toBe('https://caldav.fastmail.com/ada/')
  })

  test('a web server without calendars at the domain is passed by, and learns no password', async () => {
    proxy.reset()
    proxy.fault({ path: /well-known/ }, loginPage())
    await find(ada, { world: { hosts: ['example.org', 'caldav.fastmail.com'] } })
    expect(hostsAskedWithPassword()).toEqual(['caldav.fastmail.com'])
  })

  test('a well-known address that leads to another host is not followed, with or without the password', async () => {
    proxy.reset()
    proxy.fault({ path: /well-known/ }, redirectTo('https://evil.example/dav/', 301))
    await find(ada, { world: { hosts: ['example.org', 'evil.example', 'caldav.fastmail.com'] } })
    expect(proxy.requests.map(({ headers }) => headers.host)).not.toContain('evil.example')
  })

  test.each(['cal.hoster.example', 'example.org.evil.example', 'evilexample.org', 'notfastmail.com', '127.0.0.1'])(
    'a name server that says %s gets no password, it could be forged',
    async (host) => {
      const world = { services: { [SRV]: [{ host, port: 443 }] }, hosts: [host, 'example.org', 'caldav.fastmail.com'] }
      expect(await find(ada, { world })).toBe('refused')
      expect(proxy.requests).toEqual([])
      // Naming the server is confirming it.
      const confirmed = await find({ ...ada, serverUrl: `https://${host}/` }, { world })
      expect(hrefOf(confirmed)).toBe(`https://${host}/ada/`)
    },
  )

  test('a domain of one’s own at Fastmail leads there, as it would without a name server', async () => {
    const world = { services: { [SRV]: [{ host: 'caldav.fastmail.com', port: 443 }] }, hosts: ['caldav.fastmail.com'] }
    expect(hrefOf(await find(ada, { world }))).toBe('https://caldav.fastmail.com/ada/')
  })

  test('a sign-in name that is no address goes where the address says', async () => {
    const world = { services, hosts: ['cal.example.org:8443'] }
    expect(hrefOf(await find({ ...ada, calendarUsername: 'ada' }, { world }))).toBe('https://cal.example.org:8443/ada/')
  })

  test('while the name server does not answer, the password goes nowhere', async () => {
    const world = { services: { [SRV]: 'no answer' as const }, hosts: ['example.org', 'caldav.fastmail.com'] }
    expect(await find(ada, { world })).toBe('unreachable')
    expect(proxy.requests).toEqual([])
  })
})

describe('where the calendars are', () => {
  const homeSetSays = (href: string): Fault =>
    rewrite((whole) => ({
      ...whole,
      body: whole.body.replace(/(<[\w:]*calendar-home-set>\s*<href>)[^<]*/, `$1${href}`),
    }))

  test('a home on another origin is asked for on ours', async () => {
    proxy.fault({ body: /calendar-home-set/ }, homeSetSays('https://p42.elsewhere.example:443/ada/'))
    expect(hrefOf(await find({}, { caldavUrl: proxy.url }))).toBe(`${proxy.url}ada/`)
  })

  test('a home that is not there is no home', async () => {
    proxy.fault({ body: /calendar-home-set/ }, homeSetSays('https://p42.elsewhere.example/nobody/'))
    expect(await find({}, { caldavUrl: proxy.url })).toBe('refused')
  })
})

describe('what an answer means for the member', () => {
  test('a wrong password is refused', async () => {
    expect(await find({ appPassword: 'wrong' }, { caldavUrl: proxy.url })).toBe('refused')
    // Every attempt counts on servers that lock accounts.
    expect(proxy.requests.filter(({ headers }) => headers.authorization)).toHaveLength(1)
  })

  test.each<[string, () => Fault, 'refused' | 'unreachable']>([
    ['401', () => answer(401), 'refused'],
    ['403 everywhere', () => answer(403), 'refused'],
    [
      'a kind of sign-in that is not known',
      () => answer(401, { headers: { 'www-authenticate': 'Bearer' } }),
      'refused',
    ],
    ['404 everywhere', () => answer(404), 'refused'],
    ['a page for people everywhere', loginPage, 'refused'],
    ['a redirect to another host', () => redirectTo('https://elsewhere.example/'), 'refused'],
    ['no principal', () => denyProperties(), 'refused'],
    ['429', () => answer(429), 'unreachable'],
    ['500', () => answer(500), 'unreachable'],
    ['503', () => answer(503), 'unreachable'],
    ['a cut connection', cutBefore, 'unreachable'],
    ['an answer that breaks off', truncateText, 'unreachable'],
  ])('%s', async (_case, fault, outcome) => {
    proxy.fault({}, fault())
    expect(await find({}, { caldavUrl: proxy.url })).toBe(outcome)
  })

  test('a name that does not exist is refused, as one in the operator’s own network is', async () => {
    expect(await find({ serverUrl: 'https://nowhere.example/' })).toBe('refused')
  })

  test('a server of the operator’s that is not up yet is not refused', async () => {
    expect(await find({}, { caldavUrl: 'http://corkboard-no-such-host.invalid:5232/' })).toBe('unreachable')
  })

  test('an address that members may not use is refused', async () => {
    const ctx = { ...edgeContext(proxy.url), log: silentLog } as Context
    const login = { accountEmail: 'ada', appPassword: 'x', serverUrl: 'https://127.0.0.1/' }
    expect(await findHome(ctx, login)).toBe('refused')
  })
})
