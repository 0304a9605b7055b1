import type { Locator } from 'playwright-core'

/** A finger that stays on something until `seen` is there, or has come about, and is lifted then. */
export async function hold(target: Locator, seen: Locator | (() => Promise<unknown>)): Promise<void> {
  const page = target.page()
  const box = (await target.boundingBox())!
  const at = { x: box.x + Math.min(20, box.width / 2), y: box.y + box.height / 2 }
  const session = await page.context().newCDPSession(page)
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  await (typeof seen === 'function' ? seen() : seen.waitFor())
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}
