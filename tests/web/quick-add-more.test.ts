import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page, Route } from 'playwright-core'
import { NOW, setClock } from './support/calendars'
import { makeCalendar } from './support/events'
import { setStage } from './support/stage'
import { until } from './support/until'

const PARSE = '**/api/events/parse'
const stage = setStage({ at: NOW })

beforeAll(async () => {
  await makeCalendar(stage.home, stage.home.cast.ada, 'Ada')
})

/** A sentence on a phone, whose reading the service owes still, and a tap on More. */
async function unread(sentence: string) {
  const { page } = await stage.open({ size: 'phone' })
  await setClock(page)
  const late: Route[] = []
  await page.route(PARSE, (route) => void late.push(route))
  await page.goto(`${stage.home.url}/?view=month`)
  await page.getByRole('link', { name: 'New event' }).tap()
  const line = page.getByRole('textbox', { name: 'Title' })
  await line.fill(sentence)
  await more(page).tap()
  await until(
    'it is asked about',
    () => late.length,
    (count) => count > 0,
  )
  return { page, line, arrive: () => Promise.all(late.map((route) => route.continue())) }
}

const more = (page: Page) => page.getByRole('button', { name: 'More' })
const field = (page: Page, name: string) => page.locator('.event-form').getByLabel(name).inputValue()

describe('the whole form, asked for before the sentence is read', () => {
  test('waits for what was typed, and begins with it', async () => {
    const { page, line, arrive } = await unread('Race tomorrow 15:00')
    expect(await more(page).getAttribute('aria-busy')).toBe('true')
    expect(await line.isEditable()).toBe(false)
    expect(await page.locator('.event-form').count()).toBe(0)
    await more(page).tap()
    await arrive()
    await page.locator('.event-form').waitFor()
    expect(await field(page, 'Title')).toBe('Race')
    expect(await field(page, 'Start date')).toContain('21 Nov')
    expect(await field(page, 'Start time')).toBe('15:00')
  })

  test('does not open over a line that is left meanwhile, which is found again', async () => {
    const { page, line, arrive } = await unread('Race tomorrow 15:00')
    await page.getByRole('button', { name: 'Cancel' }).focus()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await arrive().catch(() => {})
    await page.getByRole('link', { name: 'New event' }).tap()
    await page.getByRole('button', { name: 'Continue' }).tap()
    expect(await line.inputValue()).toBe('Race tomorrow 15:00')
  })

  test('begins with the sentence as its title where no answer comes', async () => {
    const { page } = await unread('Race tomorrow 15:00')
    await page.locator('.event-form').waitFor()
    expect(await field(page, 'Title')).toBe('Race tomorrow 15:00')
  })
})
