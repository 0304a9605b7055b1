import { expect } from 'bun:test'
import type { Locator, Page } from 'playwright-core'

const MOST_STOPS = 40

/** Presses Tab until an element has the focus, as somebody without a mouse does. @throws when Tab never gets there */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    if (await hasFocus(target)) return
    await page.keyboard.press('Tab')
  }
  expect.unreachable(`Tab does not lead to ${target}`)
}

const hasFocus = (target: Locator): Promise<boolean> => target.evaluate((element) => element.matches(':focus-visible'))
