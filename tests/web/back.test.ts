import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { NOW } from './support/calendars'
import { openForm } from './support/event-card'
import { planForAda, timed } from './support/events'
import { setStage } from './support/stage'

const stage = setStage({ at: NOW })

beforeAll(async () => {
  await planForAda(
    stage.home,
    timed('Physio', '2026-11-20T16:30Z', 45),
    timed('Choir', '2026-11-17T18:00Z', 60, { recurrence: 'weekly' }),
  )
})

const dialog = (page: Page) => page.locator('dialog[open]')
const path = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search

/** The lists, and then the calendar. */
async function begin() {
  const { page } = await stage.open({ size: 'phone', path: '/lists' })
  await page.clock.setFixedTime(NOW)
  await page.getByRole('link', { name: 'Calendar' }).click()
  await page
    .getByRole('button', { name: /Physio/ })
    .first()
    .waitFor()
  return page
}

async function openJump(page: Page) {
  await page
    .getByRole('button', { name: /November/ })
    .first()
    .click()
  await dialog(page).waitFor()
}

test('the way back closes what lies over the page, and only then leaves it', async () => {
  const page = await begin()
  await openJump(page)
  await page.goBack()
  await dialog(page).waitFor({ state: 'detached' })
  expect(path(page)).toBe('/?view=month')
  // Forward shows the page again, and nothing over it.
  await page.goForward()
  await page
    .getByRole('button', { name: /Physio/ })
    .first()
    .waitFor()
  expect(await dialog(page).count()).toBe(0)
  await page.goBack()
  await page.getByRole('heading', { name: 'Lists', exact: true }).waitFor()
})

test('what was closed otherwise costs no step more, whatever it led to', async () => {
  const page = await begin()
  for (let times = 1; times <= 2; times++) {
    await openJump(page)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
  }
  await page.getByRole('button', { name: 'Week', exact: true }).click()
  await page.getByRole('button', { name: 'Next week' }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Next month' }).waitFor()
  await openJump(page)
  await page.getByRole('button', { name: 'Close' }).click()
  await dialog(page).waitFor({ state: 'detached' })
  await page.goBack()
  await page.getByRole('heading', { name: 'Lists', exact: true }).waitFor()
})

test('a step back that comes before any timer leads to the view before', async () => {
  const page = await begin()
  await openJump(page)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await page.evaluate(() => {
    const { setTimeout } = window
    Object.assign(window, { setTimeout: (run: () => void, ms = 0) => setTimeout(run, ms + 1_000) })
  })
  await page.getByRole('button', { name: 'Week', exact: true }).click()
  await page.getByRole('button', { name: 'Next week' }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Next month' }).waitFor()
  expect(path(page)).toBe('/?view=month')
})

test('a step back that comes before a closed dialog has said so leads to the page before', async () => {
  const page = await begin()
  await openJump(page)
  await page.evaluate(() => addEventListener('close', (event) => event.stopImmediatePropagation(), true))
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await page.goBack()
  await page.getByRole('heading', { name: 'Lists', exact: true }).waitFor()
})

test('of several, one over the other, the topmost goes first', async () => {
  const page = await begin()
  await page.goto(`${stage.home.url}/day/2026-11-24`)
  await openForm(page, page.getByRole('button', { name: /^Choir/ }).first())
  await dialog(page).getByRole('textbox', { name: 'Title' }).fill('Rehearsal')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('dialog', { name: /which events/ })
  await question.waitFor()
  await page.goBack()
  await question.waitFor({ state: 'detached' })
  expect(await dialog(page).getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Rehearsal')
  await page.goBack()
  await dialog(page).waitFor({ state: 'detached' })
  expect(path(page)).toBe('/day/2026-11-24')
})
