import { randomUUID } from 'node:crypto'
import { loadAccount, noteRefusal, storeCredential } from '../../src/household/credentials'
import type { Context } from '../../src/platform/context'
import type { CastName } from './cast'
import { CALDAV_USERS, servers } from './servers'

/** What a calendar is made with; a color is written as servers store it. */
export interface CalendarProperties {
  /** Last part of the path; random unless given. `family` may be used by the whole cast, `readonly…` only be read. */
  name?: string
  displayName?: string
  color?: string
  components?: string[]
}

/** Lines of an event on top of UID, DTSTAMP and, unless given, DTSTART and SUMMARY. */
export type EventLines = Record<string, string>

/** The base URL of the run's CalDAV server, or of a proxy in front of it. */
export async function caldavUrl(): Promise<string> {
  return (await servers.radicale()).url
}

/**
 * Gives a member the account of that name, stored as if it had been checked. `base` may be a proxy's address, `home` is
 * where the calendars are there.
 */
export async function giveAccount(
  ctx: Context,
  memberId: number,
  who: CastName,
  base: string,
  home = `${who}/`,
): Promise<void> {
  const input = { providerType: 'caldav', accountEmail: who, appPassword: CALDAV_USERS[who] ?? '' }
  await storeCredential(ctx, ctx.db, memberId, input, { homeUrl: new URL(home, base).href })
}

/** Notes that the server has refused the password that is stored. */
export async function refusePassword(ctx: Context, memberId: number): Promise<void> {
  const account = await loadAccount(ctx, memberId)
  await noteRefusal(ctx, memberId, account?.storedAt ?? ctx.now())
}

/** A request to the run's CalDAV server in a member's name, past every proxy and past our own client. */
export async function dav(who: CastName, method: string, path: string, options: DavOptions = {}): Promise<Response> {
  return davAt(await caldavUrl(), who, method, path, options)
}

export interface DavOptions {
  body?: string
  headers?: Record<string, string>
}

/** The same to another server. */
export function davAt(
  base: string,
  who: CastName,
  method: string,
  path: string,
  { body, headers = {} }: DavOptions = {},
): Promise<Response> {
  const authorization = `Basic ${btoa(`${who}:${CALDAV_USERS[who]}`)}`
  return fetch(new URL(path, base), {
    method,
    headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/xml' }), ...headers },
    body,
    redirect: 'manual',
    keepalive: false,
  })
}

/** Makes a calendar of the member's; returns its path, with a slash at both ends. */
export async function makeCalendar(who: CastName, properties: CalendarProperties = {}): Promise<string> {
  const path = `/${who}/${properties.name ?? randomUUID()}/`
  const response = await dav(who, 'MKCALENDAR', path, { body: mkcalendarBody(properties) })
  if (response.status !== 201) throw new Error(`MKCALENDAR ${path}: ${response.status}`)
  return path
}

/** The body of a MKCALENDAR request (RFC 4791 5.3.1). */
export function mkcalendarBody({ displayName = 'Calendar', color, components = ['VEVENT'] }: CalendarProperties) {
  return `<?xml version="1.0" encoding="utf-8"?>
<C:mkcalendar xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:A="http://apple.com/ns/ical/"><set><prop>
<displayname>${xmlText(displayName)}</displayname>
${color === undefined ? '' : `<A:calendar-color>${color}</A:calendar-color>`}
<C:supported-calendar-component-set>${components.map((name) => `<C:comp name="${name}" />`).join('')}</C:supported-calendar-component-set>
</prop></set></C:mkcalendar>`
}

/** What a calendar is called, and its colour, become others on the server, as by another application. */
export const changeCalendar = (who: CastName, path: string, { displayName = '', color = '' }: CalendarProperties) =>
  dav(who, 'PROPPATCH', path, {
    body: `<propertyupdate xmlns="DAV:" xmlns:A="http://apple.com/ns/ical/"><set><prop><displayname>${xmlText(displayName)}</displayname>
<A:calendar-color>${color}</A:calendar-color></prop></set></propertyupdate>`,
  })

/** Deletes a calendar or one object, if it is still there. */
export async function removeAt(who: CastName, path: string): Promise<void> {
  const response = await dav(who, 'DELETE', path)
  if (!response.ok && response.status !== 404) throw new Error(`DELETE ${path}: ${response.status}`)
}

/** Deletes every calendar of the member's. */
export async function removeCalendars(who: CastName): Promise<void> {
  const response = await dav(who, 'PROPFIND', `/${who}/`, { headers: { depth: '1' } })
  const paths = [...(await response.text()).matchAll(/<href>(.*?)<\/href>/g)].map((match) => match[1]!)
  for (const path of new Set(paths)) {
    if (path.split('/').length > 3) await removeAt(who, path)
  }
}

/** The text of an object with one event, CRLF line ends. */
export function eventText(uid: string, lines: EventLines = {}): string {
  const properties = { DTSTAMP: '20260101T000000Z', DTSTART: '20261201T090000Z', SUMMARY: 'An event', ...lines }
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//tests//EN',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    ...Object.entries(properties).map(([name, value]) => (name === 'raw' ? value : `${name}:${value}`)),
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}

/** Writes an event on the server as another application would; returns its path. */
export async function putEvent(
  who: CastName,
  calendar: string,
  uid: string,
  lines: EventLines = {},
  name = `${uid}.ics`,
): Promise<string> {
  const path = `${calendar}${encodeURIComponent(name)}`
  await putText(who, path, eventText(uid, lines))
  return decodeURIComponent(path)
}

/** Writes any text as an object. */
export async function putText(who: CastName, path: string, body: string): Promise<void> {
  const response = await dav(who, 'PUT', path, { body, headers: { 'content-type': 'text/calendar; charset=utf-8' } })
  if (![200, 201, 204].includes(response.status)) throw new Error(`PUT ${path}: ${response.status}`)
}

/** The text of an object on the server, null when there is none. */
export async function getText(who: CastName, path: string): Promise<string | null> {
  const response = await dav(who, 'GET', path)
  if (response.status === 404) return null
  return response.text()
}

/** Every object of a calendar on the server, in one text. */
export async function exportCalendar(who: CastName, calendar: string): Promise<string> {
  return (await dav(who, 'GET', calendar)).text()
}

/** How many events a calendar holds on the server. */
export async function countEvents(who: CastName, calendar: string): Promise<number> {
  return (await exportCalendar(who, calendar)).split('BEGIN:VEVENT').length - 1
}

/** Writes many events in one request (Radicale takes a whole calendar by PUT; it replaces what was there). */
export async function fillCalendar(who: CastName, calendar: string, texts: string[]): Promise<void> {
  const events = texts.map((text) => text.slice(text.indexOf('BEGIN:VEVENT'), text.indexOf('END:VCALENDAR')))
  const body = ['BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//tests//EN\r\n', ...events, 'END:VCALENDAR\r\n'].join('')
  await putText(who, calendar, body)
}

const xmlText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
