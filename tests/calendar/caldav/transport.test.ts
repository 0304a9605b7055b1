import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { connect, listCalendars, putObject } from '../../../src/calendar/caldav/client'
import type { Dns } from '../../../src/platform/net/dns'
import { makeCalendar, removeCalendars } from '../../support/caldav'
import { answer, type FaultProxy, redirectTo, startProxy } from '../../support/proxy'
import { rejectionOf } from '../../support/rejection'
import { servers } from '../../support/servers'
import { connectAs, edgeContext } from './edge'

let proxy: FaultProxy
/** Another server; nothing may ever reach it. */
let elsewhere: FaultProxy

beforeAll(async () => {
  const { url } = await servers.radicale()
  proxy = await startProxy(url)
  elsewhere = await startProxy(url)
})
beforeEach(() => {
  proxy.reset()
  elsewhere.reset()
})
afterAll(async () => {
  await proxy.stop()
  await elsewhere.stop()
  await removeCalendars('ada')
})

const basic = (text: string) => `Basic ${Buffer.from(text, 'utf8').toString('base64')}`

test('name and password are UTF-8', async () => {
  proxy.fault({}, answer(401))
  const account = { username: 'jürgen@example.org', password: 'pä€ß:wort', homeUrl: proxy.url }
  expect(await rejectionOf(listCalendars(connect(edgeContext(proxy.url), account)))).toMatchObject({ status: 401 })
  expect(proxy.requests[0]?.headers.authorization).toBe(basic('jürgen@example.org:pä€ß:wort'))
})

test('nothing is sent to another server than that of the account', async () => {
  const account = { username: 'ada', password: 'ada-app-password', homeUrl: `${elsewhere.url}ada/` }
  const ada = connect(edgeContext(proxy.url), account)
  const request = { method: 'GET', url: new URL('/ada/', proxy.url).href }
  expect(await rejectionOf(ada.send(request))).toMatchObject({ kind: 'forbidden-address' })
  expect([proxy.requests, elsewhere.requests]).toEqual([[], []])
})

describe('redirects', () => {
  test.each([301, 302, 307, 308])('%d on the same server is followed, method and body unchanged', async (status) => {
    await makeCalendar('ada')
    proxy.fault({ path: /^\/moved\// }, redirectTo('/ada/', status))
    const account = { username: 'ada', password: 'ada-app-password', homeUrl: `${proxy.url}moved/` }
    // The answer speaks of another path than the one asked: the home is not named in it.
    expect(await rejectionOf(listCalendars(connect(edgeContext(proxy.url), account)))).toMatchObject({
      kind: 'malformed',
    })
    expect(proxy.requests.map(({ method, path, status }) => [method, path, status])).toEqual([
      ['PROPFIND', '/moved/', status],
      ['PROPFIND', '/ada/', 207],
    ])
    expect(proxy.requests[1]?.body).toBe(proxy.requests[0]?.body ?? '')
    expect(proxy.requests[1]?.body).toContain('resourcetype')
  })

  test('a write is followed too, as the same write', async () => {
    const path = await makeCalendar('ada')
    proxy.fault({ path: /^\/moved\// }, redirectTo(`${path}1.ics`, 301))
    const written = await putObject(connectAs('ada', proxy.url), proxy.url, '/moved/1.ics', 'no iCalendar', {})
    expect(written.status).toBe(400)
    expect(proxy.requests.map(({ method, body }) => [method, body])).toEqual([
      ['PUT', 'no iCalendar'],
      ['PUT', 'no iCalendar'],
    ])
  })

  test('to another port, nothing is sent there', async () => {
    proxy.fault({}, redirectTo(`${elsewhere.url}ada/`, 301))
    expect(await rejectionOf(listCalendars(connectAs('ada', proxy.url)))).toMatchObject({ status: 301 })
    expect(elsewhere.requests).toEqual([])
  })

  test('in a circle, an end is made', async () => {
    proxy.fault({}, redirectTo('/ada/'))
    expect(await rejectionOf(listCalendars(connectAs('ada', proxy.url)))).toMatchObject({ status: 302 })
    expect(proxy.requests).toHaveLength(6)
  })
})

describe('servers that are not the operator’s', () => {
  const account = (homeUrl: string) => ({ username: 'ada', password: 'ada-app-password', homeUrl })
  const resolvingTo = (address: string): Dns => ({
    addresses: async () => [address],
    services: async () => [],
    texts: async () => [],
  })

  test.each([
    ['a private address', 'https://cal.example.org/', '192.168.0.1'],
    ['loopback', 'https://localhost/', '127.0.0.1'],
    ['plain http', 'http://cal.example.org/', '93.184.216.34'],
  ])('are not asked at %s', async (_case, homeUrl, address) => {
    const connection = connect(edgeContext(), account(homeUrl), { dns: resolvingTo(address) })
    expect(await rejectionOf(listCalendars(connection))).toMatchObject({ kind: 'forbidden-address' })
    expect(await rejectionOf(putObject(connection, homeUrl, '/x.ics', 'x', {}))).toMatchObject({
      kind: 'forbidden-address',
    })
  })

  test('the port next to the operator’s server is not the operator’s', async () => {
    const connection = connect(edgeContext(proxy.url), account(elsewhere.url))
    expect(await rejectionOf(listCalendars(connection))).toMatchObject({ kind: 'forbidden-address' })
    expect(elsewhere.requests).toEqual([])
  })

  test('every request is checked anew', async () => {
    const seen: string[] = []
    const reach = async (url: URL) => {
      seen.push(url.href)
      return { url: `${proxy.url}ada/`, headers: { host: url.host }, tls: {} }
    }
    const connection = connect(edgeContext(), account('https://cal.example.org/ada/'), { reach })
    await listCalendars(connection)
    await listCalendars(connection)
    expect(seen).toEqual(['https://cal.example.org/ada/', 'https://cal.example.org/ada/'])
    expect(proxy.requests.map(({ headers }) => headers.host)).toEqual(['cal.example.org', 'cal.example.org'])
  })
})
