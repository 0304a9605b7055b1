import type { Locator, Page } from 'playwright-core'

/** What a task has cost its person. */
export interface Effort {
  taps: number
  /** Texts typed or pasted; the key that ends one belongs to it. */
  texts: number
  drags: number
}

/** The hands of whoever does a task on a device: every touch is counted. */
export interface Hands extends Effort {
  page: Page
  tap(what: Locator): Promise<void>
  /** Into the field that has the focus by itself: nobody has to reach for it. */
  type(text: string, ...keys: string[]): Promise<void>
  paste(text: string): Promise<void>
  drag(what: Locator, onto: Locator): Promise<void>
}

/** @throws when there is nothing to type into */
export function handsOn(page: Page, isTouch: boolean): Hands {
  const typeInto = async (text: string) => {
    await page.waitForFunction(() => document.activeElement?.matches('input, textarea') === true)
    await page.keyboard.insertText(text)
    hands.texts += 1
  }
  const hands: Hands = {
    page,
    taps: 0,
    texts: 0,
    drags: 0,
    async tap(what) {
      await (isTouch ? what.tap() : what.click())
      hands.taps += 1
    },
    async type(text, ...keys) {
      await typeInto(text)
      for (const key of keys) await page.keyboard.press(key)
    },
    async paste(text) {
      await page.waitForFunction(() => document.activeElement?.matches('input, textarea') === true)
      await page.evaluate((pasted) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', pasted)
        const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
        document.activeElement!.dispatchEvent(event)
      }, text)
      hands.texts += 1
    },
    async drag(what, onto) {
      const [from, to] = [(await what.boundingBox())!, (await onto.boundingBox())!]
      await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
      await page.mouse.down()
      await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 12 })
      await page.mouse.move(to.x + to.width / 2, to.y)
      await page.mouse.up()
      hands.drags += 1
    },
  }
  return hands
}
