import { afterAll, afterEach, expect } from 'bun:test'
import { sharedBrowser, type Visit, type VisitOptions, visit } from './browser'
import { NOW } from './calendars'
import { type Device, deviceOf } from './device'
import type { Stage } from './stage'

interface Reopened extends Visit {
  device: Device
  forget(): Promise<void>
}

/**
 * Visits to the client, each on a device that nothing is kept on: the next one of the same person with the same browser
 * goes on with the page, which costs half of a new one. Its clock stands still. Nothing may be left to a page that the
 * next address does not take away: no script for every document, no listener.
 */
export function reopenedPages(stage: Stage): (options: VisitOptions) => Promise<Reopened> {
  const pages = new Map<string, Reopened>()

  afterEach(() => {
    expect([...pages.values()].flatMap(({ problems }) => problems.splice(0))).toEqual([])
  })

  afterAll(async () => {
    for (const { context } of pages.values()) await context.close()
  })

  return async (options) => {
    const key = JSON.stringify(options)
    const before = pages.get(key)
    const isThere = before !== undefined && !before.page.isClosed()
    const opened = isThere ? before : await open(stage, options)
    pages.set(key, opened)
    await opened.forget()
    return opened
  }
}

async function open(stage: Stage, options: VisitOptions): Promise<Reopened> {
  const visited = await visit(await sharedBrowser(), stage.home, options)
  const { page, context } = visited
  const device = await deviceOf(page)
  await page.clock.setFixedTime(NOW)
  const devtools = await context.newCDPSession(page)
  return {
    ...visited,
    device,
    async forget() {
      await page.goto('about:blank')
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.emulateMedia({ colorScheme: 'light' })
      const storageTypes = 'local_storage,indexeddb,cache_storage'
      await devtools.send('Storage.clearDataForOrigin', { origin: stage.home.url, storageTypes })
    },
  }
}
