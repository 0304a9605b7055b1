import type { Page } from 'playwright-core'
import { SIZES, type Size } from './browser'
import { drawn } from './drawn'

/** What a page is looked at on; a visit of its own costs much more than to turn from one to another. */
export interface Device {
  /** Over when everything has found its place. */
  turnInto(size: Size): Promise<void>
}

/** For a page of a visit on a laptop: what that has not, the other devices can be given, but not the other way round. */
export async function deviceOf(page: Page): Promise<Device> {
  const session = await page.context().newCDPSession(page)
  return {
    async turnInto(size) {
      const metrics = { ...SIZES[size], deviceScaleFactor: 1, mobile: size === 'phone' }
      await page.setViewportSize(SIZES[size])
      await session.send('Emulation.setDeviceMetricsOverride', metrics)
      await session.send('Emulation.setTouchEmulationEnabled', { enabled: size !== 'laptop' })
      await settled(page)
    },
  }
}

/** Until what has changed is drawn. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await drawn(page, 2)
}

/** Leaves no room for anything that the page would keep. */
export const fillStorage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (let length = 2 ** 22; length >= 1; length /= 2) {
      try {
        for (let part = 0; ; part++) localStorage.setItem(`filled ${length} ${part}`, 'x'.repeat(length))
      } catch {}
    }
  })
