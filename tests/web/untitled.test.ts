import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { NOW, setClock } from './support/calendars'
import { days, planForAda, timed } from './support/events'
import { setStage } from './support/stage'
import { until } from './support/until'

/** Other applications write events without a title; “Hairdresser” is where they are. */
const stage = setStage({ at: NOW })
const PLACE = { location: 'Hairdresser' }

beforeAll(async () => {
  await planForAda(
    stage.home,
    timed('', '2026-11-20T16:30Z', 45, PLACE),
    days(' ', '2026-11-20', '2026-11-20', PLACE),
    timed('', '2026-11-20T18:00Z', 45, PLACE),
  )
})

async function open(path: string, locale = 'en-GB'): Promise<Page> {
  const { page } = await stage.open({ locale })
  await setClock(page)
  await page.goto(stage.home.url + path)
  return page
}

test.each([
  ['/?view=day', 'en-GB', '(No title)'],
  ['/?view=week', 'en-GB', '(No title)'],
  ['/?view=month', 'de-DE', '(Ohne Titel)'],
  ['/?view=agenda', 'de-DE', '(Ohne Titel)'],
  ['/wall', 'en-GB', '(No title)'],
])('an event without a title says so: %s in %s', async (path, locale, words) => {
  const page = await open(path, locale)
  const shown = page.getByRole('button', { name: words })
  await until(
    'all three',
    () => shown.count(),
    (count) => count >= 3,
  )
  const texts = await shown.allInnerTexts()
  expect(texts.filter((text) => !text.includes(words))).toEqual([])
})

test('so do its card, what is found, and what was done with it', async () => {
  const page = await open('/?view=week')
  const box = page.locator('.calendar-area .event-box').first()
  await box.press('Enter')
  await page.getByRole('dialog', { name: '(No title)' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Search' }).press('Enter')
  await page.getByRole('searchbox').fill('hairdresser')
  const found = page.getByRole('dialog').getByRole('button', { name: /\(No title\)/ })
  await found.first().waitFor()
  await page.keyboard.press('Escape')
  await box.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
  await page.getByText('“(No title)” deleted').waitFor()
})
