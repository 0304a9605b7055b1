import { describe, expect, test } from 'bun:test'
import { ask, type Member } from '../../../support/cast'
import { Basket } from '../basket'

const basket = new Basket().open()

const send = (who: Member | null, method: 'GET' | 'PUT', body?: unknown, headers: Record<string, string> = {}) =>
  ask<{ on: boolean }>(basket.household, who, `${method} /api/lists/${basket.listId}/notices`, body, headers)

describe('whether a member hears of what others add to a list', () => {
  test('is off until they turn it on, each for themselves', async () => {
    const { ada, ben } = basket.cast
    expect((await send(ben, 'GET')).body).toEqual({ on: false })
    for (const on of [true, true, false, false, true]) {
      const { status, body } = await send(ben, 'PUT', { on })
      expect({ status, body }).toEqual({ status: 200, body: { on } })
      expect((await send(ben, 'GET')).body).toEqual({ on })
    }
    expect((await send(ada, 'GET')).body).toEqual({ on: false })
  })

  test('is forgotten with the list, and by those who lose it', async () => {
    const { ada, ben } = basket.cast
    for (const who of [ada, ben]) await send(who, 'PUT', { on: true })
    await basket.shop.setShared(ada, basket.listId, false)
    expect((await send(ben, 'GET')).status).toBe(403)
    await basket.shop.setShared(ada, basket.listId, true)
    expect((await send(ben, 'GET')).body).toEqual({ on: false })
    expect((await send(ada, 'GET')).body).toEqual({ on: true })
  })

  test('is turned once by one request', async () => {
    const { ben } = basket.cast
    const headers = { 'idempotency-key': crypto.randomUUID() }
    await send(ben, 'PUT', { on: true }, headers)
    await send(ben, 'PUT', { on: false })
    expect((await send(ben, 'PUT', { on: true }, headers)).body).toEqual({ on: true })
    expect((await send(ben, 'GET')).body).toEqual({ on: false })
    expect((await send(ben, 'PUT', { on: false }, headers)).status).toBe(422)
  })

  test.each<[unknown]>([[{}], [{ on: 'true' }], [{ on: null }], [undefined]])('is not said by %j', async (body) => {
    expect((await send(basket.cast.ben, 'PUT', body)).status).toBe(400)
  })

  test('is nothing to those who may not read it, and of a list that is not there', async () => {
    const { ada, ben } = basket.cast
    await basket.shop.setShared(ada, basket.listId, false)
    for (const [who, status] of [
      [ben, 403],
      [null, 401],
    ] as const) {
      expect((await send(who, 'GET')).status).toBe(status)
      expect((await send(who, 'PUT', { on: true })).status).toBe(status)
    }
    basket.listId = 999_999
    expect((await send(ada, 'GET')).status).toBe(404)
    expect((await send(ada, 'PUT', { on: true })).status).toBe(404)
  })
})
