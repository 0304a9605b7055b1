import { request } from '../../data/http'
import type { Item, NewItemsBody } from '../../data/types'

/** Adds items in their order, all or none; once under its key. */
export async function addItems(listId: number, body: NewItemsBody, key: string): Promise<Item[]> {
  return (await request<{ items: Item[] }>('POST', `/api/lists/${listId}/items/batch`, { body, key })).items
}

/** Unticks items of a list, which stay where they are; without ids all that are ticked. */
export const untick = (listId: number, itemIds: number[] | undefined, key: string) =>
  request<{ count: number }>('POST', `/api/lists/${listId}/untick`, { ...(itemIds && { body: { itemIds } }), key })

/** Moves what is ticked of these items, or of all, to another list. */
export const moveChecked = (listId: number, toListId: number, itemIds: number[] | undefined, key: string) =>
  request<{ count: number }>('POST', `/api/lists/${listId}/move-checked`, {
    body: { toListId, ...(itemIds && { itemIds }) },
    key,
  })

/** Forgets that a text was added, or all that was; once under its key. */
export const forgetSuggestions = (listId: number, text: string | null, key: string) =>
  request<{ ok: true }>('DELETE', `/api/lists/${listId}/suggestions`, {
    query: { text: text ?? undefined },
    key,
  })
