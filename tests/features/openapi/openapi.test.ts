import { beforeAll, describe, expect, test } from 'bun:test'
import { ask } from '../../support/cast'
import { openHousehold } from '../../support/household'
import type { JsonSchema } from '../../support/json-schema'
import { opened } from '../../support/opened'
import { Description, type Operation } from './described'

/** Routes with more than one success. */
const STATUSES: Record<string, string[]> = {
  'GET /api/events': ['200', '304'],
  'GET /api/lists': ['200', '304'],
  'GET /api/lists/{id}/items': ['200', '304'],
  'POST /api/lists/{id}/items': ['200', '201'],
  'POST /api/display/lists/{id}/items': ['200', '201'],
}
const WITHOUT_JSON = [
  'application/zip',
  'text/event-stream',
  'text/html',
  'text/plain',
  'application/x-apple-aspen-config',
]
/** These are compared, never stored: one that is too long is a wrong one. */
const WITHOUT_LIMIT = [
  'POST /api/me/password: currentPassword',
  'POST /api/invitations/open: token',
  'POST /api/invitations/accept: token',
]

/** Files, and paths of no route. */
const NOT_DESCRIBED = [
  ...['/api', '/api/*', '/*'].flatMap((path) => [`GET ${path}`, `ALL ${path}`]),
  ...['start.js', 'swagger-ui.css', 'swagger-ui-bundle.js'].map((file) => `GET /api/openapi/${file}`),
]

const household = opened(openHousehold)
let description: Description
beforeAll(async () => {
  description = await Description.of(household)
})

const operation = (route: string): Operation => description.all().find(([name]) => name === route)![1]

describe('the description of the interface', () => {
  test('has every route but those that deliver the client, and none that is not there', () => {
    const described = description.all().map(([route]) => route.replaceAll(/\{(\w+)\}/g, ':$1'))
    const routes = household.app.routes.map(({ method, path }) => `${method} ${path}`)
    expect([...described, ...NOT_DESCRIBED].toSorted()).toEqual(routes.toSorted())
  })

  test('gives every success its shape, field by field, unless it is a redirect or no JSON', () => {
    for (const [route, { summary, responses }] of description.all()) {
      expect(summary).not.toBe('')
      const successes = Object.entries(responses).filter(([status]) => Number(status) < 400)
      expect(successes.map(([status]) => status)).toEqual(STATUSES[route] ?? [expect.any(String)])
      for (const [status, { content = {}, headers }] of successes) {
        const [type = '', { schema } = { schema: {} }] = Object.entries(content)[0] ?? []
        const shape = { route, type, isWhole: isWhole(schema) }
        if (status === '302') expect(headers).toHaveProperty('Location')
        else if (status === '304') expect(content).toEqual({})
        else if (WITHOUT_JSON.includes(type)) expect(schema.type).toBe('string')
        else expect(shape).toEqual({ route, type: 'application/json', isWhole: true })
      }
    }
  })

  test('gives every refusal its body', () => {
    for (const [route, { responses }] of description.all()) {
      for (const [status, { description: words, content }] of Object.entries(responses)) {
        if (Number(status) < 400) continue
        expect({ route, status, isWhole: isWhole(content?.['application/json']?.schema) }).toMatchObject({
          isWhole: true,
        })
        expect(words).not.toBe('Error')
      }
    }
  })

  test('has every field of a body with its limits', () => {
    const boundless = description.all().flatMap(([route, { requestBody }]) => {
      const schema = requestBody?.content['application/json']?.schema
      return schema === undefined ? [] : fieldsWithoutLimit(schema).map((field) => `${route}: ${field}`)
    })
    expect(boundless).toEqual(WITHOUT_LIMIT)
    const login = operation('POST /api/auth/local/login').requestBody?.content['application/json']?.schema
    expect(login?.properties?.username).toMatchObject({ type: 'string', minLength: 1, maxLength: 128 })
  })

  test('has the refusals of a guarded route, its session, and its key', () => {
    const create = operation('POST /api/events/create')
    expect(Object.keys(create.responses)).toEqual(['202', '400', '401', '403', '413', '422', '500', '503'])
    expect(create.security).toEqual([{ local: [] }, { oidc: [] }, { device: [] }])
    expect(create.parameters).toContainEqual(expect.objectContaining({ name: 'Idempotency-Key', in: 'header' }))
    expect(Object.keys(operation('GET /api/admin/members').responses)).toEqual(['200', '401', '403', '500', '503'])
    expect(operation('GET /health').security).toBeUndefined()
  })

  test('has the token that programs send, and which scopes reach a route', async () => {
    type Whole = { components: { securitySchemes: Record<string, object> } }
    const { body } = await ask<Whole>(household, null, 'GET /api/openapi/json')
    expect(body.components.securitySchemes.token).toMatchObject({ type: 'http', scheme: 'bearer' })
    expect(operation('GET /api/lists').description).toBe('Also with a token of the scope read, lists, or events.')
    expect(operation('PATCH /api/list-items/{itemId}').description).toBe('Also with a token of the scope lists.')
    expect(operation('DELETE /api/events/{uid}').description).toBe('Also with a token of the scope events.')
    for (const route of ['GET /api/me/tokens', 'POST /api/auth/local/login', 'GET /api/display']) {
      expect(operation(route).description).toBeUndefined()
    }
  })

  test('says when one asks too often, at the routes that count and once for all others', async () => {
    const { body } = await ask<{ info: { description: string } }>(household, null, 'GET /api/openapi/json')
    expect(body.info.description).toContain('429')
    const counting = description.all().flatMap(([route, { responses }]) => (responses[429] ? [route] : []))
    expect(counting).toContain('GET /api/feeds/{file}')
    for (const route of counting) {
      const { description: words, headers } = operation(route).responses[429]!
      expect(words).toStartWith('Too many')
      expect(JSON.stringify({ words, headers })).not.toMatch(/sign-in/)
    }
  })

  test('can be read without anything from elsewhere', async () => {
    const { body, headers } = await ask<string>(household, null, 'GET /api/openapi')
    expect(body).not.toMatch(/https?:\/\//)
    expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe-inline/)
    for (const [, path] of body.matchAll(/(?:src|href)="([^"]+)"/g)) {
      expect((await ask(household, null, `GET ${path}`)).status).toBe(200)
    }
  })
})

/** Whether a schema says what is in every object and every array of it. */
function isWhole(schema: JsonSchema | undefined): boolean {
  if (schema === undefined) return false
  if (schema.anyOf !== undefined) return schema.anyOf.every(isWhole)
  if (schema.type === 'array') return isWhole(schema.items)
  if (schema.type !== 'object') return schema.type !== undefined
  if (schema.additionalProperties === true) return true
  const fields = Object.values(schema.properties ?? {})
  return fields.length > 0 && fields.every(isWhole)
}

function fieldsWithoutLimit(schema: JsonSchema, name = ''): string[] {
  const { type, properties = {}, maxLength, pattern } = schema
  if (type === 'object') {
    return Object.entries(properties).flatMap(([key, field]) => fieldsWithoutLimit(field, key))
  }
  const isText = type === 'string' && schema.enum === undefined && schema.const === undefined
  return isText && maxLength === undefined && pattern === undefined ? [name] : []
}
