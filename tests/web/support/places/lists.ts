import type { Page } from 'playwright-core'
import { type Place, press, seeDialog, type Texts } from './place'

async function openGroceries(page: Page) {
  await page.getByRole('link', { name: /Groceries/ }).click()
  await page.getByRole('checkbox', { name: 'Milk' }).waitFor()
}

async function choose(page: Page, { common }: Texts, action: string) {
  await openGroceries(page)
  await press(page, common.more)
  await page.getByRole('menuitem', { name: action }).click()
}

/** The groceries as chores, of which everybody has done some. */
async function ofChores(page: Page) {
  await page.route('**/api/lists', async (route) => {
    // Without what the page holds already: an unchanged answer has no content.
    const headers = { ...route.request().headers(), 'if-none-match': '' }
    const { lists } = (await (await route.fetch({ headers })).json()) as { lists: object[] }
    await route.fulfill({ json: { lists: lists.map((list) => ({ ...list, kind: 'chores' })) } })
  })
  const members = ['Ada', 'Ben', 'Cleo'].map((displayName, index) => ({
    userId: index + 1,
    displayName,
    count: 9 - 4 * index,
  }))
  await page.route('**/history?*', (route) => route.fulfill({ json: { members } }))
}

export const LISTS: Place[] = [
  {
    name: 'lists',
    path: '/lists',
    open: (page) => page.getByRole('link', { name: /Groceries/ }).waitFor(),
  },
  {
    name: 'lists-none',
    path: '/lists',
    prepare: (page) => page.route('**/api/lists', (route) => route.fulfill({ json: { lists: [] } })),
    open: (page, { lists }) => page.getByRole('heading', { name: lists.empty.title }).waitFor(),
  },
  {
    name: 'list-new',
    path: '/lists?new',
    isDialog: true,
    async open(page, { lists }) {
      await press(page, lists.create)
      await page.getByRole('dialog', { name: lists.newList }).getByText(lists.nameNeeded).waitFor()
    },
  },
  { name: 'list', path: '/lists', open: openGroceries },
  {
    name: 'list-item-editor',
    path: '/lists',
    async open(page, { lists }) {
      await openGroceries(page)
      // As a key does: a finger holds the row, and sees no button.
      await page.getByRole('button', { name: lists.editItem('Eggs') }).press('Enter')
      await page.getByRole('textbox', { name: lists.itemText, exact: true }).waitFor()
    },
  },
  {
    name: 'list-undo',
    path: '/lists',
    isOpenedAnew: true,
    async open(page, { common }) {
      await openGroceries(page)
      await page.route('**/api/list-items/*', () => {})
      await page.getByRole('checkbox', { name: 'Eggs' }).check()
      await page.getByRole('button', { name: common.undo }).waitFor()
    },
  },
  {
    name: 'list-menu',
    path: '/lists',
    isOpenedAnew: true,
    async open(page, { common, lists }) {
      await openGroceries(page)
      await press(page, common.more)
      await page.getByRole('menuitem', { name: lists.deleteList }).waitFor()
    },
  },
  {
    name: 'list-edit',
    path: '/lists',
    isDialog: true,
    async open(page, texts) {
      await choose(page, texts, texts.lists.editList)
      await seeDialog(page, texts.lists.editList)
    },
  },
  {
    name: 'list-delete',
    path: '/lists',
    isDialog: true,
    async open(page, texts) {
      await choose(page, texts, texts.lists.deleteList)
      await seeDialog(page, texts.lists.deleteTitle('Groceries'))
    },
  },
  {
    name: 'list-shopping',
    path: '/lists',
    async open(page, { lists }) {
      await openGroceries(page)
      await press(page, lists.shopping)
    },
  },
  {
    name: 'list-notices',
    path: '/lists',
    isDialog: true,
    prepare: (page) => page.route('**/notices', (route) => route.fulfill({ json: { on: true } })),
    async open(page, texts) {
      const { notices } = texts.listVerbs
      await choose(page, texts, notices.open)
      await page.getByRole('dialog').getByText(notices.silent).waitFor()
    },
  },
  {
    name: 'list-history',
    path: '/lists',
    isDialog: true,
    prepare: ofChores,
    async open(page, { listVerbs: { history } }) {
      await openGroceries(page)
      await press(page, history.open)
      await page.getByRole('dialog').getByText(history.times('Cleo', 1)).waitFor()
    },
  },
  {
    name: 'list-gone',
    path: '/lists/999999',
    open: (page, { lists }) => page.getByRole('heading', { name: lists.gone }).waitFor(),
  },
]
