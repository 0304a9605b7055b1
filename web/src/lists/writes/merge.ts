import { itemKey } from '../../../../src/household/shopping/item-key'
import type { ViewItem } from './view'

const MAX_KEPT = 5_000
const keys = new Map<string, string>()

/** `itemKey`, kept: a list is drawn again at every letter. */
export function keyOf(text: string): string {
  const known = keys.get(text)
  if (known !== undefined) return known
  if (keys.size >= MAX_KEPT) keys.clear()
  const key = itemKey(text)
  keys.set(text, key)
  return key
}

/** The item that is left and says the same as a text; undefined where there is none. */
export function standingOf(view: readonly ViewItem[], text: string): ViewItem | undefined {
  const key = keyOf(text)
  return view.find((item) => !item.checked && keyOf(item.text) === key)
}
