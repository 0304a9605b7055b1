import { beforeAll, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { ask } from '../support/cast'
import { NOW } from './support/calendars'
import { openForm } from './support/event-card'
import { planForAda, timed } from './support/events'
import { makeList, makeShoppingList } from './support/lists'
import { setStage } from './support/stage'

const stage = setStage({ at: NOW })

beforeAll(async () => {
  await planForAda(stage.home, timed('Physio', '2026-11-20T16:30Z', 45))
})

/** A syllable is being composed where the cursor is; Escape is pressed meanwhile. */
async function escapeWhileComposing(page: Page) {
  // What was opened takes the focus when it is drawn.
  await page.locator(':focus:is(input, textarea)').waitFor()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 })
  // Its code is the input method's.
  const key = { key: 'Escape', code: 'Escape', windowsVirtualKeyCode: 229 }
  await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key })
  await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key })
  await devtools.send('Input.insertText', { text: 'に' })
}

/** Each opens something that Escape closes, and returns what is gone then. */
const places: [string, (page: Page) => Promise<Locator>][] = [
  [
    'the line of an item that is edited',
    async (page) => {
      const id = await makeList(stage.home, 'Words', 'Milk')
      await page.goto(`${stage.home.url}/lists/${id}`)
      await page.getByRole('button', { name: 'Edit Milk' }).click()
      return page.locator('.item-editor')
    },
  ],
  [
    'the line of a section',
    async (page) => {
      const id = await makeShoppingList(stage.home, 'Shop')
      const { ada } = stage.home.cast
      await ask(stage.home, ada, `PATCH /api/lists/${id}`, { grouped: true })
      await ask(stage.home, ada, `POST /api/lists/${id}/items`, { text: 'Milk', section: 'dairy' })
      await page.goto(`${stage.home.url}/lists/${id}`)
      await page.getByRole('button', { name: /^Add to / }).click()
      return page.locator('.add-here')
    },
  ],
  [
    'the times beside a field',
    async (page) => {
      await page.goto(`${stage.home.url}/?view=agenda`)
      await openForm(page, page.locator('.event-row', { hasText: 'Physio' }))
      await page.getByRole('combobox', { name: 'Start time', exact: true }).click()
      return page.getByRole('listbox')
    },
  ],
  [
    'the search',
    async (page) => {
      await page.goto(stage.home.url)
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      return page.getByRole('searchbox')
    },
  ],
]

test.each(places)('whoever composes a character gives up that one alone: %s', async (_, open) => {
  const { page } = await stage.open()
  await page.clock.setFixedTime(NOW)
  const opened = await open(page)
  await opened.waitFor()
  await escapeWhileComposing(page)
  expect(await opened.count()).toBe(1)
  await page.keyboard.press('Escape')
  await opened.waitFor({ state: 'detached' })
})
