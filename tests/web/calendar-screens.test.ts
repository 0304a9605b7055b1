import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { accessibilityProblems } from './support/axe'
import { picture, type Size } from './support/browser'
import { NOW } from './support/calendars'
import { days, makeCalendar, plan, timed } from './support/events'
import { setStage } from './support/stage'

const stage = setStage({ at: NOW })

const SIZES: Size[] = ['phone', 'tablet', 'laptop']
const LOOKS = SIZES.flatMap((size) => (['light', 'dark'] as const).map((theme) => ({ size, theme })))
const VIEWS = ['month', 'week', 'day', 'agenda'] as const

beforeAll(async () => {
  const { home } = stage
  const { ada, ben, cleo } = home.cast
  const own = await makeCalendar(home, ada, 'Ada')
  const family = await makeCalendar(home, ada, 'Family', true)
  await plan(
    home,
    own,
    timed('Team stand-up', '2026-11-02T08:15Z', 30, { recurrence: 'daily', recurrenceCount: 26 }),
    timed('Dentist', '2026-11-19T10:00Z', 45, { location: 'Mill Street 4', reminderLeadMinutes: 60 }),
    timed('Physio', '2026-11-20T16:30Z', 45),
    timed('Design review', '2026-11-18T12:00Z', 90),
    timed('Coffee with Signe', '2026-11-18T12:30Z', 60),
    timed('Parcel', '2026-11-18T12:45Z', 20),
    timed('Book club', '2026-11-17T18:00Z', 120, { recurrence: 'weekly' }),
    days('Conference', '2026-11-23', '2026-11-25'),
    days('Half term', '2026-11-12', '2026-11-17'),
  )
  await plan(
    home,
    family,
    timed('Family dinner', '2026-11-20T18:00Z', 120, { location: 'Grandma’s' }),
    timed('Movie night', '2026-11-21T18:30Z', 120, { recurrence: 'weekly' }),
    days('Grandma visits', '2026-11-21', '2026-11-22'),
    timed('Parents evening', '2026-11-23T17:00Z', 60),
  )
  await makeCalendar(home, ben, 'Ben')
  await makeCalendar(home, cleo, 'Cleo')
}, 60_000)

async function open(look: (typeof LOOKS)[number], path: string): Promise<Page> {
  const { page } = await stage.open(look)
  await page.clock.setFixedTime(NOW)
  await page.goto(stage.home.url + path)
  await page
    .getByRole('button', { name: /Family dinner|Friday 20 November, 3 events/ })
    .first()
    .waitFor()
  return page
}

describe.each(LOOKS)('on a $size, $theme', (look) => {
  const name = (screen: string) => `calendar-${screen}-${look.size}-${look.theme}`

  test.each(VIEWS)('the %s is usable by everyone', async (view) => {
    const page = await open(look, `/?view=${view}`)
    await picture(page, name(view))
    expect(await accessibilityProblems(page)).toEqual([])
  })

  test('the event dialog is usable by everyone', async () => {
    const page = await open(look, '/?view=agenda')
    await page
      .getByRole('button', { name: /Family dinner/ })
      .last()
      .click()
    await page.getByRole('dialog', { name: 'Edit event' }).getByRole('textbox', { name: 'Place' }).waitFor()
    await picture(page, name('dialog'))
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('textbox', { name: 'Title' }).fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Give it a name').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
  })

  test('what is being saved and what was not can be told apart by everyone', async () => {
    const page = await open(look, '/?view=week')
    await page.route('**/api/events/create', (route) => {
      const isRefused = route.request().postDataJSON().title === 'Refused'
      return isRefused ? route.fulfill({ status: 403, json: { error: 'Forbidden' } }) : route.continue()
    })
    await page.keyboard.press('n')
    await page.getByRole('textbox', { name: 'Title' }).fill('On its way')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^On its way .*Saving/ }).waitFor()
    await page.keyboard.press('n')
    await page.getByRole('textbox', { name: 'Title' }).fill('Refused')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Not saved: 1' }).waitFor()
    await picture(page, name('unsaved'))
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Not saved: 1' }).click()
    await page.getByRole('dialog', { name: 'Not saved' }).waitFor()
    await picture(page, name('unsaved-dialog'))
    expect(await accessibilityProblems(page)).toEqual([])
  })

  test('search and the jump to a date are usable by everyone', async () => {
    const page = await open(look, '/?view=month')
    await page.keyboard.press('/')
    await page.getByRole('searchbox').fill('dinner')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Family dinner/ })
      .waitFor()
    await picture(page, name('search'))
    expect(await accessibilityProblems(page)).toEqual([])
  })
})

test.each(VIEWS)('fingers find the targets of the %s on a phone', async (view) => {
  const page = await open({ size: 'phone', theme: 'light' }, `/?view=${view}`)
  const small = await page.locator('main :is(a, button, input, select):visible').evaluateAll((elements) =>
    elements
      .map((element) => ({ text: element.textContent, box: element.getBoundingClientRect() }))
      // Boxes in the hours are as high as they are long; the line under the title repeats what pulling does.
      .filter(({ box }) => box.height < 44 && box.width > 0)
      .map(({ text, box }) => `${text} ${Math.round(box.width)}×${Math.round(box.height)}`),
  )
  const allowed = /^(As of|Refresh)/
  const isBox = (text: string) => (view === 'week' || view === 'day' ? /\d+×(2[5-9]|3\d|4[0-3])$/.test(text) : false)
  expect(small.filter((text) => !allowed.test(text) && !isBox(text))).toEqual([])
})
