import { ask, type Member } from '../../support/cast'
import type { Home } from './home'

export interface Item {
  id: number
  text: string
  checked: boolean
  amount?: string
  assigneeIds?: number[]
}

/** A shopping list of Ada's with these items, shared with everyone. */
export async function makeShoppingList(home: Home, name: string, ...items: (string | NewItem)[]): Promise<number> {
  const { body } = await ask<{ id: number }>(home, home.cast.ada, 'POST /api/lists', { name, kind: 'shopping' })
  for (const item of items) {
    const { isDone = false, ...said } = typeof item === 'string' ? { text: item } : item
    const { body: added } = await ask<Item>(home, home.cast.ada, `POST /api/lists/${body.id}/items`, said)
    if (isDone) await check(home, added)
  }
  return body.id
}

interface NewItem {
  text: string
  amount?: string
  isDone?: boolean
}

/** A list of Ada's with these items, shared with everyone. */
export async function makeList(home: Home, name: string, ...texts: string[]): Promise<number> {
  const { body } = await ask<{ id: number }>(home, home.cast.ada, 'POST /api/lists', { name })
  for (const text of texts) await ask(home, home.cast.ada, `POST /api/lists/${body.id}/items`, { text })
  return body.id
}

/** A list of chores: what each is and what else it says. */
export async function makeChores(
  home: Home,
  { who = home.cast.ada, name, isShared = true }: { who?: Member; name: string; isShared?: boolean },
  ...chores: [text: string, more: object][]
): Promise<number> {
  const { body } = await ask<{ id: number }>(home, who, 'POST /api/lists', { name, kind: 'chores', isShared })
  for (const [text, more] of chores) await ask(home, who, `POST /api/lists/${body.id}/items`, { text, ...more })
  return body.id
}

export async function itemsOf(home: Home, listId: number, who: Member = home.cast.ada): Promise<Item[]> {
  const { body } = await ask<{ items: Item[] }>(home, who, `GET /api/lists/${listId}/items`)
  return body.items
}

export async function textsOf(home: Home, listId: number): Promise<string[]> {
  return (await itemsOf(home, listId)).map(({ text }) => text)
}

/** Texts of what is not checked. */
export async function openTextsOf(home: Home, listId: number): Promise<string[]> {
  return (await itemsOf(home, listId)).filter(({ checked }) => !checked).map(({ text }) => text)
}

export async function check(home: Home, item: Item): Promise<void> {
  await ask(home, home.cast.ada, `PATCH /api/list-items/${item.id}`, { checked: true })
}

/** What the list suggests to Ben. */
export async function suggestedOn(home: Home, listId: number): Promise<string[]> {
  const { body } = await ask<{ suggestions: { text: string }[] }>(
    home,
    home.cast.ben,
    `GET /api/lists/${listId}/suggestions?limit=50`,
  )
  return body.suggestions.map(({ text }) => text)
}
