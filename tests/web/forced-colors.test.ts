import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { makeCalendar } from './support/events'
import { makeList } from './support/lists'
import { setStage } from './support/stage'
import { until } from './support/until'

const stage = setStage()

/** A page that the system draws in its own colours. */
async function open(path: string): Promise<Page> {
  const { page } = await stage.open()
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(stage.home.url + path)
  return page
}

const background = (one: Locator) => one.evaluate((element) => getComputedStyle(element).backgroundColor)
/** The system's colour of what is chosen. */
const highlight = (page: Page) =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('div'))
    probe.style.cssText = 'forced-color-adjust: none; background: Highlight'
    const { backgroundColor } = getComputedStyle(probe)
    probe.remove()
    return backgroundColor
  })
const check = (tick: Locator) => tick.evaluate((element) => getComputedStyle(element, '::after').visibility)

test('where the system draws in its own colours only what is done is ticked', async () => {
  const page = await open(`/lists/${await makeList(stage.home, 'Camp', 'Tent', 'Mat')}`)
  const tick = (name: string) => page.getByRole('checkbox', { name })
  expect(await check(tick('Tent'))).toBe('hidden')
  await tick('Mat').click()
  await page.getByRole('region', { name: /Done/ }).waitFor()
  expect(await check(tick('Mat'))).toBe('visible')
})

const chosen: { what: string; path: string; is: (page: Page) => Locator; isNot: (page: Page) => Locator }[] = [
  {
    what: 'the view',
    path: '/?view=week',
    is: (page) => page.getByRole('button', { name: 'Week', exact: true }),
    isNot: (page) => page.getByRole('button', { name: 'Day', exact: true }),
  },
  {
    what: 'the page',
    path: '/account',
    is: (page) => page.getByRole('navigation').getByRole('link', { name: 'Account' }),
    isNot: (page) => page.getByRole('navigation').getByRole('link', { name: 'Lists' }),
  },
]

test.each(chosen)('and $what that is shown stands out', async ({ path, is, isNot }) => {
  await makeCalendar(stage.home, stage.home.cast.ada, `Of ${path}`)
  const page = await open(path)
  await is(page).waitFor()
  const expected = await highlight(page)
  await until(
    'it has the colour of what is chosen',
    () => background(is(page)),
    (one) => one === expected,
  )
  expect(await background(isNot(page))).not.toBe(expected)
})
