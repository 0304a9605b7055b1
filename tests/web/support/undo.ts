import type { Page } from 'playwright-core'

/** What a page waits for before it does what can be taken back: `UNDO_MS` of the client, and up to so much longer. */
const UNDO_MS = { least: 5_000, most: 5_300 }

/**
 * On a page as it is now, the time for undo never passes: what is done on it from here on can be taken back however busy
 * the machine is. What is not taken back is sent when the page is left. The next document has its own time.
 */
export const holdUndo = (page: Page): Promise<void> =>
  page.evaluate(({ least, most }) => {
    const now = Date.now()
    Date.now = () => now
    const start = setTimeout
    const isUndo = (ms: number) => ms >= least && ms <= most
    const startUnlessUndo = (run: () => void, ms = 0, ...rest: unknown[]) =>
      start(run, isUndo(ms) ? 2 ** 31 - 1 : ms, ...rest)
    Object.assign(globalThis, { setTimeout: startUnlessUndo })
  }, UNDO_MS)

/** Whoever leaves a page takes nothing back: what was done there is sent at once. */
export const leave = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
