import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { picture } from './support/browser'
import { linesOf } from './support/lines'
import { makeList, makeShoppingList } from './support/lists'
import { setStage } from './support/stage'

const stage = setStage()
const ROWS = Array.from({ length: 40 }, (_, index) => `Thing ${index + 1}`)

async function openList(id: number, name: string, width = 390) {
  const { page } = await stage.open({ path: `/lists/${id}`, size: 'phone' })
  await page.setViewportSize({ width, height: 844 })
  // Before the list has come a heading says that it is on its way.
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.evaluate(() => document.fonts.ready.then(() => {}))
  return page
}

const title = (page: Page) => page.getByRole('heading', { level: 1 })

test('rows that pass below a title of two lines are not seen through its words', async () => {
  const name = 'Weekend shopping at the Saturday market'
  const page = await openList(await makeList(stage.home, name, ...ROWS), name)
  await page.getByText('Thing 40').waitFor()
  expect(await linesOf(title(page))).toBe(2)
  await picture(page, 'list-title-two-lines')
  // How high the bar fades at its lower end, against where its words end.
  const { fade, room } = await page.locator('.page-bar').evaluate((bar) => {
    const words = [...bar.querySelectorAll('.list-title > *')].map((one) => one.getBoundingClientRect().bottom)
    const { bottom, height } = bar.getBoundingClientRect()
    const [, part = '', off = '0'] = /([\d.]+)%(?: - ([\d.]+)px)?/.exec(getComputedStyle(bar).backgroundImage) ?? []
    return { fade: height - (height * Number(part)) / 100 + Number(off), room: bottom - Math.max(...words) }
  })
  expect(fade).toBeLessThanOrEqual(room + 1)
})

test('a long name takes two lines and is whole in its title', async () => {
  const name = 'Sixty things for the great move into the new flat behind the old town hall'
  const page = await openList(await makeList(stage.home, name), name)
  expect(await linesOf(title(page))).toBe(2)
  expect(await title(page).getAttribute('title')).toBe(name)
})

test('a usual name is not broken on the narrowest phone', async () => {
  const page = await openList(await makeShoppingList(stage.home, 'Groceries', 'Milk'), 'Groceries', 320)
  await page.getByRole('checkbox', { name: 'Milk' }).waitFor()
  await picture(page, 'list-title-narrow')
  expect(await linesOf(title(page))).toBe(1)
})
