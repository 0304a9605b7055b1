import { onNavigate } from '../router'

/**
 * The way back closes what lies over a page before it leaves the page. Each layer has an entry of its own in the
 * browser's history, with the address of the page below. Nothing is taken out of a history without a wait: the entry of
 * a layer that was closed in another way stays, is used again by what comes next, and is passed over on the way back.
 */

/** Android's way back asks a modal dialog to close by itself (HTML, close watchers). */
const closesByItself = () => 'CloseWatcher' in window && /Android/.test(navigator.userAgent)

/** How many layers lie over the page of the present entry. */
const depthHere = (): number => (history.state as { over?: number } | null)?.over ?? 0

/** Closes a layer; false where it was closed already, and has not been taken off yet. */
type Close = () => boolean

/** Of what is open, how each is closed; the topmost last. */
let layers: Close[] = []
let depth = depthHere()

/** Puts a layer over the page. Returns the function that takes it off. */
export function cover(close: Close): () => void {
  layers.push(close)
  if (depthHere() < layers.length && !closesByItself()) {
    depth = layers.length
    history.pushState({ over: depth }, '')
  }
  return () => {
    layers = layers.filter((other) => other !== close)
  }
}

const goBack = () => {
  const before = depth
  depth = depthHere()
  const closings = layers
    .splice(depth)
    .reverse()
    .map((close) => close())
  // Nothing was to be seen of this step.
  if (!closings.includes(true) && depth < before) history.back()
}

addEventListener('popstate', goBack)
onNavigate(() => {
  depth = depthHere()
})
