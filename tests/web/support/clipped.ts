import type { Page } from 'playwright-core'

/** What people have written themselves may be longer than its place; the client's own words may not. */
const OWN_WORDS =
  '.month-chip, .month-due-text, .event-box, .drag-ghost, .next-up b, .list-card strong, .item-text, .event-row, .person-head, .person-column h3, .person-card b, .person-card-place, .list-page h1'
/** A row of faces is scrolled sideways. */
const SCROLLED = '.people-filter .avatar'

export const SIDEWAYS = 'the page scrolls sideways'

/** Words of the client that are cut off or stand outside of their button or of the screen; one line each. */
export async function clippedWords(page: Page): Promise<string[]> {
  return page.evaluate(
    ([ownWords, sideways]) => {
      const root = document.querySelector('dialog[open]') ?? document.body
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const found: string[] = []
      const known = new Map<Element, { left: number; right: number }[]>()
      /** What cuts the words of an element off, from the inside out. */
      function framesOf(element: Element | null): { left: number; right: number }[] {
        if (element === null) return [{ left: 0, right: innerWidth }]
        const before = known.get(element)
        if (before !== undefined) return before
        const isFrame = element.matches('button, .button') || getComputedStyle(element).overflowX !== 'visible'
        const around = framesOf(element.parentElement)
        const frames = isFrame ? [element.getBoundingClientRect(), ...around] : around
        known.set(element, frames)
        return frames
      }
      while (walker.nextNode()) {
        const text = walker.currentNode
        const element = text.parentElement
        const words = text.textContent?.trim() ?? ''
        if (element === null || words === '' || !element.checkVisibility({ opacityProperty: true })) continue
        if (element.closest(`.visually-hidden, .skip-link, option, style, script, ${ownWords}`) !== null) continue
        if (getComputedStyle(element).clipPath !== 'none') continue
        const range = document.createRange()
        range.selectNodeContents(text)
        const { left, right } = range.getBoundingClientRect()
        const isInside = framesOf(element).every((frame) => left >= frame.left - 1 && right <= frame.right + 1)
        if (!isInside) found.push(`${words} (${element.className || element.tagName})`)
      }
      if (document.documentElement.scrollWidth > innerWidth) found.push(sideways)
      return found
    },
    [`${OWN_WORDS}, ${SCROLLED}`, SIDEWAYS] as const,
  )
}

/** Room that a select keeps for its arrow. */
const ARROW = 16

/** Days, times and choices in fields that are too narrow for them; what people write themselves may be longer. */
export async function cutFields(page: Page): Promise<string[]> {
  return page.evaluate((arrow) => {
    const root = document.querySelector('dialog[open]') ?? document.body
    const fields = [...root.querySelectorAll<HTMLInputElement | HTMLSelectElement>('.typed-field input, select')]
    return fields.flatMap((field) => {
      const style = getComputedStyle(field)
      const pen = document.createElement('canvas').getContext('2d')!
      pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
      const isChoice = field instanceof HTMLSelectElement
      const text = isChoice ? (field.selectedOptions[0]?.text ?? '') : field.value
      const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight)
      const room = field.clientWidth - padding - (isChoice ? arrow : 0)
      return field.checkVisibility() && pen.measureText(text).width > room + 1 ? [`${text} (cut)`] : []
    })
  }, ARROW)
}
