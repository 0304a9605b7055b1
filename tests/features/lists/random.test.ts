import { afterAll, beforeAll, expect, test } from 'bun:test'
import { lockHousehold } from '../../../src/household/lock'
import { createMember } from '../../../src/household/members'
import { inTransaction } from '../../../src/platform/db/transaction'
import { ask, cookieFor, type Member } from '../../support/cast'
import { type Household, openHousehold } from '../../support/household'
import { randomFrom } from '../../support/random-from'
import { expectSummedOnce } from './ledger'
import { Client } from './random-client'
import { expectHeardOnce, expectNothingLost, expectOneOrder, readStored } from './random-outcome'
import { Screen } from './screen'
import { type List, shopping } from './shopping'

const OPERATIONS = 10_000
const MEMBERS = 8
const LISTS = 6

let household: Household
let family: Member[]
beforeAll(async () => {
  household = await openHousehold()
  family = []
  for (let index = 0; index < MEMBERS; index++) family.push(await join(`Member ${index}`))
})
afterAll(() => household.close())

async function join(name: string): Promise<Member> {
  const { ctx } = household
  const id = await inTransaction(ctx.db, async (tx) => {
    await lockHousehold(ctx, tx)
    return createMember(ctx, tx, { displayName: name })
  })
  return { id, name, cookie: await cookieFor(ctx, id) }
}

test(`${OPERATIONS} random operations by eight clients at once leave one order that everybody sees`, async () => {
  const seed = Number(process.env.SEED ?? 20_261_120)
  console.log(`random list operations: SEED=${seed}`)
  const shop = shopping(household)
  const lists: List[] = []
  for (let index = 0; index < LISTS; index++) lists.push(await shop.create(family[index]!))
  const { body: groceries } = await ask<List>(household, family[0]!, 'POST /api/lists', {
    name: 'Shop',
    kind: 'shopping',
  })
  const listIds = [...lists, groceries].map(({ id }) => id)
  const clients = family.map((member, index) => {
    const screen = new Screen(household, member, listIds)
    household.ctx.hub.subscribe((announcement) => {
      if (announcement.topic === 'list' && announcement.readers.includes(member.id)) screen.hear(announcement.listId)
    })
    return new Client(household, screen, lists, groceries, randomFrom(seed + index))
  })

  await Promise.all(
    clients.map(async (client) => {
      for (let count = 0; count < OPERATIONS / clients.length; count++) await client.operate()
    }),
  )
  // Whoever waited to hear of it reads it no more.
  await ask(household, family[0]!, `PATCH /api/lists/${lists[0]!.id}`, { isShared: false })
  for (const { screen } of clients) await screen.refresh()

  const stored = await readStored(household.config.database)
  expectNothingLost(stored, lists, clients)
  const removed = clients.reduce((sum, client) => sum + client.removed.size, 0)
  expect(removed).toBeGreaterThan(500)
  expect(stored.items.length).toBeGreaterThan(50)
  await expectOneOrder(household, stored, lists, clients)

  const lines = clients.flatMap((client) => [...client.lines.values()])
  expectSummedOnce(lines, await shop.items(family[0]!, groceries.id))

  expectHeardOnce(lists, stored)
  expect(stored.notices.filter(({ first_id }) => first_id !== null).length).toBeGreaterThan(2)
  for (const { member } of clients.map(({ screen }) => screen)) {
    for (const { id, ownerId } of lists) {
      const isReader =
        ownerId === member.id || stored.shares.some((one) => one.list_id === id && one.user_id === member.id)
      const { status, body } = await ask(household, member, `GET /api/lists/${id}/notices`)
      const on = stored.notices.some((one) => one.list_id === id && one.user_id === member.id)
      expect({ status, on: body.on }).toEqual(isReader ? { status: 200, on } : { status: 403, on: undefined })
    }
  }

  expect(clients.flatMap(({ duplicates }) => duplicates).length).toBeGreaterThan(2)
  for (const { screen } of clients) {
    const ranks = (await shop.lists(screen.member)).map(({ rank = null }) => rank)
    const placed = ranks.filter((rank) => rank !== null)
    expect(ranks.slice(0, placed.length)).toEqual(placed.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
  }
}, 600_000)
