import { toOpenAPISchema } from '@elysiajs/openapi'
import type { AnyElysia, DocumentDecoration } from 'elysia'
import packageJson from '../../../package.json'
import { DEVICE_SESSION_COOKIE } from '../../identity/devices/device-session'
import { DISPLAY_SESSION_COOKIE } from '../../identity/display-session'
import { LOCAL_SESSION_COOKIE } from '../../identity/local/local-session'
import { OIDC_SESSION_COOKIE } from '../../identity/oidc/oidc-session'
import { scopesOf } from '../../identity/token-scopes'
import { answersOfGuards, type RefusalStatus, refusal } from '../../platform/http-answers'
import { plainSchema } from './plain'

const VERSION = '3.1.0'
const SESSION = { member: [{ local: [] }, { oidc: [] }, { device: [] }], display: [{ display: [] }] }
const ANY_OF = new Intl.ListFormat('en', { type: 'disjunction' })

const DESCRIPTION =
  'Sessions are cookies: `local-session` after `POST /api/auth/local/login`, `oidc-auth` after a sign-in at the ' +
  'identity provider, `device-session` beside them where the device is to stay signed in. Programs send a token ' +
  'of `POST /api/me/tokens` as `Authorization: Bearer`, where its scope reaches; beside one no cookie counts. Every error is ' +
  '`{ "error": string }`. Whoever has a thousand requests waiting gets 429 from any route, with ' +
  '`Retry-After`. Unknown properties of a body are ignored. With an identity provider, a navigation without a session ' +
  'is sent there with 302 instead of 401.'

/** What a route's registration says of it; `app.routes` calls it `any`. */
interface Hooks {
  detail?: DocumentDecoration
  body?: object
  transform?: { fn: object }[]
}

/**
 * The OpenAPI document of an app, from what stands at its routes: parameters and bodies from their schemas, answers from
 * their `detail`, and what their guards answer.
 */
export function documentOf(app: AnyElysia) {
  const { paths } = toOpenAPISchema(app, undefined, undefined, undefined, VERSION)
  for (const { path, method, hooks } of app.routes) {
    const operations = paths[path.replaceAll(/:(\w+)/g, '{$1}')] as Record<string, DocumentDecoration> | undefined
    const operation = operations?.[method.toLowerCase()]
    if (operation === undefined) continue
    Object.assign(operation, requestOf(operation, hooks), forTokens(method, path), answersOf(method, hooks))
  }
  return {
    openapi: VERSION,
    info: { title: 'Corkboard', version: packageJson.version, description: DESCRIPTION },
    paths,
    components: {
      securitySchemes: {
        local: { type: 'apiKey', in: 'cookie', name: LOCAL_SESSION_COOKIE },
        oidc: { type: 'apiKey', in: 'cookie', name: OIDC_SESSION_COOKIE },
        device: { type: 'apiKey', in: 'cookie', name: DEVICE_SESSION_COOKIE },
        display: { type: 'apiKey', in: 'cookie', name: DISPLAY_SESSION_COOKIE },
        token: { type: 'http', scheme: 'bearer', description: 'Where a route names its scope' },
      },
    },
  }
}

/**
 * The library puts the parameters of the schemas in place of those of the `detail`, and leaves out bodies of routes that
 * look at the request before it is parsed, as our guards do.
 */
function requestOf({ parameters = [] }: DocumentDecoration, { detail, body }: Hooks) {
  const all = [...new Set([...parameters, ...(detail?.parameters ?? [])])]
  return {
    ...(all.length > 0 && { parameters: plainSchema(all) }),
    ...(body !== undefined && {
      requestBody: { required: true, content: { 'application/json': { schema: plainSchema(body) } } },
    }),
  }
}

/** Which tokens are good for a route besides sessions. */
function forTokens(method: string, path: string): DocumentDecoration {
  const scopes = scopesOf(method, path)
  return scopes.length === 0 ? {} : { description: `Also with a token of the scope ${ANY_OF.format(scopes)}.` }
}

function answersOf(method: string, hooks: Hooks) {
  const guards = answersOfGuards(hooks)
  const statuses = new Set([...ofEveryRoute(method), ...guards.flatMap(({ refusals }) => refusals)])
  const session = guards.find(({ needsSession }) => needsSession !== undefined)?.needsSession
  const common = Object.fromEntries([...statuses].map((status) => [status, refusal(status)]))
  return {
    ...(session !== undefined && { security: SESSION[session] }),
    responses: plainSchema({ ...common, ...hooks.detail?.responses }),
  }
}

/** Accidents, and what the rules for every write refuse before a route has its say. */
const ofEveryRoute = (method: string): RefusalStatus[] => (method === 'GET' ? [500] : [400, 403, 413, 500])
