import { and, desc, eq, type SQL } from 'drizzle-orm'
import type { Executor } from '../../platform/db/client'
import { listItems } from '../../platform/db/schema'
import { type UnionRow, unionRow } from './union-row'

interface Place {
  id: number
  rank: string
}

/** Where a list ends. */
export interface ListEnd {
  /** Its last unchecked item; null: there is none. */
  active: Place | null
  /** Its last two of all, as they were before items came after the last unchecked one: whatever lies behind that is here. */
  all: readonly Place[]
}

/** The parts of a union that tell where a list ends. */
export const endSelects = (db: Executor, isOfList: SQL | undefined) => {
  const last = (part: string, condition: SQL | undefined, count: number) =>
    db
      .select(unionRow(part, listItems.id, listItems.rank))
      .from(listItems)
      .where(condition)
      .orderBy(desc(listItems.rank), desc(listItems.id))
      .limit(count)
  return [last('active', and(isOfList, eq(listItems.checked, false)), 1), last('all', isOfList, 2)] as const
}

/** What they have told. */
export function endIn(rows: readonly UnionRow[]): ListEnd {
  const placesOf = (part: string) =>
    rows.filter((row) => row.part === part).map(({ id, value }) => ({ id, rank: value! }))
  return { active: placesOf('active')[0] ?? null, all: placesOf('all') }
}
