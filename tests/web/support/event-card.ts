import type { Locator, Page } from 'playwright-core'

/** Goes on from the card of the event that was just opened to its form. */
export const editOpened = (page: Page): Promise<void> =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Edit|Bearbeiten)$/ })
    .click()

/** Opens the form of an event that is on screen. */
export async function openForm(page: Page, event: Locator): Promise<void> {
  await event.click()
  await editOpened(page)
}
