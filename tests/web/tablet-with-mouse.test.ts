import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { launch, putAway, type Visit, visit, WITHOUT_WINDOWS } from './support/browser'
import { makeList, makeShoppingList } from './support/lists'
import { setStage } from './support/stage'

/** Touched first, as tablets are; the mouse, or the trackpad of a keyboard, is the other of its pointers. */
const POINTERS = 'primaryPointerType=2,availablePointerTypes=6,primaryHoverType=1,availableHoverTypes=3'

const stage = setStage()
let browser: Browser
let tablet: Visit

beforeAll(async () => {
  browser = await launch(WITHOUT_WINDOWS, [`--blink-settings=${POINTERS}`])
}, 60_000)

afterEach(async () => {
  await putAway(tablet.context)
  expect(tablet.problems).toEqual([])
})

afterAll(() => browser.close())

async function open(path: string): Promise<Page> {
  tablet = await visit(browser, stage.home, { path })
  return tablet.page
}

test('an item is edited with the mouse, which no hold is expected of', async () => {
  const page = await open(`/lists/${await makeList(stage.home, 'Camping', 'Tent')}`)
  await page.getByRole('button', { name: 'Edit Tent' }).click()
  await page.locator('.item-editor').waitFor()
  expect(await page.getByText('Hold an item to change it.').isVisible()).toBe(false)
})

test('what was bought before is forgotten with the mouse', async () => {
  const id = await makeShoppingList(stage.home, 'Groceries', 'Milk', { text: 'Butter', isDone: true })
  const page = await open(`/lists/${id}`)
  const butter = page.getByRole('option', { name: 'Butter' })
  await butter.locator('.suggestion-forget').click()
  await butter.waitFor({ state: 'detached' })
})
