import type { Locator } from 'playwright-core'

/** A finger that stays on something until `seen` is there, and is lifted then. */
export async function hold(target: Locator, seen: Locator): Promise<void> {
  const page = target.page()
  const box = (await target.boundingBox())!
  const at = { x: box.x + Math.min(20, box.width / 2), y: box.y + box.height / 2 }
  const session = await page.context().newCDPSession(page)
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  await seen.waitFor()
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}
