import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { launch, putAway, type Visit, visit, WITHOUT_WINDOWS } from './support/browser'
import { NOW } from './support/calendars'
import { openForm } from './support/event-card'
import { planForAda, timed } from './support/events'
import { makeList, makeShoppingList } from './support/lists'
import { setStage } from './support/stage'

/** Touched first, as tablets are; the mouse, or the trackpad of a keyboard, is the other of its pointers. */
const POINTERS = 'primaryPointerType=2,availablePointerTypes=6,primaryHoverType=1,availableHoverTypes=3'

const stage = setStage({ at: NOW })
let browser: Browser
let tablet: Visit

beforeAll(async () => {
  browser = await launch(WITHOUT_WINDOWS, [`--blink-settings=${POINTERS}`])
  await planForAda(stage.home, timed('Physio', '2026-11-20T16:30Z', 45))
})

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

test.each([
  ['typed anew', [...'1930'], '1930'],
  ['taken away and typed anew', ['Backspace', ...'1930'], '1930'],
  ['mended at its end', ['ArrowRight', 'Backspace', '0'], '18:10'],
])('a time that is clicked is %s by the keyboard beside the screen', async (_, keys, result) => {
  const page = await open('/')
  await page.clock.setFixedTime(NOW)
  await page.goto(`${stage.home.url}/?view=agenda`)
  await openForm(page, page.locator('.event-row', { hasText: 'Physio' }))
  const end = page.getByRole('combobox', { name: 'End time', exact: true })
  await end.click()
  for (const key of keys) await page.keyboard.press(key)
  expect(await end.inputValue()).toBe(result)
})
