import type { Screen } from '../../../src/features/displays/model'
import { request } from '../data/http'
import type { EventForm, Item, Occurrence } from '../data/types'

export type { Screen } from '../../../src/features/displays/model'

/** Every endpoint of a display. All throw ApiError. */

/** The same device under the same key, however often the code is sent. */
export const pair = (body: { code: string }, key: string) =>
  request<{ display: { id: number; name: string } }>('POST', '/api/display/pair', { body, key })
export const readScreen = () => request<Screen>('GET', '/api/display')
export const readEvents = async (start: string, end: string) =>
  (await request<{ occurrences: Occurrence[] }>('GET', '/api/display/events', { query: { start, end } })).occurrences
/** This and the next are done once under their key. */
export const addEvent = (body: EventForm, key: string) =>
  request<{ uid: string }>('POST', '/api/display/events', { body, key })
export const readItems = async (listId: number) =>
  (await request<{ items: Item[] }>('GET', `/api/display/lists/${listId}/items`)).items
export const addItem = (listId: number, body: { text: string; parse?: true }, key: string) =>
  request<Item & { merged?: true }>('POST', `/api/display/lists/${listId}/items`, {
    body,
    key,
  })
export const tickItem = (itemId: number, checked: boolean) =>
  request<Item>('PATCH', `/api/display/list-items/${itemId}`, { body: { checked } })
