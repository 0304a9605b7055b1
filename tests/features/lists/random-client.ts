import { expect } from 'bun:test'
import { generateKeyBetween } from 'fractional-indexing'
import { type Answer, type Answering, ask } from '../../support/cast'
import { randomLine } from './random-line'
import type { Screen } from './screen'
import type { Item, List } from './shopping'

const FULL_LIST = 40
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECTIONS = ['produce', 'The drawer', null]

/** A request that may be sent again, and what is to be made of its answer however often it comes. */
interface Sent {
  request: string
  body: unknown
  key: string | null
  note: (answer: Answer) => void
}

/** One client's share of the operations. Everything it decides comes from its seed; what it sees is the others' too. */
export class Client {
  readonly added = new Map<number, string>()
  readonly removed = new Set<number>()
  readonly duplicates: List[] = []
  /** What was added to the shopping list, by its key. */
  readonly lines = new Map<string, string>()
  readonly #sent: Sent[] = []

  constructor(
    private readonly service: Answering,
    readonly screen: Screen,
    private readonly lists: readonly List[],
    private readonly shoppingList: List,
    private readonly random: (below: number) => number,
  ) {}

  async operate() {
    const list = this.#one(this.lists)
    const kind = this.random(100)
    if (kind < 4) return this.#send(`PATCH /api/lists/${list.id}`, { isShared: kind < 3 })
    if (kind < 6) return this.#send(`PATCH /api/lists/${list.id}`, { name: `List ${this.random(1_000)}` })
    if (kind < 8) return this.#send(`PATCH /api/lists/${list.id}`, { position: this.#digits(4) })
    if (kind < 9) return this.#sendAgain()
    if (kind < 10) return this.#send(`PUT /api/lists/${list.id}/notices`, { on: this.random(3) > 0 })
    if (kind < 16) return this.#shop()
    const items = await this.#look(list.id)
    const item = items[this.random(items.length)]
    if (item === undefined || (kind < 36 && items.length < FULL_LIST)) return this.#add(list.id)
    if (kind < 40 && items.length < FULL_LIST) return this.#addAll(list.id)
    if (kind < 55) return this.#remove(item.id)
    if (kind < 57) return this.#withList(list)
    const path = `PATCH /api/list-items/${item.id}`
    if (kind < 66) return this.#send(path, { checked: true })
    if (kind < 75) return this.#send(path, { checked: false })
    if (kind < 79) return this.#send(path, { text: `${item.text}'`.slice(0, 500) })
    if (kind < 83) return this.#send(path, { section: this.#one(SECTIONS), amount: `${this.random(9)} l` })
    return this.#send(path, { position: this.#position(items) })
  }

  /** Adds lines, ticks and unticks; nothing else. */
  async #shop() {
    const { id } = this.shoppingList
    const items = await this.#look(id)
    const kind = this.random(10)
    if (kind === 0) return this.#send(`POST /api/lists/${id}/untick`)
    if (kind < 5 && items.length > 0) {
      return this.#send(`PATCH /api/list-items/${this.#one(items).id}`, { checked: this.random(3) > 0 })
    }
    const texts = Array.from({ length: kind < 9 ? 1 : 5 }, () => randomLine(this.random))
    const [path, body] =
      texts.length === 1 ? ['items', { text: texts[0] }] : ['items/batch', { items: texts.map((text) => ({ text })) }]
    const key = crypto.randomUUID()
    return this.#send(
      `POST /api/lists/${id}/${path}`,
      { ...body, parse: true },
      ({ status }) => {
        if (status < 300) for (const [index, text] of texts.entries()) this.lines.set(`${key} ${index}`, text)
      },
      key,
    )
  }

  /** What is done to all that is ticked, or to all there is. */
  #withList({ id }: List) {
    const kind = this.random(20)
    if (kind < 2) {
      return this.#send(`POST /api/lists/${id}/duplicate`, {}, ({ status, body }) => {
        const list = body as unknown as List
        if (status === 201 && !this.duplicates.some((one) => one.id === list.id)) this.duplicates.push(list)
      })
    }
    if (kind < 9) return this.#send(`POST /api/lists/${id}/untick`)
    const toListId = this.#one(this.lists.filter((list) => list.id !== id)).id
    return this.#send(`POST /api/lists/${id}/move-checked`, { toListId })
  }

  async #look(listId: number): Promise<readonly Item[]> {
    if (this.random(8) === 0) await this.screen.refresh()
    return this.screen.shown.get(listId) ?? []
  }

  #add(listId: number) {
    const text = crypto.randomUUID()
    return this.#send(`POST /api/lists/${listId}/items`, { text }, ({ status, body }) => {
      if (status === 201) this.added.set(Number(body.id), text)
    })
  }

  #addAll(listId: number) {
    const texts = Array.from({ length: 1 + this.random(4) }, () => crypto.randomUUID())
    const items = texts.map((text) => ({ text }))
    return this.#send(`POST /api/lists/${listId}/items/batch`, { items }, ({ status, body }) => {
      if (status !== 201) return
      const added = body.items as Item[]
      expect(added.map(({ text }) => text)).toEqual(texts)
      for (const { id, text } of added) this.added.set(id, text)
    })
  }

  #remove(itemId: number) {
    return this.#send(`DELETE /api/list-items/${itemId}`, undefined, ({ status }) => {
      if (status === 200) this.removed.add(itemId)
    })
  }

  /** Mostly between two items, as a client would; now and then what no client should send. */
  #position(items: readonly Item[]): string {
    const [some, other] = [items[this.random(items.length)]!.rank, items[this.random(items.length)]!.rank]
    const kind = this.random(10)
    if (kind === 0) return some
    if (kind === 1) return this.#digits(255)
    try {
      return generateKeyBetween(some, other === some ? null : other).slice(0, 255)
    } catch {
      return 'a0'
    }
  }

  #digits(most: number): string {
    return Array.from({ length: 1 + this.random(most) }, () => DIGITS[this.random(62)]).join('')
  }

  #one<T>(of: readonly T[]): T {
    return of[this.random(of.length)]!
  }

  #send(request: string, body?: unknown, note: Sent['note'] = () => {}, key = this.#keyOrNone()) {
    const sent = { request, body, key, note }
    if (key !== null) this.#sent.push(sent)
    return this.#deliver(sent)
  }

  #keyOrNone(): string | null {
    return this.random(4) === 0 ? crypto.randomUUID() : null
  }

  /** What was done under a key long ago. */
  async #sendAgain() {
    if (this.#sent.length > 0) await this.#deliver(this.#one(this.#sent))
  }

  async #deliver({ request, body, key, note }: Sent) {
    const headers: Record<string, string> = key === null ? {} : { 'idempotency-key': key }
    const answer = await ask(this.service, this.screen.member, request, body, headers)
    if (![200, 201, 403, 404].includes(answer.status)) {
      throw new Error(`${request} ${JSON.stringify(body)}: ${answer.status} ${JSON.stringify(answer.body)}`)
    }
    note(answer)
  }
}
