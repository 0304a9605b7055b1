import { Elysia } from 'elysia'
import type { Context } from './context'
import { isDbError } from './db/errors'
import { ruleOf } from './http-rules'
import { describeError } from './log'

/** A verb's refusal; the message is for the person who sent the request and never repeats a submitted value. */
export class Refusal extends Error {
  override name = 'Refusal'
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 422 | 423 | 429 | 503,
    message: string,
    readonly headers: Record<string, string> = {},
    /** Further fields of the answer. */
    readonly more: object = {},
  ) {
    super(message)
  }
}

/** The answers of guards, which say nothing of why. */
export const UNAUTHORIZED = { error: 'Unauthorized' } as const
export const FORBIDDEN = { error: 'Forbidden' } as const

export const badRequest = (message: string) => new Refusal(400, message)
export const forbidden = () => new Refusal(403, FORBIDDEN.error)
export const notFound = () => new Refusal(404, 'Not found')
export const unavailable = () => new Refusal(503, 'Service unavailable')

const INVALID_REQUEST = { error: 'Invalid request' } as const
const secretRequests = new WeakSet<Request>()

/**
 * For routes with a secret in the body: every malformed body gets the same message. Use it before any guard, since a
 * guard may already refuse the body's type.
 */
export const secretBody = () => {
  const mark = ({ request }: { request: Request }) => void secretRequests.add(request)
  // A request without a body is not parsed, so that one hook alone would miss it.
  return new Elysia({ name: 'secret-body' }).onParse(mark).onTransform(mark).as('scoped')
}

/**
 * Translates every error to HTTP, once: JSON `{ error }`, with the error's own text only when it was written for the
 * person who sent the request. Elysia's own answers would be 422 with the submitted value, and plain text elsewhere.
 */
export const errors = (ctx: Context) =>
  new Elysia({ name: 'errors' })
    .onError(({ code, error, set, status, request, route }) => {
      const logged = { id: set.headers['x-request-id'], method: request.method, route }
      // What a parse hook throws arrives wrapped: a guard's refusal, a database that does not answer.
      const thrown = code === 'PARSE' && error.cause instanceof Error ? error.cause : error
      if (thrown instanceof Refusal) {
        if (thrown.status === 400 && secretRequests.has(request)) return status(400, INVALID_REQUEST)
        Object.assign(set.headers, thrown.headers)
        return status(thrown.status, { error: thrown.message, ...thrown.more })
      }
      if (isDbError(thrown)) {
        ctx.log.error('database unavailable', { ...logged, error: describeError(thrown) })
        return status(503, { error: 'Service unavailable' })
      }
      if (code === 'VALIDATION') {
        if (error.type === 'response') {
          ctx.log.error('an answer does not fit its schema', { ...logged, field: error.valueError?.path })
          return status(500, { error: 'Internal error' })
        }
        return status(400, secretRequests.has(request) ? INVALID_REQUEST : { error: describeValidation(error) })
      }
      if (code === 'PARSE' || code === 'INVALID_COOKIE_SIGNATURE') return status(400, INVALID_REQUEST)
      if (code === 'NOT_FOUND') return status(404, { error: 'Not found' })
      // A thrown status() or redirect() is an answer, not a failure.
      if (typeof code === 'number' || (error as unknown) instanceof Response) return
      ctx.log.error('unexpected error', { ...logged, error: describeError(error) })
      return status(500, { error: 'Internal error' })
    })
    .as('global')

type ValidationProblem = {
  type: string
  valueError?: { path?: string; schema?: Record<string, unknown>; value?: unknown } | undefined
}

/** Names the field and the rule, never the value. */
function describeValidation(error: ValidationProblem): string {
  const { path = '', schema = {}, value } = error.valueError ?? {}
  const field = path.replace(/^\//, '').replaceAll('/', '.')
  const rule = ruleOf(schema, value)
  if (field === '') return rule === null ? 'Invalid request' : `Invalid request: ${rule}`
  return rule === null ? `Invalid request: ${field}` : `${field}: ${rule}`
}
