import type { Screen } from '../../../src/features/displays/model'
import { create } from '../data/create'
import { request } from '../data/http'
import type { EventForm, Item, Occurrence } from '../data/types'

export type { Screen } from '../../../src/features/displays/model'

/** Every endpoint of a display. All throw ApiError. */

/** The same device, however often the code is sent. */
export const pair = (body: { code: string }) =>
  create<{ display: { id: number; name: string } }>('/api/display/pair', body)
export const readScreen = () => request<Screen>('GET', '/api/display')
export const readEvents = async (start: string, end: string) =>
  (await request<{ occurrences: Occurrence[] }>('GET', '/api/display/events', { query: { start, end } })).occurrences
export const addEvent = (body: EventForm) => create<{ uid: string }>('/api/display/events', body)
export const readItems = async (listId: number) =>
  (await request<{ items: Item[] }>('GET', `/api/display/lists/${listId}/items`)).items
export const addItem = (listId: number, body: { text: string; parse?: true }) =>
  create<Item & { merged?: true }>(`/api/display/lists/${listId}/items`, body)
export const tickItem = (itemId: number, checked: boolean) =>
  request<Item>('PATCH', `/api/display/list-items/${itemId}`, { body: { checked } })
