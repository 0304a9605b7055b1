import { describe, expect, test } from 'bun:test'
import { accessibilityProblems } from './support/axe'
import { picture } from './support/browser'
import { makeList } from './support/lists'
import { setStage } from './support/stage'

const stage = setStage()
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'

describe('the keyboard', () => {
  test('? lists every key that works here, and closing gives the focus back', async () => {
    await makeList(stage.home, 'Groceries', 'Milk')
    const { page } = await stage.open({ path: '/lists' })
    const card = page.getByRole('link', { name: /Groceries/ })
    await card.focus()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard' })
    await help.getByText('Go to the calendar').waitFor()
    await picture(page, 'keyboard-help-laptop-light')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    expect(await card.evaluate((element) => element.matches(':focus'))).toBe(true)
  })

  test('single keys do nothing while something is being typed', async () => {
    const id = await makeList(stage.home, 'Typing', 'Milk')
    const { page } = await stage.open({ path: `/lists/${id}` })
    const line = page.getByRole('textbox', { name: 'Add an item' })
    await line.focus()
    await page.keyboard.type('c?l')
    expect(await line.inputValue()).toBe('c?l')
    expect(new URL(page.url()).pathname).toBe(`/lists/${id}`)
  })

  test('the first Tab leads past the navigation', async () => {
    const { page } = await stage.open({ path: '/lists' })
    await page.getByRole('heading', { name: 'Lists', level: 1 }).waitFor()
    await page.keyboard.press('Tab')
    expect(await page.getByRole('link', { name: 'Skip to content' }).evaluate((link) => link.matches(':focus'))).toBe(
      true,
    )
    await page.keyboard.press('Enter')
    await page.waitForURL(/#main$/)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  })
})

test('the client speaks the language of the browser, completely', async () => {
  const id = await makeList(stage.home, 'Einkauf', 'Milch')
  const { page } = await stage.open({ path: `/lists/${id}`, size: 'phone', locale: 'de-DE' })
  await page.getByRole('checkbox', { name: 'Milch' }).waitFor()
  await page.getByRole('button', { name: 'Einkaufsmodus' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de')
  await picture(page, 'list-phone-german')
  expect(await accessibilityProblems(page)).toEqual([])
})

test('an address that leads nowhere says so and leads back', async () => {
  const { page } = await stage.open({ path: '/no/such/page' })
  await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
  await page.getByRole('link', { name: 'To the calendar' }).click()
  await page.getByRole('grid').waitFor()
})

test('a screen that fails leaves the rest standing', async () => {
  const { page, problems } = await stage.open()
  await page.route('**/api/birthdays', (route) => route.fulfill({ json: { birthdays: 7 } }))
  await page.goto(`${stage.home.url}/people`)
  await page.getByRole('heading', { name: 'Something went wrong here' }).waitFor()
  await page.getByRole('link', { name: 'Calendar' }).click()
  await page.getByRole('grid').waitFor()
  expect(problems.splice(0).length).toBeGreaterThan(0)
})

test('a first visit without the server says that it keeps trying, and goes on when it is there', async () => {
  const { page } = await stage.open()
  let isAway = true
  await page.route('**/api/**', (route) => (isAway ? route.abort() : route.continue()))
  await page.route('**/health', (route) => (isAway ? route.abort() : route.continue()))
  await page.goto(`${stage.home.url}/lists`)
  await page.getByRole('heading', { name: 'No connection to Corkboard' }).waitFor()
  isAway = false
  await page.getByRole('heading', { name: 'Lists', level: 1 }).waitFor()
})

test('on an iPhone the client says how it is kept, once', async () => {
  const { page } = await stage.open({ size: 'phone', userAgent: IPHONE, path: '/lists' })
  const hint = page.getByRole('complementary', { name: 'Keep Corkboard on this device' })
  await hint.getByText('Add to Home Screen').waitFor()
  await page.getByRole('heading', { name: 'Lists', level: 1 }).waitFor()
  await picture(page, 'install-hint-phone-light')
  expect(await accessibilityProblems(page)).toEqual([])
  await hint.getByRole('button', { name: 'Not now' }).click()
  await page.reload()
  await page.getByRole('heading', { name: 'Lists', level: 1 }).waitFor()
  expect(await hint.count()).toBe(0)
})

test('what is on the phone is large enough to be hit', async () => {
  const id = await makeList(stage.home, 'Targets', 'Milk', 'Eggs')
  const { page } = await stage.open({ path: `/lists/${id}`, size: 'phone' })
  await page.getByRole('checkbox', { name: 'Milk' }).waitFor()
  const small = await page.locator(':is(a, button, input):visible:not(.skip-link)').evaluateAll((elements) =>
    elements
      .map((element) => ({ what: element.outerHTML.slice(0, 80), box: element.getBoundingClientRect() }))
      .filter(({ box }) => Math.min(box.width, box.height) < 44)
      .map(({ what }) => what),
  )
  expect(small).toEqual([])
})

test('a browser that lets the site keep nothing is told what is missing', async () => {
  const { page, problems } = await stage.open({ as: null })
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    Object.defineProperty(window, 'localStorage', { get: refuse })
  })
  await page.goto(stage.home.url)
  const said = page.getByText('Corkboard has not started.')
  await said.waitFor({ state: 'hidden' })
  // A slow one would be told in vain: it takes its time.
  await page.evaluate(() => {
    for (const one of document.getAnimations()) one.finish()
  })
  await said.waitFor()
  expect(problems.splice(0)).toEqual(['error: Access is denied for this document.'])
})
