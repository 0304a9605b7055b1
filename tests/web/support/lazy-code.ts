import type { Page } from 'playwright-core'
import { settled } from './device'
import { until } from './until'

/**
 * To be called before a page is opened; over once a part of the client that comes later is drawn, with all that it
 * imports and its styles. Its own file is there before what that imports is asked for.
 */
export async function lazyCode(page: Page, part: string): Promise<void> {
  const code = new RegExp(`/${part}-.*\\.js$`)
  const awaited = new Set<string>()
  page.on('request', (request) => awaited.add(request.url()))
  page.on('requestfinished', (request) => awaited.delete(request.url()))
  const request = await page.waitForEvent('requestfinished', (one) => code.test(one.url()))
  await page.evaluate((url) => import(url), request.url())
  await until(
    `${part} has its texts and styles`,
    async () => {
      await settled(page)
      return [...awaited].filter((url) => /\.(js|css)$/.test(url))
    },
    (urls) => urls.length === 0,
  )
  await settled(page)
}
