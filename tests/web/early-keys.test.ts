import { expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { setClock } from './support/calendars'
import { clientFolder } from './support/client'
import { inOneBreath } from './support/keyboard'
import { setStage } from './support/stage'

const stage = setStage()

/**
 * Lets through what the document names and the script after that, the language: they draw the frame. Returns what lets
 * the rest through.
 */
async function holdLaterScripts(page: Page): Promise<() => void> {
  const document = await Bun.file(join(await clientFolder(), 'index.html')).text()
  const { promise: letThrough, resolve } = Promise.withResolvers<void>()
  let language: string | null = null
  await page.route('**/assets/*.js', async (route) => {
    const { pathname } = new URL(route.request().url())
    if (!document.includes(pathname)) language ??= pathname
    if (!document.includes(pathname) && pathname !== language) await letThrough
    await route.continue()
  })
  return resolve
}

test.each([
  { key: 'c', leads: 'to the calendar', from: '/no/such/page', to: '/' },
  { key: 'l', leads: 'to the lists', from: '/', to: '/lists' },
])('$key leads $leads while the rest of the client is on its way', async ({ key, from, to }) => {
  const { page } = await stage.open()
  const letThrough = await holdLaterScripts(page)
  await page.goto(stage.home.url + from, { waitUntil: 'commit' })
  await page.getByRole('navigation').getByRole('link', { name: 'Lists' }).waitFor()
  await page.keyboard.press(key)
  await page.waitForURL((url) => url.pathname === to)
  letThrough()
})

test('? shows the keys, once they are there, those of every screen among them', async () => {
  const { page } = await stage.open()
  const letThrough = await holdLaterScripts(page)
  await page.goto(stage.home.url, { waitUntil: 'commit' })
  await page.getByRole('grid').waitFor()
  await page.keyboard.press('?')
  letThrough()
  const help = page.getByRole('dialog', { name: 'Keyboard' })
  await help.getByText('New event').waitFor()
  const words = await help.getByRole('definition').allTextContents()
  for (const word of ['Go to the calendar', 'Go to the lists', 'Show this help', 'Close']) expect(words).toContain(word)
})

test.each([
  { keys: ['PageDown', 'PageUp', 'w'], heading: '16 – 22 Nov 2026' },
  { keys: ['PageDown', 't'], heading: 'November 2026' },
])('$keys in one breath lead to $heading', async ({ keys, heading }) => {
  const { page } = await stage.open()
  await setClock(page)
  await page.goto(`${stage.home.url}/?view=month&date=2026-11-20`)
  await page.getByRole('heading', { name: 'November 2026', level: 1 }).waitFor()
  await inOneBreath(page, keys)
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
})

test.each(['laptop', 'phone'] as const)('on a %s arrows in one breath lead into the next month', async (size) => {
  const { page } = await stage.open({ size })
  await page.goto(`${stage.home.url}/?view=month&date=2026-11-20`)
  await page.getByRole('main').locator('[data-day]', { hasText: '20' }).focus()
  await inOneBreath(page, ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight'])
  const there = page.getByRole('button', { name: /^Saturday 12 December/ })
  await there.and(page.locator(':focus')).waitFor()
})
