import { Elysia } from 'elysia'
import type { Config } from './config'
import { FORBIDDEN } from './http-errors'

const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const ONE_YEAR_SECONDS = 31_536_000
const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Headers that every answer carries, and the refusal of writes that another site's page has started. */
export const securityHeaders = (config: Config) =>
  new Elysia({ name: 'security-headers' })
    .onRequest(({ request, set, status }) => {
      set.headers['content-security-policy'] = CONTENT_SECURITY_POLICY
      set.headers['x-content-type-options'] = 'nosniff'
      set.headers['referrer-policy'] = 'same-origin'
      set.headers['x-frame-options'] = 'DENY'
      // Nothing stays on a disk or in a proxy unless its route says otherwise, as the files of the client do.
      set.headers['cache-control'] = 'no-store'
      if (config.isProduction && request.headers.get('x-forwarded-proto') === 'https') {
        set.headers['strict-transport-security'] = `max-age=${ONE_YEAR_SECONDS}`
      }
      if (!READING.has(request.method) && isForeign(request) && bearerOf(request) === null)
        return status(403, FORBIDDEN)
    })
    .as('global')

/**
 * The token of `Authorization: Bearer` (RFC 6750 2.1), null where there is no such header. No page of another site can send one:
 * browsers ask first (CORS), and are never told that it may.
 */
export function bearerOf(request: Request): string | null {
  const match = /^Bearer(?: (.*))?$/i.exec(request.headers.get('authorization') ?? '')
  return match === null ? null : (match[1] ?? '').trim()
}

/** Fetch Metadata: browsers say where a request was started; programs say nothing. */
function isForeign(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  return site === 'cross-site' || site === 'same-site'
}
