/** Loads something, once; again when that has failed. */
type Load = () => Promise<unknown>

/**
 * What code that is loaded later needs before it is drawn: texts, style sheets, stores. A module that waited for it by
 * itself, by `await` at its top, would run in WebKit after others that import it (bugs.webkit.org 242740).
 */
const missing = new Set<Load>()

/** Begins to load something; no part of the client counts as loaded before it is there. */
export function needs(load: Load): void {
  missing.add(load)
  load().catch(() => {})
}

/** Resolves when everything is there; what has failed is tried again. @throws what fails then, too */
export const needsMet = (): Promise<unknown> =>
  Promise.all([...missing].map((load) => load().then(() => missing.delete(load))))
