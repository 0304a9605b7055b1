/** Loads something, once; again when that has failed. */
type Load = () => Promise<unknown>

/**
 * What code that is loaded later needs before it is drawn: texts, style sheets, stores. A module that waited for it by
 * itself, by `await` at its top, would run in WebKit after others that import it (bugs.webkit.org 242740).
 */
const missing = new Set<Load>()

/** Names something: no part of the client counts as loaded before it is there. */
export const needs = (load: Load): void => void missing.add(load)

/** Loads code with everything that it needs, and that others before it have named; what fails stays named. @throws what fails */
export async function whole<T>(load: () => Promise<T>): Promise<T> {
  const part = await load()
  await Promise.all([...missing].map((need) => need().then(() => missing.delete(need))))
  return part
}
