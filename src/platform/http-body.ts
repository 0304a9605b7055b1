import { Elysia } from 'elysia'
import { badRequest } from './http-errors'

/**
 * Reads a body that must be `application/json`, in upper or lower case (RFC 9110 8.3.1); Elysia knows lower case only.
 * With SameSite=Lax the rule also stops form posts from other sites: Elysia would take an urlencoded body for a JSON one.
 * A request without a body counts as an empty object, whatever its type says.
 * @throws Refusal 400 for another type, SyntaxError for broken JSON
 */
export async function requireJson(request: Request): Promise<unknown> {
  if (request.body === null) return {}
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw badRequest('Send the body as application/json')
  return request.json()
}

/** The same for routes without a guard; guards apply it themselves, after their decision. */
export const jsonBody = () =>
  new Elysia({ name: 'json-body' }).onParse(({ request }) => requireJson(request)).as('scoped')
