import type { AuthScheme } from '../../household/credentials'
import type { Context } from '../../platform/context'
import { systemDns } from '../../platform/net/dns'
import { percentDecoded } from '../../platform/net/percent-decoded'
import { CalDavError } from './error'
import { CALDAV, DAV, type Multistatus } from './multistatus'
import { askMultistatus, type MultistatusRequest, readAnswer, sendXml } from './multistatus-request'
import { pathKey, urlOfKey } from './path'
import { findServer, WELL_KNOWN } from './service-discovery'
import { type Connection, type ConnectOptions, connect } from './transport'
import { child, children } from './xml'

interface Login {
  /** One of both is given; `calendarUsername` signs in when it is. */
  accountEmail: string | null
  calendarUsername?: string | null
  appPassword: string
  serverUrl?: string | null
}

export interface Home {
  url: URL
  authScheme: AuthScheme
  /**
   * E-mail addresses that the server knows the account by (RFC 6638 2.4.1), in lower case; none where it names none.
   */
  userAddresses: string[]
}

/** RFC 6068; a longer address does not exist (RFC 5321 4.5.3.1.3). */
const MAIL_ADDRESS = /^mailto:([^\s?]{3,254})$/i
const MAX_ADDRESSES = 50

/** Why there is no home: the server refuses, or gives no clear answer now. */
export type NoHome = 'refused' | 'unreachable'

/**
 * Finds the account's calendar home: the server, its principal (RFC 5397), the principal's calendar home (RFC 4791
 * 6.2.1). The password goes to the server's origin only.
 */
export async function findHome(ctx: Context, login: Login, options: ConnectOptions = {}): Promise<Home | NoHome> {
  const username = login.calendarUsername ?? login.accountEmail ?? ''
  const account = { username, password: login.appPassword, homeUrl: null, authScheme: null }
  const connection = connect(ctx, account, options)
  try {
    const server = await findServer(ctx, login, connection, options.dns ?? systemDns)
    const home = await homeOf(connection, await principalBehind(connection, server))
    return { ...home, authScheme: connection.authScheme ?? 'basic' }
  } catch (error) {
    if (!(error instanceof CalDavError)) throw error
    ctx.log.info('calendar account was not accepted', { reason: error.message })
    return meansRefused(error) ? 'refused' : 'unreachable'
  }
}

/** By the address as given; when that is no DAV resource, by what the server's well-known address leads to. */
async function principalBehind(connection: Connection, base: string): Promise<string> {
  try {
    return await principalAt(connection, base)
  } catch (error) {
    const isElsewhere = error instanceof CalDavError && error.kind === 'status' && meansRefused(error)
    if (!isElsewhere || error.status === 401 || base.endsWith(WELL_KNOWN)) throw error
    return principalAt(connection, new URL(WELL_KNOWN, base).href)
  }
}

async function principalAt(connection: Connection, url: string): Promise<string> {
  const request = about(url, 'd:current-user-principal')
  const answer = await sendXml(connection, request)
  // Xandikos, and what its well-known address leads to, knows its root with a slash only.
  const withSlash = answer.status === 404 ? addSlash(answer.url) : null
  const last = withSlash === null ? answer : await sendXml(connection, { ...request, url: withSlash })
  const principal = hrefIn(await readAnswer(last, request), DAV('current-user-principal'))
  if (principal === null) throw new CalDavError('status', 207, 'PROPFIND: the server names no principal')
  return principal
}

async function homeOf(connection: Connection, principal: string): Promise<Pick<Home, 'url' | 'userAddresses'>> {
  const request = about(principal, 'c:calendar-home-set', 'c:calendar-user-address-set')
  const answer = await askMultistatus(connection, request)
  // A home on another origin (iCloud's partitions) is asked for on ours: the password goes nowhere else.
  const home = hrefIn(answer, CALDAV('calendar-home-set'))
  if (home === null) throw new CalDavError('status', 207, 'PROPFIND: the server names no calendar home')
  const url = addSlash(home) ?? home
  await askMultistatus(connection, about(url, 'd:resourcetype'))
  return { url: new URL(url), userAddresses: addressesIn(answer) }
}

/** The mail addresses of a calendar-user-address-set, which holds paths and URNs, too. */
function addressesIn({ responses }: Multistatus): string[] {
  const hrefs = children(responses[0]?.properties.get(CALDAV('calendar-user-address-set')), DAV('href'))
  const addresses = hrefs.flatMap(({ text }) => MAIL_ADDRESS.exec(text.trim())?.[1] ?? [])
  return [...new Set(addresses.map((address) => percentDecoded(address).toLowerCase()))].slice(0, MAX_ADDRESSES)
}

const about = (url: string, ...properties: string[]): MultistatusRequest => ({
  method: 'PROPFIND',
  url,
  depth: '0',
  root: 'd:propfind',
  content: { 'd:prop': Object.fromEntries(properties.map((property) => [property, {}])) },
})

/** The same address with a slash at the end of its path; null when it has one. */
function addSlash(address: string): string | null {
  const url = new URL(address)
  if (url.pathname.endsWith('/')) return null
  url.pathname += '/'
  return url.href
}

/** The href inside a property, as a URL on the origin that was asked. */
function hrefIn({ url, responses }: Multistatus, property: string): string | null {
  const href = child(responses[0]?.properties.get(property), DAV('href'))?.text.trim()
  return href && URL.canParse(href, url) ? urlOfKey(pathKey(href, url), url) : null
}

/** Whether the failure is the server's refusal; any other may pass. */
function meansRefused({ kind, status }: CalDavError): boolean {
  // A name that does not exist is answered like one that may not be reached: nobody learns what is in our network.
  if (['forbidden-address', 'unknown-host', 'unknown-sign-in'].includes(kind)) return true
  return kind === 'status' && status < 500 && ![408, 423, 425, 429].includes(status)
}
