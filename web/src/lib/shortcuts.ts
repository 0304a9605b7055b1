import { useLayoutEffect } from 'preact/hooks'
import { createStore } from './store'

/** A key that does something wherever nothing is being typed. */
interface Shortcut {
  /** As in `KeyboardEvent.key`: `n`, `/`, `?`, `Escape`. */
  key: string
  /** Other keys that do the same. Arrows do where nothing has the focus that they could move in. */
  others?: readonly string[]
  /** What it does, for the help, which knows some keys itself. */
  description?: string
  run: (event: KeyboardEvent) => void
}

/** What can be pressed at the moment, by who offers it; of several for one key the last one counts. */
export const activeShortcuts = createStore<readonly (readonly Shortcut[])[]>([])

/** Offers keys while the component is on screen; the latest one to claim a key has it. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  // A screen that is drawn answers to its keys: other effects wait for the next frame.
  useLayoutEffect(() => {
    activeShortcuts.set((before) => [...before, shortcuts])
    return () => activeShortcuts.set((before) => before.filter((offered) => offered !== shortcuts))
  })
}

export function startShortcuts(): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey) return
    // Of a key it is an element, always.
    const target = event.target as Element
    if (isTyping(target) || isSomethingOpen()) return
    if (event.ctrlKey || event.metaKey) {
      if (event.key === 'z' && !event.repeat) undoButton()?.click()
      return
    }
    // A heading has the focus where another page has begun.
    if (event.key.startsWith('Arrow') && !target.matches('body, h1')) return
    const shortcut = activeShortcuts
      .get()
      .flat()
      .findLast(({ key, others }) => key === event.key || others?.includes(event.key))
    if (shortcut === undefined) return
    event.preventDefault()
    shortcut.run(event)
  })
}

/** Attributes of the button that takes back what was done last: Ctrl or ⌘ and Z press it, where it is gone too soon to be reached. */
export const UNDO_KEY = { 'aria-keyshortcuts': 'Control+Z Meta+Z' }

const undoButton = (): HTMLElement | null =>
  document.querySelector(`[aria-keyshortcuts="${UNDO_KEY['aria-keyshortcuts']}"]`)

/** A dialog, or a popover: `:popover-open` stops older browsers. */
const isSomethingOpen = (): boolean =>
  document.querySelector('dialog[open]') !== null ||
  [...document.querySelectorAll('[popover]')].some((one) => one.checkVisibility())

/** A dialog that has closed has the focus until the next frame. */
const isTyping = (target: Element): boolean =>
  target.matches('input:not([type=checkbox]), textarea, select') && !target.closest('dialog:not([open])')
