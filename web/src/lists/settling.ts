import { useEffect, useRef, useState } from 'preact/hooks'
import type { ViewItem } from './writes/view'

const STAY_MS = 1_000

/**
 * Tells which items stand among those that are left: the unchecked ones, and for a moment after the last tick those that
 * were ticked, so that nothing moves under a finger that ticks one after the other.
 */
export function useSettling(items: readonly ViewItem[]): (item: ViewItem) => boolean {
  const [, settle] = useState({})
  const known = useRef<ReadonlyMap<string, boolean>>(new Map())
  const staying = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const ticked = items.filter(({ key, checked }) => checked && known.current.get(key) === false)
  known.current = new Map(items.map(({ key, checked }) => [key, checked]))
  for (const { key } of ticked) staying.current.add(key)
  useEffect(() => {
    if (ticked.length === 0) return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      keepFocus(staying.current)
      staying.current.clear()
      settle({})
    }, STAY_MS)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  return ({ key, checked }) => !checked || staying.current.has(key)
}

/** A row that sinks would take the focus along; the next one that stays gets it. */
function keepFocus(sinking: ReadonlySet<string>): void {
  const row = document.activeElement?.closest<HTMLElement>('[data-key]')
  if (!row || !sinking.has(row.dataset.key ?? '')) return
  const rows = [...(row.closest('.sections') ?? row.parentElement)!.querySelectorAll<HTMLElement>('.item')]
  const at = rows.indexOf(row)
  const stays = (one: HTMLElement) => !sinking.has(one.dataset.key ?? '')
  const next = rows.slice(at).find(stays) ?? rows.slice(0, at).findLast(stays)
  next?.querySelector<HTMLElement>('.tick')?.focus({ preventScroll: true })
}
