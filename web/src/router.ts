import { createStore, useStore } from './lib/store'

/** Where the client is: the path and the query of the address. */
export interface Place {
  path: string
  query: URLSearchParams
}

const read = (): Place => ({ path: location.pathname, query: new URLSearchParams(location.search) })
const place = createStore<Place>(read())

/** Goes to a page of the client, such as `/lists/3` or `/?view=week`. */
export function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  if (replace) history.replaceState(history.state, '', to)
  // The entry of a dialog (`ui/back.ts`) is used again.
  else if (history.state?.over) history.replaceState(null, '', to)
  else history.pushState(null, '', to)
  for (const hear of navigated) hear()
  place.set(read())
}

const navigated = new Set<() => void>()

/** Calls `hear` when the client goes to a page by itself; the browser's buttons are told by `popstate`. */
export const onNavigate = (hear: () => void): void => void navigated.add(hear)

/** Where the client is; draws again when that changes. */
export const usePlace = (): Place => useStore(place)
export const currentPlace = (): Place => place.get()

/** Follows the browser's buttons and takes over clicks on the client's own links. */
export function startRouter(): void {
  addEventListener('popstate', () => place.set(read()))
  document.addEventListener('click', (event) => {
    const href = ownLink(event)
    if (href === null) return
    event.preventDefault()
    navigate(href)
  })
}

/** The server's own paths are real navigations. */
const SERVER_PATH = /^\/(api|callback|health)(\/|$)/

function ownLink(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link === null || link.target !== '' || link.origin !== location.origin) return null
  // Within the page the browser moves the focus.
  if (link.getAttribute('href')?.startsWith('#')) return null
  return SERVER_PATH.test(link.pathname) ? null : link.pathname + link.search + link.hash
}
