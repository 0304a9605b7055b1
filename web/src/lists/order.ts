import type { List } from '../data/types'
import { rankBetween } from './writes/view'

type Placed = Pick<List, 'id' | 'rank'>

/** As their member has put them, then those without a place, the oldest first; as the service orders them. */
export const inOrder = <L extends Placed>(lists: readonly L[]): L[] =>
  [...lists].sort((one, other) => {
    if (one.rank === other.rank) return one.id - other.id
    if (one.rank === undefined || other.rank === undefined) return one.rank === undefined ? 1 : -1
    return one.rank < other.rank ? -1 : 1
  })

/**
 * The ranks that put a list at a place among all of them, which are in their order. Lists without a place come after
 * those that have one: what it is put behind gets a place, too.
 */
export function ranksAt(lists: readonly Placed[], id: number, to: number): { id: number; rank: string }[] {
  const others = lists.filter((list) => list.id !== id)
  const above = others.slice(0, to)
  const unplaced = above.filter(({ rank }) => rank === undefined)
  const after = unplaced.length === 0 ? (others[to]?.rank ?? null) : null
  let before = above.findLast(({ rank }) => rank !== undefined)?.rank ?? null
  return [...unplaced.map((list) => list.id), id].map((one) => {
    before = rankBetween(before, after)
    return { id: one, rank: before }
  })
}
