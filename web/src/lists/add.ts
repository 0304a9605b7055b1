import { MAX_ITEMS_AT_ONCE } from '../../../src/platform/limits'
import { listsText } from '../i18n/lists'
import { uuid } from '../lib/uuid'
import { announce } from '../ui/announce'
import type { ChoreLine } from './chores/sentence'
import { reveal } from './reveal'
import { offerUndo } from './undo'
import { changeList, listWrites } from './writes/queue'
import type { ItemName, NewItem } from './writes/write'

/** An item to which something is added, as it was. */
export interface Standing {
  name: ItemName
  /** Of its row. */
  key: string
  text: string
  amount: string | null
}

/** What is about to be added; `standing`: what it becomes a part of. */
export interface Addition {
  item: NewItem
  standing?: Standing | undefined
}

/**
 * Adds items at the end of what is left, in this order; they are shown and told of. Several can be taken back at once.
 * The words of the lists have to be loaded.
 */
export function addItems(listId: number, texts: readonly (string | ChoreLine)[]): void {
  const additions = texts.map((line) => ({ item: { clientId: uuid(), ...partsOfLine(line) } }))
  const [first] = additions
  if (first === undefined) return
  if (additions.length > 1) addMany(listId, additions)
  else {
    addOne(listId, first)
    announce(listsText().added(first.item.text))
  }
}

function partsOfLine(line: string | ChoreLine): Omit<NewItem, 'clientId'> {
  if (typeof line === 'string') return { text: line }
  const { text, ...details } = line
  return { text, details }
}

/** Returns what takes it back. */
export function addOne(listId: number, { item, standing }: Addition): () => void {
  reveal(standing?.key ?? item.clientId)
  const id = changeList({ kind: 'add', listId, ...item })
  return () => {
    if (listWrites.cancel(id)) return
    // It is an item of its own where the other was ticked meanwhile; else there is none to remove.
    changeList({ kind: 'remove', listId, item: item.clientId, text: item.text })
    if (standing) setAmount(listId, standing)
  }
}

/** Adds several, which can be taken back at once. */
export function addMany(listId: number, additions: readonly Addition[]): void {
  const lists = listsText()
  const last = additions.at(-1)!
  reveal(last.standing?.key ?? last.item.clientId)
  const parts = partsOf(additions).map((part) => addPart(listId, part))
  const undo = () => {
    for (const takeBack of parts.toReversed()) takeBack()
  }
  const count = additions.length
  const raised = additions.filter(({ standing }) => standing !== undefined).length
  const added = parts.length === 1 ? lists.addedAll(count) : lists.addedInParts(count, parts.length)
  const text = raised === 0 ? added : `${added}. ${lists.line.stoodThere(raised)}`
  offerUndo({ key: additions[0]!.item.clientId, text, undo }, () => lists.addedBrief(count))
}

/** Returns what takes them back. What was part of another item by the time it arrived stays with that. */
function addPart(listId: number, additions: readonly Addition[]): () => void {
  const items = additions.map(({ item }) => item)
  const text = listsText().several(items[0]?.text ?? '', items.length - 1)
  const id = changeList({ kind: 'add-all', listId, items, text })
  return () => {
    if (listWrites.cancel(id)) return
    const own = items.map(({ clientId }) => clientId)
    changeList({ kind: 'clear', listId, items: own, text })
    const before = new Map(
      additions.toReversed().flatMap(({ standing }) => (standing ? [[standing.name, standing]] : [])),
    )
    for (const standing of before.values()) if (!own.includes(String(standing.name))) setAmount(listId, standing)
  }
}

function setAmount(listId: number, { name, text, amount }: Standing): void {
  changeList({ kind: 'change', listId, item: name, text, change: { amount } })
}

/** The service takes so many at once. */
const partsOf = (items: readonly Addition[]): Addition[][] =>
  Array.from({ length: Math.ceil(items.length / MAX_ITEMS_AT_ONCE) }, (_, part) =>
    items.slice(part * MAX_ITEMS_AT_ONCE, (part + 1) * MAX_ITEMS_AT_ONCE),
  )
