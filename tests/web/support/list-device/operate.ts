import { readItemLine } from '../../../../src/household/shopping/read-line'
import { duplicate } from '../../../../web/src/lists/create'
import { changeList, listWrites } from '../../../../web/src/lists/writes/queue'
import { doneItems, openItems, rankAt, type ViewItem } from '../../../../web/src/lists/writes/view'
import type { ListChange, NewItem } from '../../../../web/src/lists/writes/write'
import { randomLine } from '../../../features/lists/random-line'
import type { DeviceLists } from './messages'

const SECTIONS = ['produce', 'dairy', 'The drawer', null]
const AMOUNTS = ['2 l', '500 g', '3', null]
const FULL_LIST = 30
const UNDO_MS = 5_000

/** Somebody with a device, who goes by what the screen shows. */
export class Person {
  /** A list that was asked for and is not known to be there. */
  #copy: { listId: number; name: string } | null = null

  constructor(
    private readonly lists: DeviceLists,
    private readonly viewOf: (listId: number) => readonly ViewItem[],
    private readonly random: (below: number) => number,
  ) {}

  /** Does what comes next. */
  operate() {
    const kind = this.random(100)
    const { plain, other, shopping, chores } = this.lists
    if (kind < 18) this.#tick(chores, kind < 1)
    else if (kind < 28) this.#tick(shopping, kind < 19)
    else if (kind < 40) this.#addTo(shopping, () => this.#line())
    else if (kind < 50) this.#addTo(plain, () => this.#item())
    else if (kind < 60) this.#withList(this.#one([plain, other])!)
    else this.#withItem(this.#one([plain, plain, other])!)
  }

  #tick(listId: number, all: boolean) {
    if (all) return this.#changeWithUndo({ kind: 'untick', listId, text: 'list' })
    const items = this.viewOf(listId)
    const item = this.#one(this.random(2) === 0 ? openItems(items) : items)
    if (item !== undefined) this.#change(listId, item, { checked: this.random(5) > 0 })
  }

  #addTo(listId: number, newItem: () => NewItem) {
    if (this.viewOf(listId).length >= FULL_LIST) return
    if (this.random(4) > 0) return void changeList({ kind: 'add', listId, ...newItem() })
    const items = Array.from({ length: 1 + this.random(4) }, newItem)
    changeList({ kind: 'add-all', listId, items, text: 'items' })
  }

  #withList(listId: number) {
    const { plain, other } = this.lists
    const [text, done, kind] = ['list', doneItems(this.viewOf(listId)), this.random(10)]
    if (kind < 3) return this.#changeWithUndo({ kind: 'clear', listId, items: done.map(({ name }) => name), text })
    if (kind < 5) return this.#changeWithUndo({ kind: 'untick', listId, items: done.map(({ name }) => name), text })
    if (kind < 8) {
      const toListId = listId === plain ? other : plain
      const items = done.map(({ name, text }) => ({ item: name, text }))
      return this.#changeWithUndo({ kind: 'move-checked', listId, toListId, items, text })
    }
    if (kind < 9) return this.#duplicate(listId)
    changeList({ kind: 'change-list', listId, text, change: { name: `List ${this.random(1_000)}` } })
  }

  /** Needs a connection. Asked for again it is the same one. */
  #duplicate(listId: number) {
    const copy = this.#copy ?? { listId, name: `Copy ${crypto.randomUUID()}` }
    this.#copy = copy
    const done = () => {
      if (this.#copy === copy) this.#copy = null
    }
    void duplicate({ id: copy.listId }, copy.name).then(done, () => {})
  }

  #withItem(listId: number) {
    const items = this.viewOf(listId)
    const item = this.#one(items)
    if (item === undefined) return
    const { name, text } = item
    const kind = this.random(40)
    if (kind < 10) changeList({ kind: 'remove', listId, item: name, text })
    else if (kind < 23) this.#change(listId, item, { checked: this.random(2) === 0 })
    else if (kind < 27) this.#change(listId, item, { text: `${text}'`.slice(0, 500) })
    else if (kind < 33) this.#change(listId, item, this.#details())
    else this.#change(listId, item, { position: rankAt(items, item.key, this.random(items.length)) })
  }

  #change(listId: number, { name, text }: ViewItem, change: (ListChange & { kind: 'change' })['change']) {
    changeList({ kind: 'change', listId, item: name, text, change })
  }

  /** Half of what can be taken back for a while is. */
  #changeWithUndo(change: ListChange) {
    const hasUndo = this.random(2) === 0
    const id = changeList(change, hasUndo ? UNDO_MS : 0)
    if (hasUndo && this.random(2) === 0) listWrites.cancel(id)
  }

  #item(): NewItem {
    const text = crypto.randomUUID()
    return { clientId: text, text, ...(this.random(2) === 0 && { details: this.#details() }) }
  }

  #line(): NewItem {
    const line = randomLine(this.random)
    const { text, amount } = readItemLine(line)
    return { clientId: crypto.randomUUID(), text: line, read: { text, ...(amount !== null && { amount }) } }
  }

  #details() {
    return { section: this.#one(SECTIONS)!, amount: this.#one(AMOUNTS)! }
  }

  #one<T>(of: readonly T[]): T | undefined {
    return of[this.random(of.length)]
  }
}
