import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { ask } from '../support/cast'
import { accessibilityProblems } from './support/axe'
import { picture, type VisitOptions } from './support/browser'
import { plan, timed } from './support/events'
import { moveFamilyIn } from './support/family'
import { holdRequests } from './support/late'
import { wholeForm } from './support/new-event'
import { setStage } from './support/stage'
import { withoutStreams } from './support/streams'

/** A Friday morning, 7:40 in Berlin. */
const MORNING = '2026-11-20T06:40:00Z'
const stage = setStage({ at: MORNING })
let family: number

beforeAll(async () => {
  ;({ family } = await moveFamilyIn(stage.home))
})

async function open(path: string, options: VisitOptions = {}): Promise<Page> {
  const { page } = await stage.open(options)
  await page.clock.setFixedTime(MORNING)
  await page.goto(stage.home.url + path)
  return page
}

const of = (page: Page, person: string) => page.getByRole('region', { name: person, exact: true })
const today = (page: Page) => page.getByRole('region', { name: 'Today', exact: true })
const filter = (page: Page) => page.getByRole('group', { name: 'People' })

describe('who does what today', () => {
  test('stands on the first screen of a phone', async () => {
    const page = await open('/?view=month', { size: 'phone' })
    const today = page.getByRole('region', { name: 'Friday 20 November' })
    for (const [title, person] of Object.entries({ 'Late shift': 'Ben', School: 'Cleo', 'Piano lesson': 'Mia' })) {
      await today.getByRole('button', { name: new RegExp(`${title}.*${person}`, 's') }).waitFor()
    }
  })

  test('is told person by person on a phone, and who has nothing in one line', async () => {
    const page = await open('/?view=day', { size: 'phone' })
    await of(page, 'Ben').getByText('Late shift').waitFor()
    await of(page, 'Cleo').getByText('School').waitFor()
    await of(page, 'Mia').getByText('Piano lesson').waitFor()
    await of(page, 'Everyone').getByText('Family dinner').waitFor()
    await page.getByText('Nothing planned: Rex').waitFor()
    expect(await of(page, 'Rex').count()).toBe(0)
  })

  test.each(['month', 'week&date=2026-10-05', 'agenda', 'day&date=2026-11-21', 'month&date=2027-03-10'])(
    'is told by the laptop’s first screen, in whatever month one looks: %s',
    async (view) => {
      const page = await open(`/?view=${view}`)
      const beside = today(page)
      const has = (person: string) => beside.getByRole('region', { name: person, exact: true })
      await has('Ben')
        .getByRole('button', { name: /^Late shift/ })
        .waitFor()
      await has('Ben').getByRole('button', { name: /^Busy/ }).waitFor()
      await has('Cleo')
        .getByRole('button', { name: /^School/ })
        .waitFor()
      await has('Everyone')
        .getByRole('button', { name: /^Family dinner/ })
        .waitFor()
      await beside.getByText('Nothing planned: Rex').waitFor()
      expect(await beside.getByRole('region').first().getAttribute('aria-label')).toBe('Everyone')
      expect(await has('Rex').count()).toBe(0)
      expect(await accessibilityProblems(page)).toEqual([])
      await has('Mia')
        .getByRole('button', { name: /^Piano lesson/ })
        .press('Enter')
      await page.getByRole('dialog', { name: 'Piano lesson' }).waitFor()
    },
  )

  test('is told there of what is still to come, and asked for only where the month on screen does not tell it', async () => {
    const { page } = await stage.open()
    await withoutStreams(page)
    await page.clock.setFixedTime('2026-11-20T16:50:00Z')
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/events') asked.push(searchParams.get('start')!)
    })
    await page.goto(`${stage.home.url}/?view=month`)
    await of(page, 'Mia').getByText('1 earlier today').waitFor()
    await of(page, 'Everyone').getByText('Family dinner').waitFor()
    expect(await today(page).getByText('Piano lesson').count()).toBe(0)
    expect(asked).toEqual(['2026-10-26'])
  })

  test('is told there of whom one has chosen to see, and not beside the day itself', async () => {
    const page = await open('/?view=month')
    await of(page, 'Ben').waitFor()
    await filter(page).getByRole('button', { name: 'Mia' }).click()
    await of(page, 'Ben').waitFor({ state: 'detached' })
    await of(page, 'Mia').getByText('Piano lesson').waitFor()
    await page.keyboard.press('d')
    await today(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Next day' }).click()
    await of(page, 'Mia').getByText('Piano lesson').waitFor()
  })

  test('has a column for each person over the hours of a laptop', async () => {
    const page = await open('/?view=day&date=2026-11-21')
    for (const person of ['Ben', 'Mia', 'Tom']) {
      await of(page, `${person}, Saturday 21 November`).getByText('Swimming').waitFor()
    }
    expect(await of(page, 'Ada, Saturday 21 November').getByText('Swimming').count()).toBe(0)
    await of(page, 'Everyone, Saturday 21 November').getByText('Movie night').waitFor()
  })

  test('gets a new event for whoever’s column it is pressed in', async () => {
    const page = await open('/?view=day')
    const chosen = (person: string) => page.getByRole('dialog').getByRole('checkbox', { name: person }).isChecked()
    await page.getByRole('button', { name: 'New event, Mia, Friday 20 November' }).press('Enter')
    await wholeForm(page)
    expect([await chosen('Mia'), await chosen('Ada')]).toEqual([true, false])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'New event, Ada, Friday 20 November' }).press('Enter')
    await wholeForm(page)
    // In her own calendar it is hers, though nobody is named.
    expect([await chosen('Mia'), await chosen('Ada')]).toEqual([false, true])
  })

  test('is one person’s alone after a tap on their face, with what is for everybody', async () => {
    const page = await open('/?view=day', { size: 'phone' })
    await filter(page).getByRole('button', { name: 'Mia' }).click()
    await filter(page).getByRole('button', { name: 'Mia', pressed: true }).waitFor()
    await page.getByRole('button', { name: /^Piano lesson/ }).waitFor()
    await page.getByRole('button', { name: /^Family dinner/ }).waitFor()
    expect(await page.getByRole('button', { name: /^School/ }).count()).toBe(0)
    await filter(page).getByRole('button', { name: 'Ben' }).click()
    await of(page, 'Ben').getByText('Late shift').waitFor()
    await of(page, 'Mia').getByText('Piano lesson').waitFor()
    await of(page, 'Everyone').getByText('Family dinner').waitFor()
    expect(await of(page, 'Cleo').count()).toBe(0)
    expect(await accessibilityProblems(page)).toEqual([])
    await filter(page).getByRole('button', { name: 'Everyone' }).click()
    await of(page, 'Cleo').getByText('School').waitFor()
  })

  test('is filtered with the keyboard as well, and this device remembers', async () => {
    const page = await open('/?view=agenda')
    await page
      .getByRole('button', { name: /^14:00.*Late shift/s })
      .first()
      .waitFor()
    await filter(page).getByRole('button', { name: 'Only me' }).focus()
    await page.keyboard.press('Space')
    await filter(page).getByRole('button', { name: 'Only me', pressed: true }).waitFor()
    await filter(page).getByRole('button', { name: 'Ada', pressed: true }).waitFor()
    await page
      .getByRole('button', { name: /Late shift/ })
      .first()
      .waitFor({ state: 'detached' })
    await page.reload()
    await page
      .getByRole('button', { name: /Physio/ })
      .first()
      .waitFor()
    expect(await page.getByRole('button', { name: /Late shift/ }).count()).toBe(0)
  })

  test('stands on the upright wall, person by person, above everything else', async () => {
    const page = await open('/wall', { size: 'portrait' })
    await of(page, 'Ben').getByText('Late shift').waitFor()
    await of(page, 'Cleo').getByText('School').waitFor()
    await of(page, 'Mia').getByText('Piano lesson').waitFor()
    const bottom = async (person: string) => {
      const { y, height } = (await of(page, person).boundingBox())!
      return y + height
    }
    const tomorrow = (await page.getByRole('region', { name: 'Saturday 21 November' }).boundingBox())!
    for (const person of ['Ada', 'Ben', 'Cleo', 'Mia', 'Tom', 'Rex', 'Everyone']) {
      expect(await bottom(person)).toBeLessThanOrEqual(tomorrow.y)
    }
  })
})

describe('of somebody else', () => {
  test('busy hours say when, and nothing else', async () => {
    const page = await open('/?view=day', { locale: 'de-DE' })
    const busy = of(page, 'Ben, Freitag, 20. November').getByRole('button', { name: /^Belegt/ })
    await busy.waitFor()
    expect(await busy.getAttribute('data-entry')).toBeNull()
    await busy.click()
    const dialog = page.getByRole('dialog', { name: 'Belegt' })
    await dialog.getByText('10:00').waitFor()
    expect(await dialog.getByRole('textbox').count()).toBe(0)
    expect(await page.content()).not.toContain('Talks')
  })

  test('an event is read, and neither changed nor moved', async () => {
    const page = await open('/?view=week')
    const shift = page.locator('.event-box:visible', { hasText: 'Late shift' }).first()
    expect(await shift.getAttribute('data-entry')).toBeNull()
    await shift.click()
    const dialog = page.getByRole('dialog', { name: 'Late shift' })
    await dialog.getByText(/Ben/).first().waitFor()
    expect(await dialog.getByRole('button', { name: 'Save' }).count()).toBe(0)
  })
})

test('on a phone a day of many has its dots and their number within its field', async () => {
  const { home } = stage
  const { ada } = home.cast
  const people = { who: ['Ada', 'Mia', 'Rex'] }
  const many = Array.from({ length: 12 }, (_, n) => timed(`Errand ${n}`, '2026-12-10T09:00Z', 60, people))
  await plan(home, family, ...many)
  const { body } = await ask<{ id: number }>(home, ada, 'POST /api/lists', { name: 'House', kind: 'chores' })
  await ask(home, ada, `POST /api/lists/${body.id}/items`, { text: 'Windows', due: '2026-12-10' })
  const page = await open('/?view=month&date=2026-12-10', { size: 'phone' })
  const day = page.getByRole('button', { name: /^Thursday 10 December/ })
  await day.locator('.to-do').waitFor()
  const [field, dots] = [await day.boundingBox(), await day.locator('.dots').boundingBox()]
  expect(dots!.width).toBeGreaterThan(30)
  expect(dots!.width).toBeLessThanOrEqual(field!.width - 4)
})

test.each([
  [720, 450],
  [812, 375],
  [640, 320],
  [1440, 500],
])('in a low window, of %d by %d, people can be left out, too, and the days keep their room', async (width, height) => {
  const page = await open('/?view=month')
  await page.setViewportSize({ width, height })
  await filter(page).getByRole('button', { name: 'Mia' }).click()
  await filter(page).getByRole('button', { name: 'Mia', pressed: true }).waitFor()
  await picture(page, `calendar-low-${width}x${height}`)
  const days = (await page.locator('.views').boundingBox())!
  expect(days.height).toBeGreaterThan(Math.min(250, height / 2))
  const faces = (await filter(page).boundingBox())!
  expect(faces.y + faces.height).toBeLessThanOrEqual(days.y + 1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  await filter(page).getByRole('button', { name: 'Everyone' }).click()
})

describe('who shows a member no calendar may be busy all the same', () => {
  const SUNDAY = 'date=2026-11-22'

  test.each<[string, string, VisitOptions['size']]>([
    ['a phone’s day', `/?view=day&${SUNDAY}`, 'phone'],
    ['a laptop’s day', `/?view=day&${SUNDAY}`, 'laptop'],
  ])('on %s', async (_, path, size) => {
    const page = await open(path, { as: stage.home.cast.cleo, size })
    await page.getByText('Nothing shared: Ada', { exact: true }).waitFor()
    await page.getByText(/^Nothing planned: (?!.*Ada).*Rex/).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
  })

  test('on the wall', async () => {
    const { page } = await stage.open({ as: stage.home.cast.cleo, size: 'tablet' })
    await page.clock.setFixedTime('2026-11-22T08:00:00Z')
    await page.goto(`${stage.home.url}/wall`)
    await of(page, 'Ada').getByText('Nothing shared').waitFor()
    await of(page, 'Rex').getByText('Nothing planned').waitFor()
    expect(await of(page, 'Ada').getByText('Nothing planned').count()).toBe(0)
  })

  test('and is not said to have nothing before it is known whose calendars one sees', async () => {
    const { page } = await stage.open({ size: 'phone' })
    const letGo = await holdRequests(page, '**/api/events/freshness*')
    await page.clock.setFixedTime(MORNING)
    await page.goto(`${stage.home.url}/?view=day`)
    await of(page, 'Mia').getByText('Piano lesson').waitFor()
    expect(await page.getByText('Nothing planned').count()).toBe(0)
    letGo()
    await page.getByText('Nothing planned: Rex').waitFor()
  })
})

test('a day that nobody knows is nobody’s empty day', async () => {
  const { page } = await stage.open({ size: 'tablet' })
  await page.clock.setFixedTime(MORNING)
  await page.route(/\/api\/events\?/, (route) => route.fulfill({ status: 403, json: { error: 'Forbidden' } }))
  await page.goto(`${stage.home.url}/wall`)
  for (const person of ['Ada', 'Mia', 'Rex']) await of(page, person).getByText('not loaded').waitFor()
  expect(await page.getByText('Nothing planned').count()).toBe(0)
  await page.goto(`${stage.home.url}/?view=day`)
  await of(page, 'Mia, Friday 20 November, not loaded').waitFor()
  await page.goto(`${stage.home.url}/?view=month`)
  for (const person of ['Ada', 'Mia', 'Rex'])
    await today(page).getByRole('region', { name: person }).getByText('not loaded').waitFor()
  expect(await page.getByText('Nothing planned').count()).toBe(0)
})
