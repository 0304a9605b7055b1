/**
 * Tells an element's styles, as `--covered`, how much of the page a keyboard on the screen lies over. Browsers that
 * make the page itself smaller (`interactive-widget` in the document's viewport) cover nothing.
 */
export function followKeyboard(element: HTMLElement): () => void {
  const viewport = window.visualViewport
  if (viewport === null) return () => {}
  const follow = () => {
    // Zoomed in with two fingers, a part of the page is out of sight as well, but nothing lies over it.
    const covered = viewport.scale > 1 ? 0 : innerHeight - viewport.height - viewport.offsetTop
    element.style.setProperty('--covered', `${Math.max(0, Math.round(covered))}px`)
  }
  follow()
  viewport.addEventListener('resize', follow)
  viewport.addEventListener('scroll', follow)
  return () => {
    viewport.removeEventListener('resize', follow)
    viewport.removeEventListener('scroll', follow)
  }
}
