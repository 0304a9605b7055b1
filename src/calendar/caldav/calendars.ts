import { CalDavError } from './error'
import { APPLE, CALDAV, CALENDAR_SERVER, DAV, type DavResponse, propertyText } from './multistatus'
import { askMultistatus } from './multistatus-request'
import { pathKey, urlOfKey, withoutSlash } from './path'
import type { Connection } from './transport'
import { children } from './xml'

export interface RemoteCalendar {
  /** On the home's origin, normalised, with a slash at the end. */
  url: string
  displayName: string
  /** `#RRGGBB`, null when the server names none. */
  color: string | null
  ctag: string | null
  syncToken: string | null
  /** False when the server lets the account read only. */
  writable: boolean
}

const PROPERTIES = {
  'd:resourcetype': {},
  'd:displayname': {},
  'ca:calendar-color': {},
  'c:supported-calendar-component-set': {},
  'cs:getctag': {},
  'd:sync-token': {},
  'd:current-user-privilege-set': {},
}
/** Each becomes a row and costs requests at every poll. */
const MAX_CALENDARS = 1000
const PRIVILEGES = DAV('current-user-privilege-set')
const WRITE_PRIVILEGES = [DAV('all'), DAV('write'), DAV('write-content')]

/**
 * The account's calendars that hold events, in one request. A listing counts only when it names the home itself.
 * @throws CalDavError
 */
export async function listCalendars(connection: Connection): Promise<RemoteCalendar[]> {
  const home = connection.homeUrl
  if (home === null) throw new CalDavError('malformed', 0, 'the account has no calendar home')
  const { responses } = await askMultistatus(connection, {
    method: 'PROPFIND',
    url: home,
    depth: '1',
    root: 'd:propfind',
    content: { 'd:prop': PROPERTIES },
  })
  const homeKey = withoutSlash(pathKey(home, home))
  const namesHome = responses.some(
    ({ href, properties }) => withoutSlash(href) === homeKey && properties.has(DAV('resourcetype')),
  )
  if (!namesHome) throw new CalDavError('malformed', 207, 'PROPFIND: the listing does not name the home itself')
  // A calendar whose properties were denied is neither there nor gone: no listing to draw conclusions from.
  if (responses.some(({ properties }) => !properties.has(DAV('resourcetype')))) {
    throw new CalDavError('malformed', 207, 'PROPFIND: the listing leaves out what a resource is')
  }
  const calendars = responses.filter(holdsEvents)
  if (calendars.length > MAX_CALENDARS) throw new CalDavError('too-large', 207, 'PROPFIND: too many calendars')
  return calendars.map((response) => describe(response, home))
}

/** Servers that name no components, or all of them, cannot tell event calendars from task lists. */
function holdsEvents({ properties }: DavResponse): boolean {
  const types = properties.get(DAV('resourcetype'))?.children ?? []
  if (!types.some(({ name }) => name === CALDAV('calendar'))) return false
  const set = properties.get(CALDAV('supported-calendar-component-set'))
  const components = children(set, CALDAV('comp')).map(({ attributes }) => attributes.name?.toUpperCase())
  return components.length === 0 || components.includes('VEVENT')
}

function describe(response: DavResponse, home: string): RemoteCalendar {
  const key = withoutSlash(response.href)
  const color = /^#[0-9a-f]{6}/i.exec(propertyText(response, APPLE('calendar-color')) ?? '')?.[0] ?? null
  return {
    url: urlOfKey(`${key}/`, home),
    displayName: propertyText(response, DAV('displayname')) ?? key.slice(key.lastIndexOf('/') + 1),
    color: color?.toUpperCase() ?? null,
    ctag: propertyText(response, CALENDAR_SERVER('getctag')),
    syncToken: propertyText(response, DAV('sync-token')),
    writable: isWritable(response),
  }
}

/**
 * Servers that do not know the property do not say, and are tried. One that keeps it from the account (RFC 3744 5.4
 * wants a privilege for it) lets somebody in as a guest: DAViCal's bound calendars that may only be read.
 */
function isWritable({ properties, denied }: DavResponse): boolean {
  const set = properties.get(PRIVILEGES)
  if (set === undefined) return !denied.has(PRIVILEGES)
  const privileges = children(set, DAV('privilege')).flatMap((privilege) => privilege.children.map(({ name }) => name))
  return privileges.some((privilege) => WRITE_PRIVILEGES.includes(privilege))
}
