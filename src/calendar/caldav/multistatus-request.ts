import { CalDavError, statusError } from './error'
import type { HttpAnswer } from './exchange'
import { type Multistatus, readMultistatus } from './multistatus'
import type { Connection } from './transport'

type Xml = Record<string, unknown>

export interface MultistatusRequest {
  method: 'PROPFIND' | 'REPORT'
  url: string
  depth?: '0' | '1'
  /** The request's root element with its prefix (`d:` DAV, `c:` CalDAV, `cs:` CalendarServer, `ca:` Apple). */
  root: string
  content: Xml
}

const XML_TYPE = /\bxml\b/i
/** An answer about one resource is small; a larger one is an attack, or no CalDAV server's. */
const LIMITS_OF_ONE = { maxBytes: 1024 * 1024, maxNodes: 10_000 }

/**
 * Sends a PROPFIND or REPORT and reads its multistatus. tsdav writes the request; the answer is read by our own strict
 * reader, because tsdav's takes pages, refusals and cut-off text for short answers, and text for numbers.
 * @throws CalDavError unless the answer is 207, XML, whole and well-formed
 */
export async function askMultistatus(connection: Connection, request: MultistatusRequest): Promise<Multistatus> {
  return readAnswer(await sendXml(connection, request), request)
}

/** `askMultistatus` for an answer that is already there. */
export async function readAnswer(answer: HttpAnswer, request: MultistatusRequest): Promise<Multistatus> {
  const what = nameOf(request)
  if (answer.status !== 207) throw statusError(what, answer)
  if (!XML_TYPE.test(answer.headers.get('content-type') ?? '')) {
    throw new CalDavError('malformed', 207, `${what}: not XML`)
  }
  return readMultistatus(answer.pieces, answer.url, what, limitsOf(request).maxNodes)
}

/** `PROPFIND`, `REPORT calendar-query`: never the path, people's addresses stand in it. */
const nameOf = ({ method, root }: MultistatusRequest) =>
  method === 'REPORT' ? `${method} ${root.slice(root.indexOf(':') + 1)}` : method

const limitsOf = ({ depth }: MultistatusRequest): { maxBytes?: number; maxNodes?: number } =>
  depth === '0' ? LIMITS_OF_ONE : {}

/** Sends the request and returns the answer, whatever it is. */
export async function sendXml(
  connection: Connection,
  request: MultistatusRequest,
  options: { isAnonymous?: boolean } = {},
): Promise<HttpAnswer> {
  const { method, url, depth, root, content } = request
  const { maxBytes } = limitsOf(request)
  // Loaded by the first request: a start does not wait for it.
  const { DAVNamespace, davRequest, getDAVAttribute } = await import('tsdav')
  const answers: HttpAnswer[] = []
  const send = async (_url: unknown, init?: { headers?: unknown; body?: unknown }) => {
    const headers = Object.fromEntries(new Headers(init?.headers as Record<string, string>))
    answers.push(await connection.send({ method, url, headers, body: String(init?.body), maxBytes, ...options }))
    return new Response(null)
  }
  await davRequest({
    url,
    init: {
      method,
      namespace: 'd',
      headers: depth === undefined ? {} : { depth },
      body: { [root]: { _attributes: getDAVAttribute(Object.values(DAVNamespace)), ...content } },
    },
    parseOutgoing: false,
    fetch: Object.assign(send, { preconnect: fetch.preconnect }),
  })
  return answers[0]!
}
