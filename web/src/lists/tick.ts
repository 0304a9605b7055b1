import type { ItemChange } from '../data/types'
import { useListsText } from '../i18n/lists'
import { afterNextFrame } from '../lib/after-frame'
import { nextInTurn } from './chores/marks'
import { offerUndo, withdrawOne } from './undo'
import { changeList, listWrites } from './writes/queue'
import type { ViewItem } from './writes/view'
import { doneNow } from './writes/write'

/** Hears of what is ticked and unticked by hand. */
export type OnTick = (item: ViewItem, isChecked: boolean) => void

/**
 * What the round tick needs; ticking can be taken back for a moment, which puts the item back where it was. The browser
 * draws the tick by itself, in the next frame; what it means comes after that.
 */
export function useTick(listId: number, item: ViewItem, onTick?: OnTick) {
  const { name, key, text, checked, rank } = item
  const lists = useListsText()
  const change = (change: ItemChange) => changeList({ kind: 'change', listId, item: name, text, change })
  const set = (isChecked: boolean) => {
    const id = change(isChecked ? doneNow() : { checked: false })
    onTick?.(item, isChecked)
    if (!isChecked) return withdrawOne(key)
    const undo = () => {
      onTick?.(item, false)
      if (listWrites.cancel(id)) return
      change({ checked: false })
      change({ position: rank })
    }
    const next = nextInTurn(item)
    if (next === null) return offerUndo({ key, text: lists.checked(text), undo }, lists.ticked)
    offerUndo({ key, text: lists.chores.next(text, next.name), undo }, () => lists.chores.nextBrief(next.name))
  }
  const onChange = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const isChecked = currentTarget.checked
    afterNextFrame(() => set(isChecked))
  }
  return { type: 'checkbox', class: 'tick', 'aria-label': spoken(item), checked, onChange } as const
}

/** An item as it is read out. */
export const spoken = ({ text, amount }: { text: string; amount?: string }): string =>
  amount === undefined ? text : `${text}, ${amount}`
