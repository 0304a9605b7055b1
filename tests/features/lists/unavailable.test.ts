import { expect, test } from 'bun:test'
import { ask, seatCast } from '../../support/cast'
import { openHousehold } from '../../support/household'

test('without a database every route says so, also one whose body is broken', async () => {
  const household = await openHousehold()
  const { ada } = await seatCast(household.ctx)
  await household.close()
  const requests: [string, unknown][] = [
    ['GET /api/lists', undefined],
    ['POST /api/lists', { name: 'Groceries' }],
    ['POST /api/lists', '{'],
    ['PATCH /api/lists/1', { name: 'Groceries' }],
    ['DELETE /api/lists/1', undefined],
    ['GET /api/lists/1/items', undefined],
    ['POST /api/lists/1/items', { text: 'Milk' }],
    ['DELETE /api/lists/1/items?checked=true', undefined],
    ['PATCH /api/list-items/1', { checked: true }],
    ['DELETE /api/list-items/1', undefined],
    ['GET /api/sse/lists', undefined],
  ]
  for (const [request, body] of requests) {
    const answer = await ask(household, ada, request, body)
    expect({ request, status: answer.status, body: answer.body }).toEqual({
      request,
      status: 503,
      body: { error: 'Service unavailable' },
    })
  }
})
