import type { Locator } from 'playwright-core'

/** In how many lines the words of an element are seen: small ones beside large ones stand in one line with them. */
export const linesOf = (one: Locator): Promise<number> =>
  one.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const { bottom } = element.getBoundingClientRect()
    const apart = Number.parseFloat(getComputedStyle(element).fontSize) / 2
    return [...range.getClientRects()]
      .filter(({ top, height }) => height > 0 && top < bottom - 2)
      .map(({ top, height }) => top + height / 2)
      .sort((a, b) => a - b)
      .filter((middle, index, all) => index === 0 || middle - all[index - 1]! > apart).length
  })
