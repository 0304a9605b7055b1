import { render } from 'preact'
import { viewsTexts } from '../../i18n/views'
import { loadStyle } from '../../ui/lazy'
import { Paper } from './paper'

await Promise.all([viewsTexts(), loadStyle('paper')])

/** Points; the largest in which everything stands on one page is taken, else the last, on as many as it needs. */
const SIZES = [11, 10, 9, 8, 7]

let paper: HTMLElement | null = null

// The browser's own command prints the same as our button.
addEventListener('beforeprint', () => {
  if (paper !== null || document.querySelector('.calendar') === null) return
  paper = document.createElement('div')
  paper.className = 'paper'
  document.body.append(paper)
  render(<Paper />, paper)
  fit(paper)
})

addEventListener('afterprint', () => {
  if (paper === null) return
  render(null, paper)
  paper.remove()
  paper = null
})

/** Opens the browser's dialog for printing what the calendar shows. */
export const print = (): void => window.print()

function fit(element: HTMLElement) {
  for (const size of SIZES) {
    element.style.fontSize = `${size}pt`
    // On the screen it is laid out as on the smaller of the usual papers, out of sight.
    if (element.scrollHeight <= element.clientHeight) break
  }
}
