const GAP = 6
const MARGIN = 8

/** Puts an open popover below what it belongs to, above where there is no room, and never off the screen. */
function placeBeside(popover: HTMLElement, anchor: Element, edge: 'left' | 'right'): void {
  const { top, bottom, left, right } = anchor.getBoundingClientRect()
  const { width, height } = popover.getBoundingClientRect()
  // Without what a keyboard on the screen lies over.
  const room = window.visualViewport?.height ?? innerHeight
  const below = bottom + GAP
  const start = edge === 'left' ? left : right - width
  popover.style.top = `${below + height + MARGIN < room ? below : Math.max(MARGIN, top - GAP - height)}px`
  popover.style.left = `${Math.max(MARGIN, Math.min(start, innerWidth - width - MARGIN))}px`
}

/** The same, also once the page is scrolled or the window is turned, until the signal ends it. */
export function keepBeside(popover: HTMLElement, anchor: Element, edge: 'left' | 'right', signal: AbortSignal): void {
  const place = () => placeBeside(popover, anchor, edge)
  place()
  document.addEventListener('scroll', ({ target }) => target !== popover && place(), { signal, capture: true })
  window.visualViewport?.addEventListener('resize', place, { signal })
}
