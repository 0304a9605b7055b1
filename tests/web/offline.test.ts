import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { ask } from '../support/cast'
import { picture } from './support/browser'
import { itemsOf, makeList, textsOf } from './support/lists'
import { keptOnDevice, untilKept, workerReady } from './support/service-worker'
import { setStage } from './support/stage'
import { until } from './support/until'

const stage = setStage()

/** Opens a list on a phone that has the whole client and the list at hand. */
async function shopper(listId: number) {
  const visit = await stage.open({ path: `/lists/${listId}`, size: 'phone', serviceWorker: true })
  await workerReady(visit.page)
  await visit.page.getByRole('checkbox').first().waitFor()
  await until(
    'the list is put away',
    () => keptOnDevice(visit.page, 'answers'),
    (kept) => kept.includes('"items"'),
  )
  return visit
}

async function add(page: Page, text: string) {
  await page.getByRole('textbox', { name: 'Add an item' }).fill(text)
  await page.keyboard.press('Enter')
  await page.getByRole('checkbox', { name: text }).waitFor()
}

async function rename(page: Page, before: string, after: string) {
  await page.getByRole('button', { name: `Edit ${before}` }).press('Enter')
  await page.getByRole('textbox', { name: 'Item', exact: true }).fill(after)
  await page.keyboard.press('Enter')
}

async function moveToTop(page: Page, text: string) {
  await page.getByRole('button', { name: `Move ${text}`, exact: true }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Home')
  await page.keyboard.press('Space')
}

describe('without a connection', () => {
  test('the client opens on any page, with what it knew', async () => {
    const id = await makeList(stage.home, 'Groceries', 'Milk', 'Eggs')
    const { page, context } = await shopper(id)
    await page.goto(`${stage.home.url}/lists`)
    await page.getByRole('link', { name: /Groceries/ }).waitFor()
    await context.setOffline(true)
    await page.goto(`${stage.home.url}/lists/${id}`)
    await page.getByRole('checkbox', { name: 'Milk' }).waitFor()
    await page.getByRole('status').getByText('No connection', { exact: true }).waitFor()
  })

  test('everything done to a list waits, survives a restart and reaches the server once', async () => {
    const id = await makeList(stage.home, 'Market', 'Apples', 'Bread', 'Cheese', 'Dates')
    const { page, context } = await shopper(id)
    await context.setOffline(true)

    await page.getByRole('checkbox', { name: 'Apples' }).check()
    await add(page, 'Candles')
    await rename(page, 'Bread', 'Rye bread')
    await rename(page, 'Candles', 'Beeswax candles')
    await moveToTop(page, 'Dates')
    await page.getByText('No connection · 5 to send').waitFor()
    await picture(page, 'offline-phone-light')

    await page.close()
    const restarted = await context.newPage()
    await restarted.goto(`${stage.home.url}/lists/${id}`)
    await restarted.getByText('No connection · 5 to send').waitFor()
    await restarted.getByRole('checkbox', { name: 'Dates' }).waitFor()
    const names = () =>
      restarted
        .getByRole('list', { name: 'To do' })
        .getByRole('checkbox')
        .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('aria-label')))
    expect(await names()).toEqual(['Dates', 'Rye bread', 'Cheese', 'Beeswax candles'])
    expect(await textsOf(stage.home, id)).toEqual(['Apples', 'Bread', 'Cheese', 'Dates'])

    await context.setOffline(false)
    await until(
      'all of it is on the server',
      () => itemsOf(stage.home, id),
      (items) => items.map(({ text }) => text).join() === 'Apples,Dates,Rye bread,Cheese,Beeswax candles',
    )
    await restarted.getByText('No connection').waitFor({ state: 'detached' })
    await until(
      'the queue is empty',
      () => keptOnDevice(restarted, 'outbox-lists'),
      (kept) => kept === '[[]]',
    )
    const items = await itemsOf(stage.home, id)
    expect(items.filter(({ checked }) => checked).map(({ text }) => text)).toEqual(['Apples'])
    expect(await names()).toEqual(['Dates', 'Rye bread', 'Cheese', 'Beeswax candles'])
  })

  test('an answer that gets lost does not add twice', async () => {
    const id = await makeList(stage.home, 'Dead spot', 'Milk')
    const { page } = await shopper(id)
    let lost = 0
    await page.route('**/api/lists/*/items', async (route) => {
      if (route.request().method() !== 'POST' || lost > 0) return route.continue()
      lost++
      await route.fetch()
      await route.abort()
    })
    await add(page, 'Eggs')
    await until(
      'sent again',
      () => keptOnDevice(page, 'outbox-lists'),
      (kept) => kept === '[[]]',
    )
    expect(lost).toBe(1)
    expect(await textsOf(stage.home, id)).toEqual(['Milk', 'Eggs'])
  })

  test('a check on what somebody deleted meanwhile is dropped, and said', async () => {
    const id = await makeList(stage.home, 'Meanwhile', 'Milk', 'Eggs')
    const { page, context } = await shopper(id)
    await context.setOffline(true)
    await page.getByRole('checkbox', { name: 'Milk' }).check()
    const [milk] = await itemsOf(stage.home, id)
    await ask(stage.home, stage.home.cast.ben, `DELETE /api/list-items/${milk!.id}`)
    await context.setOffline(false)
    await page.getByText('“Milk” was deleted meanwhile.').waitFor()
    await until(
      'gone here too',
      () => page.getByRole('checkbox').count(),
      (count) => count === 1,
    )
    expect(await textsOf(stage.home, id)).toEqual(['Eggs'])
  })

  test('what could not be asked again is still there after a restart', async () => {
    const id = await makeList(stage.home, 'Long outage', 'Candles')
    const { page, context } = await shopper(id)
    await context.setOffline(true)
    // An hour later the page is looked at again, and asks in vain.
    await page.clock.install({ time: Date.now() + 60 * 60 * 1000 })
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/items'))
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await failed
    await page.clock.runFor(2_000)
    await page.close()
    const restarted = await context.newPage()
    await restarted.goto(`${stage.home.url}/lists/${id}`)
    await restarted.getByRole('checkbox', { name: 'Candles' }).waitFor()
    await restarted.getByRole('heading', { name: 'Long outage' }).waitFor()
  })

  test('what was kept while the clock was two days ahead is asked again once it is right', async () => {
    const { home } = stage
    const { page } = await stage.open({ path: '/people', size: 'phone', serviceWorker: true })
    const person = (name: string) => page.getByText(name, { exact: true })
    await person('Ben').waitFor()
    await workerReady(page)
    const ahead = Date.now() + 2 * 24 * 60 * 60 * 1000
    await page.clock.install({ time: ahead })
    await page.reload()
    await person('Ben').waitFor()
    await page.clock.runFor(2_000)
    await untilKept(page, 'answers', (kept) => Number(/"savedAt":(\d+)/.exec(kept)?.[1]) > ahead)
    await ask(home, home.cast.ada, 'POST /api/people', { name: 'Rex' })
    await page.clock.setSystemTime(Date.now() + 60 * 1000)
    await page.reload()
    await person('Rex').waitFor()
  })

  test('a server that is away counts as no connection, and is found again', async () => {
    const id = await makeList(stage.home, 'Power cut', 'Torch')
    const { page } = await shopper(id)
    await stage.home.goDark()
    await add(page, 'Batteries')
    await page.getByText('No connection · 1 to send').waitFor()
    stage.home.comeBack()
    await until(
      'it arrives',
      () => textsOf(stage.home, id),
      (texts) => texts.join() === 'Torch,Batteries',
    )
  })
})

describe('two tabs of one device', () => {
  test('share the queue and send everything once', async () => {
    const id = await makeList(stage.home, 'Tabs', 'Milk')
    const { page, context } = await shopper(id)
    const other = await context.newPage()
    await other.goto(`${stage.home.url}/lists/${id}`)
    await other.getByRole('checkbox', { name: 'Milk' }).waitFor()
    await context.setOffline(true)
    await add(page, 'Eggs')
    await other.getByRole('checkbox', { name: 'Eggs' }).waitFor()
    await add(other, 'Butter')
    await context.setOffline(false)
    await until(
      'both arrive',
      () => textsOf(stage.home, id),
      (texts) => texts.length === 3,
    )
    await until(
      'the queue is empty',
      () => keptOnDevice(page, 'outbox-lists'),
      (kept) => kept === '[[]]',
    )
    expect(await textsOf(stage.home, id)).toEqual(['Milk', 'Eggs', 'Butter'])
  })

  test('send everything once also where they cannot tell each other of it', async () => {
    const id = await makeList(stage.home, 'Deaf tabs', 'Milk')
    const { page, context } = await shopper(id)
    await context.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'BroadcastChannel')
      Object.defineProperty(navigator, 'locks', { value: undefined })
    })
    await context.setOffline(true)
    const sent = new Set<string>()
    const tabs = [page, await context.newPage()]
    for (const tab of tabs) {
      tab.on('request', (request) => {
        if (request.method() === 'POST') sent.add(request.headers()['idempotency-key'] ?? '')
      })
    }
    await page.reload()
    await page.getByRole('checkbox', { name: 'Milk' }).waitFor()
    await add(page, 'Eggs')
    await add(page, 'Butter')
    await tabs[1]!.goto(`${stage.home.url}/lists/${id}`)
    await tabs[1]!.getByRole('link', { name: 'No connection · 2 to send' }).click()
    await tabs[1]!.getByRole('listitem', { name: 'Butter' }).waitFor()
    await context.setOffline(false)
    await until(
      'the queue is empty',
      () => keptOnDevice(page, 'outbox-lists'),
      (kept) => kept === '[[]]',
    )
    await tabs[1]!.getByText('Everything is saved.').waitFor()
    expect(await textsOf(stage.home, id)).toEqual(['Milk', 'Eggs', 'Butter'])
    // One that got no answer, or none for five seconds, may be sent again: under its own key.
    expect(sent.size).toBe(2)
  })
})
