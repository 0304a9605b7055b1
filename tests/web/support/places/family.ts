import type { Page } from 'playwright-core'
import { EVERY_SIZE, type Place } from './place'

const ANYWHERE = [...EVERY_SIZE, 'portrait'] as const

const seeOthers = (page: Page) =>
  page
    .getByRole('button', { name: /Piano lesson|Late shift/ })
    .or(page.locator('.dots i:visible'))
    .first()
    .waitFor()

/** Who does what, in a family of six. */
export const FAMILY: Place[] = [
  ...(['month', 'week', 'day', 'agenda'] as const).map(
    (view): Place => ({ name: `family-${view}`, path: `/?view=${view}`, sizes: ANYWHERE, open: seeOthers }),
  ),
  {
    name: 'family-wall',
    path: '/wall',
    sizes: ['tablet', 'portrait', 'phone'],
    open: (page) => page.locator('.wall-main').getByText('Piano lesson').first().waitFor(),
  },
]
