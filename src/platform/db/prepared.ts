import type { Executor } from './client'

/**
 * A query whose text is built once per connection and then only sent: for a small request, building its queries costs
 * as much as everything else the service does for it. What varies is given as `sql.placeholder`s.
 *
 *     const nameOf = prepared((db) =>
 *       db.select({ name: lists.name }).from(lists).where(eq(lists.id, sql.placeholder('listId'))).prepare(),
 *     )
 *     const [list] = await nameOf(tx).execute({ listId })
 */
export function prepared<Query extends object>(build: (db: Executor) => Query): (db: Executor) => Query {
  const built = new WeakMap<Executor, Query>()
  return (db) => built.getOrInsertComputed(db, build)
}
