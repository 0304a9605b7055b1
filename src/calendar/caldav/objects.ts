import { askMultistatus, type MultistatusRequest } from './ask'
import { CalDavError, statusError } from './error'
import { CALDAV, DAV, type DavResponse, propertyText } from './multistatus'
import { encodeKey, pathKey, urlOfKey, withoutSlash } from './path'
import type { Connection } from './transport'

/** Hrefs are absolute paths, percent-decoded: the key under which an object is cached. */
export interface ListedObject {
  href: string
  /** Verbatim, quotes included; null when the server gives none. */
  etag: string | null
}

export interface RemoteObject {
  href: string
  etag: string
  data: string
}

export interface FetchedObjects {
  objects: RemoteObject[]
  /** Asked for and not there. */
  gone: string[]
  /** There, but the server gives no etag or no complete object for them. */
  unreadable: string[]
}

const SLICE = 100
const ETAG = { 'd:getetag': {} }
const ETAG_AND_DATA = { 'd:getetag': {}, 'c:calendar-data': {} }
const EVENTS_ONLY = {
  'c:comp-filter': { _attributes: { name: 'VCALENDAR' }, 'c:comp-filter': { _attributes: { name: 'VEVENT' } } },
}

/** Every event of a calendar with its text, in one request. @throws CalDavError */
export async function listObjects(connection: Connection, url: string): Promise<FetchedObjects> {
  const fetched = sort(await query(connection, url, ETAG_AND_DATA))
  if (fetched.objects.length === 0 && fetched.unreadable.length > 0) throw nothingReadable()
  return fetched
}

/** Every event of a calendar without its text, in one request. @throws CalDavError */
export async function listEtags(connection: Connection, url: string): Promise<ListedObject[]> {
  const responses = await query(connection, url, ETAG)
  const listed = responses.map((response) => ({ href: response.href, etag: propertyText(response, DAV('getetag')) }))
  if (listed.length > 0 && listed.every(({ etag }) => etag === null)) throw nothingReadable()
  return listed
}

/**
 * Whether a calendar really holds no event, asked in another way than the listings above: by its members, and where
 * there are any (tasks, journals), by what they hold. @throws CalDavError
 */
export async function holdsNoEvents(connection: Connection, url: string): Promise<boolean> {
  const { responses } = await askMultistatus(connection, {
    method: 'PROPFIND',
    url,
    depth: '1',
    root: 'd:propfind',
    content: { 'd:prop': { 'd:resourcetype': {}, 'd:getetag': {} } },
  })
  const self = withoutSlash(pathKey(url, url))
  const namesItself = responses.some(({ href, properties }) => {
    return withoutSlash(href) === self && properties.has(DAV('resourcetype'))
  })
  if (!namesItself) throw new CalDavError('malformed', 207, 'PROPFIND: the listing does not name the calendar itself')
  const hrefs = responses.map(({ href }) => href).filter((href) => withoutSlash(href) !== self)
  const { objects, unreadable } = await getObjects(connection, url, hrefs)
  return unreadable.length === 0 && !objects.some(({ data }) => holdsEvent(data))
}

/** Whether an object's text has an event in it. */
export const holdsEvent = (data: string) => /^BEGIN:VEVENT/im.test(data)

/** The objects at these hrefs, a hundred per request. @throws CalDavError */
export async function getObjects(connection: Connection, url: string, hrefs: string[]): Promise<FetchedObjects> {
  const all: FetchedObjects = { objects: [], gone: [], unreadable: [] }
  for (let start = 0; start < hrefs.length; start += SLICE) {
    const { objects, gone, unreadable } = await getSlice(connection, url, hrefs.slice(start, start + SLICE))
    all.objects.push(...objects)
    all.gone.push(...gone)
    all.unreadable.push(...unreadable)
  }
  return all
}

/** The object at this href, null when it is not there. @throws CalDavError also when it is there and cannot be read */
export async function getObject(connection: Connection, url: string, href: string): Promise<RemoteObject | null> {
  const { objects, unreadable } = await getObjects(connection, url, [href])
  if (unreadable.length > 0) throw new CalDavError('malformed', 207, 'REPORT: the object came without etag or text')
  return objects[0] ?? null
}

/** A calendar-query for events (RFC 4791 7.8); no time-range, servers do not agree on it. */
async function query(connection: Connection, url: string, prop: object): Promise<DavResponse[]> {
  const { responses } = await report(connection, url, 'c:calendar-query', { 'd:prop': prop, 'c:filter': EVENTS_ONLY })
  const self = withoutSlash(pathKey(url, url))
  const ofCollection = responses.find(({ href }) => withoutSlash(href) === self)
  // 507: the server has cut the listing short.
  if (ofCollection !== undefined && ofCollection.status !== null && ofCollection.status > 299) {
    throw new CalDavError('malformed', 207, `REPORT: the listing is incomplete (${ofCollection.status})`)
  }
  return responses.filter((response) => response !== ofCollection && !isAbsent(response))
}

async function getSlice(connection: Connection, url: string, hrefs: string[]): Promise<FetchedObjects> {
  const content = { 'd:prop': ETAG_AND_DATA, 'd:href': hrefs.map(encodeKey) }
  let responses: DavResponse[]
  try {
    responses = (await report(connection, url, 'c:calendar-multiget', content)).responses
  } catch (error) {
    // Old sabre/dav answers 404 for the whole report when one href is missing.
    if (!(error instanceof CalDavError) || error.status !== 404) throw error
    return getEach(connection, url, hrefs)
  }
  const wanted = new Set(hrefs)
  const answered = responses.filter(({ href }) => wanted.has(href))
  const found = sort(answered)
  // sabre/dav 4 leaves missing hrefs out. So does a server that fails: only a plain 404 proves that an object is gone.
  const named = new Set(answered.map(({ href }) => href))
  const rest = await getEach(connection, url, [...wanted.difference(named)])
  return {
    objects: [...found.objects, ...rest.objects],
    gone: [...found.gone, ...rest.gone],
    unreadable: [...found.unreadable, ...rest.unreadable],
  }
}

async function getEach(connection: Connection, url: string, hrefs: string[]): Promise<FetchedObjects> {
  const fetched: FetchedObjects = { objects: [], gone: [], unreadable: [] }
  for (const href of hrefs) {
    const answer = await connection.send({ method: 'GET', url: urlOfKey(href, url) })
    // A weak mark is added on the way by compression; If-Match wants the strong form.
    const etag = answer.headers.get('etag')?.replace(/^W\//, '') || null
    if (answer.status === 404 || answer.status === 410) fetched.gone.push(href)
    else if (answer.status !== 200) throw statusError('GET', answer)
    else if (etag !== null && isWhole(answer.text)) fetched.objects.push({ href, etag, data: answer.text })
    else fetched.unreadable.push(href)
  }
  return fetched
}

function sort(responses: DavResponse[]): FetchedObjects {
  const fetched: FetchedObjects = { objects: [], gone: [], unreadable: [] }
  for (const response of responses) {
    const { href } = response
    const etag = propertyText(response, DAV('getetag'))
    const data = response.properties.get(CALDAV('calendar-data'))?.text ?? ''
    if (isAbsent(response)) fetched.gone.push(href)
    else if (etag !== null && isWhole(data)) fetched.objects.push({ href, etag, data })
    else fetched.unreadable.push(href)
  }
  return fetched
}

const isAbsent = ({ status }: DavResponse) => status === 404 || status === 410

/** The server names objects and gives nothing of them: its refusal, not the objects', is what the answer says. */
const nothingReadable = () => new CalDavError('malformed', 207, 'REPORT: nothing of what is listed can be read')

/** A text that breaks off inside well-formed XML. */
const isWhole = (data: string) => /END:VCALENDAR\s*$/i.test(data)

/** Without Depth a report speaks of the collection alone (RFC 3253 3.6): an empty answer. */
function report(connection: Connection, url: string, root: string, content: MultistatusRequest['content']) {
  return askMultistatus(connection, { method: 'REPORT', url, depth: '1', root, content })
}
