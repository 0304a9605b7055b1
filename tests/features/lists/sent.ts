import { expect } from 'bun:test'
import type { AddedItem } from '../../../src/features/lists/model'
import { itemKey } from '../../../src/household/shopping/item-key'
import { addedBy, type ItemName, type ListWrite, listsOf } from '../../../web/src/lists/writes/write'
import type { Answer } from '../../support/cast'
import type { DeviceRequest } from '../../web/support/list-device/messages'
import type { Item, List } from './shopping'

type Words = Partial<Pick<Item, 'text' | 'checked' | 'section' | 'amount'>>
/** An item by what was done to it. */
interface Known extends Words {
  listId: number
  clientId?: string
}
/** An item as the database has it. */
interface Stored {
  id: number
  listId: number
  text: string
  checked: boolean
  section: string | null
  amount: string | null
  clientId: string | null
}

/** What devices have on their disks to be done, and what of it the service has done. */
export class Sent {
  /** By member, in the order in which they were kept. */
  readonly #kept = new Map<number, Map<string, ListWrite>>()
  /** The keys under which something was done, by member and in order. */
  readonly #done = new Map<number, Set<string>>()
  readonly #items = new Map<number, Known>()
  readonly #removed = new Map<number, Known>()
  /** Lists that were made of others, by their names, which nothing else has. */
  readonly #copies = new Map<string, List>()
  #replays = 0
  #ofAllTicked = 0

  /** @param lists those whose items are all added by the devices; on a shopping list lines become part of others */
  constructor(private readonly lists: { plain: number; other: number; shopping: number }) {}

  kept(member: number, writes: readonly ListWrite[]) {
    const known = this.#kept.get(member) ?? new Map<string, ListWrite>()
    this.#kept.set(member, known)
    for (const write of writes) if (!known.has(write.id)) known.set(write.id, write)
  }

  expectKept(member: number, ids: readonly string[]) {
    const kept = this.#kept.get(member)
    expect(ids.filter((id) => kept?.has(id) !== true)).toEqual([])
  }

  /** Hears of what has reached the service, in order. @throws when it refused */
  arrived(
    member: number,
    { method, path, headers, body }: Pick<DeviceRequest, 'method' | 'path' | 'headers' | 'body'>,
    { status, body: answer }: Answer,
  ) {
    if (method === 'GET' || status === 404) return
    if (![200, 201].includes(status)) {
      throw new Error(`${method} ${path} ${body}: ${status} ${JSON.stringify(answer)}`)
    }
    const [, id, verb] = /^\/api\/(?:lists|list-items)\/(\d+)(?:\/(.+))?$/.exec(path)!
    if (method === 'DELETE') this.#remove(Number(id))
    const key = headers['idempotency-key']
    if (key === undefined) return
    if (verb === 'duplicate') return this.#copied(JSON.parse(body!).name, answer as unknown as List)
    const done = this.#done.get(member) ?? new Set()
    this.#done.set(member, done)
    if (done.has(key)) {
      this.#replays++
      return
    }
    done.add(key)
    if (method === 'PATCH') {
      const said: Words = JSON.parse(body ?? '{}')
      this.#say(Number(id), said)
      // The last of a chain is open: whatever is ticked, something comes after it.
      if (said.checked === true && 'repeat' in answer) expect(answer.next).toMatchObject({ checked: false })
    } else if (verb === 'untick') this.#changeTicked(Number(id), { checked: false }, body, answer)
    else if (verb === 'move-checked') {
      this.#changeTicked(Number(id), { listId: JSON.parse(body!).toListId }, body, answer)
    } else for (const item of itemsIn(answer)) this.#add(item)
  }

  /** Each list that was asked for is there once, with what was left and done on the other, none of it ticked. */
  expectCopiedOnce(lists: readonly Pick<List, 'id' | 'name'>[], items: readonly Pick<Stored, 'listId' | 'checked'>[]) {
    const made = lists.filter(({ name }) => name.startsWith('Copy '))
    const byId = (one: { id: number }, other: { id: number }) => one.id - other.id
    expect(made.map(({ id, name }) => ({ id, name })).toSorted(byId)).toEqual(
      [...this.#copies].map(([name, { id }]) => ({ id, name })).toSorted(byId),
    )
    for (const { id, activeCount } of this.#copies.values()) {
      const copied = items.filter(({ listId }) => listId === id)
      expect([copied.length, copied.filter(({ checked }) => checked).length]).toEqual([activeCount, 0])
    }
    expect(made.length).toBeGreaterThan(0)
  }

  get hasCopies(): boolean {
    return this.#copies.size > 0
  }

  #copied(name: string, list: List) {
    const known = this.#copies.get(name) ?? list
    expect(list.id).toBe(known.id)
    this.#copies.set(name, known)
  }

  /** The lines that were added to the shopping list. */
  get lines(): string[] {
    const writes = this.#writes.filter(({ listId }) => listId === this.lists.shopping)
    return writes.flatMap(addedBy).map(({ text }) => text)
  }

  get #writes(): ListWrite[] {
    return [...this.#kept.values()].flatMap((kept) => [...kept.values()])
  }

  /** What was kept is done, in its order, and nothing twice: with the items of the plain lists. */
  expectDoneOnce(stored: readonly Stored[]) {
    for (const [member, kept] of this.#kept) {
      const done = this.#done.get(member)!
      // What could be taken back for a while holds nothing up, and what could not be sent only its own lists.
      const inTime = [...kept.values()].filter(({ undoUntil, key }) => undoUntil === 0 && done.has(key))
      for (const listId of new Set(inTime.flatMap(listsOf))) {
        const keys = inTime.filter((write) => listsOf(write).includes(listId)).map(({ key }) => key)
        expect([...done].filter((key) => keys.includes(key))).toEqual(keys)
      }
      const late = new Set([...kept.values()].filter(({ undoUntil }) => undoUntil !== 0).map(({ key }) => key))
      expect([...done].filter((key) => !late.has(key)).toSorted()).toEqual(inTime.map(({ key }) => key).toSorted())
    }
    const { plain, other } = this.lists
    const writes = this.#writes.filter(({ listId }) => listId === plain || listId === other)
    const removed = [...this.#removed.values()].map(({ clientId }) => clientId)
    const added = writes.flatMap(addedBy).map(({ clientId }) => clientId)
    const left = added.filter((clientId) => !removed.includes(clientId))
    expect(stored.map(({ clientId }) => clientId).toSorted()).toEqual(left.toSorted())

    const isStored = (name: ItemName) => stored.some(({ id, clientId }) => id === name || clientId === name)
    for (const write of writes) {
      if (write.kind === 'remove') expect(isStored(write.item)).toBe(false)
      if (write.kind === 'clear' && write.undoUntil === 0) expect(write.items.filter(isStored)).toEqual([])
      if (write.kind === 'change' && isStored(write.item)) expect(this.#isDone(write)).toBe(true)
    }
    for (const item of stored) expect(wordsOf(item)).toEqual(wordsOf(this.#items.get(item.id)!))
    expect(this.#replays).toBeGreaterThan(10)
    expect(removed.length).toBeGreaterThan(15)
    expect(this.#ofAllTicked).toBeGreaterThan(5)
    expect(stored.length).toBeGreaterThan(5)
  }

  /** What is left and says the same gets more, and nothing else does. */
  #add({ merged = false, ...item }: AddedItem) {
    if (item.listId === this.lists.shopping) {
      const left = [...this.#items.values()].filter(
        ({ listId, checked }) => listId === item.listId && checked === false,
      )
      expect(left.some(({ text }) => itemKey(text!) === itemKey(item.text))).toBe(merged)
      expect(item.checked).toBe(false)
    }
    this.#items.set(item.id, item)
  }

  #isDone({ key }: ListWrite): boolean {
    return [...this.#done.values()].some((done) => done.has(key))
  }

  #say(itemId: number, words: Partial<Known>) {
    const item = this.#items.get(itemId)
    if (item !== undefined) this.#items.set(itemId, { ...item, ...words })
  }

  #remove(itemId: number) {
    const item = this.#items.get(itemId)
    if (item === undefined) return
    this.#items.delete(itemId)
    this.#removed.set(itemId, item)
  }

  #changeTicked(listId: number, words: Partial<Known>, body: string | null, { count }: Answer['body']) {
    const { plain, other, shopping } = this.lists
    if (![plain, other, shopping].includes(listId)) return
    const { itemIds }: { itemIds?: number[] } = JSON.parse(body ?? '{}')
    const isMeant = (id: number) => itemIds === undefined || itemIds.includes(id)
    const ticked = [...this.#items].filter(
      ([id, item]) => item.listId === listId && item.checked === true && isMeant(id),
    )
    for (const [id] of ticked) this.#say(id, words)
    expect(count).toBe(ticked.length)
    this.#ofAllTicked += ticked.length
  }
}

const wordsOf = ({ listId, text, checked, section, amount }: Known | Stored) => ({
  listId,
  text,
  checked,
  section: section ?? null,
  amount: amount ?? null,
})

const itemsIn = (answer: Record<string, unknown>): AddedItem[] =>
  'items' in answer ? (answer.items as AddedItem[]) : [answer as unknown as AddedItem]
