import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'
import { focusNext } from '../lib/focus'

/** What had the focus last, and the row that it was in. */
interface Place {
  element: Element
  key: string | undefined
  /** Of the row among all rows; -1: in none. */
  index: number
}

const rowsOf = (page: Element) => [...page.querySelectorAll<HTMLElement>('.item')]
const tickOf = (row: Element | undefined) => row?.querySelector<HTMLElement>('.tick')

/**
 * Whoever goes through a list by keyboard stays where they were when what had the focus is deleted, ticked or taken
 * back: at the same row, else at the one in its place, else at the line for items.
 */
export function useKeptPlace(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = page.current
    if (root === null) return
    let last: Place | null = null
    const note = ({ target }: FocusEvent) => {
      // A finger's focus is not seen, and would bring up a phone's keyboard.
      last = null
      if (!(target instanceof Element) || !target.matches(':focus-visible')) return
      const row = target.closest<HTMLElement>('.item')
      last = { element: target, key: row?.dataset.key, index: row === null ? -1 : rowsOf(root).indexOf(row) }
    }
    const forget = ({ target }: FocusEvent) =>
      requestAnimationFrame(() => {
        // It is still there: somebody has left it.
        if (last?.element === target && last.element.isConnected && document.activeElement !== target) last = null
      })
    const observer = new MutationObserver((changes) => {
      if (last === null || last.element.isConnected) return
      const place = last
      last = null
      if (document.activeElement === document.body) focusNext(() => nextOf(root, place, changes))
    })
    root.addEventListener('focusin', note)
    root.addEventListener('focusout', forget)
    observer.observe(root, { childList: true, subtree: true })
    return () => {
      root.removeEventListener('focusin', note)
      root.removeEventListener('focusout', forget)
      observer.disconnect()
    }
  }, [])
}

function nextOf(root: Element, { key, index }: Place, changes: readonly MutationRecord[]) {
  const rows = rowsOf(root)
  const added = changes.flatMap(({ addedNodes }) => [...addedNodes])
  const row =
    key === undefined
      ? rows.find((one) => added.some((node) => node.contains(one)))
      : (rows.find(({ dataset }) => dataset.key === key) ?? rows[index] ?? rows.at(-1))
  return tickOf(row) ?? root.querySelector<HTMLElement>('.add-item input, .add-item textarea')
}
