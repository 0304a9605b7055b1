import { beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { accessibilityProblems } from './support/axe'
import { NOW, setClock } from './support/calendars'
import { clientFolder } from './support/client'
import { settled } from './support/device'
import { makeCalendar, plan, timed } from './support/events'
import { holdRequests } from './support/late'
import { itemsOf, makeList, makeShoppingList } from './support/lists'
import { keptOnDevice, workerReady } from './support/service-worker'
import { setStage } from './support/stage'
import { until } from './support/until'

const stage = setStage({ at: NOW })
let list: number

beforeAll(async () => {
  const { home } = stage
  list = await makeList(home, 'Groceries', 'Milk')
  await plan(
    home,
    await makeCalendar(home, home.cast.ada, 'Ada'),
    timed('Breakfast', '2026-11-20T07:00Z', 30),
    timed('Physio', '2026-11-20T16:30Z', 45),
    timed('Cinema', '2026-11-20T18:30Z', 120),
  )
})

describe('what another application shares', () => {
  const open = async (query: Record<string, string>) => {
    const { page, context } = await stage.open({ size: 'phone', serviceWorker: true, path: '/lists' })
    await workerReady(page)
    await page
      .getByRole('link', { name: /Groceries/ })
      .first()
      .waitFor()
    await context.setOffline(true)
    await page.goto(`${stage.home.url}/share?${new URLSearchParams(query)}`)
    await page.getByRole('heading', { name: 'Add to …' }).waitFor()
    return { page, context }
  }

  test('goes onto a list line by line, also without a connection', async () => {
    const { page, context } = await open({ title: 'Pancakes', text: '- 3 eggs\n- Flour' })
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Groceries' }).click()
    await page.getByText('2 items added to “Groceries”').waitFor()
    await page.getByRole('checkbox', { name: '3 eggs' }).waitFor()
    // The way back does not add it again.
    expect(new URL(page.url()).pathname).toBe(`/lists/${list}`)
    await context.setOffline(false)
    const texts = await until(
      'it has arrived',
      async () => (await itemsOf(stage.home, list)).map(({ text }) => text),
      (found) => found.length === 3,
    )
    expect(new Set(texts)).toEqual(new Set(['Milk', '3 eggs', 'Flour']))
  })

  test('becomes an event that waits for what it begins with, and follows nobody who has left', async () => {
    const { page } = await stage.open({ size: 'phone' })
    const letGo = await holdRequests(page, '**/api/me/reminders')
    await page.goto(`${stage.home.url}/share?text=Dentist`)
    await page.getByRole('button', { name: 'A new event' }).click()
    await page.locator('.share .wide[aria-busy=true]').waitFor()
    await page.getByRole('button', { name: 'Leave it' }).click()
    await page.waitForURL((url) => url.pathname === '/')
    const answered = page.waitForResponse('**/api/me/reminders')
    letGo()
    await (await answered).finished()
    await settled(page)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.goto(`${stage.home.url}/share?text=Dentist`)
    await page.getByRole('button', { name: 'A new event' }).click()
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Dentist')
  })

  test('is bought where the list is for shopping; the list picked last stands first', async () => {
    const shop = await makeShoppingList(stage.home, 'Market', { text: 'Flour', amount: '250 g' })
    const { page, context } = await open({ title: 'Pancakes', text: 'For the batter:\n- 250 g flour\n- salt, pepper' })
    await page.getByRole('button', { name: 'Market' }).click()
    await page.getByText('added to “Market”').waitFor()
    await page.goto(`${stage.home.url}/share?text=Honey`)
    await page.getByRole('heading', { name: 'Add to …' }).waitFor()
    expect(await page.locator('.share .wide').allTextContents()).toEqual([
      'Market',
      'Groceries',
      'A new event',
      'Leave it',
    ])
    await page.goto(`${stage.home.url}/share?text=Dentist 14:30`)
    await page.getByText('Dentist 14:30').waitFor()
    expect(await page.locator('.share .wide').first().textContent()).toBe('A new event')
    await context.setOffline(false)
    await until(
      'what is to be bought has arrived',
      async () => (await itemsOf(stage.home, shop)).map(({ text, amount = '' }) => `${amount} ${text}`.trim()),
      (found) => found.join() === '500 g Flour,salt,pepper',
    )
  })

  test('is bought once, however often its list is tapped', async () => {
    const shop = await makeShoppingList(stage.home, 'Kiosk')
    const { page } = await stage.open({ size: 'phone' })
    const letGo = await holdRequests(page, /\/household-[^/]*\.js$/)
    await page.goto(`${stage.home.url}/share?text=Liquorice`)
    for (const _ of [1, 2]) await page.getByRole('button', { name: 'Kiosk' }).press('Enter')
    letGo()
    await page.getByText('added to “Kiosk”').waitFor()
    await page.getByRole('checkbox', { name: 'Liquorice' }).waitFor()
    await until(
      'it has arrived',
      () => itemsOf(stage.home, shop),
      (items) => items.length > 0,
    )
    await settled(page)
    expect((await itemsOf(stage.home, shop)).map(({ text, amount = '' }) => `${amount}${text}`)).toEqual(['Liquorice'])
  })

  test('or begins a new event, with what does not fit its name as notes', async () => {
    const { page } = await open({ title: 'Swimming pool', url: 'https://pool.example/' })
    await page.getByRole('button', { name: 'A new event' }).click()
    const dialog = page.getByRole('dialog', { name: 'New event' })
    await dialog.getByRole('textbox').first().waitFor()
    expect(await dialog.getByRole('textbox').first().inputValue()).toBe('Swimming pool')
    await dialog.getByRole('button', { name: 'More' }).click()
    await until(
      'the link is in the notes',
      () =>
        page.locator('textarea').evaluateAll((fields) => fields.map((field) => (field as HTMLTextAreaElement).value)),
      (values) => values.includes('https://pool.example/'),
    )
  })
})

/** A browser that has a place for numbers on icons, and tells them. */
async function withBadge(page: Page) {
  await page.addInitScript(() => {
    const told: number[] = []
    Object.assign(window, { told })
    const tell = (count: number) => Promise.resolve(void told.push(count))
    Object.assign(Navigator.prototype, { setAppBadge: tell, clearAppBadge: () => tell(0) })
  })
  return async () => (await page.evaluate(() => (window as unknown as { told: number[] }).told)).at(-1)
}

test('the icon tells how many events of today are still to come, and nothing once there are none', async () => {
  const { page } = await stage.open({ size: 'phone' })
  const badge = await withBadge(page)
  await page.clock.setFixedTime(NOW)
  await page.goto(`${stage.home.url}/?view=month`)
  await until('two are left', badge, (count) => count === 2)
  expect(await keptOnDevice(page, 'due')).toContain(String(Date.parse('2026-11-20T17:15:00Z')))
  await page.clock.setFixedTime('2026-11-20T21:00:00Z')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await until('none is left', badge, (count) => count === 0)
})

/** A page on which the browser would install the client. */
async function openInstallable(page: Page) {
  await page.goto(`${stage.home.url}/lists`)
  await page.getByRole('heading', { name: 'Lists', exact: true }).waitFor()
  await page.evaluate(() => dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: async () => {} })))
}
const installOffer = (page: Page) => page.getByText('Keep Corkboard on this device, like an app?')

test('where it can be installed, that is offered once, and never again when it was put aside', async () => {
  const { page } = await stage.open({ size: 'phone' })
  await setClock(page)
  await openInstallable(page)
  const toast = installOffer(page)
  expect(await toast.count()).toBe(0)
  const aWhileLater = async () => {
    await page.clock.fastForward('00:30')
    return toast.count()
  }
  await until('it is offered', aWhileLater, (count) => count > 0)
  await page.getByRole('status').getByRole('button', { name: 'Close' }).click()
  await toast.waitFor({ state: 'detached' })
  await openInstallable(page)
  await until(
    'it is known',
    () => page.evaluate(() => localStorage.getItem('install-hint-dismissed')),
    (value) => value !== null,
  )
  await page.waitForLoadState('networkidle')
  expect(await aWhileLater()).toBe(0)
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
  expect(await toast.count()).toBe(0)
})

test('what cannot be offered for want of a connection is offered when there is one again', async () => {
  const { page, context } = await stage.open({ size: 'phone' })
  await setClock(page)
  let asked = 0
  await page.route('**/assets/install-*.js', (route) => {
    asked++
    return route.abort()
  })
  await openInstallable(page)
  const aWhileLater = async () => {
    await page.clock.fastForward('00:30')
    return asked
  }
  await until('its words are asked for', aWhileLater, (times) => times > 0)
  await page.unrouteAll()
  await context.setOffline(true)
  await context.setOffline(false)
  await installOffer(page).waitFor()
})

test('the manifest names shortcuts, where shared text goes, and files that are there', async () => {
  const folder = await clientFolder()
  const manifest = await Bun.file(join(folder, 'manifest.webmanifest')).json()
  const paths: string[] = [manifest, ...manifest.shortcuts].flatMap(({ icons }) =>
    icons.map(({ src }: { src: string }) => src),
  )
  for (const path of paths) expect([path, await Bun.file(join(folder, path)).exists()]).toEqual([path, true])
  expect(manifest.shortcuts.map(({ url }: { url: string }) => url)).toEqual(['/?new', '/lists', '/?view=day'])
  expect(manifest.share_target).toMatchObject({ action: '/share', method: 'GET' })
})

test.each([
  ['an installed client asks', true, 1],
  ['a page in the browser does not ask', false, 0],
])('%s that what waits to be sent is kept', async (_, isInstalled, times) => {
  const { page } = await stage.open()
  await page.addInitScript((standalone) => {
    Object.defineProperty(navigator, 'standalone', { value: standalone })
    const asked: string[] = []
    Object.assign(window, { asked })
    StorageManager.prototype.persist = async () => asked.push('persist') > 0
  }, isInstalled)
  const started = page.waitForRequest(/api\/sse/)
  await page.goto(stage.home.url)
  await started
  expect(await page.evaluate(() => (window as unknown as { asked: string[] }).asked.length)).toBe(times)
})
