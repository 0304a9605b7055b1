import type { Page } from 'playwright-core'

/** What people have written themselves may be longer than its place; the client's own words may not. */
const OWN_WORDS =
  '.month-chip, .event-box, .drag-ghost, .next-up b, .list-card strong, .item-text, .event-row, .person-head, .person-column h3, h1'

/** Words of the client that are cut off or stand outside of their button or of the screen; one line each. */
export async function clippedWords(page: Page): Promise<string[]> {
  return page.evaluate((ownWords) => {
    const root = document.querySelector('dialog[open]') ?? document.body
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (walker.nextNode()) {
      const text = walker.currentNode
      const element = text.parentElement
      const words = text.textContent?.trim() ?? ''
      if (element === null || words === '' || !element.checkVisibility()) continue
      if (element.closest(`.visually-hidden, .skip-link, option, style, script, ${ownWords}`) !== null) continue
      if (getComputedStyle(element).clipPath !== 'none') continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const { left, right } = range.getBoundingClientRect()
      const frames: { left: number; right: number }[] = [{ left: 0, right: innerWidth }]
      for (let parent: Element | null = element; parent !== null; parent = parent.parentElement) {
        const isFrame = parent.matches('button, .button') || getComputedStyle(parent).overflowX !== 'visible'
        if (isFrame) frames.push(parent.getBoundingClientRect())
      }
      const isInside = frames.every((frame) => left >= frame.left - 1 && right <= frame.right + 1)
      if (!isInside) found.push(`${words} (${element.className || element.tagName})`)
    }
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways')
    return found
  }, OWN_WORDS)
}
