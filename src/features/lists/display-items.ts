import type { Context } from '../../platform/context'
import type { Transaction } from '../../platform/db/client'
import { inTransaction } from '../../platform/db/transaction'
import { findListOfDisplay, lockItemOfDisplay, lockListOfDisplay } from './access'
import { itemAdded, itemUpdated } from './announcements'
import { insertActive, itemsOf, updateItem } from './items'
import type { Item } from './model'
import { type ItemRow, presentItem } from './present'

/** A list's items by rank, then id. @throws Refusal 404 for a list that the display does not show */
export async function readDisplayItems(ctx: Context, displayId: number, listId: number): Promise<ItemRow[]> {
  await findListOfDisplay(ctx.db, displayId, listId)
  return itemsOf(ctx.db, listId)
}

/** Adds an item after the last unchecked one. @throws Refusal 404 for a list that the display does not show */
export async function addDisplayItem(ctx: Context, displayId: number, listId: number, text: string): Promise<Item> {
  return writeAndTell(ctx, itemAdded, async (tx) => {
    const { readers } = await lockListOfDisplay(tx, displayId, listId)
    return { row: await insertActive(ctx, tx, listId, { text, clientId: null }), readers }
  })
}

/** Ticks an item, or takes its tick away. @throws Refusal 404 for an item of a list that the display does not show */
export async function tickDisplayItem(
  ctx: Context,
  displayId: number,
  itemId: number,
  checked: boolean,
): Promise<Item> {
  return writeAndTell(ctx, itemUpdated, async (tx) => {
    const { listId, readers } = await lockItemOfDisplay(tx, displayId, itemId)
    return { row: await updateItem(ctx, tx, { listId, itemId }, { checked }), readers }
  })
}

async function writeAndTell(
  ctx: Context,
  announce: typeof itemAdded,
  write: (tx: Transaction) => Promise<{ row: ItemRow; readers: readonly number[] }>,
): Promise<Item> {
  const { row, readers } = await inTransaction(ctx.db, write)
  const item = presentItem(row)
  ctx.hub.publish(announce(item, readers))
  return item
}
