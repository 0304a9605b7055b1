import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { RowDataPacket } from 'mysql2'
import { lockHousehold } from '../../../src/household/lock'
import { createMember } from '../../../src/household/members'
import { inTransaction } from '../../../src/platform/db/transaction'
import { ask, cookieFor, type Member } from '../../support/cast'
import { type Household, openHousehold } from '../../support/household'
import { randomFrom } from '../../support/random-from'
import { servers } from '../../support/servers'
import { expectSummedOnce } from './ledger'
import { Client } from './random-client'
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
  const clients = family.map(
    (member, index) => new Client(household, member, lists, groceries, randomFrom(seed + index)),
  )

  await Promise.all(
    clients.map(async (client) => {
      for (let count = 0; count < OPERATIONS / clients.length; count++) await client.operate()
    }),
  )
  // Whoever waited to hear of it reads it no more.
  await ask(household, family[0]!, `PATCH /api/lists/${lists[0]!.id}`, { isShared: false })
  for (const { screen } of clients) await screen.refresh()

  const connection = await (await servers.mariadb()).connect(household.config.database.name)
  const [all] = await connection.query<RowDataPacket[]>(
    'select id, list_id, text, checked, `rank` from list_items order by list_id, `rank`, id',
  )
  const [shares] = await connection.query<RowDataPacket[]>('select list_id, user_id from list_shares')
  const [notices] = await connection.query<RowDataPacket[]>('select list_id, user_id, first_id from list_notices')
  const [additions] = await connection.query<RowDataPacket[]>(
    'select id, list_id, item_id, user_id from list_additions',
  )
  await connection.end()

  const rows = all.filter(({ list_id }) => lists.some(({ id }) => id === list_id))

  // No item lost, none that came back: what is stored is what was added and not removed.
  const removed = new Set(clients.flatMap((client) => [...client.removed]))
  const alive = clients.flatMap((client) => [...client.added.keys()]).filter((id) => !removed.has(id))
  expect(rows.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(alive.toSorted((a, b) => a - b))
  const firstTexts = new Map(clients.flatMap((client) => [...client.added]))
  for (const { id, text } of rows) expect(text).toStartWith(firstTexts.get(id)!)
  expect(rows.length).toBeGreaterThan(50)
  expect(removed.size).toBeGreaterThan(500)

  for (const list of lists) {
    const stored = rows.filter(({ list_id }) => list_id === list.id)
    const ids = stored.map(({ id }) => id)
    const bytewise = stored.toSorted((a, b) => (a.rank === b.rank ? a.id - b.id : a.rank < b.rank ? -1 : 1))
    expect(ids).toEqual(bytewise.map(({ id }) => id))
    expect(stored.every(({ rank }) => /^[0-9A-Za-z]{1,255}$/.test(rank))).toBe(true)

    const readers = shares.filter(({ list_id }) => list_id === list.id).map(({ user_id }) => user_id)
    expect([0, MEMBERS - 1]).toContain(readers.length)
    for (const { screen } of clients) {
      const shown = screen.shown.get(list.id)
      if (screen.member.id === list.ownerId || readers.includes(screen.member.id)) {
        const read = await shop.items(screen.member, list.id)
        expect(read.map(({ id }) => id)).toEqual(ids)
        expect(shown).toEqual(read)
      } else {
        expect(shown).toBeUndefined()
      }
    }
  }

  const lines = clients.flatMap((client) => [...client.lines.values()])
  expectSummedOnce(lines, await shop.items(family[0]!, groceries.id))

  expectHeardOnce({ lists, shares, notices, additions })
  for (const { member } of clients) {
    for (const { id, ownerId } of lists) {
      const isReader = ownerId === member.id || shares.some((one) => one.list_id === id && one.user_id === member.id)
      const { status, body } = await ask(household, member, `GET /api/lists/${id}/notices`)
      const on = notices.some((one) => one.list_id === id && one.user_id === member.id)
      expect({ status, on: body.on }).toEqual(isReader ? { status: 200, on } : { status: 403, on: undefined })
    }
  }

  // Nobody has touched what was made of a list.
  const duplicates = clients.flatMap((client) => client.duplicates)
  for (const { id, activeCount } of duplicates) {
    const copied = all.filter(({ list_id }) => list_id === id)
    expect([copied.length, copied.filter(({ checked }) => checked === 1).length]).toEqual([activeCount, 0])
  }
  expect(duplicates.length).toBeGreaterThan(2)
  for (const { member } of clients) {
    const ranks = (await shop.lists(member)).map(({ rank = null }) => rank)
    const placed = ranks.filter((rank) => rank !== null)
    expect(ranks.slice(0, placed.length)).toEqual(placed.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
  }
}, 600_000)

interface Heard {
  lists: readonly List[]
  shares: readonly RowDataPacket[]
  notices: readonly RowDataPacket[]
  additions: readonly RowDataPacket[]
}

/** Whoever waits to hear of additions reads the list; nothing is told twice, and nobody is told of what is their own. */
function expectHeardOnce({ lists, shares, notices, additions }: Heard) {
  const itemIds = additions.map(({ item_id }) => item_id)
  expect(new Set(itemIds).size).toBe(itemIds.length)
  for (const { list_id, user_id, first_id } of notices) {
    const isOwner = lists.some(({ id, ownerId }) => id === list_id && ownerId === user_id)
    expect(isOwner || shares.some((one) => one.list_id === list_id && one.user_id === user_id)).toBe(true)
    const others = additions.filter((one) => one.list_id === list_id && one.user_id !== user_id)
    if (first_id !== null) expect(others.map(({ id }) => id)).toContain(first_id)
  }
  expect(notices.filter(({ first_id }) => first_id !== null).length).toBeGreaterThan(2)
}
