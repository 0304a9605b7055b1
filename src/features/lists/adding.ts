import type { Context } from '../../platform/context'
import type { Transaction } from '../../platform/db/client'
import { afterCommit } from '../../platform/db/transaction'
import { type ReadableList, type ReaderRow, readableBy } from './access'
import { withAssigned } from './assigned'
import { checkDetails } from './details'
import type { ListEnd } from './list-end'
import { type LockedList, lockAndFind, lockAndFindEnd } from './lock-and-find'
import { lockList } from './locks'
import { addLines, addParsed, lineOf, type Target } from './merging'
import type { AddedItem, NewItem } from './model'
import { noteAdditions } from './notices/additions'
import { openCacheOf } from './open-cache'
import type { Addition } from './present'
import { insertActive, insertAllActive } from './stored-items'
import { type ItemsAnswer, writeNewItem, writeNewItems } from './write-items'

/** How items are added. */
interface How {
  /** Their texts are read first, and join what says the same; of lists for shopping alone. */
  parse: boolean
  key: string | null
}

/**
 * Adds an item after the last unchecked one. With a key it is added once, however often the request is sent.
 * @throws Refusal 404, 403, 400 for what an item cannot say, 422 for a key of another request
 */
export async function addItem(
  ctx: Context,
  memberId: number,
  listId: number,
  item: NewItem,
  { parse, key }: How,
): Promise<AddedItem> {
  const { text, clientId, ...details } = item
  const hasDetails = Object.keys(details).length > 0
  const parts = ['add', listId, text, clientId, ...(hasDetails ? [details] : []), ...wish(parse)]
  return writeNewItem(ctx, { memberId, key, parts }, (tx) =>
    addOne(ctx, tx, { memberId, listId, item }, parse, (rows) => readableBy(memberId, rows)),
  )
}

/**
 * Locks a list and adds an item to it.
 * @param readable tells the list to whoever adds
 * @throws Refusal as `readable`, 400
 */
export async function addOne(
  ctx: Context,
  tx: Transaction,
  { memberId, listId, item }: { memberId: number | null; listId: number; item: NewItem },
  parse: boolean,
  readable: (rows: ReaderRow[]) => ReadableList | Promise<ReadableList>,
): Promise<{ addition: Addition; readers: number[] }> {
  const line = parse ? lineOf(item) : null
  const found = line && (await lockAndFind(tx, { memberId, listId }, line, openCacheOf(ctx.db).get(listId)))
  const { readers, end }: { readers: ReaderRow[]; end?: ListEnd } = found ?? (await lockAndFindEnd(tx, listId))
  const list = await readable(readers)
  const isRead = line !== null && found !== null && list.kind === 'shopping'
  const added = isRead ? await addLine(ctx, tx, list, line, found) : await addAsTheyAre(ctx, tx, list, [item], end)
  await noteNew(ctx, tx, list, memberId, added)
  return { addition: added[0]!, readers: list.readers }
}

/** Adds a line that has been read; the next one to the list finds what this one leaves. @throws Refusal 400 */
async function addLine(ctx: Context, tx: Transaction, list: ReadableList, line: Target, { before, known }: LockedList) {
  const { listId, revision } = list
  const knownOfLine = await known()
  const { additions, end } = await addLines(ctx, tx, list, [line], knownOfLine)
  const { keyDigest } = line
  const newId = additions[0]!.isMerged ? null : additions[0]!.item.id
  const added = { before, revision, end: end ?? knownOfLine.end, keyDigest, newId }
  afterCommit(tx, await openCacheOf(ctx.db).prepare(tx, listId, added))
  return additions
}

/**
 * Adds items after the last unchecked one, in their order: all of them or none. With a key they are added once.
 * @throws Refusal 404, 403, 400, 422, as `addItem`
 */
export async function addItems(
  ctx: Context,
  memberId: number,
  listId: number,
  items: readonly NewItem[],
  { parse, key }: How,
): Promise<ItemsAnswer> {
  const parts = ['add-all', listId, items, ...wish(parse)]
  return writeNewItems(ctx, { memberId, key, parts }, async (tx) => {
    const list = await lockList(tx, memberId, listId)
    const isRead = parse && list.kind === 'shopping'
    const additions = await (isRead
      ? addParsed(ctx, tx, { memberId, list, items })
      : addAsTheyAre(ctx, tx, list, items))
    await noteNew(ctx, tx, list, memberId, additions)
    return { additions, readers: list.readers }
  })
}

/** A request that wishes nothing keeps the digest that it had before there was a wish. */
const wish = (parse: boolean) => (parse ? ['parse'] : [])

/** Notes what is new for those who want to hear of it. */
const noteNew = (
  ctx: Context,
  tx: Transaction,
  list: ReadableList,
  memberId: number | null,
  additions: readonly Addition[],
): Promise<void> =>
  noteAdditions(
    ctx,
    tx,
    list,
    memberId,
    additions.filter(({ isMerged }) => !isMerged).map(({ item }) => item),
  )

/** @param end the list's, of whoever has read it already @throws Refusal 400 */
async function addAsTheyAre(
  ctx: Context,
  tx: Transaction,
  { listId, readers }: ReadableList,
  items: readonly NewItem[],
  end?: ListEnd,
): Promise<Addition[]> {
  const checked: NewItem[] = []
  for (const item of items) {
    checkDetails(item)
    checked.push(await withAssigned(tx, item, readers))
  }
  const [only, ...others] = checked
  const added =
    others.length === 0
      ? [(await insertActive(ctx, tx, listId, only!, end)).item]
      : await insertAllActive(ctx, tx, listId, checked)
  return added.map((item) => ({ item, isMerged: false }))
}
