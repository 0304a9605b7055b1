import type { Page } from 'playwright-core'
import { until } from './until'

/** Waits until the page's service worker answers for it, with everything it keeps. */
export async function workerReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller !== null) return
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
}

/** What the client has put away on the device under a key; `pattern` is a part of it. */
export async function keptOnDevice(page: Page, pattern: string): Promise<string> {
  return page.evaluate(async (part) => {
    const opened = indexedDB.open('keyval-store')
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opened.onsuccess = () => resolve(opened.result)
      opened.onerror = () => reject(opened.error)
    })
    const store = database.transaction('keyval').objectStore('keyval')
    const read = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const keys = await read(store.getAllKeys())
    const found: unknown[] = []
    for (const key of keys) if (String(key).includes(part)) found.push(await read(store.get(key)))
    database.close()
    return JSON.stringify(found)
  }, pattern)
}

/** Waits until the device keeps something: a page that goes before takes what it has drawn with it. */
export const untilKept = (page: Page, pattern: string, holds: (kept: string) => boolean): Promise<string> =>
  until(`${pattern} on the device`, () => keptOnDevice(page, pattern), holds)
