import { askMultistatus, type MultistatusRequest } from './ask'
import { CalDavError, statusError } from './error'
import { CALDAV, DAV, type DavResponse, propertyText } from './multistatus'
import { encodeKey, MAX_KEY_LENGTH, urlOfKey } from './path'
import { proveCollection } from './presence'
import type { Connection, HttpAnswer } from './transport'

export interface RemoteObject {
  /** Absolute path, percent-decoded: the key under which the object is cached. */
  href: string
  /** Verbatim, quotes included. */
  etag: string
  data: string
}

export interface FetchedObjects {
  objects: RemoteObject[]
  /** Asked for and certainly not there. */
  gone: string[]
  /** There, but the server gives no etag or no complete object for them, or they are too long to be asked for. */
  unreadable: string[]
  /** Not come to: the server broke off. What it gave before counts. */
  unasked: string[]
}

const OBJECTS_PER_REQUEST = 100
export const ETAG = { 'd:getetag': {} }
const ETAG_AND_DATA = { ...ETAG, 'c:calendar-data': {} }
/** Statuses by which a server refuses a multiget: unknown to it, too much for it, or (old sabre/dav) one href missing. */
const NO_MULTIGET = new Set([400, 403, 404, 405, 415, 500, 501, 507])
/** Statuses that speak of the account or of the moment, not of the object that was asked for. */
const NOT_ABOUT_THE_OBJECT = new Set([401, 408, 425, 429, 503])

/** Whether an object's text has an event in it. */
export const holdsEvent = (data: string) => /^BEGIN:VEVENT/im.test(data)

/**
 * The objects at these hrefs, a hundred per request. A 404 counts only while the calendar itself answers: a proxy whose
 * server restarts says 404 to everything. @throws CalDavError when nothing was handed out before
 */
export async function getObjects(
  connection: Connection,
  url: string,
  hrefs: readonly string[],
): Promise<FetchedObjects> {
  const all = nothing()
  const wanted = hrefs.filter(({ length }) => length <= MAX_KEY_LENGTH)
  for (let start = 0; start < wanted.length && all.unasked.length === 0; start += OBJECTS_PER_REQUEST) {
    const end = start + OBJECTS_PER_REQUEST
    try {
      add(all, await getSlice(connection, url, wanted.slice(start, end)))
      if (all.unasked.length > 0) all.unasked.push(...wanted.slice(end))
    } catch (error) {
      if (!(error instanceof CalDavError) || all.objects.length === 0) throw error
      all.unasked.push(...wanted.slice(start))
    }
  }
  all.unreadable.push(...hrefs.filter(({ length }) => length > MAX_KEY_LENGTH))
  return all
}

/**
 * The object at this href, null when it is certainly not there. @throws CalDavError also when it is there and cannot be
 * read, and when a 404 is not to be believed
 */
export async function getObject(connection: Connection, url: string, href: string): Promise<RemoteObject | null> {
  const { objects, unreadable } = await getObjects(connection, url, [href])
  if (unreadable.length > 0) throw new CalDavError('malformed', 207, 'REPORT: the object came without etag or text')
  return objects[0] ?? null
}

/**
 * Whether an object is certainly not there: the calendar answers as a collection, and says 404 or 410 for the object.
 * False also when nothing can be said at the moment. For a write that was answered 404.
 */
export async function confirmGone(connection: Connection, url: string, href: string): Promise<boolean> {
  try {
    return (await getObject(connection, url, href)) === null
  } catch (error) {
    if (error instanceof CalDavError) return false
    throw error
  }
}

async function getSlice(connection: Connection, url: string, hrefs: readonly string[]): Promise<FetchedObjects> {
  const content = { 'd:prop': ETAG_AND_DATA, 'd:href': hrefs.map(encodeKey) }
  let responses: DavResponse[]
  try {
    responses = (await report(connection, url, 'c:calendar-multiget', content)).responses
  } catch (error) {
    if (!(error instanceof CalDavError) || error.kind !== 'status' || !NO_MULTIGET.has(error.status)) throw error
    await proveCollection(connection, url)
    return getEach(connection, url, hrefs)
  }
  const wanted = new Set(hrefs)
  const answered = responses.filter(({ href }) => wanted.has(href))
  const fetched = sort(answered)
  // sabre/dav 4 leaves missing hrefs out. So does a server that fails: only a plain 404 proves that an object is gone.
  const missing = wanted.difference(new Set(answered.map(({ href }) => href)))
  if (missing.size > 0) add(fetched, await getEach(connection, url, [...missing]))
  return fetched
}

/** One by one. The calendar has just answered; when an object was refused it must answer again. */
async function getEach(connection: Connection, url: string, hrefs: readonly string[]): Promise<FetchedObjects> {
  const fetched = nothing()
  let isRefused = false
  for (const [index, href] of hrefs.entries()) {
    try {
      const { status, headers, text } = await getOne(connection, url, href)
      // A weak mark is added on the way by compression; If-Match wants the strong form.
      const etag = headers.get('etag')?.replace(/^W\//, '') || null
      isRefused ||= status !== 200
      if (status === 404 || status === 410) fetched.gone.push(href)
      else if (status === 200 && etag !== null && isWhole(text)) fetched.objects.push({ href, etag, data: text })
      else fetched.unreadable.push(href)
    } catch (error) {
      if (!(error instanceof CalDavError) || fetched.objects.length === 0) throw error
      fetched.unasked = hrefs.slice(index)
      break
    }
  }
  if (isRefused) await proveCollection(connection, url)
  return fetched
}

async function getOne(connection: Connection, url: string, href: string): Promise<HttpAnswer> {
  const answer = await connection.send({ method: 'GET', url: urlOfKey(href, url) })
  if (!NOT_ABOUT_THE_OBJECT.has(answer.status)) return answer
  throw statusError('GET', answer)
}

function sort(responses: DavResponse[]): FetchedObjects {
  const fetched = nothing()
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

const nothing = (): FetchedObjects => ({ objects: [], gone: [], unreadable: [], unasked: [] })

function add(all: FetchedObjects, more: FetchedObjects) {
  all.objects.push(...more.objects)
  all.gone.push(...more.gone)
  all.unreadable.push(...more.unreadable)
  all.unasked.push(...more.unasked)
}

export const isAbsent = ({ status }: DavResponse) => status === 404 || status === 410

/** A text that breaks off inside well-formed XML. */
const isWhole = (data: string) => /END:VCALENDAR\s*$/i.test(data)

/** Without Depth a report speaks of the collection alone (RFC 3253 3.6): an empty answer. */
export function report(connection: Connection, url: string, root: string, content: MultistatusRequest['content']) {
  return askMultistatus(connection, { method: 'REPORT', url, depth: '1', root, content })
}
