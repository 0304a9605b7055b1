import { announce } from '../../platform/announcements/announce'
import type { Context } from '../../platform/context'
import type { Transaction } from '../../platform/db/client'
import { inTransaction } from '../../platform/db/transaction'
import type { Announcement } from '../../platform/hub'
import { type KeyedRequest, writeOnce } from '../../platform/idempotency'
import { readersOf } from './access'
import { asTheyAreNow } from './announced-texts'
import { itemAdded, itemDeleted, itemUpdated } from './announcements'
import type { AddedItem, ChangedItem } from './model'
import { type Addition, type ItemRow, presentAdded, presentChanged } from './present'

export interface ItemsAnswer {
  items: AddedItem[]
}

type Readers = readonly number[]
type News = Announcement<'list'>[]

/** What became of an item, and of those that come of it. */
export interface Written {
  item: ItemRow
  /** What comes after it, now that it is ticked. */
  next: ItemRow | null
  /** What came after it, and was taken away with its tick. */
  takenAway: number | null
}

/** A change that nothing else comes of. */
export const only = (item: ItemRow): Written => ({ item, next: null, takenAway: null })

/** What is told of a change. */
function newsOfChange({ next, ...item }: ChangedItem, readers: Readers): News {
  return [itemUpdated(item, readers), ...(next === undefined ? [] : [itemAdded(next, readers)])]
}

/** The same, and of what it took away. */
export const newsOf = ({ item, next, takenAway }: Written, readers: Readers): News => [
  ...newsOfChange(presentChanged(item, next), readers),
  ...(takenAway === null ? [] : [itemDeleted(item.listId, takenAway, readers)]),
]

/** Changes an item once under its key, and announces it with the commit. Answers with the item. */
export async function writeChange(
  ctx: Context,
  request: KeyedRequest,
  write: (tx: Transaction) => Promise<Written & { readers: Readers }>,
): Promise<ChangedItem> {
  const once = async (tx: Transaction) => {
    const { readers, ...written } = await write(tx)
    return { answer: presentChanged(written.item, written.next), news: newsOf(written, readers) }
  }
  return writeAndTell(ctx, request, once, newsOfChange, ({ listId }) => listId)
}

/** Adds an item once under its key, and announces it with the commit. Answers with the item. */
export async function writeNewItem(
  ctx: Context,
  request: KeyedRequest,
  write: (tx: Transaction) => Promise<{ addition: Addition; readers: Readers }>,
): Promise<AddedItem> {
  const newsOfItem = (item: AddedItem, readers: Readers) => newsOfAdded([item], readers)
  const once = async (tx: Transaction) => {
    const { addition, readers } = await write(tx)
    const answer = presentAdded(addition)
    return { answer, news: newsOfItem(answer, readers) }
  }
  return writeAndTell(ctx, request, once, newsOfItem, ({ listId }) => listId)
}

/** The same of at least one item of a list. */
export async function writeNewItems(
  ctx: Context,
  request: KeyedRequest,
  write: (tx: Transaction) => Promise<{ additions: Addition[]; readers: Readers }>,
): Promise<ItemsAnswer> {
  const newsOfItems = ({ items }: ItemsAnswer, readers: Readers) => newsOfAdded(items, readers)
  const once = async (tx: Transaction) => {
    const { additions, readers } = await write(tx)
    const answer = { items: additions.map(presentAdded) }
    return { answer, news: newsOfItems(answer, readers) }
  }
  return writeAndTell(ctx, request, once, newsOfItems, ({ items }) => items[0]!.listId)
}

/** Each item is told once: one that is new as new, whatever else was added to it in the same request. */
function newsOfAdded(items: readonly AddedItem[], readers: Readers): News {
  const told = new Map<number, Announcement<'list'>>()
  for (const item of items) {
    if (!told.has(item.id)) told.set(item.id, item.merged ? itemUpdated(item, readers) : itemAdded(item, readers))
  }
  return [...told.values()]
}

/**
 * Writes something of lists once under its key, and announces it. `retell` is what a replay announces to those who may
 * read the list by then, as it says by then: it may have been private.
 */
export async function writeAndTell<Answer>(
  ctx: Context,
  request: KeyedRequest,
  write: (tx: Transaction) => Promise<{ answer: Answer; news: News }>,
  retell: (answer: Answer, readers: Readers) => News,
  listOf: (answer: Answer) => number,
): Promise<Answer> {
  return inTransaction(ctx.db, async (tx) => {
    const recall = async (answer: Answer) => asTheyAreNow(tx, retell(answer, await readersOf(tx, listOf(answer))))
    const { answer, news } = await writeOnce(ctx, tx, request, () => write(tx), recall)
    // One by one: a list that is cleared may announce more than a call has arguments.
    for (const one of news) announce(ctx, tx, one)
    return answer
  })
}
