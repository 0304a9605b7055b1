import { t } from 'elysia'
import { badRequest } from '../../platform/http-errors'
import { IdInPath, id, instant, orNull } from '../../platform/http-schema'
import { trimmedText } from '../../platform/http-text'
import {
  MAX_ICON_LENGTH,
  MAX_ITEM_LENGTH,
  MAX_ITEMS_AT_ONCE,
  MAX_LIST_NAME_LENGTH,
  MAX_SECTION_LENGTH,
  MAX_SECTIONS,
} from '../../platform/limits'
import { COUNTED_LIST, type ListRow } from '../shared/lists'
import { colorBody } from '../shared/schemas'
import { withoutAbsent } from '../shared/without-absent'
import { DETAILS, type Details, DetailsBody, detailsOf } from './details'

const UUID = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
const POSITION = '^[0-9A-Za-z]{1,255}$'
const UTC_INSTANT = '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,3})?Z$'

export const ItemPath = t.Object({ itemId: IdInPath })

const name = trimmedText(MAX_LIST_NAME_LENGTH, { description: 'Ends trimmed' })
const text = trimmedText(MAX_ITEM_LENGTH, { description: 'Ends trimmed' })

const position = t.String({ pattern: POSITION, error: 'expected a rank of 1 to 255 letters (A-Z, a-z) and digits' })

/** How a list is drawn and ordered; `position` is its rank among the caller's own. */
const appearance = {
  icon: t.Optional(
    orNull(trimmedText(MAX_ICON_LENGTH, { description: 'An emoji, or the name of a drawing; null for none' })),
  ),
  color: t.Optional(orNull(colorBody('Null for none'))),
  kind: t.Optional(
    t.Union([t.Literal('plain'), t.Literal('shopping'), t.Literal('chores')], {
      error: 'expected plain, shopping or chores',
    }),
  ),
  grouped: t.Optional(t.Boolean({ description: 'Its items stand by section' })),
  sectionOrder: t.Optional(
    t.Array(trimmedText(MAX_SECTION_LENGTH), { maxItems: MAX_SECTIONS, description: 'Sections as the shop has them' }),
  ),
  position: t.Optional(orNull(position)),
}

export const NewListBody = t.Object({
  name,
  isShared: t.Optional(t.Boolean({ description: 'true when absent' })),
  ...appearance,
})

export const ListChangeBody = t.Object({
  name: t.Optional(name),
  isShared: t.Optional(t.Boolean({ description: "the owner's to change" })),
  ...appearance,
})

const newItem = {
  text,
  clientId: t.Optional(t.String({ pattern: UUID, error: 'expected a UUID' })),
  ...DetailsBody,
}
const parse = t.Optional(
  t.Boolean({
    description:
      'In a shopping list: takes the amount off the text, finds the section, and raises the amount of an unchecked item ' +
      'that says the same',
  }),
)

export const NewItemBody = t.Object({ ...newItem, parse })

export const NewItemsBody = t.Object({
  items: t.Array(t.Object(newItem), { minItems: 1, maxItems: MAX_ITEMS_AT_ONCE }),
  parse,
})

/** Checked, position alone, or any of the rest; a union of objects would accept two and drop one. */
export const ItemChangeBody = t.Object({
  checked: t.Optional(t.Boolean()),
  doneAt: t.Optional(
    t.String({
      pattern: UTC_INSTANT,
      error: 'expected a UTC instant, as YYYY-MM-DDTHH:MM:SSZ',
      description: 'Beside checked: true: when a chore was done that is told of later; now when absent',
    }),
  ),
  text: t.Optional(text),
  position: t.Optional(position),
  ...DetailsBody,
})

/** Clearing a whole list is never one forgotten query away. */
export const ClearQuery = t.Object({ checked: t.Literal('true', { error: 'expected true' }) })

export const LISTS = t.Object({ lists: t.Array(COUNTED_LIST) })
const item = {
  id,
  listId: id,
  text: t.String({ minLength: 1, maxLength: MAX_ITEM_LENGTH }),
  checked: t.Boolean(),
  rank: t.String({ minLength: 1, maxLength: 255, description: 'Compared byte by byte' }),
  clientId: t.Optional(t.String({ description: 'The UUID that the client gave' })),
  ...DETAILS,
  doneBy: t.Optional(t.Integer({ minimum: 1, description: 'The member who ticked a chore' })),
  doneAt: t.Optional(instant),
  createdAt: instant,
  updatedAt: instant,
}
export const ITEM = t.Object(item)
/** The answer to a tick also has what comes of it. */
export const CHANGED_ITEM = t.Object({
  ...item,
  next: t.Optional(t.Object(item, { description: 'The one that comes after a repeating item that was ticked' })),
})
export const ITEMS = t.Object({ items: t.Array(ITEM) })
/** The answer to an addition. */
export const ADDED_ITEM = t.Object({
  ...item,
  merged: t.Optional(t.Boolean({ description: 'It stood there already, and its amount is now that of both' })),
})
export const ADDED_ITEMS = t.Object({ items: t.Array(ADDED_ITEM) })
export const ITEM_IDS = t.Object({ ids: t.Array(id) })

export type NewListBody = typeof NewListBody.static
export type ListChangeBody = typeof ListChangeBody.static
export type NewItemBody = typeof NewItemBody.static
export type NewItemsBody = typeof NewItemsBody.static
export type ItemChangeBody = typeof ItemChangeBody.static
export type Item = typeof ITEM.static
export type AddedItem = typeof ADDED_ITEM.static
export type ChangedItem = typeof CHANGED_ITEM.static

export type NewList = Pick<ListRow, 'name' | 'isShared' | 'icon' | 'color' | 'kind' | 'grouped' | 'sectionOrder'>

/** `position`: the caller's alone. */
export type ListChange = Partial<NewList> & { position?: string | null }

export interface NewItem extends Partial<Details> {
  text: string
  clientId: string | null
}

/** What an item says. */
export type ItemContent = Partial<Details> & { text?: string }
/** `doneAt`: UTC, ISO 8601; of a tick that is told of later. */
export type Tick = { checked: boolean; doneAt?: string }
export type ItemChange = Tick | { position: string } | ItemContent

/** A new list with what the body leaves unsaid. */
export function newListOf(body: NewListBody): NewList & Pick<ListChange, 'position'> {
  const { name, isShared = true, icon = null, color = null, kind = 'plain', grouped = false, position } = body
  const sectionOrder = body.sectionOrder?.length ? body.sectionOrder : null
  return { name, isShared, icon, color, kind, grouped, sectionOrder, position }
}

/** @throws Refusal 400 when the body changes nothing */
export function listChangeOf({ sectionOrder, ...body }: ListChangeBody): ListChange {
  const change = withoutAbsent({ ...body, sectionOrder: sectionOrder?.length === 0 ? null : sectionOrder })
  if (Object.keys(change).length === 0) {
    throw badRequest(`Send any of ${Object.keys(ListChangeBody.properties).join(', ')}`)
  }
  return change
}

/** A new item with the columns that the body names. @throws Refusal 400 for a repeat that cannot be */
export function newItemOf({ text, clientId, ...details }: Omit<NewItemBody, 'parse'>): NewItem {
  return { text, clientId: clientId ?? null, ...detailsOf(details) }
}

/** @throws Refusal 400 unless the body holds exactly one change */
export function itemChangeOf({ checked, doneAt, position, text, ...details }: ItemChangeBody): ItemChange {
  const content = { ...(text !== undefined && { text }), ...detailsOf(details) }
  const isContent = Object.keys(content).length > 0
  const given = [checked !== undefined, position !== undefined, isContent].filter((is) => is)
  if (given.length !== 1) throw badRequest('Send exactly one of checked, position, and what the item says')
  if (doneAt !== undefined) {
    if (checked !== true) throw badRequest('doneAt: expected beside checked: true')
    if (Number.isNaN(Date.parse(doneAt))) throw badRequest('doneAt: expected an instant that exists')
    return { checked, doneAt }
  }
  if (position !== undefined) return { position }
  return checked === undefined ? content : { checked }
}
