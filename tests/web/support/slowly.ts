import type { Page } from 'playwright-core'
import { until } from './until'

/**
 * Lets a page's clock, which is paused, go on until something is so. Slowly: frames come with the clock, and whoever waits
 * for an answer does so for a second at most, which a busy machine needs for it.
 */
export const slowly = (page: Page, what: string, isSo: () => Promise<boolean>): Promise<boolean> =>
  until(
    what,
    async () => {
      await page.clock.runFor(4)
      return isSo()
    },
    (isIt) => isIt,
  )

/** Pauses a page's clock. Not far ahead: what is being asked would count as unanswered, and the service as gone. */
export async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)
}
