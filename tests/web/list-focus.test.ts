import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import type { Item } from '../../web/src/data/types'
import { ask } from '../support/cast'
import { makeList } from './support/lists'
import { setStage } from './support/stage'
import { until } from './support/until'

const stage = setStage()

/** What has the focus, by its name. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: one } = document
    return one?.getAttribute('aria-label') ?? one?.closest('.item')?.querySelector('.item-text')?.textContent ?? null
  })

const isFocused = (page: Page, name: string) =>
  until(
    `the focus is at ${name}`,
    () => focused(page),
    (at) => at === name,
  )

const press = async (page: Page, role: 'button' | 'checkbox', name: string, key = 'Enter') => {
  await page.getByRole(role, { name, exact: true }).focus()
  await page.keyboard.press(key)
}

test('the keyboard keeps its place in a list when what it had is gone', async () => {
  const { page } = await stage.open({ path: `/lists/${await makeList(stage.home, 'Camp', 'Tent', 'Mat', 'Lamp')}` })
  const remove = async (name: string) => {
    await press(page, 'checkbox', name, 'e')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
  }
  await remove('Mat')
  await isFocused(page, 'Lamp')
  await remove('Lamp')
  await isFocused(page, 'Tent')
  await press(page, 'button', 'Undo all')
  await isFocused(page, 'Mat')
  await press(page, 'checkbox', 'Mat', 'Space')
  const done = page.getByRole('region', { name: /Done/ })
  await done.getByRole('checkbox', { name: 'Mat' }).waitFor()
  await press(page, 'checkbox', 'Mat', 'Space')
  await done.waitFor({ state: 'detached' })
  await isFocused(page, 'Mat')
  await page.keyboard.press('Space')
  await done.waitFor()
  await press(page, 'button', 'Clear done')
  await isFocused(page, 'Add an item')
})

test('nobody who has left a row is called back when others take it away', async () => {
  const id = await makeList(stage.home, 'Cellar', 'Wine', 'Coal')
  const { page } = await stage.open({ path: `/lists/${id}` })
  const wine = page.getByRole('checkbox', { name: 'Wine' })
  await wine.focus()
  await page.keyboard.press('Tab')
  await page.getByRole('heading', { name: 'Cellar' }).click()
  const { ben } = stage.home.cast
  const { body } = await ask<{ items: Item[] }>(stage.home, ben, `GET /api/lists/${id}/items`)
  const item = body.items.find(({ text }) => text === 'Wine')
  await ask(stage.home, ben, `DELETE /api/list-items/${item?.id}`)
  await wine.waitFor({ state: 'detached' })
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
})
