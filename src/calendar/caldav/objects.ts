import { Batch } from './batch'
import { CalDavError, type CalDavErrorKind, statusError } from './error'
import type { HttpAnswer } from './exchange'
import { CALDAV, DAV, type DavResponse, isAbsent, propertyText } from './multistatus'
import { askMultistatus, type MultistatusRequest } from './multistatus-request'
import { encodeKey, MAX_KEY_LENGTH, urlOfKey } from './path'
import { proveCollection } from './presence'
import type { Connection } from './transport'
import { MAX_TEXT_LENGTH } from './xml'

export interface RemoteObject {
  /** Absolute path, percent-decoded: the key under which the object is cached. */
  href: string
  /** Verbatim, quotes included. */
  etag: string
  data: string
}

export interface FetchedObjects {
  objects: RemoteObject[]
  /** Requested and certainly absent. */
  gone: string[]
  /** Present, but the server gives no etag or no complete object even alone, or the href is too long for a request. */
  unreadable: string[]
  /** Not requested: the server broke off before. */
  unasked: string[]
}

export const ETAG = { 'd:getetag': {} }
const ETAG_AND_DATA = { ...ETAG, 'c:calendar-data': {} }
/**
 * Statuses by which a server refuses a multiget: unknown to it, too much for it, or (old sabre/dav) one href missing.
 */
const NO_MULTIGET = new Set([400, 403, 404, 405, 415, 500, 501, 507])
/** Statuses that speak of the account or of the moment, not of the object that was asked for. */
const NOT_ABOUT_THE_OBJECT = new Set([401, 408, 425, 429, 503])

/** Failures that a smaller request may avoid; without any answer the server may be down as well. */
const TOO_MUCH: ReadonlySet<CalDavErrorKind> = new Set(['too-large', 'network'])

/** Whether an object's text has an event in it. */
export const holdsEvent = (data: string) => /^BEGIN:VEVENT/im.test(data)

/**
 * Reads the objects at these hrefs in requests of the batch's size, which adapts. A 404 counts only while the calendar
 * itself answers: a proxy whose server restarts answers 404 to everything.
 * @throws CalDavError when no object was read before
 */
export async function getObjects(
  connection: Connection,
  url: string,
  hrefs: readonly string[],
  batch = new Batch(),
): Promise<FetchedObjects> {
  const all = nothing()
  const wanted = hrefs.filter(({ length }) => length <= MAX_KEY_LENGTH)
  while (wanted.length > 0 && all.unasked.length === 0) {
    try {
      add(all, await takeSlice(connection, url, wanted, batch))
    } catch (error) {
      if (!(error instanceof CalDavError) || isNothing(all)) throw error
      break
    }
  }
  // Several that fail, each alone, and none that comes: the server is to blame, not they.
  if (wanted.length === 0 && all.unreadable.length > 1 && batch.failure !== null) throw batch.failure
  all.unasked.push(...wanted)
  all.unreadable.push(...hrefs.filter(({ length }) => length > MAX_KEY_LENGTH))
  return all
}

/**
 * The object at this href, null when it is certainly not there.
 * @throws CalDavError also when it is there and cannot be read, and when a 404 is not to be believed
 */
export async function getObject(connection: Connection, url: string, href: string): Promise<RemoteObject | null> {
  const { objects, unreadable } = await getObjects(connection, url, [href], new Batch(0))
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

/** Drops the next objects from the wanted ones, once read. */
async function takeSlice(connection: Connection, url: string, wanted: string[], batch: Batch): Promise<FetchedObjects> {
  for (;;) {
    const slice = wanted.slice(0, batch.size)
    let fetched: FetchedObjects | null = null
    try {
      fetched = await getSlice(connection, url, slice, batch)
    } catch (error) {
      await learnFrom(error, connection, url, { batch, count: slice.length })
      if (slice.length > 1) continue
    }
    wanted.splice(0, slice.length)
    return fetched ?? { ...nothing(), unreadable: slice }
  }
}

/**
 * Learns from a request for so many objects that failed, while the calendar itself answers.
 * @throws CalDavError where that does not explain it
 */
async function learnFrom(
  error: unknown,
  connection: Connection,
  url: string,
  { batch, count }: { batch: Batch; count: number },
): Promise<void> {
  const isTooMuch = error instanceof CalDavError && TOO_MUCH.has(error.kind)
  if (!isTooMuch || !batch.learn(error, count)) throw error
  if (error.kind === 'network') await proveCollection(connection, url)
}

async function getSlice(
  connection: Connection,
  url: string,
  hrefs: readonly string[],
  batch: Batch,
): Promise<FetchedObjects> {
  const content = { 'd:prop': ETAG_AND_DATA, 'd:href': hrefs.map(encodeKey) }
  let responses: DavResponse[]
  try {
    responses = (await report(connection, url, 'c:calendar-multiget', content)).responses
  } catch (error) {
    if (!(error instanceof CalDavError) || error.kind !== 'status' || !NO_MULTIGET.has(error.status)) throw error
    await proveCollection(connection, url)
    return getEach(connection, url, hrefs, batch)
  }
  batch.noteAnswer()
  const wanted = new Set(hrefs)
  const answered = responses.filter(({ href }) => wanted.has(href))
  const fetched = sort(answered)
  // sabre/dav 4 leaves missing hrefs out. So does a server that fails: only a plain 404 proves that an object is gone.
  const missing = wanted.difference(new Set(answered.map(({ href }) => href)))
  if (missing.size > 0) add(fetched, await getEach(connection, url, [...missing], batch))
  return fetched
}

/** One by one. The calendar has just answered; when an object was refused it must answer again. */
async function getEach(
  connection: Connection,
  url: string,
  hrefs: readonly string[],
  batch: Batch,
): Promise<FetchedObjects> {
  const fetched = nothing()
  let isRefused = false
  for (const [index, href] of hrefs.entries()) {
    try {
      const answer = await getOne(connection, url, href, batch)
      // A weak mark is added on the way by compression; If-Match wants the strong form.
      const etag = answer?.headers.get('etag')?.replace(/^W\//, '') || null
      isRefused ||= answer?.status !== 200
      if (answer?.status === 404 || answer?.status === 410) fetched.gone.push(href)
      else if (answer?.status === 200 && etag !== null && isWhole(answer.text))
        fetched.objects.push({ href, etag, data: answer.text })
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

/** Null: the server fails even at this one. */
async function getOne(connection: Connection, url: string, href: string, batch: Batch): Promise<HttpAnswer | null> {
  let answer: HttpAnswer
  try {
    answer = await connection.send({ method: 'GET', url: urlOfKey(href, url), maxBytes: MAX_TEXT_LENGTH })
    batch.noteAnswer()
  } catch (error) {
    await learnFrom(error, connection, url, { batch, count: 1 })
    return null
  }
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

const isNothing = ({ objects, gone, unreadable }: FetchedObjects) =>
  objects.length + gone.length + unreadable.length === 0

function add(all: FetchedObjects, more: FetchedObjects) {
  all.objects.push(...more.objects)
  all.gone.push(...more.gone)
  all.unreadable.push(...more.unreadable)
  all.unasked.push(...more.unasked)
}

/** A text that breaks off inside well-formed XML. */
const isWhole = (data: string) => /END:VCALENDAR\s*$/i.test(data)

/** Without Depth a report speaks of the collection alone (RFC 3253 3.6): an empty answer. */
export function report(connection: Connection, url: string, root: string, content: MultistatusRequest['content']) {
  return askMultistatus(connection, { method: 'REPORT', url, depth: '1', root, content })
}
