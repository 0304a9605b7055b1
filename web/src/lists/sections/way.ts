import { useEffect, useMemo, useState } from 'preact/hooks'
import { BUILT_IN_SECTIONS } from '../../../../src/household/shopping/built-in'
import { memberId } from '../../data/session'
import type { List } from '../../data/types'
import { keepOnDevice } from '../../lib/keep-on-device'
import type { OnTick } from '../tick'
import { sectionOf } from './groups'
import { afterTrip, noted, UNKNOWN_WAY, type Way } from './learned-order'
import { arranged } from './order'

/** What each member's device has learned of a list's shop: names of sections, and the ticks of the last trip. */
const keyOf = (listId: number): string => `shop-way:${memberId.get() ?? ''}:${listId}`

function read(listId: number): Way {
  try {
    return JSON.parse(localStorage.getItem(keyOf(listId)) ?? 'null') ?? UNKNOWN_WAY
  } catch {
    return UNKNOWN_WAY
  }
}

const keep = (listId: number, way: Way): void => keepOnDevice(keyOf(listId), JSON.stringify(way))

type Placed = Pick<List, 'id' | 'sectionOrder'>

/** All sections that are known of a list, as they stand. */
function everySection({ sectionOrder: byHand = [] }: Placed, { order, ticks }: Way): string[] {
  const all = new Set([...BUILT_IN_SECTIONS, ...byHand, ...order, ...ticks.map(({ section }) => section)])
  return arranged([...all], { byHand, learned: order, usual: BUILT_IN_SECTIONS })
}

/** What has been learned by now. */
function learn(list: Placed): readonly string[] {
  const before = read(list.id)
  const way = afterTrip(before, Date.now(), everySection(list, before))
  if (way !== before) keep(list.id, way)
  return way.order
}

/**
 * The order in which this device has seen a list's sections walked through, as it was when the list was opened or
 * looked at again: it never changes under a hand. `onTick` notes what is ticked and always stays the same.
 */
export function useWay(list: Placed): { learned: readonly string[]; onTick: OnTick } {
  const [learned, setLearned] = useState(() => learn(list))
  useEffect(() => {
    const lookAgain = () => {
      if (!document.hidden) setLearned(learn(list))
    }
    document.addEventListener('visibilitychange', lookAgain)
    return () => document.removeEventListener('visibilitychange', lookAgain)
  }, [list])
  const { id, sectionOrder } = list
  const onTick = useMemo<OnTick>(
    () => (item, isChecked) => {
      const way = read(id)
      const tick = { key: item.key, section: sectionOf(item), at: Date.now() }
      const placed = { id, ...(sectionOrder && { sectionOrder }) }
      keep(id, noted(way, tick, isChecked, everySection(placed, { ...way, ticks: [...way.ticks, tick] })))
    },
    [id, sectionOrder],
  )
  return { learned, onTick }
}
