import { beforeAll, beforeEach, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { memberPreferences } from '../../src/platform/db/schema'
import { ask } from '../support/cast'
import { NOW } from './support/calendars'
import { workerReady } from './support/service-worker'
import { givePassword, signInAs } from './support/sign-in'
import { setStage } from './support/stage'
import { until } from './support/until'

const stage = setStage({ at: NOW })

const NOTHING = { language: null, theme: null, firstWeekday: null, hourCycle: null }

beforeAll(async () => {
  const { ada, ben } = stage.home.cast
  for (const member of [ada, ben]) await givePassword(stage.home, member)
})

beforeEach(async () => {
  await stage.home.ctx.db.delete(memberPreferences)
})

const stored = async (who: 'ada' | 'ben' = 'ada') =>
  (await ask(stage.home, stage.home.cast[who], 'GET /api/me/preferences')).body
/** Of the browser's own bar, where it has one. */
const barColor = (page: Page) =>
  page.evaluate(() => {
    const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
    return metas.find(({ media }) => matchMedia(media).matches)?.content
  })
const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme ?? null)
const press = (page: Page, group: string, button: string) =>
  page.getByRole('group', { name: group, exact: true }).getByRole('button', { name: button, exact: true }).click()

async function openAccount(page: Page) {
  await page.goto(`${stage.home.url}/account`)
  await page.getByRole('heading', { name: /Account|Konto/, level: 1 }).waitFor()
}

test('what a member chooses counts on all their devices, from the first drawing on, and when they come back', async () => {
  const { page } = await stage.open({ serviceWorker: true })
  await openAccount(page)
  await press(page, 'Appearance', 'Dark')
  await press(page, 'Time of day', '12 hours')
  await page.getByLabel('Weeks begin on').selectOption('Sunday')
  await page.getByLabel('Language', { exact: true }).selectOption('Deutsch')
  await page.getByRole('heading', { name: 'Konto' }).waitFor()
  const all = { language: 'de', theme: 'dark', firstWeekday: 0, hourCycle: 'h12' }
  await until('stored', stored, (now) => Bun.deepEquals(now, all))

  const other = await stage.open({ serviceWorker: true })
  await openAccount(other.page)
  await until(
    'dark there, too',
    () => theme(other.page),
    (now) => now === 'dark',
  )
  await other.page.getByRole('heading', { name: 'Konto' }).waitFor()
  await press(other.page, 'Aussehen', 'Hell')
  await until('light again', stored, ({ theme }) => theme === 'light')
  // Looked at again, the first one follows.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await until(
    'light here',
    () => theme(page),
    (now) => now === 'light',
  )

  await workerReady(other.page)
  await other.context.setOffline(true)
  await other.context.addInitScript(() => {
    const seen = new Set<string>()
    Object.assign(globalThis, { seen })
    new MutationObserver(() => {
      const heading = document.querySelector('h1')?.textContent
      if (heading) seen.add(`${heading} ${document.documentElement.dataset.theme}`)
    }).observe(document, { subtree: true, childList: true, attributes: true })
  })
  await other.page.reload()
  await other.page.getByRole('heading', { name: 'Konto' }).waitFor()
  expect(await other.page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen])).toEqual([
    'Konto light',
  ])
})

test('a device may differ, until it is as all the others again', async () => {
  await ask(stage.home, stage.home.cast.ada, 'PATCH /api/me/preferences', { theme: 'dark' })
  const { page } = await stage.open()
  await openAccount(page)
  await until(
    'as everywhere',
    () => theme(page),
    (now) => now === 'dark',
  )
  expect(await barColor(page)).toBe('#1b1917')
  await press(page, 'Where this counts', 'Only this device')
  await press(page, 'Appearance', 'Light')
  await press(page, 'Time of day', '12 hours')
  expect(await theme(page)).toBe('light')
  expect(await barColor(page)).toBe('#faf8f4')
  await page.reload()
  await page.getByText('On this device you have chosen something else: Appearance, Time of day.').waitFor()
  expect(await theme(page)).toBe('light')
  expect(await stored()).toEqual({ ...NOTHING, theme: 'dark' })
  await page.getByRole('button', { name: 'Same as everywhere' }).click()
  await until(
    'as everywhere again',
    () => theme(page),
    (now) => now === 'dark',
  )
})

test('a choice that cannot be stored is taken back, and that is said', async () => {
  const { page } = await stage.open()
  await openAccount(page)
  await page.route('**/api/me/preferences', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 503, json: { error: 'Not now' } })
      : route.continue(),
  )
  await press(page, 'Appearance', 'Dark')
  await page.getByRole('alert').waitFor()
  expect(await theme(page)).toBe(null)
})

test('a choice stands when a question that was asked before it is answered after it', async () => {
  const { page } = await stage.open()
  const isChosen = Promise.withResolvers<void>()
  let asked = 0
  await page.route('**/api/me/preferences', async (route) => {
    if (route.request().method() !== 'GET' || asked++ > 0) return route.continue()
    const before = await route.fetch()
    await isChosen.promise
    await route.fulfill({ response: before })
  })
  const isAsked = page.waitForRequest('**/api/me/preferences')
  await openAccount(page)
  await isAsked
  const late = page.waitForResponse(
    (response) => response.url().endsWith('/api/me/preferences') && response.request().method() === 'GET',
  )
  await press(page, 'Appearance', 'Dark')
  await until('stored', stored, ({ theme }) => theme === 'dark')
  isChosen.resolve()
  await (await late).finished()
  // The next choice is drawn after what that answer says.
  const answer = page.waitForResponse((response) => response.request().postDataJSON()?.hourCycle === 'h12')
  await press(page, 'Time of day', '12 hours')
  await (await answer).finished()
  expect(await theme(page)).toBe('dark')
})

test('what a device had chosen before becomes its member’s', async () => {
  const { page, context } = await stage.open()
  await context.addInitScript(() => {
    if (localStorage.getItem('moved') !== null) return
    localStorage.setItem('moved', 'yes')
    localStorage.setItem('preferences', JSON.stringify({ language: 'de', theme: 'dark' }))
  })
  await openAccount(page)
  await until('stored', stored, (now) => Bun.deepEquals(now, { ...NOTHING, language: 'de', theme: 'dark' }))
  // They are the device's until the page hears of it.
  await until(
    'nothing is left behind',
    () => page.evaluate(() => localStorage.getItem('preferences')),
    (left) => left === null,
  )
  await page.getByRole('heading', { name: 'Konto' }).waitFor()
  await page.getByText('Auf diesem Gerät hast du').waitFor({ state: 'detached' })
})

test('nobody gets the choices of whoever used their device before', async () => {
  const { home } = stage
  await ask(home, home.cast.ada, 'PATCH /api/me/preferences', { language: 'de', theme: 'dark', hourCycle: 'h12' })
  const { page, context } = await stage.open({ serviceWorker: true })
  await openAccount(page)
  await page.getByRole('heading', { name: 'Konto' }).waitFor()
  await press(page, 'Wo das gilt', 'Nur dieses Gerät')
  await page.getByLabel('Die Woche beginnt am').selectOption('Samstag')
  await page.getByRole('button', { name: 'Abmelden', exact: true }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  expect(await theme(page)).toBe(null)
  await signInAs(page, home.cast.ben)
  await page.getByRole('heading', { name: 'Account' }).waitFor()
  expect([await theme(page), await page.getByLabel('Weeks begin on').inputValue()]).toEqual([null, 'auto'])
  expect(await stored('ben')).toEqual(NOTHING)

  await context.clearCookies()
  await page.reload()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await signInAs(page, home.cast.ada)
  await page.getByRole('heading', { name: 'Konto' }).waitFor()
  expect(await theme(page)).toBe('dark')
  await page.getByText('Auf diesem Gerät hast du etwas anderes gewählt: Die Woche beginnt am.').waitFor()
})

test('words that cannot be loaded in another language stay as they were', async () => {
  const { page } = await stage.open({ path: '/lists' })
  await page.getByRole('heading', { name: 'Lists', level: 1 }).waitFor()
  await page.route('**/assets/lists-*.js', (route) => route.abort())
  const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/lists-'))
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await page.getByLabel('Language', { exact: true }).selectOption('Deutsch')
  await page.getByRole('heading', { name: 'Konto', level: 1 }).waitFor()
  await refused
  await page.getByRole('link', { name: 'Listen', exact: true }).click()
  await page.getByRole('heading', { name: 'Lists', level: 1 }).waitFor()
})
