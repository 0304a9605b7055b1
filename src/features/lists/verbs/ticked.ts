import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { listItems } from '../../../platform/db/schema'

/** What is ticked in a list; of the named items alone, where any are named. */
export const isTicked = (listId: number, itemIds: readonly number[] | undefined): SQL | undefined =>
  and(
    eq(listItems.listId, listId),
    eq(listItems.checked, true),
    itemIds === undefined ? undefined : inArray(listItems.id, [...itemIds]),
  )
