import type { Locator, Page } from 'playwright-core'

/** From the line that adds an event to everything that can be said about it. */
export async function wholeForm(page: Page): Promise<Locator> {
  const line = page.locator('.quick-add')
  await line.getByRole('button', { name: /^(More|Mehr)$/ }).press('Enter')
  await line.waitFor({ state: 'detached' })
  return page.getByRole('dialog')
}

/** A chip of the line: what it says, and the way to its fields. */
export const chip = (page: Page, name: string | RegExp): Locator =>
  page.locator('.quick-chips').getByRole('button', { name })
