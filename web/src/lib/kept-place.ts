import { headingOf } from './heading'

const ROW = '.item, li'
const CONTROL = 'a, button, input, select'
const TOAST = '.toast'

/** What had the focus last, where it was seen. */
let last: Element | null = null
/** What it came from to a message that goes by itself. */
let before: HTMLElement | null = null
/** What has been given it. */
let given: Element | null = null

/**
 * Whoever goes through the client by keyboard keeps their place when what had the focus is gone: the focus goes to the
 * same row, else to the one in its place, else to the one before it, else to the line for items or the heading; on another
 * page to its heading. It begins with the import.
 */
new MutationObserver((changes) => {
  if (last === null || last.isConnected) return
  const lost = last
  requestAnimationFrame(() => {
    if (last !== lost) return
    const isElsewhere = document.activeElement !== document.body
    const next = isElsewhere ? undefined : nextOf(lost, changes)
    // Of a page that is on its way there is nothing yet.
    if (next === null) return
    last = null
    given = next ?? null
    next?.focus()
  })
}).observe(document.body, { childList: true, subtree: true })

document.addEventListener('focusin', ({ target, relatedTarget }) => {
  // A finger's focus is not seen, and would bring up a phone's keyboard.
  last = target instanceof Element && target.matches(':focus-visible') ? target : null
  if (last?.closest(TOAST) && relatedTarget instanceof HTMLElement && !relatedTarget.closest(TOAST))
    before = relatedTarget
})
// Whoever points at things looks for the focus nowhere.
document.addEventListener('pointerdown', () => {
  last = null
})
// A key that is still down was meant for what is gone.
document.addEventListener('keydown', (event) => {
  if (!event.repeat) given = null
  else if (event.target === given) event.preventDefault()
})

/** Whether the page that something was on is still there. */
const isOnPage = (lost: Element) => lost.closest('main') === null

const isOfCalendar = (lost: Element) => isOnPage(lost) && document.querySelector('.calendar-main') !== null

function nextOf(lost: Element, changes: readonly MutationRecord[]): HTMLElement | null | undefined {
  if (lost.closest(TOAST) && before?.isConnected) return before
  // The calendar goes along with its events by itself.
  if (isOfCalendar(lost)) return
  const change = changes.find(({ removedNodes }) => isIn(removedNodes, lost))
  const around = change?.target as Element | undefined
  const gone = lost.closest<HTMLElement>(ROW)
  // Beside it is another row only where it went alone.
  const beside = gone?.parentNode === null ? [change?.nextSibling, change?.previousSibling] : []
  const rows = gone === null ? [around?.closest(`${ROW}, dialog`), addedItem(changes)] : [sameItem(gone), ...beside]
  const row = rows.find((one) => one?.isConnected) as Element | undefined
  const line = isOnPage(lost) ? document.querySelector<HTMLElement>('.add-item :is(input, textarea)') : null
  const control = row?.querySelector<HTMLElement>(CONTROL) ?? line
  if (control) return control
  const box = around?.isConnected ? around.closest('section, dialog') : null
  return box ? headingOf(box, 'h2') : headingOf()
}

const isIn = (nodes: NodeList, one: Node) => [...nodes].some((node) => node.contains(one))

const itemBy = (is: (item: HTMLElement) => boolean) => [...document.querySelectorAll<HTMLElement>('.item')].find(is)

/** The same row elsewhere in the list, as among what is done. */
const sameItem = (gone: HTMLElement) =>
  // Cards of lists have keys, too.
  gone.matches('.item') ? itemBy(({ dataset }) => dataset.key === gone.dataset.key) : null

/** The first of what has been taken back. */
const addedItem = (changes: readonly MutationRecord[]) =>
  itemBy((item) => changes.some(({ addedNodes }) => isIn(addedNodes, item)))
