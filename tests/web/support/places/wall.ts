import type { Page } from 'playwright-core'
import type { Place } from './place'

const seeEvents = (page: Page) => page.locator('.wall-main').getByText('Family dinner').first().waitFor()

export const WALL: Place[] = [
  { name: 'wall', path: '/wall', sizes: ['phone', 'portrait', 'tablet'], open: seeEvents },
  {
    name: 'wall-event',
    path: '/wall',
    isDialog: true,
    async open(page: Page) {
      await seeEvents(page)
      await page
        .locator('.wall-main')
        .getByRole('button', { name: /Family dinner/ })
        .click()
      await page.getByRole('dialog', { name: 'Family dinner' }).waitFor()
    },
  },
]
