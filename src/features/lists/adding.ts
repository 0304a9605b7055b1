import type { Context } from '../../platform/context'
import type { Transaction } from '../../platform/db/client'
import { checkDetails } from './details'
import { lockList } from './locks'
import { type Additions, addParsed } from './merging'
import type { AddedItem, NewItem } from './model'
import { noteAdditions } from './notices/additions'
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
  return writeNewItem(ctx, { memberId, key, parts }, async (tx) => {
    const list = await lockList(tx, memberId, listId)
    const [addition] = await add(ctx, tx, { memberId, list, items: [item] }, parse)
    return { addition: addition!, readers: list.readers }
  })
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
    return { additions: await add(ctx, tx, { memberId, list, items }, parse), readers: list.readers }
  })
}

/** A request that wishes nothing keeps the digest that it had before there was a wish. */
const wish = (parse: boolean) => (parse ? ['parse'] : [])

/**
 * Adds items to a locked list, and notes what is new for those who want to hear of it.
 * @throws Refusal 400
 */
export async function add(ctx: Context, tx: Transaction, additions: Additions, parse: boolean): Promise<Addition[]> {
  const { list, memberId } = additions
  const added = await (parse && list.kind === 'shopping' ? addParsed : addAsTheyAre)(ctx, tx, additions)
  const isNew = added.filter(({ isMerged }) => !isMerged)
  await noteAdditions(
    ctx,
    tx,
    list,
    memberId,
    isNew.map(({ item }) => item),
  )
  return added
}

/** @throws Refusal 400 */
async function addAsTheyAre(
  ctx: Context,
  tx: Transaction,
  { list: { listId, readers }, items }: Additions,
): Promise<Addition[]> {
  for (const item of items) checkDetails(item, readers)
  const [only, ...others] = items
  const added =
    others.length === 0 ? [await insertActive(ctx, tx, listId, only!)] : await insertAllActive(ctx, tx, listId, items)
  return added.map((item) => ({ item, isMerged: false }))
}
