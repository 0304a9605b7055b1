import { announce } from '../../platform/announcements/announce'
import type { Context } from '../../platform/context'
import { inTransaction } from '../../platform/db/transaction'
import { findListOfDisplay, lockItemOfDisplay, lockListOfDisplay } from './access'
import { itemAdded } from './announcements'
import type { ChangedItem, Item } from './model'
import { noteAdditions } from './notices/additions'
import { type ItemRow, presentChanged, presentItem } from './present'
import { insertActive, itemsOf } from './stored-items'
import { tick, untick } from './ticking'
import { newsOf } from './write-items'

/** A list's items by rank, then id. @throws Refusal 404 for a list that the display does not show */
export async function readDisplayItems(ctx: Context, displayId: number, listId: number): Promise<ItemRow[]> {
  await findListOfDisplay(ctx.db, displayId, listId)
  return itemsOf(ctx.db, listId)
}

/** Adds an item after the last unchecked one. @throws Refusal 404 for a list that the display does not show */
export async function addDisplayItem(ctx: Context, displayId: number, listId: number, text: string): Promise<Item> {
  return inTransaction(ctx.db, async (tx) => {
    const list = await lockListOfDisplay(tx, displayId, listId)
    const item = await insertActive(ctx, tx, listId, { text, clientId: null })
    await noteAdditions(ctx, tx, list, null, [item])
    const added = presentItem(item)
    announce(ctx, tx, itemAdded(added, list.readers))
    return added
  })
}

/**
 * Ticks an item, or takes its tick away. A display is nobody: a chore was done by whoever had the turn.
 * @throws Refusal 404 for an item of a list that the display does not show
 */
export async function tickDisplayItem(
  ctx: Context,
  displayId: number,
  itemId: number,
  checked: boolean,
): Promise<ChangedItem> {
  const written = await inTransaction(ctx.db, async (tx) => {
    const list = await lockItemOfDisplay(tx, displayId, itemId)
    const setTo = checked ? tick : untick
    const written = await setTo(ctx, tx, list, itemId, null)
    announce(ctx, tx, ...newsOf(written, list.readers))
    return written
  })
  return presentChanged(written.item, written.next)
}
