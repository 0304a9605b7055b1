import type { Page } from 'playwright-core'
import { readQr } from '../../support/qr-reader'

/** What a camera reads from the code on the page. */
export async function codeOn(page: Page): Promise<string> {
  const modules = await page.evaluate(() => {
    const svg = document.querySelector<SVGSVGElement>('.qr svg')!
    const path = new Path2D(svg.querySelector('path')!.getAttribute('d')!)
    const size = svg.viewBox.baseVal.width
    const context = document.createElement('canvas').getContext('2d')!
    const quiet = 4
    const range = Array.from({ length: size - 2 * quiet }, (_, index) => index + quiet)
    return range.map((y) => range.map((x) => context.isPointInPath(path, x + 0.5, y + 0.5)))
  })
  return readQr(modules)
}
