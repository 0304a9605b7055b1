/**
 * Leaves nothing of the sections but their headings while one of them is moved, so that the way is short; the one that
 * is moved stays where it is on the screen. Returns what unfolds them.
 */
export function fold(list: HTMLElement, section: HTMLElement): () => void {
  const before = section.getBoundingClientRect().top
  list.style.minHeight = `${list.offsetHeight}px`
  list.classList.add('folded')
  list.style.paddingTop = `${Math.max(0, before - section.getBoundingClientRect().top)}px`
  return () => {
    list.classList.remove('folded')
    list.style.minHeight = ''
    list.style.paddingTop = ''
    requestAnimationFrame(() => section.scrollIntoView({ block: 'nearest' }))
  }
}
