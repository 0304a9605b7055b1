import { createStore } from '../lib/store'
import { isFromService, unreached } from './connection'
import { isOutdated } from './owner'

/** The server refused, or did not answer (status 0). */
export class ApiError extends Error {
  override name = 'ApiError'
  constructor(
    /** The HTTP status; 0 when no answer came. */
    readonly status: number,
    /** The server's own words, in English. */
    message: string,
    readonly retryAfterSeconds: number | null = null,
    /** The whole answer as JSON; null when there was none. */
    readonly content: unknown = null,
  ) {
    super(message)
  }

  /** Whether the same request may succeed later: no answer, or an answer that says "not now". */
  get isTransient(): boolean {
    return this.status === 0 || [408, 423, 425, 429].includes(this.status) || this.status >= 500
  }
}

/** Whether the service answered with one of these. */
export const isStatus = (error: unknown, ...statuses: number[]): error is ApiError =>
  error instanceof ApiError && statuses.includes(error.status)

/** True as soon as any answer said that nobody is signed in. */
export const signedOut = createStore(false)

const TIMEOUT_MS = 20_000

/** Aborts the requests of the present session. */
let asking = new AbortController()

/** Answers with their entity tags by address; the browser keeps none (`no-store`), so that none outlives its member. */
const tagged = new Map<string, [tag: string, content: unknown]>()
const MAX_TAGGED = 99

/** Aborts every running request: its answer would reach the next member. */
export function dropRequests(): void {
  asking.abort()
  tagged.clear()
  asking = new AbortController()
}

/** What the service tells everybody: no session ends it. */
const isForEverybody = (path: string) => /^\/api\/(auth|setup)\//.test(path)

interface RequestOptions {
  body?: unknown
  query?: Record<string, string | number | undefined>
  /** Idempotency-Key: the service does what comes twice under one key once. */
  key?: string | undefined
  /** Ends the request when nobody waits for its answer any more; nothing is concluded from that. */
  signal?: AbortSignal
}

/** Sends a request to the API and reads its JSON. @throws ApiError */
export async function request<T>(
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  path: string,
  { body, query = {}, key, signal: given }: RequestOptions = {},
): Promise<T> {
  if (!signedOut.get() && isOutdated()) {
    // By now the cookie is another member's.
    signedOut.set(true)
    throw new ApiError(401, 'Signed out meanwhile')
  }
  const ends = isForEverybody(path) ? [] : [asking.signal]
  const signal = AbortSignal.any(given === undefined ? ends : [...ends, given])
  const url = new URL(path, location.origin)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  const before = tagged.get(method + url)
  const response = await answerTo(url, {
    method,
    // What is removed by leaving a page outlives it.
    keepalive: method === 'DELETE',
    headers: {
      ...(key && { 'idempotency-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(before && { 'if-none-match': before[0] }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal,
  })
  const content: unknown = await response.json().catch(() => null)
  if (signal.aborted) throw new ApiError(401, 'Signed out meanwhile')
  if (response.status === 304) return before![1] as T
  // One that broke off on its way is no answer, and to be read whole the next time.
  if (response.ok && content !== null) {
    const tag = response.headers.get('etag')
    if (tag) {
      if (tagged.size > MAX_TAGGED) tagged.clear()
      tagged.set(method + url, [tag, content])
    }
    return content as T
  }
  // Whose words are wrong that they sign in with is signed in as before.
  if (response.status === 401 && !isForEverybody(path)) signedOut.set(true)
  throw new ApiError(response.ok ? 0 : response.status, messageOf(content), retryAfterOf(response), content)
}

async function answerTo(url: URL, init: RequestInit & { signal: AbortSignal }): Promise<Response> {
  const signal = AbortSignal.any([init.signal, AbortSignal.timeout(TIMEOUT_MS)])
  let response: Response
  try {
    // The service redirects no request of a page; a network that asks for a sign-in first does.
    response = await fetch(url, { ...init, redirect: 'error', signal })
  } catch {
    if (init.signal.aborted) throw new ApiError(401, 'Signed out meanwhile')
    unreached()
    throw new ApiError(0, 'No answer')
  }
  // What it says of a proxy that cannot reach the service is told by its status.
  if (!(await isFromService(response)) && response.status < 500) throw new ApiError(0, 'No answer')
  return response
}

function messageOf(content: unknown): string {
  const error = (content as { error?: unknown } | null)?.error
  return typeof error === 'string' ? error : 'Unknown error'
}

function retryAfterOf(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null
}
