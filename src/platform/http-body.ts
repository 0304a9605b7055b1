import { Elysia } from 'elysia'
import { badRequest } from './http-errors'

/**
 * Refuses a body that is not `application/json`. With SameSite=Lax this also closes form posts from other sites:
 * Elysia would take an urlencoded body for a JSON one. A request without a body counts as one with an empty object,
 * whatever its type says: routes that need no body are asked without one, and Elysia would fail to parse it.
 */
export function requireJson(request: Request): Record<string, never> | undefined {
  if (request.body === null) return {}
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw badRequest('Send the body as application/json')
}

/** The rule above for routes that no guard protects; guards apply it themselves, after they have spoken. */
export const jsonBody = () =>
  new Elysia({ name: 'json-body' }).onParse(({ request }) => requireJson(request)).as('scoped')
