import { add } from './add'

/** How `styles/areas/older.css` knows an open one. */
const OPEN = 'data-open'

/** Adds popovers: they open by their functions or their button, and an `auto` one closes by Escape or a touch elsewhere. */
export function addPopovers(): void {
  const { prototype } = HTMLElement
  if (Object.hasOwn(prototype, 'popover')) return
  add(prototype, {
    showPopover() {
      set(this, true)
    },
    hidePopover() {
      set(this, false)
    },
  })
  document.addEventListener('click', ({ target }) => {
    const id = (target as Element).closest('[popovertarget]')?.getAttribute('popovertarget')
    const popover = id ? document.getElementById(id) : null
    if (popover !== null) set(popover, !popover.hasAttribute(OPEN))
  })
  document.addEventListener('pointerdown', ({ target }) => {
    const button = (target as Element).closest('[popovertarget]')?.getAttribute('popovertarget')
    for (const one of openOnes()) {
      if (!one.contains(target as Element) && one.id !== button) set(one, false)
    }
  })
  // Before a dialog around hears of it.
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    for (const one of openOnes()) {
      event.preventDefault()
      event.stopPropagation()
      set(one, false)
      document.querySelector<HTMLElement>(`[popovertarget="${one.id}"]`)?.focus()
    }
  }
  document.addEventListener('keydown', closeByKey, { capture: true })
}

const openOnes = () => document.querySelectorAll<HTMLElement>(`[popover=auto][${OPEN}]`)

function set(popover: HTMLElement, isOpen: boolean): void {
  if (popover.hasAttribute(OPEN) === isOpen) return
  popover.toggleAttribute(OPEN, isOpen)
  popover.dispatchEvent(Object.assign(new Event('toggle'), { newState: isOpen ? 'open' : 'closed' }))
}
