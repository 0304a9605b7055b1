import { beforeEach, expect, test } from 'bun:test'
import { eq, isNull } from 'drizzle-orm'
import type { Page, Route } from 'playwright-core'
import { birthdays, persons } from '../../src/platform/db/schema'
import { ask } from '../support/cast'
import { accessibilityProblems } from './support/axe'
import { picture } from './support/browser'
import { NOW, setClock } from './support/calendars'
import { settled } from './support/device'
import { makeCalendar } from './support/events'
import { wholeForm } from './support/new-event'
import { setStage } from './support/stage'
import { holdUndo } from './support/undo'
import { until } from './support/until'

const stage = setStage({ at: NOW })

/** The cast alone, under their own names. */
beforeEach(async () => {
  const { ctx, cast } = stage.home
  await ctx.db.delete(persons).where(isNull(persons.memberId))
  await ctx.db.delete(birthdays)
  await ask(stage.home, cast.cleo, 'PATCH /api/me', { displayName: 'Cleo' })
})

async function addMia() {
  const { ada } = stage.home.cast
  await ask(stage.home, ada, 'POST /api/people', { name: 'Mia', birthday: '2021-03-12', managerIds: [ada.id] })
}

const everybody = (page: Page) => page.getByRole('region', { name: 'Everyone' })
const row = (page: Page, name: string) => everybody(page).getByRole('listitem').filter({ hasText: name })
const names = (page: Page) => everybody(page).locator('li strong').allTextContents()

async function choose(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `What to do with ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('a child is added in four presses and two texts, and events can be for her', async () => {
  const { ada, ben } = stage.home.cast
  await makeCalendar(stage.home, ada, 'Family', true)
  const { page } = await stage.open({ as: ada })
  await setClock(page)
  await page.goto(`${stage.home.url}/`)
  await page.getByRole('link', { name: 'Household' }).click()
  await page.getByRole('link', { name: 'Show the people' }).click()
  await page.getByRole('button', { name: 'Add a person' }).click()
  const dialog = page.getByRole('dialog', { name: 'Who is it?' })
  await dialog.waitFor()
  // The first field is ready to be typed in.
  await page.keyboard.type('Mia')
  await dialog.getByLabel('Birthday').fill('2021-03-12')
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add' }).click()
  await row(page, 'Mia').getByText('Does not sign in · Born 12 Mar 2021 · Ada may change this').waitFor()
  expect(await names(page)).toEqual(['Ada', 'Ben', 'Cleo', 'Mia'])
  expect(await accessibilityProblems(page)).toEqual([])

  await page.getByRole('link', { name: 'Calendar' }).click()
  await page.getByRole('link', { name: 'New event' }).click()
  await (await wholeForm(page)).getByRole('checkbox', { name: 'Mia' }).waitFor()

  const { page: his } = await stage.open({ as: ben, path: '/people' })
  await row(his, 'Mia').waitFor()
  expect(await his.getByRole('button', { name: 'Add a person' }).count()).toBe(0)
  expect(await his.getByRole('button', { name: 'What to do with Mia' }).count()).toBe(0)
  await his.getByRole('button', { name: 'What to do with Ben' }).waitFor()
})

test('a phone finds the way back that it came', async () => {
  const { page } = await stage.open({ path: '/account', size: 'phone' })
  await page.getByRole('link', { name: 'Show the people' }).click()
  await everybody(page).waitFor()
  const arrow = page.locator('.page-bar').getByRole('link', { name: 'Account' })
  const [box, title] = [(await arrow.boundingBox())!, (await page.getByRole('heading', { level: 1 }).boundingBox())!]
  expect(box.x + box.width).toBeLessThanOrEqual(title.x)
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
  await picture(page, 'people-phone')
  expect(await accessibilityProblems(page)).toEqual([])
  await arrow.click()
  await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor()
})

test('a name that somebody bears is refused in words, and what was typed stays', async () => {
  const { page } = await stage.open({ as: stage.home.cast.ada, path: '/people' })
  await page.getByRole('button', { name: 'Add a person' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(' ben ')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await dialog.getByText('Somebody else here has this name.').waitFor()
  expect(await dialog.getByLabel('Name').inputValue()).toBe(' ben ')
  await dialog.getByLabel('Name').fill('')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await dialog.getByText('Please enter a name.').waitFor()
  expect(await dialog.getByLabel('Name').evaluate((element) => element.matches(':focus'))).toBe(true)
  // What is mended is wrong no more, and what is not is wrong again.
  await dialog.getByLabel('Name').fill('D')
  await dialog.getByText('Please enter a name.').waitFor({ state: 'detached' })
  await dialog.getByLabel('Name').fill('')
  await dialog.getByText('Please enter a name.').waitFor()
  // Whoever has gone on within the same frame stays there.
  const birthday = dialog.getByLabel('Birthday')
  await birthday.evaluate((field: HTMLInputElement) => {
    field.form!.requestSubmit()
    field.focus()
  })
  await settled(page)
  expect(await birthday.evaluate((element) => element.matches(':focus'))).toBe(true)
})

test('a birthday that cannot be read is said to be none, and does not take away the one that is known', async () => {
  await addMia()
  const { page } = await stage.open({ as: stage.home.cast.ada, path: '/people' })
  await choose(page, 'Mia', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'About Mia' })
  const birthday = dialog.getByLabel('Birthday')
  await birthday.fill('31.2.2021')
  for (const save of [() => birthday.press('Enter'), () => dialog.getByRole('button', { name: 'Save' }).click()]) {
    await save()
    await dialog.getByText('That is not a date.').waitFor()
    await settled(page)
    expect(await birthday.evaluate((element) => element.matches(':focus'))).toBe(true)
  }
  expect(await accessibilityProblems(page)).toEqual([])
  await birthday.fill('12.3.2021')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await row(page, 'Mia').getByText('Born 12 Mar 2021').waitFor()
})

test('people are put into another order, renamed, removed, and brought back', async () => {
  await addMia()
  const { page } = await stage.open({ as: stage.home.cast.ada, path: '/people' })
  await row(page, 'Mia').waitFor()
  await choose(page, 'Mia', 'Further up')
  await page.waitForFunction(() => document.querySelector('li:nth-of-type(3) strong')?.textContent === 'Mia')
  expect(await names(page)).toEqual(['Ada', 'Ben', 'Mia', 'Cleo'])

  await choose(page, 'Mia', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'About Mia' })
  await dialog.getByLabel('Name').fill('Mia Sofie')
  await dialog.getByRole('radio', { name: 'Rust' }).check()
  await dialog.getByRole('checkbox', { name: 'Ben' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await row(page, 'Mia Sofie').getByText('Ada, Ben may change this').waitFor()
  const [before] = await stage.home.ctx.db.select().from(persons).where(eq(persons.name, 'Mia Sofie'))
  expect(before).toMatchObject({ color: '#C55220', birthday: '2021-03-12' })

  await holdUndo(page)
  await choose(page, 'Mia Sofie', 'Remove')
  const question = page.getByRole('dialog', { name: 'Remove Mia Sofie?' })
  await question.getByRole('button', { name: 'Remove' }).click()
  await row(page, 'Mia Sofie').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await row(page, 'Mia Sofie').getByText('Born 12 Mar 2021 · Ada, Ben may change this').waitFor()
  await page.waitForFunction(() => document.querySelector('li:nth-of-type(3) strong')?.textContent === 'Mia Sofie')
})

/** Where what is removed is drawn, what the row is called, and what stands under it at the service. */
const REMOVABLE = {
  person: { region: 'Everyone', path: '/api/people', of: 'people' },
  birthday: { region: 'More birthdays', path: '/api/birthdays', of: 'birthdays' },
}
const NOT_NOW = (route: Route) => route.fulfill({ status: 503, json: { error: 'No' } })
const LOST = async (route: Route) => {
  await route.fetch()
  await route.abort()
}

test.each([
  ['a person whose service cannot now', REMOVABLE.person, NOT_NOW, 'Corkboard could not do this right now'],
  ['a person whose answer is lost', REMOVABLE.person, LOST, 'This needs a connection'],
  ['a birthday whose service cannot now', REMOVABLE.birthday, NOT_NOW, 'Corkboard could not do this right now'],
  ['a birthday whose answer is lost', REMOVABLE.birthday, LOST, 'This needs a connection'],
])(
  'what is not brought back says so, and can be brought back still: %s',
  async (_, { region, path, of }, answer, said) => {
    const { home } = stage
    const body = of === 'people' ? { name: 'Rex' } : { name: 'Rex', date: '--11-24' }
    await ask(home, home.cast.ada, `POST ${path}`, body)
    const { page } = await stage.open({ as: home.cast.ada, path: '/people' })
    await holdUndo(page)
    await choose(page, 'Rex', 'Remove')
    if (of === 'people') await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    const found = page.getByRole('region', { name: region }).getByRole('listitem').filter({ hasText: 'Rex' })
    await found.waitFor({ state: 'detached' })
    let isRefused = false
    await page.route(`**${path}`, (route) => {
      if (route.request().method() !== 'POST' || isRefused) return route.fallback()
      isRefused = true
      return answer(route)
    })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('status').getByText(said).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await found.waitFor()
    await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' })
    const all = await ask<Record<string, { name: string }[]>>(home, home.cast.ada, `GET ${path}`)
    expect(all.body[of]!.filter(({ name }) => name === 'Rex')).toHaveLength(1)
  },
)

test('a member renames themselves here as well, and cannot be removed here', async () => {
  const { page } = await stage.open({ as: stage.home.cast.cleo, path: '/account' })
  await page.getByRole('link', { name: 'Show the people' }).click()
  await page.getByRole('button', { name: 'What to do with Cleo' }).click()
  expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Edit'])
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Cleopatra')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await row(page, 'Cleopatra').waitFor()
  await page.locator('.page-bar').getByRole('link', { name: 'Account' }).click()
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('input[name=name]')?.value === 'Cleopatra')
})

test('what can be done with somebody stays beside their row when the device is turned and the page is scrolled', async () => {
  const { page } = await stage.open({ as: stage.home.cast.ada, size: 'tablet', path: '/people' })
  const button = page.getByRole('button', { name: 'What to do with Ben' })
  await button.click()
  const beside = async () => {
    await settled(page)
    const [opener, menu] = [(await button.boundingBox())!, (await page.getByRole('menu').boundingBox())!]
    return [menu.x + menu.width - opener.x - opener.width, menu.y - opener.y - opener.height].map(Math.round)
  }
  const before = await beside()
  await page.setViewportSize({ width: 800, height: 480 })
  expect(await beside()).toEqual(before)
  const { y } = (await button.boundingBox())!
  await page.mouse.move(400, 300)
  await page.mouse.wheel(0, 60)
  await until(
    'it has scrolled',
    async () => (await button.boundingBox())!.y,
    (now) => now < y,
  )
  expect(await beside()).toEqual(before)
})
