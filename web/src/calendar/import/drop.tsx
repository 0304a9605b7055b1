import { type ComponentChild, render } from 'preact'
import { joined, type Source } from '../../data/import'
import { importTexts, useImportText } from '../../i18n/import'
import { lazyDialog, withStyle } from '../../ui/lazy'

await withStyle('import', importTexts())

const ImportDialog = lazyDialog(() => import('../../forms/import-dialog'))

/** What is drawn beside the client: a hint while a file is over the calendar, then the dialog. */
let root: HTMLElement | null = null

/** The browser would open a dropped file in place of the client. */
document.addEventListener('dragover', (event) => {
  if (!isForCalendar(event)) return
  event.preventDefault()
  event.dataTransfer!.dropEffect = 'copy'
  if (root === null) draw(<Hint />)
})

document.addEventListener('dragleave', (event) => {
  // Nothing is entered: the file has left the window.
  if (event.relatedTarget === null && root?.querySelector('dialog') === null) clear()
})

document.addEventListener('drop', (event) => {
  if (!isForCalendar(event)) return
  event.preventDefault()
  const files = [...event.dataTransfer!.files]
  clear()
  if (files.length > 0) ask(joined(files))
})

const isForCalendar = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes('Files') === true &&
  document.querySelector('.calendar') !== null &&
  document.querySelector('dialog[open]') === null

const ask = (source: Source) => draw(<ImportDialog source={source} onClose={clear} />)

function draw(what: ComponentChild): void {
  if (root === null) {
    root = document.createElement('div')
    document.body.append(root)
  }
  render(what, root)
}

function clear(): void {
  if (root === null) return
  render(null, root)
  root.remove()
  root = null
}

function Hint() {
  return (
    <div class="import-drop">
      <p>{useImportText().drop}</p>
    </div>
  )
}
