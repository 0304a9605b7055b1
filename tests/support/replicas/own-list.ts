import { expect } from 'bun:test'
import { generateKeyBetween } from 'fractional-indexing'
import type { Item, List } from '../../features/lists/shopping'
import { type Answering, ask, type Member } from '../cast'

const MAX_ITEMS = 25

/** A list that one client alone writes to, one write after the other, so that what it must hold is known exactly. */
export class OwnList {
  /** As they were answered last. */
  readonly #items = new Map<number, Item>()
  #count = 0

  private constructor(
    private readonly service: Answering,
    private readonly member: Member,
    readonly id: number,
    private readonly random: (below: number) => number,
  ) {}

  static async make(service: Answering, member: Member, random: (below: number) => number): Promise<OwnList> {
    const { status, body } = await ask<List>(service, member, 'POST /api/lists', { name: `Of ${member.name}` })
    expect(status).toBe(201)
    return new OwnList(service, member, body.id, random)
  }

  /** Adds, ticks, renames, moves or removes one item. */
  async operate() {
    const items = this.#inOrder()
    const kind = this.random(10)
    const item = items[this.random(items.length)]
    if (item === undefined || (kind < 4 && items.length < MAX_ITEMS)) return this.#add()
    if (kind < 6) return this.#change(item, { checked: !item.checked })
    if (kind === 6) return this.#change(item, { text: `${++this.#count}` })
    if (kind === 7) return this.#change(item, { position: this.#somewhere(items) })
    return this.#remove(item)
  }

  /** Exactly what was acknowledged, in that order. @param items as they are stored */
  expectStored(items: readonly { id: number; text: string; checked: unknown }[]) {
    const short = ({ id, text, checked }: { id: number; text: string; checked: unknown }) =>
      `${id} ${text}${checked ? ' (ticked)' : ''}`
    expect(items.map(short)).toEqual(this.#inOrder().map(short))
  }

  #inOrder(): Item[] {
    return [...this.#items.values()].toSorted((one, other) =>
      one.rank === other.rank ? one.id - other.id : one.rank < other.rank ? -1 : 1,
    )
  }

  async #add() {
    const text = `${++this.#count}`
    const { status, body } = await ask<Item>(this.service, this.member, `POST /api/lists/${this.id}/items`, { text })
    expect({ status, text: body.text }).toEqual({ status: 201, text })
    expect(this.#items.has(body.id)).toBe(false)
    this.#items.set(body.id, body)
  }

  async #change({ id }: Item, change: object) {
    const { status, body } = await ask<Item>(this.service, this.member, `PATCH /api/list-items/${id}`, change)
    expect({ status, body }).toMatchObject({ status: 200, body: { id } })
    this.#items.set(id, body)
  }

  async #remove({ id }: Item) {
    const { status, body } = await ask(this.service, this.member, `DELETE /api/list-items/${id}`)
    expect({ status, body }).toMatchObject({ status: 200 })
    this.#items.delete(id)
  }

  /** Between two neighbours. */
  #somewhere(items: readonly Item[]): string {
    const place = this.random(items.length + 1)
    const [before, after] = [items[place - 1]?.rank ?? null, items[place]?.rank ?? null]
    return before === after ? before! : generateKeyBetween(before, after)
  }
}
