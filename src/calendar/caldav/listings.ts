import { CalDavError } from './error'
import { DAV, type DavResponse, isAbsent, isCollection, propertyText } from './multistatus'
import { askMultistatus } from './multistatus-request'
import { ETAG, getObjects, holdsEvent, report } from './objects'
import { pathKey, withoutSlash } from './path'
import type { Connection } from './transport'

/** An object as a listing names it. */
export interface ListedObject {
  /** Absolute path, percent-decoded. */
  href: string
  /** Verbatim, quotes included; null when the server gives none. */
  etag: string | null
}

/** Members that are read at a time to find an event among them. */
const MEMBERS_AT_ONCE = 100
const EVENTS_ONLY = {
  'c:comp-filter': { _attributes: { name: 'VCALENDAR' }, 'c:comp-filter': { _attributes: { name: 'VEVENT' } } },
}

/**
 * Every event of a calendar by its etag, in one calendar-query (RFC 4791 7.8); no time-range, servers do not agree on
 * it.
 * @throws CalDavError
 */
export async function listEtags(connection: Connection, url: string): Promise<ListedObject[]> {
  const { responses } = await report(connection, url, 'c:calendar-query', { 'd:prop': ETAG, 'c:filter': EVENTS_ONLY })
  const self = withoutSlash(pathKey(url, url))
  const ofCollection = responses.find(({ href }) => withoutSlash(href) === self)
  // 507: the server has cut the listing short.
  if (ofCollection !== undefined && ofCollection.status !== null && ofCollection.status > 299) {
    throw new CalDavError('malformed', 207, `REPORT: the listing is incomplete (${ofCollection.status})`)
  }
  return listed(responses.filter((response) => response !== ofCollection && !isAbsent(response)))
}

/** `listEtags` by the collection's members, including tasks and journals: for servers that fail at a query. */
export async function listMembers(connection: Connection, url: string): Promise<ListedObject[]> {
  const { responses } = await askMultistatus(connection, {
    method: 'PROPFIND',
    url,
    depth: '1',
    root: 'd:propfind',
    content: { 'd:prop': { 'd:resourcetype': {}, ...ETAG } },
  })
  const self = withoutSlash(pathKey(url, url))
  const namesItself = responses.some(({ href, properties }) => {
    return withoutSlash(href) === self && properties.has(DAV('resourcetype'))
  })
  if (!namesItself) throw new CalDavError('malformed', 207, 'PROPFIND: the listing does not name the calendar itself')
  return listed(responses.filter((response) => withoutSlash(response.href) !== self && !isCollection(response)))
}

/**
 * Whether a calendar really holds no event, asked in another way than by its etags: by its members, and where there are
 * any (tasks, journals), by what they hold. Members that are known to be of no use are left `aside`.
 * @throws CalDavError
 */
export async function holdsNoEvents(
  connection: Connection,
  url: string,
  aside: ReadonlySet<string> = new Set(),
): Promise<boolean> {
  const hrefs = (await listMembers(connection, url)).map(({ href }) => href).filter((href) => !aside.has(href))
  for (let start = 0; start < hrefs.length; start += MEMBERS_AT_ONCE) {
    const slice = hrefs.slice(start, start + MEMBERS_AT_ONCE)
    const { objects, unreadable, unasked } = await getObjects(connection, url, slice)
    if (unreadable.length + unasked.length > 0 || objects.some(({ data }) => holdsEvent(data))) return false
  }
  return true
}

function listed(responses: DavResponse[]): ListedObject[] {
  const objects = responses.map((response) => ({ href: response.href, etag: propertyText(response, DAV('getetag')) }))
  // It is the server's refusal, not the objects', that such an answer tells of.
  if (objects.length > 0 && objects.every(({ etag }) => etag === null)) {
    throw new CalDavError('malformed', 207, 'a listing that names objects and gives nothing of them')
  }
  return objects
}
