import { toOpenAPISchema } from '@elysiajs/openapi'
import type { AnyElysia } from 'elysia'
import packageJson from '../../../package.json'
import { ANSWERS } from './answers'
import { ERROR, SETUP_ERROR } from './schemas'

const VERSION = '3.1.0'
const JSON_TYPE = 'application/json'
/** Claimed by the service, but not part of its interface. */
const NOT_DESCRIBED = [/\*/, /^\/api$/, /^\/api\/openapi/]
const WITHOUT_SESSION = /^\/(health|metrics|callback|api\/(setup|auth|login))/

const MEANINGS: Record<number, string> = {
  400: 'Invalid parameters or body; the message names the field and the rule, never the value',
  401: 'No valid session',
  403: 'Not permitted',
  404: 'Not found',
  409: 'Conflict',
  413: 'The body is larger than 1 MiB',
  422: 'Valid, but cannot be done',
  423: 'Locked',
  429: 'Too many failed sign-ins; Retry-After says when to try again',
  503: 'The database or the calendar server cannot be reached',
}

interface Operation {
  summary?: string
  requestBody?: object
  responses?: Record<string, object>
}

/**
 * The OpenAPI document of an app: parameters and bodies from the routes' own schemas, answers from `answers.ts`.
 * The library leaves out bodies of routes that look at the request before it is parsed, as our guards do.
 */
export function documentOf(app: AnyElysia) {
  const { paths } = toOpenAPISchema(app, { paths: NOT_DESCRIBED }, undefined, undefined, VERSION)
  for (const route of app.routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    const operation = (paths[path] as Record<string, Operation> | undefined)?.[route.method.toLowerCase()]
    if (operation === undefined) continue
    const { body } = route.hooks as { body?: object }
    if (body !== undefined) operation.requestBody = { required: true, content: { [JSON_TYPE]: { schema: body } } }
    describeAnswers(operation, `${route.method} ${route.path.replace(/\/$/, '')}`, body !== undefined)
  }
  return {
    openapi: VERSION,
    info: {
      title: 'Corkboard',
      version: packageJson.version,
      description:
        'Sessions are cookies: `local-session` after `POST /api/auth/local/login`, `oidc-auth` after a sign-in at the ' +
        'identity provider. Every error is `{ "error": string }`. Unknown properties of a body are ignored.',
    },
    paths,
  }
}

function describeAnswers(operation: Operation, route: string, hasBody: boolean) {
  const answer = ANSWERS[route]
  if (answer === undefined) return
  operation.summary = answer.says
  const success = answer.schema === null ? {} : { content: { [JSON_TYPE]: { schema: answer.schema } } }
  operation.responses = { [answer.status]: { description: answer.says, ...success } }
  const errors = new Set([...answer.errors, ...commonErrors(route, hasBody)])
  for (const status of [...errors].sort()) {
    const schema = route.includes('/setup/validate/') && status !== 423 ? SETUP_ERROR : ERROR
    operation.responses[status] = {
      description: MEANINGS[status] ?? 'Error',
      content: { [JSON_TYPE]: { schema } },
    }
  }
}

function commonErrors(route: string, hasBody: boolean): number[] {
  const path = route.split(' ')[1] ?? ''
  return [
    ...(hasBody ? [400, 413] : []),
    ...(WITHOUT_SESSION.test(path) ? [] : [401, 503]),
    ...(path.startsWith('/api/admin/') ? [403] : []),
  ]
}
