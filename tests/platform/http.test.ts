import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { ask } from '../support/cast'
import { type Household, openHousehold } from '../support/household'

let household: Household
beforeAll(async () => {
  household = await openHousehold()
})
afterAll(() => household.close())

describe('paths nobody claims', () => {
  test.each(['GET /api/nope', 'POST /api/nope', 'GET /api', 'DELETE /api/lists/1/nope/2'])(
    '%s is 404 in JSON',
    async (request) => {
      const { status, body } = await ask(household, null, request)
      expect(status).toBe(404)
      expect(body).toEqual({ error: 'Not found' })
    },
  )
})

test('health says that the database is up', async () => {
  const { status, body } = await ask(household, null, 'GET /health')
  expect(status).toBe(200)
  expect(body).toEqual({ ok: true, db: 'up' })
})

test('a body over 1 MiB is refused before it is read', async () => {
  const { status } = await ask(household, null, 'POST /api/lists', 'x'.repeat(1024 * 1024 + 1), {
    'content-length': String(1024 * 1024 + 1),
  })
  expect(status).toBe(413)
})
