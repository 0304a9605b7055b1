import { expect } from 'bun:test'
import type { Locator, Page } from 'playwright-core'

const MAX_STOPS = 40

/** Presses Tab until an element has the focus, as somebody without a mouse does. @throws when Tab never gets there */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let stops = 0; stops < MAX_STOPS; stops++) {
    if (await hasFocus(target)) return
    await page.keyboard.press('Tab')
  }
  expect.unreachable(`Tab does not lead to ${target}`)
}

const hasFocus = (target: Locator): Promise<boolean> => target.evaluate((element) => element.matches(':focus-visible'))

/** Keys to what has the focus. What each leads to is drawn before the next; no frame is painted in between. */
export const inOneBreath = (page: Page, keys: readonly string[]): Promise<void> =>
  page.evaluate(async (all) => {
    for (const key of all) {
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      for (let turn = 0; turn < 10; turn++) await Promise.resolve()
    }
  }, keys)
