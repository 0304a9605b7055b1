import { expect, test } from 'bun:test'
import type { Locator } from 'playwright-core'
import { setStage } from './support/stage'
import { until } from './support/until'

const stage = setStage()

const ways: [string, (dialog: Locator) => Promise<void>][] = [
  ['Escape', (dialog) => dialog.press('Escape')],
  ['cancelling', (dialog) => dialog.getByRole('button', { name: 'Cancel' }).press('Enter')],
  ['saving', (dialog) => dialog.getByLabel('Name', { exact: true }).press('Enter')],
]

test.each(ways)('a dialog that %s ends gives the focus back to where it came from', async (_, end) => {
  const { page } = await stage.open({ path: '/admin' })
  const opener = page.getByRole('button', { name: 'What to do with Ben' })
  await opener.press('Enter')
  await page.getByRole('menuitem', { name: 'Rename' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Rename Ben' })
  await dialog.waitFor()
  await end(dialog)
  await dialog.waitFor({ state: 'detached' })
  await isFocused(opener)
})

test('a question that is answered with yes gives it back, too', async () => {
  const { page } = await stage.open({ path: '/admin' })
  const opener = page.getByRole('button', { name: 'What to do with Ada' })
  await opener.press('Enter')
  await page.getByRole('menuitem', { name: 'Remove from the household' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter')
  await page.getByText('Somebody has to run the household').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await isFocused(opener)
})

test('a member without a name leads to its field', async () => {
  const { page } = await stage.open({ path: '/admin' })
  await page.getByRole('button', { name: 'What to do with Ben' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await isFocused(dialog.getByLabel('Name', { exact: true }))
})

test('a display without a name leads to its field', async () => {
  const { page } = await stage.open({ path: '/admin' })
  await page.getByRole('button', { name: 'Add a display' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add a display' }).press('Enter')
  await isFocused(dialog.getByLabel('Where it hangs'))
})

test('text that is selected beyond the edge of a dialog does not close it; a click beside it does', async () => {
  const { page } = await stage.open({ path: '/admin' })
  await page.getByRole('button', { name: 'What to do with Ben' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabel('Name', { exact: true })
  await field.fill('Benedict')
  const { x, y, width, height } = (await field.boundingBox())!
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(4, y + height / 2, { steps: 4 })
  await page.mouse.up()
  expect(await field.inputValue()).toBe('Benedict')
  await page.mouse.click(4, y + height / 2)
  await dialog.waitFor({ state: 'detached' })
})

test('a menu that opens has the next key: the focus is in it at once', async () => {
  const { page } = await stage.open({ path: '/admin' })
  const focused = await page.getByRole('button', { name: 'What to do with Ben' }).evaluate((opener) => {
    ;(opener as HTMLElement).click()
    return document.activeElement?.textContent
  })
  expect(focused).toBe('Rename')
})

const isFocused = (element: Locator) =>
  until(
    'it has the focus',
    () => element.evaluate((found) => found === document.activeElement),
    (isThere) => isThere,
  )
