import type { List } from '../../data/types'
import type { ViewItem } from '../writes/view'
import { REST } from './order'

/** The items of one section, in their order. */
interface Group<I> {
  section: string
  items: I[]
}

/** Whether a list is drawn by section: it is for shopping, somebody wants it, and something says where it stands. */
export const isBySection = (
  { kind, grouped }: Pick<List, 'kind' | 'grouped'>,
  items: readonly { section?: string }[],
): boolean => kind === 'shopping' && grouped === true && items.some(({ section }) => section !== undefined)

export const sectionOf = ({ section }: { section?: string }): string => section ?? REST

/** Items by section, the sections in the order that is given; only those that have items. */
export function groupsOf<I extends { section?: string }>(items: readonly I[], order: readonly string[]): Group<I>[] {
  const groups = Map.groupBy(items, sectionOf)
  return order.flatMap((section) => {
    const found = groups.get(section)
    return found === undefined ? [] : [{ section, items: found }]
  })
}

/** Where an item goes that is dropped at a place among headings and items, all in one row. */
export interface Drop {
  section: string
  /** Its neighbours there that are left to do; undefined at the ends. */
  before: ViewItem | undefined
  after: ViewItem | undefined
}

/** @param at the place among all headings and items without the one that is moved; the first heading has place 0 */
export function dropAt(groups: readonly Group<ViewItem>[], key: string, at: number): Drop {
  let left = at
  for (const { section, items } of groups) {
    const others = items.filter((item) => item.key !== key)
    if (left <= others.length + 1) {
      const place = Math.max(0, left - 1)
      return { section, before: others.slice(0, place).findLast(isLeft), after: others.slice(place).find(isLeft) }
    }
    left -= others.length + 1
  }
  const { section, items } = groups.at(-1) ?? { section: REST, items: [] }
  return { section, before: items.findLast((item) => item.key !== key && isLeft(item)), after: undefined }
}

const isLeft = ({ checked }: ViewItem): boolean => !checked
