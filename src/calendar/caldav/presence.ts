import { askMultistatus } from './ask'
import { CalDavError } from './error'
import { DAV, type DavResponse } from './multistatus'
import { pathKey, urlOfKey, withoutSlash } from './path'
import type { Connection } from './transport'
import { child } from './xml'

/** `unknown`: the server says neither; it may be that it does not answer. */
export type Presence = 'there' | 'gone' | 'unknown'

/** Whether a calendar is there, asked in one request. @throws CalDavError for `forbidden-address` only */
export function presenceOfCalendar(connection: Connection, url: string): Promise<Presence> {
  return asPresence(async () => {
    const { responses } = await askMultistatus(connection, {
      method: 'PROPFIND',
      url,
      depth: '0',
      root: 'd:propfind',
      content: { 'd:prop': { 'd:resourcetype': {} } },
    })
    const self = withoutSlash(pathKey(url, url))
    const calendar = responses.find(({ href }) => withoutSlash(href) === self)
    if (calendar !== undefined && isAbsence(calendar.status)) return 'gone'
    return calendar !== undefined && isCollection(calendar) ? 'there' : 'unknown'
  })
}

/**
 * Whether an object that was answered with 404 is gone: its calendar answers, and the object is still not there. A proxy
 * whose server restarts answers 404 to everything. @throws CalDavError for `forbidden-address` only
 */
export async function confirmGone(connection: Connection, calendarUrl: string, href: string): Promise<boolean> {
  if ((await presenceOfCalendar(connection, calendarUrl)) !== 'there') return false
  const presence = await asPresence(async () => {
    const { status } = await connection.send({ method: 'GET', url: urlOfKey(href, calendarUrl) })
    return isAbsence(status) ? 'gone' : 'unknown'
  })
  return presence === 'gone'
}

async function asPresence(ask: () => Promise<Presence>): Promise<Presence> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof CalDavError) || error.kind === 'forbidden-address') throw error
    return isAbsence(error.status) ? 'gone' : 'unknown'
  }
}

const isAbsence = (status: number | null) => status === 404 || status === 410

const isCollection = ({ properties }: DavResponse) =>
  child(properties.get(DAV('resourcetype')), DAV('collection')) !== undefined
