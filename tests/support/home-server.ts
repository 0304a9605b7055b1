import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type LocalRadicale, startRadicale } from '../../scripts/local/radicale'
import { type Household, openHousehold } from './household'
import { type FaultProxy, startProxy } from './proxy'
import { CALDAV_USERS, servers } from './servers'

/** A household's own CalDAV server: a Radicale that lets in whoever is in the file of users. */
export interface HomeServer extends LocalRadicale {
  /** The variables that tell the service of it. */
  env: { HOME_CALDAV_URL: string; HOME_CALDAV_USERS: string }
  /** The lines of its file of users. */
  lines(): Promise<string[]>
}

/** A household with such a server, which the service reaches through a proxy, and phones directly. */
export interface ServedHousehold extends Household {
  server: HomeServer
  proxy: FaultProxy
  /** Nobody but Ben is in the file of users, and nothing is kept at the server. */
  clear(): Promise<void>
}

export async function openServedHousehold(): Promise<ServedHousehold> {
  const server = await startHomeServer()
  const proxy = await startProxy(server.url)
  const env = { ...server.env, HOME_CALDAV_URL: proxy.url, HOME_CALDAV_PUBLIC_URL: server.url }
  const household = await openHousehold({ env })
  const users = await readFile(server.usersFile)
  return {
    ...household,
    server,
    proxy,
    clear: async () => {
      proxy.reset()
      await writeFile(server.usersFile, users)
      await rm(join(server.storage, 'collection-root'), { recursive: true, force: true })
    },
    close: async () => {
      await household.close()
      await proxy.stop()
      await server.stop()
    },
  }
}

/** Ben has an account there that somebody else has made. */
export async function startHomeServer(): Promise<HomeServer> {
  const server = await startRadicale({
    folder: await servers.memoryFolder('home'),
    users: { ben: CALDAV_USERS.ben! },
    isHome: true,
  })
  servers.atEnd(() => server.stop())
  return {
    ...server,
    env: { HOME_CALDAV_URL: server.url, HOME_CALDAV_USERS: server.usersFile },
    lines: async () => (await readFile(server.usersFile, 'utf8')).split('\n').filter((line) => line !== ''),
  }
}

/** What a phone is told. */
export interface PhoneAccount {
  serverUrl: string
  username: string
  appPassword: string
}

/**
 * A calendar program as phones have one, without any code of the service: it finds its calendars from the server's
 * address alone (RFC 6764 5, RFC 5397, RFC 4791 6.2.1).
 */
export class CalendarPhone {
  readonly #account: PhoneAccount

  constructor(account: PhoneAccount) {
    this.#account = account
  }

  /** A request as this account; the address may be a path. */
  send(method: string, url: string, body?: string, headers: Record<string, string> = {}): Promise<Response> {
    const { serverUrl, username, appPassword } = this.#account
    const authorization = `Basic ${btoa(`${username}:${appPassword}`)}`
    return fetch(new URL(url, serverUrl), { method, headers: { authorization, ...headers }, body })
  }

  /** The addresses of its calendars with their names, found as a phone finds them. */
  async calendars(): Promise<{ url: string; name: string }[]> {
    // A PROPFIND is not repeated at the new address by every runtime: the redirect is followed by hand.
    const start = await fetch(new URL('/.well-known/caldav', this.#account.serverUrl), { redirect: 'manual' })
    const context = new URL(start.headers.get('location') ?? '/', this.#account.serverUrl)
    const principal = await this.#href(context.href, '<d:current-user-principal/>', 'current-user-principal')
    const home = await this.#href(principal, '<c:calendar-home-set/>', 'calendar-home-set')
    const listing = await this.#propfind(home, '<d:resourcetype/><d:displayname/>', '1')
    return listing
      .split(/<(?:\w+:)?response>/)
      .filter((response) => /<(?:\w+:)?calendar\s*\/>/.test(response))
      .map((response) => ({
        url: new URL(/<(?:\w+:)?href>([^<]*)</.exec(response)?.[1] ?? '', this.#account.serverUrl).href,
        name: /<(?:\w+:)?displayname>([^<]*)</.exec(response)?.[1] ?? '',
      }))
  }

  /** Writes an event at noon UTC of a day. @throws unless the server takes it */
  async write(calendarUrl: string, uid: string, title: string, day: string): Promise<void> {
    const date = day.replaceAll('-', '')
    const lines = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Phone//EN',
      'BEGIN:VEVENT',
      `UID:${uid}`,
      'DTSTAMP:20261101T000000Z',
      `DTSTART:${date}T120000Z`,
      `DTEND:${date}T130000Z`,
      `SUMMARY:${title}`,
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]
    const headers = { 'content-type': 'text/calendar; charset=utf-8', 'if-none-match': '*' }
    const answer = await this.send('PUT', `${calendarUrl}${uid}.ics`, lines.join('\r\n'), headers)
    if (answer.status !== 201) throw new Error(`the calendar server answered ${answer.status} to PUT`)
  }

  async #href(url: string, property: string, name: string): Promise<string> {
    const text = await this.#propfind(url, property, '0')
    const href = new RegExp(`<(?:\\w+:)?${name}>\\s*<(?:\\w+:)?href>([^<]*)<`).exec(text)?.[1]
    if (href === undefined) throw new Error(`the calendar server names no ${name}`)
    return new URL(href, url).href
  }

  async #propfind(url: string, properties: string, depth: '0' | '1'): Promise<string> {
    const body = `<d:propfind xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop>${properties}</d:prop></d:propfind>`
    const answer = await this.send('PROPFIND', url, body, { depth, 'content-type': 'application/xml' })
    if (answer.status !== 207) throw new Error(`the calendar server answered ${answer.status} to PROPFIND`)
    return answer.text()
  }
}
