import { queries, queryClient } from '../data/queries'
import type { Item } from '../data/types'
import { listsText } from '../i18n/lists'
import { uuid } from '../lib/uuid'
import { announce } from '../ui/announce'
import { type Addition, addMany, addOne } from './add'
import { keepAdded, sectionsKnown } from './suggestions/kept'
import { loadReader, readerNow } from './suggestions/reader'
import { type ReadLine, readLines, type ShoppingLine } from './suggestions/reading'
import { linesToBuy } from './suggestions/recipe'
import { offerUndo, withdrawOne } from './undo'
import { keyOf } from './writes/merge'
import { listWrites } from './writes/queue'
import { type ViewItem, viewItems } from './writes/view'
import type { ListWrite } from './writes/write'

/**
 * Adds lines to a shopping list: amounts are put apart, and what is on the list already is raised. They are shown and
 * told of. `canUndo`: one that is new can be taken back, too. The words of the lists have to be loaded.
 */
export function addToShopping(listId: number, lines: readonly ShoppingLine[], { canUndo = false } = {}): void {
  const named = lines.map((line) => ({ clientId: uuid(), ...line }))
  const read = readLines(named, viewNow(listId), readerNow(), sectionsKnown(listId))
  const additions = named.map(({ clientId, text, amount, section }, at) => {
    const { standing, ...reading } = read[at]!
    const details = { ...(amount && { amount }), ...(section !== undefined && { section }) }
    return { item: { clientId, text, ...(amount || section ? { details } : {}), read: reading }, standing }
  })
  const [first] = additions
  if (first === undefined) return
  makeWay(listId, read)
  const added = read.map(({ text, amount = null, section = null }) => ({ text, amount, section }))
  if (additions.length > 1) addMany(listId, additions)
  else tellOf(first, addOne(listId, first), canUndo)
  keepAdded(listId, added)
}

/** The same of a line as it was typed, as soon as it can be read; into a section where one is named. */
export async function addLine(listId: number, text: string, section?: string): Promise<void> {
  await loadReader()
  addToShopping(listId, [{ text, ...(section !== undefined && { section }) }])
}

/** The same of several lines: a list, or a recipe with its ingredients. */
export async function addLines(listId: number, text: string): Promise<void> {
  await loadReader()
  const lines = linesToBuy(text, readerNow()).map((text) => ({ text }))
  addToShopping(listId, lines, { canUndo: true })
}

/**
 * What was removed or unticked a moment ago and is written again goes first, and is taken back no more: the service would
 * raise what is about to be removed, and double what is about to be unticked.
 */
function makeWay(listId: number, read: readonly ReadLine[]): void {
  const said = new Set(read.map(({ text }) => keyOf(text)))
  const isMeant = (write: ListWrite) =>
    write.kind === 'remove' ? said.has(keyOf(write.text)) : write.kind === 'untick' && read.some((one) => one.standing)
  for (const write of listWrites.writes.get()) {
    if (write.listId !== listId || write.undoUntil === 0 || !isMeant(write)) continue
    listWrites.edit(write.id, () => ({ undoUntil: 0 }))
    withdrawOne(write.id)
  }
}

function tellOf({ item, standing }: Addition, undo: () => void, canUndo: boolean): void {
  const lists = listsText()
  const key = item.clientId
  const sum = item.read?.onto?.amount
  const text = lists.added(item.read?.text ?? item.text)
  if (standing && sum) offerUndo({ key, text: lists.line.raised(standing.text, sum), undo }, () => lists.line.now(sum))
  else if (canUndo) offerUndo({ key, text, undo }, lists.addedBrief)
  else announce(text)
}

function viewNow(listId: number): ViewItem[] {
  const items = queryClient.getQueryData<Item[]>(queries.items(listId).queryKey) ?? []
  const writes = listWrites.writes.get().filter(({ stage }) => stage !== 'failed')
  return viewItems(items, writes, listId)
}
