import { announce } from '../../platform/announcements/announce'
import type { Context } from '../../platform/context'
import { inTransaction } from '../../platform/db/transaction'
import { findListOfDisplay, type ReaderRow, readableByDisplay } from './access'
import { addOne } from './adding'
import { lockItemOfDisplay } from './locks'
import type { AddedItem, ChangedItem } from './model'
import { type ItemRow, presentChanged } from './present'
import { itemsOf } from './stored-items'
import { tick, untick } from './ticking'
import { newsOf, writeNewItem } from './write-items'

/** A list's items by rank, then id. @throws Refusal 404 for a list that the display does not show */
export async function readDisplayItems(ctx: Context, displayId: number, listId: number): Promise<ItemRow[]> {
  await findListOfDisplay(ctx.db, displayId, listId)
  return itemsOf(ctx.db, listId)
}

/**
 * Adds an item after the last unchecked one, with a key once. `parse`: the line is read first, and joins what says the
 * same, as a member's does; of lists for shopping alone.
 * @throws Refusal 404 for a list that the display does not show, 422 for a key of another request
 */
export async function addDisplayItem(
  ctx: Context,
  displayId: number,
  listId: number,
  { text, parse = false }: { text: string; parse?: boolean | undefined },
  key: string | null,
): Promise<AddedItem> {
  // A display is nobody: its keys stand beside those of the list's owner.
  const { ownerId: memberId } = await findListOfDisplay(ctx.db, displayId, listId)
  const parts = ['add on a display', displayId, listId, text, parse]
  return writeNewItem(ctx, { memberId, key, parts }, (tx) => {
    const asked = { memberId: null, listId, item: { text, clientId: null } }
    return addOne(ctx, tx, asked, parse, (rows: ReaderRow[]) => readableByDisplay(tx, displayId, rows))
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
    const { list, item } = await lockItemOfDisplay(tx, displayId, itemId)
    const setTo = checked ? tick : untick
    const written = await setTo(ctx, tx, list, item, null)
    announce(ctx, tx, ...newsOf(written, list.readers))
    return written
  })
  return presentChanged(written.item, written.next)
}
