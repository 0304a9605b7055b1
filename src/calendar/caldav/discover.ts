import type { Context } from '../../platform/context'
import { type Dns, systemDns } from '../../platform/net/dns'
import { askMultistatus, sendXml } from './ask'
import { CalDavError } from './error'
import { CALDAV, DAV, type DavResponse } from './multistatus'
import { pathKey, urlOfKey } from './path'
import { type Connection, type ConnectOptions, connect } from './transport'
import { child } from './xml'

export interface Login {
  accountEmail: string
  appPassword: string
  serverUrl?: string | null
}

/** Why there is no home: the server says no, or nothing can be said at the moment. */
export type NoHome = 'refused' | 'unreachable'

const LAST_RESORT = 'https://caldav.fastmail.com/'
const WELL_KNOWN = '/.well-known/caldav'

/**
 * Finds the account's calendar home: where the server is, who the account is there (RFC 5397), where its calendars are
 * (RFC 4791 6.2.1). The password goes to one origin only, that of the server found.
 */
export async function findHome(ctx: Context, login: Login, options: ConnectOptions = {}): Promise<URL | NoHome> {
  const account = { username: login.accountEmail, password: login.appPassword, homeUrl: null }
  const connection = connect(ctx, account, options)
  try {
    const base = await findServer(ctx, login, connection, options.dns ?? systemDns)
    return await homeBehind(connection, base)
  } catch (error) {
    if (!(error instanceof CalDavError)) throw error
    ctx.log.info('calendar account was not accepted', { reason: error.message })
    return meansRefused(error) ? 'refused' : 'unreachable'
  }
}

/** Where the member said, else where the operator said, else what the e-mail domain says (RFC 6764), else Fastmail. */
async function findServer(ctx: Context, login: Login, connection: Connection, dns: Dns): Promise<string> {
  const named = login.serverUrl || ctx.config.caldavUrl
  if (named) return named
  const domain = login.accountEmail.slice(login.accountEmail.lastIndexOf('@') + 1)
  return (await serverByName(domain, dns)) ?? (await serverByWellKnown(connection, domain)) ?? LAST_RESORT
}

/** RFC 6764 3 and 4: SRV `_caldavs._tcp`, and TXT `path=` beside it. */
async function serverByName(domain: string, dns: Dns): Promise<string | null> {
  const name = `_caldavs._tcp.${domain}`
  try {
    const [service] = await dns.services(name)
    const host = service?.host.replace(/\.$/, '')
    // A lone dot says that the domain has no such service (RFC 2782).
    if (service === undefined || !host) return null
    const path = (await dns.texts(name)).map((text) => /^path=(\/.*)$/.exec(text)?.[1]).find(Boolean)
    const url = `https://${host}:${service.port}${path ?? WELL_KNOWN}`
    return URL.canParse(url) ? url : null
  } catch (error) {
    // Without an answer the password must not go to whoever comes next in the order.
    throw new CalDavError('network', 0, `SRV ${name}: ${(error as { code?: string }).code ?? 'no answer'}`)
  }
}

/** Asks without the password; a server is there when it answers as one, or wants to know who asks. */
async function serverByWellKnown(connection: Connection, domain: string): Promise<string | null> {
  const url = `https://${domain}${WELL_KNOWN}`
  if (!URL.canParse(url)) return null
  try {
    const answer = await askPrincipal(connection, url, { isAnonymous: true })
    return answer.status === 401 || answer.status === 207 ? answer.url : null
  } catch (error) {
    // Many mail domains have no web server at all.
    if (error instanceof CalDavError) return null
    throw error
  }
}

async function homeBehind(connection: Connection, base: string): Promise<URL> {
  const { url, response } = await principalAt(connection, base)
  const principal = hrefIn(response, DAV('current-user-principal'), url)
  if (principal === null) throw new CalDavError('status', 207, 'PROPFIND: the server names no principal')
  const content = { 'd:prop': { 'c:calendar-home-set': {} } }
  const answer = await propfind(connection, principal, content)
  // A home on another origin (iCloud's partitions) is asked for on ours: the password goes nowhere else.
  const home = hrefIn(answer.response, CALDAV('calendar-home-set'), answer.url)
  if (home === null) throw new CalDavError('status', 207, 'PROPFIND: the server names no calendar home')
  const homeUrl = home.endsWith('/') ? home : `${home}/`
  await propfind(connection, homeUrl, { 'd:prop': { 'd:resourcetype': {} } })
  return new URL(homeUrl)
}

/** The base as given; when that is no DAV resource, what the server's well-known address leads to. */
async function principalAt(connection: Connection, base: string) {
  const content = { 'd:prop': { 'd:current-user-principal': {} } }
  try {
    return await propfind(connection, base, content)
  } catch (error) {
    const isOtherResource = error instanceof CalDavError && meansRefused(error) && ![401, 403].includes(error.status)
    if (!isOtherResource || base.endsWith(WELL_KNOWN)) throw error
    return propfind(connection, new URL(WELL_KNOWN, base).href, content)
  }
}

async function propfind(connection: Connection, url: string, content: Record<string, unknown>) {
  const { url: answeredBy, responses } = await askMultistatus(connection, {
    method: 'PROPFIND',
    url,
    depth: '0',
    root: 'd:propfind',
    content,
  })
  return { url: answeredBy, response: responses[0] }
}

function askPrincipal(connection: Connection, url: string, options: { isAnonymous: boolean }) {
  const content = { 'd:prop': { 'd:current-user-principal': {} } }
  return sendXml(connection, { method: 'PROPFIND', url, depth: '0', root: 'd:propfind', content }, options)
}

/** The href inside a property, as a URL on the origin that was asked. */
function hrefIn(response: DavResponse | undefined, property: string, base: string): string | null {
  const href = child(response?.properties.get(property), DAV('href'))?.text.trim()
  if (!href || !URL.canParse(href, base)) return null
  return urlOfKey(pathKey(href, base), base)
}

/** The server has spoken, and it is no; everything else may be otherwise in a minute. */
function meansRefused({ kind, status }: CalDavError): boolean {
  if (kind === 'forbidden-address') return true
  return kind === 'status' && status < 500 && ![408, 423, 425, 429].includes(status)
}
