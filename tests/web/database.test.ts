import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { itemsOf, makeList, openTextsOf } from './support/lists'
import { setStage } from './support/stage'
import { until } from './support/until'

const stage = setStage()

interface Noted {
  mode: string
  end: 'open' | 'committed' | 'aborted'
}

type Watched = typeof globalThis & { noted: Noted[]; leavesAtRead: boolean }

/**
 * Notes each transaction of a page, and how it came to an end by what the page did itself. `leavesAtRead`: the page is
 * left when its next transaction that writes has asked for a value.
 */
function watchTransactions() {
  const watched = Object.assign(globalThis, { noted: [], leavesAtRead: false }) as Watched
  const begin = IDBDatabase.prototype.transaction
  IDBDatabase.prototype.transaction = function (...args) {
    const transaction = begin.apply(this, args)
    const note: Noted = { mode: transaction.mode, end: 'open' }
    watched.noted.push(note)
    const { commit } = transaction
    transaction.commit = () => {
      note.end = 'committed'
      commit.call(transaction)
    }
    transaction.addEventListener('abort', () => (note.end = 'aborted'))
    return transaction
  }
  const { get } = IDBObjectStore.prototype
  IDBObjectStore.prototype.get = function (key) {
    const request = get.call(this, key)
    if (watched.leavesAtRead && this.transaction.mode === 'readwrite') {
      watched.leavesAtRead = false
      dispatchEvent(new Event('pagehide'))
    }
    return request
  }
}

const noted = (page: Page) => page.evaluate(() => (globalThis as Watched).noted)

/** Holds the device's database for good, as a page does that was stopped within a transaction. */
async function holdDatabase(page: Page) {
  await page.goto(`${stage.home.url}/health`)
  await page.evaluate(async () => {
    const opened = indexedDB.open('keyval-store')
    opened.onupgradeneeded = () => void opened.result.createObjectStore('keyval')
    await new Promise((resolve) => opened.addEventListener('success', resolve))
    const objects = opened.result.transaction('keyval', 'readwrite').objectStore('keyval')
    const ask = () => objects.get('').addEventListener('success', ask)
    ask()
  })
}

test('a page that is left leaves no transaction that needs it', async () => {
  const listId = await makeList(stage.home, 'Groceries')
  const { page } = await stage.open()
  await page.addInitScript(watchTransactions)
  await page.goto(`${stage.home.url}/lists/${listId}`)
  const line = page.getByRole('textbox', { name: 'Add an item' })
  await line.waitFor()
  await page.evaluate(() => Object.assign(globalThis, { leavesAtRead: true }))
  await line.fill('Milk')
  await line.press('Enter')
  await until(
    'the transaction that was begun',
    () => noted(page),
    (all) => all.some(({ end }) => end === 'aborted'),
  )
  // What it was to keep is kept by the next one.
  await line.fill('Eggs')
  await line.press('Enter')
  await until(
    'both at home',
    () => openTextsOf(stage.home, listId),
    (texts) => texts.length === 2,
  )
  expect((await itemsOf(stage.home, listId)).map(({ text }) => text).toSorted()).toEqual(['Eggs', 'Milk'])
  const all = await noted(page)
  expect(all.filter(({ mode, end }) => mode === 'readonly' && end === 'committed')).not.toBeEmpty()
  expect(all.filter(({ mode, end }) => mode === 'readonly' && end === 'open')).toEqual([])
})

test('a database that never answers keeps nobody from the calendar', async () => {
  const { context, page } = await stage.open()
  await holdDatabase(page)
  const other = await context.newPage()
  await other.goto(stage.home.url)
  await other.getByRole('heading', { level: 1 }).waitFor()
})

test('a browser that refuses a database as soon as it is asked for one has everything that needs none', async () => {
  const { home } = stage
  const id = await makeList(home, 'Without', 'Milk')
  const { page } = await stage.open()
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
  })
  await page.goto(`${home.url}/lists/${id}`)
  await page.getByRole('checkbox', { name: 'Milk' }).click()
  await until(
    'it is done',
    () => openTextsOf(home, id),
    (texts) => texts.length === 0,
  )
})
