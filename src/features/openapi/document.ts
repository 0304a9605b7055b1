import { toOpenAPISchema } from '@elysiajs/openapi'
import { type AnyElysia, type TSchema, t } from 'elysia'
import packageJson from '../../../package.json'
import { LOCAL_SESSION_COOKIE } from '../../identity/local/local-session'
import { OIDC_SESSION_COOKIE } from '../../identity/oidc/oidc-session'
import { ANSWERS, KEYED } from './answers'
import { plainSchema } from './plain'
import { CLASH, ERROR, NO_HEALTH, SETUP_ERROR } from './schemas'

const VERSION = '3.1.0'
const JSON_TYPE = 'application/json'
/** Claimed by the service, but not part of its interface. */
const NOT_DESCRIBED = [/\*/, /^\/api$/, /^\/api\/openapi\/.*\.(js|css)$/]
const WITHOUT_SESSION = /^\/(health|metrics|callback|api\/(setup|auth|login|openapi))/

const MEANINGS: Record<number, string> = {
  400: 'Invalid parameters or body; the message names the field and the rule, never the value',
  401: 'No valid session',
  403: "Not permitted; also a write that another site's page has started",
  404: 'Not found',
  409: 'Conflict',
  413: 'The body is larger than 1 MiB',
  422: 'Valid, but cannot be done',
  423: 'Locked',
  429: 'Too many failed sign-ins',
  500: 'Something failed that should not; the log has a line about it',
  503: 'The database or the calendar server cannot be reached',
}

const DESCRIPTION =
  'Sessions are cookies: `local-session` after `POST /api/auth/local/login`, `oidc-auth` after a sign-in at the ' +
  'identity provider. Every error is `{ "error": string }`. Unknown properties of a body are ignored. With an identity ' +
  'provider, a navigation without a session is sent there with 302 instead of 401.'

interface Operation {
  summary?: string
  parameters?: object[]
  requestBody?: object
  responses?: Record<string, object>
  security?: object[]
}

/**
 * The OpenAPI document of an app: parameters and bodies from the routes' own schemas, answers from `answers.ts`.
 * The library leaves out bodies of routes that look at the request before it is parsed, as our guards do.
 */
export function documentOf(app: AnyElysia) {
  const { paths } = toOpenAPISchema(app, { paths: NOT_DESCRIBED }, undefined, undefined, VERSION)
  for (const { path, method, hooks } of app.routes) {
    const operations = paths[path.replaceAll(/:(\w+)/g, '{$1}')] as Record<string, Operation> | undefined
    const operation = operations?.[method.toLowerCase()]
    if (operation === undefined) continue
    describeRequest(operation, `${method} ${path}`, (hooks as { body?: object }).body)
    describeAnswers(operation, method, path)
  }
  return {
    openapi: VERSION,
    info: { title: 'Corkboard', version: packageJson.version, description: DESCRIPTION },
    paths,
    components: {
      securitySchemes: {
        local: { type: 'apiKey', in: 'cookie', name: LOCAL_SESSION_COOKIE },
        oidc: { type: 'apiKey', in: 'cookie', name: OIDC_SESSION_COOKIE },
      },
    },
  }
}

function describeRequest(operation: Operation, route: string, body: object | undefined) {
  const parameters = plainSchema(operation.parameters ?? []) as object[]
  if (KEYED.includes(route)) parameters.push(IDEMPOTENCY_KEY)
  if (parameters.length > 0) operation.parameters = parameters
  if (body !== undefined) operation.requestBody = { required: true, content: contentOf(body as TSchema) }
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same request with the same key is done once, and answered alike, for 7 days',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
}

function describeAnswers(operation: Operation, method: string, path: string) {
  const answer = ANSWERS[`${method} ${path}`]
  if (answer === undefined) return
  const { says, status, schema, mediaType, errors } = answer
  operation.summary = says
  if (!WITHOUT_SESSION.test(path)) operation.security = [{ local: [] }, { oidc: [] }]
  const success = schema === null ? { headers: { Location: TEXT_HEADER } } : { content: contentOf(schema, mediaType) }
  operation.responses = { [status]: { description: says, ...success } }
  for (const error of [...new Set([...errors, ...commonErrors(method, path)])].sort()) {
    operation.responses[error] = {
      description: MEANINGS[error] ?? 'Error',
      ...(error === 423 || error === 429 ? { headers: { 'Retry-After': SECONDS_HEADER } } : {}),
      content: contentOf(errorSchema(path, error)),
    }
  }
}

const TEXT_HEADER = { schema: { type: 'string' } }
const SECONDS_HEADER = { description: 'Seconds; at sign-in', schema: { type: 'integer', minimum: 1 } }

function contentOf(schema: TSchema, mediaType = JSON_TYPE) {
  return { [mediaType]: { schema: plainSchema(schema) } }
}

function errorSchema(path: string, status: number): TSchema {
  if (path === '/health' && status === 503) return NO_HEALTH
  if (path === '/api/events/:uid/edit' && status === 409) return CLASH
  if (!path.startsWith('/api/setup/validate/')) return ERROR
  // What is found wrong, and what is wrong with the request.
  if (status === 400) return t.Union([SETUP_ERROR, ERROR])
  // A database that is away is a finding of the first check, and an accident in the others.
  return status === 503 && path.endsWith('/db') ? SETUP_ERROR : ERROR
}

/** What the guards and the rules for every write answer before a route has its say. */
function commonErrors(method: string, path: string): number[] {
  return [
    500,
    ...(method === 'GET' ? [] : [400, 403, 413]),
    ...(WITHOUT_SESSION.test(path) ? [] : [401, 503]),
    ...(path.startsWith('/api/admin/') ? [403] : []),
  ]
}
