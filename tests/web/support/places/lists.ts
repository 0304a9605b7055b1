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
      await press(page, lists.editItem('Eggs'))
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
    name: 'list-rename',
    path: '/lists',
    isDialog: true,
    async open(page, texts) {
      await choose(page, texts, texts.lists.rename)
      await seeDialog(page, texts.lists.rename)
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
    name: 'list-gone',
    path: '/lists/999999',
    open: (page, { lists }) => page.getByRole('heading', { name: lists.gone }).waitFor(),
  },
]
