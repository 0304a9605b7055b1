import { CalDavError } from './error'
import { type DavResponse, isAbsent, isCollection } from './multistatus'
import { askMultistatus } from './multistatus-request'
import { pathKey, withoutSlash } from './path'
import type { Connection } from './transport'

/** `unknown`: the server says neither, or does not answer. */
export type Presence = 'there' | 'gone' | 'unknown'

/** Whether a calendar is there, asked in one request. @throws CalDavError for `forbidden-address` only */
export async function presenceOfCalendar(connection: Connection, url: string): Promise<Presence> {
  try {
    const calendar = await askForItself(connection, url)
    if (calendar !== undefined && isAbsent(calendar)) return 'gone'
    return calendar !== undefined && isCollection(calendar) ? 'there' : 'unknown'
  } catch (error) {
    if (!(error instanceof CalDavError) || error.kind === 'forbidden-address') throw error
    return isAbsent(error) ? 'gone' : 'unknown'
  }
}

/** @throws CalDavError unless the calendar answers, at this moment, as a collection */
export async function proveCollection(connection: Connection, url: string): Promise<void> {
  const calendar = await askForItself(connection, url)
  if (calendar !== undefined && isCollection(calendar)) return
  throw new CalDavError('malformed', 207, 'PROPFIND: the calendar does not answer as a collection')
}

async function askForItself(connection: Connection, url: string): Promise<DavResponse | undefined> {
  const { responses } = await askMultistatus(connection, {
    method: 'PROPFIND',
    url,
    depth: '0',
    root: 'd:propfind',
    content: { 'd:prop': { 'd:resourcetype': {} } },
  })
  const self = withoutSlash(pathKey(url, url))
  return responses.find(({ href }) => withoutSlash(href) === self)
}
