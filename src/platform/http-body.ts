import { Elysia } from 'elysia'
import { badRequest, Refusal } from './http-errors'
import { MAX_BODY_BYTES, TOO_LARGE } from './http-limits'
import { MAX_FILE_BYTES } from './limits'
import { createSemaphore, type Semaphore } from './semaphore'

/** RFC 8259 8.1; without an error a text would be stored with other letters than were sent. */
const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** Lists and objects in each other: ours go four deep. */
const MAX_NESTING = 20

/** Of each member, since a file is held as a whole, for as long as its sender likes; of one that waits nothing is. */
const FILES_AT_ONCE = 2
const MAX_FILES_WAITING = 10
const filesOf = new Map<number, Semaphore>()

/**
 * Reads a body that must be `application/json`, in upper or lower case (RFC 9110 8.3.1); Elysia knows lower case only.
 * With SameSite=Lax the rule also stops form posts from other sites: Elysia would take an urlencoded body for a JSON one.
 * A request without a body counts as an empty object, whatever its type says.
 * @throws Refusal 400 for another type, what is no object or more than twenty levels, 413 for more than 1 MiB, SyntaxError
 * for broken JSON, TypeError for what is no UTF-8
 */
export async function requireJson(request: Request): Promise<unknown> {
  const body = await readJson(request)
  // Where all fields may be left out, the schema takes a list or a number for an object without any.
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw badRequest('Send the body as one object')
  checkParts(body, MAX_NESTING)
  return body
}

async function readJson(request: Request): Promise<unknown> {
  if (request.body === null) return {}
  if (typeOf(request) !== 'application/json') throw badRequest('Send the body as application/json')
  const announced = request.headers.get('content-length')
  if (Number(announced) > MAX_BODY_BYTES) throw new Refusal(413, TOO_LARGE.body)
  // The server holds a client to the length that it has announced.
  const bytes =
    announced === null ? await readAtMost(request, MAX_BODY_BYTES, TOO_LARGE.body) : await request.arrayBuffer()
  return JSON.parse(UTF8.decode(bytes))
}

/**
 * Reads a calendar file, or else what `requireJson` does.
 * @throws Refusal 400 for another type, 413 for more than 20 MiB, 503 while its member sends too many others, SyntaxError
 * for broken JSON
 */
export async function requireCalendar(request: Request, memberId: number): Promise<unknown> {
  if (request.body === null || typeOf(request) === 'application/json') return requireJson(request)
  if (typeOf(request) !== 'text/calendar') throw badRequest('Send the body as text/calendar')
  const files = filesOf.getOrInsertComputed(memberId, () => createSemaphore(FILES_AT_ONCE, MAX_FILES_WAITING))
  return files.run('', () => readAtMost(request, MAX_FILE_BYTES, TOO_LARGE.file))
}

/**
 * What checks a body, and says why it is refused, goes as deep as it does, and makes text of its parts: a few hundred
 * kilobytes exhaust the stack, for seconds, and a `toString` of somebody else's is none.
 * @throws Refusal 400
 */
function checkParts(value: unknown, levels: number): void {
  if (typeof value !== 'object' || value === null) return
  if (levels === 0) throw badRequest('The request body is nested too deep')
  if (Object.hasOwn(value, 'toString') || Object.hasOwn(value, 'valueOf')) {
    throw badRequest('The request body has a field that no request has')
  }
  // Of a list of half a million `Object.values` takes seconds.
  const parts: unknown[] = Array.isArray(value) ? value : Object.values(value)
  for (const part of parts) checkParts(part, levels - 1)
}

const typeOf = (request: Request) => request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()

/** @throws Refusal 413 */
async function readAtMost(request: Request, most: number, error: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of request.body!) {
    bytes += part.length
    if (bytes > most) throw new Refusal(413, error)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** The same for routes without a guard; guards apply it themselves, after their decision. */
export const jsonBody = () =>
  new Elysia({ name: 'json-body' }).onParse(({ request }) => requireJson(request)).as('scoped')
