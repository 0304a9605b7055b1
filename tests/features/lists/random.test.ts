import { afterAll, beforeAll, expect, test } from 'bun:test'
import { generateKeyBetween } from 'fractional-indexing'
import type { RowDataPacket } from 'mysql2'
import { lockHousehold } from '../../../src/household/lock'
import { createMember } from '../../../src/household/members'
import { inTransaction } from '../../../src/platform/db/transaction'
import { type Answer, ask, cookieFor, type Member } from '../../support/cast'
import { type Household, openHousehold } from '../../support/household'
import { servers } from '../../support/servers'
import { type Item, type List, shopping } from './shopping'

const OPERATIONS = 10_000
const MEMBERS = 8
const LISTS = 6
const FULL_LIST = 40
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

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

/** mulberry32: the same numbers for the same seed, each below the bound it is asked for. */
function randomFrom(seed: number) {
  let state = seed >>> 0
  return (below: number) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

/** A member's screen: it hears what the household announces, and reads anew what it heard of. */
class Screen {
  readonly shown = new Map<number, Item[]>()
  readonly #stale = new Set<number>()

  constructor(readonly member: Member) {
    household.ctx.hub.subscribe((announcement) => {
      if (announcement.topic !== 'list' || !announcement.readers.includes(member.id)) return
      this.#stale.add(announcement.listId)
    })
  }

  async refresh() {
    const stale = [...this.#stale]
    this.#stale.clear()
    for (const listId of stale) {
      const { status, body } = await ask<{ items: Item[] }>(household, this.member, `GET /api/lists/${listId}/items`)
      if (status === 200) this.shown.set(listId, body.items)
      else this.shown.delete(listId)
    }
  }
}

/** One client's share of the operations. Everything it decides comes from its seed; what it sees is the others' too. */
class Client {
  readonly added = new Map<number, string>()
  readonly removed: number[] = []
  readonly #screen: Screen

  constructor(
    readonly member: Member,
    private readonly lists: readonly List[],
    private readonly random: (below: number) => number,
  ) {
    this.#screen = new Screen(member)
  }

  get screen() {
    return this.#screen
  }

  async operate() {
    const list = this.lists[this.random(this.lists.length)]!
    const kind = this.random(100)
    if (kind < 4) return this.send(`PATCH /api/lists/${list.id}`, { isShared: kind < 3 })
    if (kind < 8) return this.send(`PATCH /api/lists/${list.id}`, { name: `List ${this.random(1_000)}` })
    const items = await this.look(list.id)
    const item = items[this.random(items.length)]
    if (item === undefined || (kind < 40 && items.length < FULL_LIST)) return this.add(list.id)
    if (kind < 55) return this.remove(item.id)
    const path = `PATCH /api/list-items/${item.id}`
    if (kind < 65) return this.send(path, { checked: true })
    if (kind < 75) return this.send(path, { checked: false })
    if (kind < 80) return this.send(path, { text: `${item.text}'`.slice(0, 500) })
    return this.send(path, { position: this.position(items) })
  }

  private async look(listId: number): Promise<readonly Item[]> {
    if (this.random(4) === 0) await this.#screen.refresh()
    return this.#screen.shown.get(listId) ?? []
  }

  private async add(listId: number) {
    const text = crypto.randomUUID()
    const { status, body } = await this.send<Item>(`POST /api/lists/${listId}/items`, { text })
    if (status === 201) this.added.set(body.id, text)
  }

  private async remove(itemId: number) {
    const { status } = await this.send(`DELETE /api/list-items/${itemId}`)
    if (status === 200) this.removed.push(itemId)
  }

  /** Mostly between two items, as a client would; now and then what no client should send. */
  private position(items: readonly Item[]): string {
    const [some, other] = [items[this.random(items.length)]!.rank, items[this.random(items.length)]!.rank]
    const kind = this.random(10)
    if (kind === 0) return some
    if (kind === 1) return Array.from({ length: 1 + this.random(255) }, () => DIGITS[this.random(62)]).join('')
    try {
      return generateKeyBetween(some, other === some ? null : other).slice(0, 255)
    } catch {
      return 'a0'
    }
  }

  private async send<T>(request: string, body?: unknown): Promise<Answer<T>> {
    const answer = await ask<T>(household, this.member, request, body)
    if (![200, 201, 403, 404].includes(answer.status)) {
      throw new Error(`${request} ${JSON.stringify(body)}: ${answer.status} ${JSON.stringify(answer.body)}`)
    }
    return answer
  }
}

test(`${OPERATIONS} random operations by eight clients at once leave one order that everybody sees`, async () => {
  const seed = Number(process.env.SEED ?? 20_261_120)
  console.log(`random list operations: SEED=${seed}`)
  const shop = shopping(household)
  const lists: List[] = []
  for (let index = 0; index < LISTS; index++) lists.push(await shop.create(family[index]!))
  const clients = family.map((member, index) => new Client(member, lists, randomFrom(seed + index)))

  await Promise.all(
    clients.map(async (client) => {
      for (let count = 0; count < OPERATIONS / clients.length; count++) await client.operate()
    }),
  )
  for (const { screen } of clients) await screen.refresh()

  const connection = await (await servers.mariadb()).connect(household.config.database.name)
  const [rows] = await connection.query<RowDataPacket[]>(
    'select id, list_id, text, `rank` from list_items order by list_id, `rank`, id',
  )
  const [shares] = await connection.query<RowDataPacket[]>('select list_id, user_id from list_shares')
  await connection.end()

  // No item lost, none that came back: what is stored is what was added and not removed.
  const removed = new Set(clients.flatMap((client) => client.removed))
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
}, 300_000)
