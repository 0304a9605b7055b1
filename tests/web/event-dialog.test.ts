import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { NOW } from './support/calendars'
import { makeCalendar, plan, timed } from './support/events'
import { setStage } from './support/stage'
import { until } from './support/until'

const stage = setStage({ at: NOW })

beforeAll(async () => {
  const { home } = stage
  const own = await makeCalendar(home, home.cast.ada, 'Ada')
  await plan(
    home,
    own,
    timed('Physio', '2026-11-20T16:30Z', 45),
    timed('Yoga', '2026-11-20T18:00Z', 60, { recurrence: 'weekly' }),
  )
})

/** Holds back the answers to some requests until they are let go. */
async function holdBack(page: Page, pattern: string | RegExp) {
  const gate = Promise.withResolvers<void>()
  let count = 0
  await page.route(pattern, async (route) => {
    count++
    await gate.promise
    await route.continue()
  })
  const asked = () =>
    until(
      `${pattern} is asked for`,
      () => count,
      (times) => times > 0,
    )
  return { asked, letGo: gate.resolve }
}

async function open(page: Page) {
  await page.clock.setFixedTime(NOW)
  await page.goto(`${stage.home.url}/?view=agenda`)
  const physio = page.locator('.event-row', { hasText: 'Physio' })
  await physio.waitFor()
  return physio
}

const dialogs = (page: Page) => page.getByRole('dialog').count()

/** Long enough for whatever was on its way to be drawn. */
async function settled(page: Page) {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

describe('Escape', () => {
  test('while the form itself is still being loaded means that it is not wanted any more', async () => {
    const { page } = await stage.open()
    const form = await holdBack(page, /\/assets\/.*event-dialog.*\.js$/)
    const physio = await open(page)
    await physio.focus()
    await page.keyboard.press('Enter')
    await form.asked()
    await page.keyboard.press('Escape')
    form.letGo()
    await settled(page)
    expect(await dialogs(page)).toBe(0)
    expect(await physio.evaluate((element) => element.matches(':focus'))).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Edit event' }).getByLabel('Title').waitFor()
  })

  test('while the event is still being asked for closes the dialog, whatever the answer', async () => {
    const { page } = await stage.open()
    const physio = await open(page)
    const event = await holdBack(page, '**/api/events/*/edit*')
    await physio.click()
    await page.getByRole('dialog').getByText('Loading the event…').waitFor()
    await event.asked()
    await page.keyboard.press('Escape')
    event.letGo()
    await settled(page)
    expect(await dialogs(page)).toBe(0)
    await until(
      'the focus is back',
      () => physio.evaluate((element) => element.matches(':focus')),
      (isBack) => isBack,
    )
  })

  test('while a question is still being loaded answers it with no', async () => {
    const { page } = await stage.open()
    const question = await holdBack(page, /\/assets\/.*confirm-dialog.*\.js$/)
    await open(page)
    await page.locator('.event-row', { hasText: 'Yoga' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await question.asked()
    await page.keyboard.press('Escape')
    question.letGo()
    await settled(page)
    expect(await dialogs(page)).toBe(0)
    await page.locator('.event-row', { hasText: 'Yoga' }).first().waitFor()
  })
})

test('the dialog is the same one from the first moment on: a key that was meant for it before is not lost', async () => {
  const { page } = await stage.open()
  const physio = await open(page)
  const event = await holdBack(page, '**/api/events/*/edit*')
  await physio.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Loading the event…').waitFor()
  await dialog.evaluate((element) => element.setAttribute('data-seen', ''))
  event.letGo()
  await dialog.getByLabel('Title').waitFor()
  expect(await dialog.getAttribute('data-seen')).toBe('')
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
})
