import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { ANSWERS } from '../../../src/features/openapi/answers'
import { ask, type Cast, seatCast } from '../../support/cast'
import { type Household, openHousehold } from '../../support/household'

interface Operation {
  summary: string
  requestBody?: { content: Record<string, { schema: { properties: Record<string, object> } }> }
  responses: Record<string, object>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
}

let household: Household
let cast: Cast
let document: Document
beforeAll(async () => {
  household = await openHousehold()
  cast = await seatCast(household.ctx)
  document = (await ask<Document>(household, null, 'GET /api/openapi/json')).body
})
afterAll(() => household.close())

describe('the description of the interface', () => {
  test('has every route, and none that is not there', () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map(
        (method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1').replace(/\/$/, '')}`,
      ),
    )
    expect(described.sort()).toEqual(Object.keys(ANSWERS).sort())
  })

  test('says what every route answers', () => {
    for (const operations of Object.values(document.paths)) {
      for (const operation of Object.values(operations)) {
        expect(operation.summary).not.toBe('')
        expect(Object.keys(operation.responses).length).toBeGreaterThan(0)
      }
    }
  })

  test('has the fields of a body with their limits, and the refusals of a guarded route', () => {
    const create = document.paths['/api/events/create']!.post!
    expect(create.requestBody?.content['application/json']?.schema.properties.title).toMatchObject({ maxLength: 255 })
    expect(Object.keys(create.responses)).toEqual(['202', '400', '401', '403', '413', '422', '503'])
    expect(Object.keys(document.paths['/api/admin/members']!.get!.responses)).toEqual(['200', '401', '403', '503'])
  })

  const readings = [
    'GET /health',
    'GET /api/auth/mode',
    'GET /api/me',
    'GET /api/events?start=2026-11-01&end=2026-12-01',
    'GET /api/events/writable-calendars',
    'GET /api/events/sync-status?uid=nothing',
    'GET /api/lists',
    'GET /api/push/vapid-public-key',
    'GET /api/setup/status',
    'GET /api/admin/members',
    'GET /api/admin/calendars',
    'GET /api/admin/config/timezone',
  ]
  test.each(readings)('%s answers in the shape that is described', async (request) => {
    const { status, body } = await ask(household, cast.ada, request)
    const { status: expected, schema } = ANSWERS[request.split('?')[0]!]!
    expect(status).toBe(expected)
    expect([...Value.Errors(schema!, body)].filter(({ message }) => !message.includes('Unknown format'))).toEqual([])
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
