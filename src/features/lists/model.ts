import { t } from 'elysia'
import { badRequest } from '../../platform/http-errors'
import { IdInPath, id, instant } from '../../platform/http-schema'
import { trimmedText } from '../../platform/http-text'
import { MAX_ITEM_LENGTH, MAX_LIST_NAME_LENGTH } from '../../platform/limits'
import { COUNTED_LIST } from '../shared/lists'

const UUID = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
const POSITION = '^[0-9A-Za-z]{1,255}$'

export const ListPath = t.Object({ id: IdInPath })
export const ItemPath = t.Object({ itemId: IdInPath })

const name = trimmedText(MAX_LIST_NAME_LENGTH, { description: 'Ends trimmed' })
const text = trimmedText(MAX_ITEM_LENGTH, { description: 'Ends trimmed' })

export const NewListBody = t.Object({
  name,
  isShared: t.Optional(t.Boolean({ description: 'true when absent' })),
})

export const ListChangeBody = t.Object({
  name: t.Optional(name),
  isShared: t.Optional(t.Boolean({ description: "the owner's to change" })),
})

export const NewItemBody = t.Object({
  text,
  clientId: t.Optional(t.String({ pattern: UUID, error: 'expected a UUID' })),
})

/** Exactly one of the three; a union of objects would accept two and drop one. */
export const ItemChangeBody = t.Object({
  checked: t.Optional(t.Boolean()),
  text: t.Optional(text),
  position: t.Optional(
    t.String({ pattern: POSITION, error: 'expected a rank of 1 to 255 letters (A-Z, a-z) and digits' }),
  ),
})

/** Clearing a whole list is never one forgotten query away. */
export const ClearQuery = t.Object({ checked: t.Literal('true', { error: 'expected true' }) })

export const LISTS = t.Object({ lists: t.Array(COUNTED_LIST) })
export const ITEM = t.Object({
  id,
  listId: id,
  text: t.String({ minLength: 1, maxLength: MAX_ITEM_LENGTH }),
  checked: t.Boolean(),
  rank: t.String({ minLength: 1, maxLength: 255, description: 'Compared byte by byte' }),
  clientId: t.Optional(t.String({ description: 'The UUID that the client gave' })),
  createdAt: instant,
  updatedAt: instant,
})
export const ITEMS = t.Object({ items: t.Array(ITEM) })
export const ITEM_IDS = t.Object({ ids: t.Array(id) })

export type NewListBody = typeof NewListBody.static
export type ListChangeBody = typeof ListChangeBody.static
export type NewItemBody = typeof NewItemBody.static
export type ItemChangeBody = typeof ItemChangeBody.static
export type Item = typeof ITEM.static

export interface NewList {
  name: string
  isShared: boolean
}

export interface ListChange {
  name?: string
  isShared?: boolean
}

export interface NewItem {
  text: string
  clientId: string | null
}

export type ItemChange = { checked: boolean } | { text: string } | { position: string }

export function newListOf({ name, isShared = true }: NewListBody): NewList {
  return { name, isShared }
}

/** @throws Refusal 400 when the body changes nothing */
export function listChangeOf({ name, isShared }: ListChangeBody): ListChange {
  if (name === undefined && isShared === undefined) throw badRequest('Send name, isShared or both')
  return {
    ...(name === undefined ? {} : { name }),
    ...(isShared === undefined ? {} : { isShared }),
  }
}

export function newItemOf({ text, clientId }: NewItemBody): NewItem {
  return { text, clientId: clientId ?? null }
}

/** @throws Refusal 400 unless the body holds exactly one change */
export function itemChangeOf({ checked, text, position }: ItemChangeBody): ItemChange {
  const given = [checked, text, position].filter((value) => value !== undefined)
  if (given.length !== 1) throw badRequest('Send exactly one of checked, text and position')
  if (text !== undefined) return { text }
  if (position !== undefined) return { position }
  return { checked: checked === true }
}
