import type { Item, ItemChange } from '../../../src/features/lists/model'
import type { CountedList, List } from '../../../src/features/shared/lists'
import { type Answer, type Answering, ask, type Member } from '../../support/cast'

export type { CountedList as List, Item }

/** What the cast does with its lists, over the service's own routes. */
export function shopping(service: Answering) {
  const done = async <T>(answer: Promise<Answer<T>>): Promise<T> => {
    const { status, body } = await answer
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body
  }
  return {
    create: (who: Member, { name = 'Groceries', isShared = true, kind = 'plain' } = {}) =>
      done(ask<CountedList>(service, who, 'POST /api/lists', { name, isShared, kind })),
    setShared: (who: Member, listId: number, isShared: boolean) =>
      done(ask<List>(service, who, `PATCH /api/lists/${listId}`, { isShared })),
    lists: async (who: Member) => (await done(ask<{ lists: CountedList[] }>(service, who, 'GET /api/lists'))).lists,
    add: (who: Member, listId: number, text: string) =>
      done(ask<Item>(service, who, `POST /api/lists/${listId}/items`, { text })),
    change: (who: Member, itemId: number, change: ItemChange) =>
      done(ask<Item>(service, who, `PATCH /api/list-items/${itemId}`, change)),
    remove: (who: Member, itemId: number) =>
      done(ask<{ id: number }>(service, who, `DELETE /api/list-items/${itemId}`)),
    items: async (who: Member, listId: number) =>
      (await done(ask<{ items: Item[] }>(service, who, `GET /api/lists/${listId}/items`))).items,
  }
}

export const textsOf = (items: readonly { text: string }[]) => items.map(({ text }) => text).join(' ')
