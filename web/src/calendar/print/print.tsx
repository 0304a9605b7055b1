import { render } from 'preact'
import { viewsTexts } from '../../i18n/views'
import { needs } from '../../lib/needs'
import { loadStyle } from '../../ui/lazy'
import { Paper } from './paper'

needs(async () => {
  await Promise.all([viewsTexts(), loadStyle('paper')])
  // The browser's own command prints the same as our button.
  addEventListener('beforeprint', draw)
})

/** Points; the largest in which everything stands on one page is taken. */
const SIZES = [11, 10, 9, 8, 7]
/** What needs several pages in any of them is easy to read. */
const ON_SEVERAL_PAGES = 9

let paper: HTMLElement | null = null

function draw() {
  if (paper !== null || document.querySelector('.calendar') === null) return
  paper = document.createElement('div')
  paper.className = 'paper'
  document.body.append(paper)
  render(<Paper />, paper)
  fit(paper)
}

addEventListener('afterprint', () => {
  if (paper === null) return
  render(null, paper)
  paper.remove()
  paper = null
})

/** Opens the browser's dialog for printing what the calendar shows. */
export const print = (): void => window.print()

function fit(element: HTMLElement) {
  const isOnOnePage = (size: number) => {
    element.style.fontSize = `${size}pt`
    // On the screen it is laid out as on the smaller of the usual papers, out of sight.
    return element.scrollHeight <= element.clientHeight
  }
  if (!SIZES.some(isOnOnePage)) element.style.fontSize = `${ON_SEVERAL_PAGES}pt`
}
