import { CalDavError } from './error'
import type { HttpAnswer, HttpRequest } from './exchange'
import { DAV, readMultistatus } from './multistatus'
import { destinationUrl, urlOfKey } from './path'
import type { Connection } from './transport'
import { parseXml, XmlError } from './xml'

export interface WriteAnswer {
  /** 201 and 204: done; 200: done if confirmed. 0: no answer, the write may have happened. */
  status: number
  /** ETag of the written object; null when the server gives none. */
  etag: string | null
  /** From `Retry-After`. */
  retryAfterSeconds: number | null
  /** A multistatus names this very object as done: no proxy says that. */
  isConfirmed?: true
  /** Names of the failed preconditions (RFC 4918 16), as `valid-calendar-data`. */
  preconditions?: string[]
}

/** An answer that names a rule is short. */
const MAX_ERROR_LENGTH = 64 * 1024

/** `{}` writes unconditionally. */
export type Precondition = { ifNoneMatch: true } | { ifMatch: string } | Record<string, never>

/**
 * Writes an object, once: neither we nor the runtime send it again. `calendarUrl` names the server, `href` the object
 * (a decoded path). Every outcome on the network is an answer.
 * @throws CalDavError for `forbidden-address` only
 */
export function putObject(
  connection: Connection,
  calendarUrl: string,
  href: string,
  data: string,
  precondition: Precondition,
): Promise<WriteAnswer> {
  return write(connection, href, {
    method: 'PUT',
    url: urlOfKey(href, calendarUrl),
    headers: { 'content-type': 'text/calendar; charset=utf-8', ...conditions(precondition) },
    body: data,
  })
}

/**
 * Deletes an object, under the same rules. `isSilent` keeps the server from telling the organizer that the account does
 * not come (RFC 6638 8.1).
 */
export function deleteObject(
  connection: Connection,
  calendarUrl: string,
  href: string,
  precondition: Precondition,
  { isSilent = false } = {},
): Promise<WriteAnswer> {
  const headers = { ...conditions(precondition), ...(isSilent ? { 'schedule-reply': 'F' } : {}) }
  return write(connection, href, { method: 'DELETE', url: urlOfKey(href, calendarUrl), headers })
}

/** Where an object is moved to. */
export interface Destination {
  calendarUrl: string
  href: string
}

/** Moves an object to where nothing stands (RFC 4918 9.9), under the same rules; its text stays as it is. */
export function moveObject(
  connection: Connection,
  calendarUrl: string,
  href: string,
  to: Destination,
  precondition: Precondition,
): Promise<WriteAnswer> {
  return write(connection, href, {
    method: 'MOVE',
    url: urlOfKey(href, calendarUrl),
    headers: { destination: destinationUrl(to.href, to.calendarUrl), overwrite: 'F', ...conditions(precondition) },
  })
}

async function write(connection: Connection, href: string, request: HttpRequest): Promise<WriteAnswer> {
  try {
    const answer = await connection.send(request)
    const { status, headers, retryAfterSeconds } = answer
    const isConfirmed = await confirms(answer, href)
    const preconditions = await brokenPreconditions(answer)
    return {
      status,
      etag: headers.get('etag'),
      retryAfterSeconds,
      ...(isConfirmed ? { isConfirmed } : {}),
      ...(preconditions.length > 0 ? { preconditions } : {}),
    }
  } catch (error) {
    if (!(error instanceof CalDavError) || error.kind === 'forbidden-address') throw error
    return { status: 0, etag: null, retryAfterSeconds: null }
  }
}

async function confirms({ status, pieces, text, url }: HttpAnswer, href: string): Promise<boolean> {
  if (status !== 200 || !text.includes('multistatus')) return false
  try {
    const { responses } = await readMultistatus(pieces, url, 'a write')
    return responses.some((response) => response.href === href && isSuccess(response.status))
  } catch (error) {
    if (error instanceof CalDavError) return false
    throw error
  }
}

/** Only of RFC 4918, 3744 and 4791: what else a server names is its own. */
async function brokenPreconditions({ status, pieces, text }: HttpAnswer): Promise<string[]> {
  if (status < 400 || text.length > MAX_ERROR_LENGTH || !text.includes('error')) return []
  try {
    const root = await parseXml(pieces)
    if (root.name !== DAV('error')) return []
    return root.children.flatMap(({ name }) => /^\{(?:DAV:|urn:ietf:params:xml:ns:caldav)\}(.+)$/.exec(name)?.[1] ?? [])
  } catch (error) {
    if (error instanceof XmlError) return []
    throw error
  }
}

const isSuccess = (status: number | null) => status !== null && status >= 200 && status < 300

function conditions(precondition: Precondition): Record<string, string> {
  if ('ifNoneMatch' in precondition) return { 'if-none-match': '*' }
  return 'ifMatch' in precondition ? { 'if-match': precondition.ifMatch ?? '' } : {}
}
