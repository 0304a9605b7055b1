import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { accessibilityProblems } from './support/axe'
import { overlapping } from './support/boxes'
import { picture } from './support/browser'
import { NOW } from './support/calendars'
import { clippedWords } from './support/clipped'
import { openForm } from './support/event-card'
import { furnish } from './support/furnish'
import { makeShoppingList } from './support/lists'
import { setStage } from './support/stage'

const stage = setStage({ at: NOW })

beforeAll(async () => {
  await furnish(stage.home)
})

interface Window {
  name: string
  width: number
  height: number
  /** What the browser is told to take for 16 pixels of text. */
  text?: number
  isTouch?: boolean
}

const LOW: Window[] = [
  { name: 'a laptop at 200 %', width: 720, height: 450 },
  { name: 'a laptop with text twice as large', width: 1440, height: 900, text: 32 },
  { name: 'a phone on its side', width: 844, height: 390, isTouch: true },
]
const SMALL: Window[] = [
  ...LOW,
  { name: 'a small window', width: 1000, height: 600 },
  { name: 'a tablet', width: 1024, height: 768, isTouch: true },
]

async function open({ width, height, text, isTouch = false }: Window, path: string): Promise<Page> {
  const { page, context } = await stage.open({ size: isTouch ? 'tablet' : 'laptop' })
  await page.setViewportSize({ width, height })
  if (text !== undefined) {
    const devtools = await context.newCDPSession(page)
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: text, fixed: text } })
  }
  await page.clock.setFixedTime(NOW)
  await page.goto(stage.home.url + path)
  await page.locator('.month-chip:visible, .dots i:visible, .event-box:visible, .event-row:visible').first().waitFor()
  return page
}

/** Events of a month that stand outside of their week, one line each. */
const strayEvents = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.month-week')].flatMap((week) => {
      const { top, bottom } = week.getBoundingClientRect()
      return [...week.querySelectorAll('.month-chip, .month-more')]
        .filter((one) => one.getBoundingClientRect().top < top || one.getBoundingClientRect().bottom > bottom + 1)
        .map((one) => one.textContent ?? '')
    }),
  )

const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

describe.each(SMALL)('on $name', (window) => {
  test('no event of the month covers another day, and today can be read', async () => {
    const page = await open(window, '/?view=month')
    await picture(page, `magnified-month-${window.width}x${window.height}`)
    expect(await strayEvents(page)).toEqual([])
    expect(await sideways(page)).toBeLessThanOrEqual(0)
    const chip = page.getByRole('button', { name: /^Team stand-up Friday 20 November/ })
    const row = page.locator('.day-list .event-row')
    const { y, height } = (await chip.or(row).filter({ visible: true }).first().boundingBox())!
    expect(y + height).toBeLessThanOrEqual(window.height)
    expect(await accessibilityProblems(page)).toEqual([])
  })
})

describe.each(LOW)('on $name', (window) => {
  test('the picked day is read beside the month, without scrolling', async () => {
    const page = await open(window, '/?view=month')
    const row = page.locator('.day-list .event-row').first()
    const { y, height } = (await row.boundingBox())!
    expect(y + height).toBeLessThanOrEqual(window.height)
    const days = (await page.locator('.month-compact').boundingBox())!
    expect(days.x + days.width).toBeLessThanOrEqual((await row.boundingBox())!.x + 1)
  })

  test.each(['week', 'day'])('the %s shows a good part of the day', async (view) => {
    const page = await open(window, `/?view=${view}`)
    await picture(page, `magnified-${view}-${window.width}x${window.height}`)
    const hours = await page.locator('.time-grid').evaluate((grid) => {
      const head = grid.querySelector('.time-grid-head')!.getBoundingClientRect()
      const { bottom } = grid.getBoundingClientRect()
      return (bottom - head.bottom) / (grid.querySelector('.time-grid-body')!.clientHeight / 24)
    })
    expect(hours).toBeGreaterThanOrEqual(4)
    expect(await sideways(page)).toBeLessThanOrEqual(0)
  })

  test('every way leads on: the rail fits', async () => {
    const page = await open(window, '/?view=month')
    for (const name of ['Calendar', 'Lists', 'Household', 'Account']) {
      const { y, height } = (await page.getByRole('link', { name, exact: true }).boundingBox())!
      expect([name, y >= 0 && y + height <= window.height]).toEqual([name, true])
    }
  })
})

describe('with text twice as large', () => {
  const LARGE: Window[] = [
    { name: 'a laptop', width: 1440, height: 900, text: 32 },
    { name: 'a phone', width: 390, height: 844, text: 32, isTouch: true },
  ]

  test('events are twice as large as well', async () => {
    const sizes: number[] = []
    for (const text of [16, 32]) {
      const page = await open({ name: '', width: 1440, height: 900, text }, '/?view=week')
      sizes.push(
        await page
          .locator('.event-box b:visible')
          .first()
          .evaluate((title) => Number.parseFloat(getComputedStyle(title).fontSize)),
      )
    }
    expect(sizes[1]).toBeCloseTo(2 * sizes[0]!, 1)
  })

  test('everything above a phone’s days can be read and pressed', async () => {
    const page = await open(LARGE[1]!, '/?view=month')
    await picture(page, 'magnified-month-390')
    const cut = await page
      .locator('.calendar-bar button, .next-up b, .nav-link, .compact-number')
      .evaluateAll((parts) =>
        parts
          .filter((part) => {
            const { left, right } = part.getBoundingClientRect()
            return part.checkVisibility() && (left < 0 || right > innerWidth || part.scrollWidth > part.clientWidth + 1)
          })
          .map((part) => part.textContent ?? ''),
      )
    expect(cut).toEqual([])
  })

  test.each(LARGE)('people and calendars to choose from stay on the screen of $name', async (window) => {
    const page = await open(window, '/?view=agenda')
    await page.goto(`${stage.home.url}/account`)
    await page.locator('.calendar-card summary').first().click()
    await page.getByRole('radio', { name: 'Only that I am busy' }).waitFor()
    await picture(page, `magnified-account-${window.width}`)
    expect(await sideways(page)).toBeLessThanOrEqual(0)
    expect(await clippedWords(page)).toEqual([])
    await page.goto(`${stage.home.url}/people`)
    await page.getByRole('button', { name: 'Add a person' }).click()
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Ben' }).waitFor()
    await picture(page, `magnified-people-${window.width}`)
    expect(await sideways(page)).toBeLessThanOrEqual(0)
    expect(await clippedWords(page)).toEqual([])
  })

  test('nothing lies on the name of a list on a phone', async () => {
    const id = await makeShoppingList(stage.home, 'Weekly groceries', 'Milk')
    const page = await open(LARGE[1]!, '/?view=agenda')
    await page.goto(`${stage.home.url}/lists`)
    await page.getByRole('link', { name: /Weekly groceries/ }).waitFor()
    await picture(page, 'magnified-lists-390')
    expect(await overlapping(page, '.list-card-head strong, .list-card small > *, .ring, .grip')).toEqual([])
    await page.goto(`${stage.home.url}/lists/${id}`)
    await page.getByRole('heading', { name: 'Weekly groceries' }).waitFor()
    await picture(page, 'magnified-list-390')
    expect(await overlapping(page, '.page-bar :is(h1, .chip, .icon-button)')).toEqual([])
  })

  test.each(LARGE)('the form stays on the screen of $name', async (window) => {
    const page = await open(window, '/?view=agenda')
    await openForm(page, page.locator('.event-row').first())
    const dialog = page.getByRole('dialog', { name: 'Edit event' })
    await dialog.getByRole('textbox', { name: 'Place' }).waitFor()
    await picture(page, `magnified-form-${window.width}`)
    const outside = await dialog.evaluate((element) => {
      const { right } = element.getBoundingClientRect()
      return [...element.querySelectorAll('input, select, textarea, button')]
        .filter(
          (field) => field.checkVisibility() && field.getBoundingClientRect().right > Math.min(right, innerWidth) + 1,
        )
        .map((field) => field.getAttribute('aria-label') ?? field.textContent ?? field.tagName)
    })
    expect(outside).toEqual([])
    expect(await sideways(page)).toBeLessThanOrEqual(0)
  })
})
