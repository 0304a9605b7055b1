import { request } from '../../data/http'
import type { Item, NewItemsBody } from '../../data/types'

/** Adds items in their order, all or none; once under its key. */
export async function addItems(listId: number, body: NewItemsBody, key: string): Promise<Item[]> {
  return (await request<{ items: Item[] }>('POST', `/api/lists/${listId}/items/batch`, { body, key })).items
}

/** Unticks all items of a list, which stay where they are. */
export const untick = (listId: number, key: string) =>
  request<{ count: number }>('POST', `/api/lists/${listId}/untick`, { key })

/** Moves what is ticked to another list. */
export const moveChecked = (listId: number, toListId: number, key: string) =>
  request<{ count: number }>('POST', `/api/lists/${listId}/move-checked`, {
    body: { toListId },
    key,
  })

/** Forgets that a text was added, or all that was; once under its key. */
export const forgetSuggestions = (listId: number, text: string | null, key: string) =>
  request<{ ok: true }>('DELETE', `/api/lists/${listId}/suggestions`, {
    query: { text: text ?? undefined },
    key,
  })
