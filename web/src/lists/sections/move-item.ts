import type { ItemChange } from '../../data/types'
import { changeList, listWrites } from '../writes/queue'
import { openItems, rankAt, type ViewItem } from '../writes/view'
import { type Drop, sectionOf } from './groups'

/** Puts an item where it was dropped: into its section, and between its neighbours there. Returns what takes it back. */
export function moveItem(
  listId: number,
  items: readonly ViewItem[],
  item: ViewItem,
  { section, before, after }: Drop,
): () => void {
  const others = openItems(items).filter((one) => one !== item)
  const place = after ? others.indexOf(after) : before ? others.indexOf(before) + 1 : others.length
  const { name, text, rank } = item
  const changeTo = (change: ItemChange) => changeList({ kind: 'change', listId, item: name, text, change })
  const changes: { to: ItemChange; from: ItemChange }[] = [
    { to: { position: rankAt(items, item.key, place) }, from: { position: rank } },
  ]
  if (section !== sectionOf(item)) changes.push({ to: { section }, from: { section: item.section ?? null } })
  const done = changes.map(({ to, from }) => ({ id: changeTo(to), from }))
  return () => {
    for (const { id, from } of done.toReversed()) {
      if (!listWrites.cancel(id)) changeTo(from)
    }
  }
}
