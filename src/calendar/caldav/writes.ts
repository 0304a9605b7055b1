import { CalDavError } from './error'
import { urlOfKey } from './path'
import type { Connection, HttpRequest } from './transport'

export interface WriteAnswer {
  /** 200, 201 and 204 mean done, nothing else does. 0: no answer; the write may or may not have happened. */
  status: number
  /** Of the object as the server has it now; null when it does not say. */
  etag: string | null
  /** From `Retry-After`. */
  retryAfterSeconds: number | null
}

/** `{}` writes unconditionally. */
export type Precondition = { ifNoneMatch: true } | { ifMatch: string } | Record<string, never>

/**
 * Writes an object, once: neither we nor the runtime send it again. `calendarUrl` names the server, `href` the object
 * (a decoded path). Every outcome on the network is an answer. @throws CalDavError for `forbidden-address` only
 */
export function putObject(
  connection: Connection,
  calendarUrl: string,
  href: string,
  data: string,
  precondition: Precondition,
): Promise<WriteAnswer> {
  return write(connection, {
    method: 'PUT',
    url: urlOfKey(href, calendarUrl),
    headers: { 'content-type': 'text/calendar; charset=utf-8', ...conditions(precondition) },
    body: data,
  })
}

/** Deletes an object, under the same rules. */
export function deleteObject(
  connection: Connection,
  calendarUrl: string,
  href: string,
  precondition: Precondition,
): Promise<WriteAnswer> {
  return write(connection, { method: 'DELETE', url: urlOfKey(href, calendarUrl), headers: conditions(precondition) })
}

async function write(connection: Connection, request: HttpRequest): Promise<WriteAnswer> {
  try {
    const answer = await connection.send(request)
    return { status: answer.status, etag: answer.headers.get('etag'), retryAfterSeconds: answer.retryAfterSeconds }
  } catch (error) {
    if (!(error instanceof CalDavError) || error.kind === 'forbidden-address') throw error
    return { status: 0, etag: null, retryAfterSeconds: null }
  }
}

function conditions(precondition: Precondition): Record<string, string> {
  if ('ifNoneMatch' in precondition) return { 'if-none-match': '*' }
  return 'ifMatch' in precondition ? { 'if-match': precondition.ifMatch ?? '' } : {}
}
