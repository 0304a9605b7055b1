import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { addLocalMember } from '../../src/identity/local/accounts'
import { cookieFor } from '../support/cast'
import { secret } from '../support/secrets'
import { accessibilityProblems } from './support/axe'
import { signIn } from './support/browser'
import { NOW } from './support/calendars'
import { openForm } from './support/event-card'
import { makeCalendar, plan, timed } from './support/events'
import { makeList } from './support/lists'
import { wholeForm } from './support/new-event'
import { setStage } from './support/stage'
import { holdUndo } from './support/undo'
import { until } from './support/until'

const stage = setStage({ at: NOW })
let groceries: number

beforeAll(async () => {
  const { home } = stage
  await plan(home, await makeCalendar(home, home.cast.ada, 'Ada'), timed('Physio', '2026-11-20T16:30Z', 45))
  await makeCalendar(home, home.cast.ben, 'Ben')
  groceries = await makeList(home, 'Groceries', 'Milk', 'Eggs')
})

async function calendar(path = '/?view=month', options: Parameters<typeof stage.open>[0] = { size: 'phone' }) {
  const visit = await stage.open(options)
  await visit.page.clock.setFixedTime(NOW)
  await visit.page.goto(stage.home.url + path)
  await visit.page.getByRole('heading', { level: 1 }).waitFor()
  return visit
}

const dialog = (page: Page) => page.getByRole('dialog')
/** The button that was pressed is gone: whoever types goes on in a field. */
const field = (page: Page) => dialog(page).locator('input:focus, textarea:focus')
const title = (page: Page) => page.getByRole('textbox', { name: 'Title' })
const place = (page: Page) => page.getByRole('textbox', { name: 'Place' })
const offer = (page: Page, what: string) => dialog(page).getByText(`You have not finished “${what}”.`)

async function newEvent(page: Page) {
  await page.getByRole('link', { name: 'New event' }).click()
  await title(page).waitFor()
}

async function leave(page: Page) {
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
}

describe('an event that was begun', () => {
  const WAYS: [string, (page: Page) => Promise<unknown>][] = [
    ['a touch beside the sheet', (page) => page.mouse.click(190, 12)],
    ['Escape', (page) => page.keyboard.press('Escape')],
    ['the cross', (page) => page.getByRole('button', { name: 'Close' }).click()],
    [
      'the browser’s way back',
      async (page) => {
        await page.goBack()
        await page.goBack()
      },
    ],
    ['a reload', (page) => page.reload()],
  ]
  test.each(WAYS)('is not lost by %s: one press brings it back', async (_, goAway) => {
    const { page } = await calendar('/lists')
    await page.getByRole('link', { name: 'Calendar' }).click()
    await newEvent(page)
    await title(page).fill('Dentist')
    await wholeForm(page)
    await place(page).fill('Mill Street 4')
    await goAway(page)
    await dialog(page).waitFor({ state: 'detached' })
    await page.goto(`${stage.home.url}/?new`)
    await offer(page, 'Dentist').waitFor()
    expect(await title(page).inputValue()).toBe('')
    expect(await accessibilityProblems(page)).toEqual([])
    await dialog(page).getByRole('button', { name: 'Continue' }).click()
    expect([await title(page).inputValue(), await place(page).inputValue()]).toEqual(['Dentist', 'Mill Street 4'])
    expect(await offer(page, 'Dentist').count()).toBe(0)
    await page.route('**/api/events/create', (route) =>
      route.fulfill({ status: 202, json: { uid: 'x@corkboard.test' } }),
    )
    await page.getByRole('button', { name: 'Save' }).click()
    await dialog(page).waitFor({ state: 'detached' })
    await newEvent(page)
    expect(await dialog(page).getByText('You have not finished').count()).toBe(0)
  })

  test('and is not wanted any more is gone by a press, and by Cancel without a word', async () => {
    const { page } = await calendar()
    await newEvent(page)
    await title(page).fill('Dentist')
    await leave(page)
    await newEvent(page)
    await dialog(page).getByRole('button', { name: 'Discard' }).click()
    await field(page).waitFor()
    await offer(page, 'Dentist').waitFor({ state: 'detached' })
    await title(page).fill('Surprise party')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await newEvent(page)
    expect(await dialog(page).getByText('You have not finished').count()).toBe(0)
  })

  test('does not push out another that was begun before it', async () => {
    const { page } = await calendar()
    for (const name of ['First', 'Second']) {
      await newEvent(page)
      await title(page).fill(name)
      await leave(page)
    }
    await newEvent(page)
    await title(page).fill('Third')
    await offer(page, 'Second').waitFor()
    await dialog(page).getByRole('button', { name: 'Continue' }).click()
    expect(await title(page).inputValue()).toBe('Second')
    await page.getByRole('button', { name: 'Cancel' }).click()
    // What was typed before continuing with another one is kept as well.
    for (const name of ['Third', 'First']) {
      await newEvent(page)
      await offer(page, name).waitFor()
      await dialog(page).getByRole('button', { name: 'Discard' }).click()
      await offer(page, name).waitFor({ state: 'detached' })
      await leave(page)
    }
  })

  test('and was left is followed by another at the next key, however late the browser tells that it has closed', async () => {
    const { page } = await calendar('/?view=month', {})
    await page.keyboard.press('n')
    await title(page).fill('Dentist')
    await dialog(page).evaluate((left) => {
      const late = new WeakSet<Event>()
      const hold = (event: Event) => {
        if (late.has(event)) return
        event.stopImmediatePropagation()
        const again = new Event('close')
        late.add(again)
        setTimeout(() => {
          left.dispatchEvent(again)
          document.body.dataset.told = 'closed'
        }, 1_000)
      }
      left.addEventListener('close', hold, { capture: true })
    })
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => document.querySelector('dialog[open]') === null)
    await page.keyboard.press('n')
    await title(page).waitFor()
    await page.locator('body[data-told]').waitFor()
    expect(await title(page).inputValue()).toBe('')
    await page.keyboard.type('Rowing')
    expect(await title(page).inputValue()).toBe('Rowing')
  })

  test('belongs to whoever began it', async () => {
    const { page, context } = await calendar()
    await newEvent(page)
    await title(page).fill('Dentist')
    await leave(page)
    await signIn(context, stage.home, stage.home.cast.ben)
    await page.goto(`${stage.home.url}/account`)
    await until(
      'Ben is here',
      () => page.getByLabel('Name', { exact: true }).inputValue(),
      (name) => name === 'Ben',
    )
    await page.goto(`${stage.home.url}/?new`)
    await title(page).waitFor()
    expect(await dialog(page).getByText('You have not finished').count()).toBe(0)
  })
})

test('a change of an event goes on with what was changed, on what the event has become', async () => {
  const { page } = await calendar()
  const open = async () => {
    await openForm(page, page.locator('.event-row', { hasText: 'Physio' }))
    await place(page).waitFor()
  }
  await open()
  await place(page).fill('Mill Street 4')
  await leave(page)
  // Meanwhile somebody moves it to 20:00.
  await page.route('**/api/events/*/edit*', async (route) => {
    if (route.request().method() !== 'GET') return route.fulfill({ status: 202, json: { uid: 'x@corkboard.test' } })
    const response = await route.fetch()
    const moved = { start: '2026-11-20T19:00:00.000Z', end: '2026-11-20T19:45:00.000Z' }
    await route.fulfill({ json: { ...(await response.json()), ...moved } })
  })
  await open()
  await offer(page, 'Physio').waitFor()
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  await field(page).waitFor()
  expect(await place(page).inputValue()).toBe('Mill Street 4')
  expect(await dialog(page).getByLabel('Start time').inputValue()).toBe('20:00')
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.getByRole('button', { name: 'Save' }).click()
  expect((await sent).postDataJSON()).toMatchObject({
    start: '2026-11-20T19:00:00.000Z',
    location: 'Mill Street 4',
    base: { title: 'Physio', start: '2026-11-20T19:00:00.000Z', location: '' },
  })
})

describe('what was typed is there again', () => {
  test('in the line that adds to a list, and in an item that is being changed', async () => {
    const { page } = await calendar(`/lists/${groceries}`)
    await page.getByRole('textbox', { name: 'Add an item' }).fill('Oat flakes, the coarse')
    await page.getByRole('link', { name: 'All lists' }).click()
    await page.getByRole('link', { name: /Groceries/ }).click()
    expect(await page.getByRole('textbox', { name: 'Add an item' }).inputValue()).toBe('Oat flakes, the coarse')
    await page.getByRole('button', { name: 'Edit Milk' }).press('Enter')
    await page.getByRole('textbox', { name: 'Item', exact: true }).fill('Milk, two bottles')
    await page.reload()
    const item = page.getByRole('textbox', { name: 'Item', exact: true })
    await item.waitFor()
    expect(await item.inputValue()).toBe('Milk, two bottles')
    await page.keyboard.press('Enter')
    await page.getByRole('checkbox', { name: 'Milk, two bottles' }).waitFor()
    await page.reload()
    await page.getByRole('checkbox', { name: 'Milk, two bottles' }).waitFor()
    expect(await item.count()).toBe(0)
  })

  test('of an item that was left with Escape, for as long as it can be taken back', async () => {
    const { page } = await calendar(`/lists/${groceries}`)
    await page.getByRole('button', { name: 'Edit Eggs' }).press('Enter')
    const item = page.getByRole('textbox', { name: 'Item', exact: true })
    await item.fill('Eggs from the farm')
    await holdUndo(page)
    await page.keyboard.press('Escape')
    await page.getByRole('checkbox', { name: 'Eggs', exact: true }).waitFor()
    await page.getByText('“Eggs” stays as it was').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    expect(await item.inputValue()).toBe('Eggs from the farm')
  })

  test('in the name of a new list', async () => {
    const { page } = await calendar('/lists')
    await page.goto(`${stage.home.url}/lists?new`)
    await page.getByRole('textbox', { name: 'Name' }).fill('Camping')
    await leave(page)
    await page.goto(`${stage.home.url}/lists?new`)
    await offer(page, 'Camping').waitFor()
    await dialog(page).getByRole('button', { name: 'Continue' }).click()
    await field(page).waitFor()
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Camping')
    await page.getByRole('button', { name: 'Create list' }).click()
    await page.getByRole('heading', { name: 'Camping' }).waitFor()
    await page.goto(`${stage.home.url}/lists?new`)
    await page.getByRole('textbox', { name: 'Name' }).waitFor()
    expect(await dialog(page).getByText('You have not finished').count()).toBe(0)
  })

  test('of a new member, but for the password', async () => {
    const { page } = await calendar('/admin', { size: 'laptop' })
    const open = () => page.getByRole('button', { name: 'Add a member' }).first().click()
    await open()
    await page.getByLabel('Name', { exact: true }).fill('Dora Diaz')
    await page.getByLabel('First password').fill(secret('a-good-long-password'))
    await leave(page)
    await open()
    await offer(page, 'Dora Diaz').waitFor()
    await dialog(page).getByRole('button', { name: 'Continue' }).click()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Dora Diaz')
    expect(await page.getByLabel('Name to sign in with').inputValue()).toBe('dora')
    expect(await page.getByLabel('First password').inputValue()).toBe('')
  })

  test('of a calendar account, but for the password; and nothing secret is on the device', async () => {
    const { home } = stage
    const id = await addLocalMember(home.ctx, {
      displayName: 'Ida',
      username: 'ida',
      password: secret('a-good-long-one'),
    })
    const as = { id, name: 'Ida', cookie: await cookieFor(home.ctx, id) }
    const { page } = await calendar('/account', { size: 'phone', as })
    await page.getByRole('button', { name: 'Connect a calendar' }).click()
    await page.getByLabel('Where is the calendar?').selectOption('Nextcloud')
    await page.getByLabel('Address of the calendars (CalDAV)').fill('https://cloud.example.org')
    await page.getByLabel('E-mail address').fill('ida@example.org')
    await page.getByLabel('App password').fill('tulip-harbour-9')
    // To another page for the app password; a phone may have loaded this one anew by then.
    await page.reload()
    await page.getByRole('button', { name: 'Connect a calendar' }).click()
    await offer(page, 'ida@example.org').waitFor()
    await dialog(page).getByRole('button', { name: 'Continue' }).click()
    expect(await page.getByLabel('Address of the calendars (CalDAV)').inputValue()).toBe('https://cloud.example.org')
    expect(await page.getByLabel('E-mail address').inputValue()).toBe('ida@example.org')
    expect(await page.getByLabel('App password').inputValue()).toBe('')
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    expect(kept).toContain('ida@example.org')
    expect(kept).not.toContain('tulip')
  })

  test('of one’s own name', async () => {
    const { page } = await calendar('/account')
    await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace')
    await page.getByRole('link', { name: 'Lists' }).click()
    await page.getByRole('link', { name: 'Account' }).click()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Ada Lovelace')
    await page.getByRole('button', { name: 'Save' }).waitFor()
  })

  test('of one’s own name, also where it could not be saved', async () => {
    const { page } = await calendar('/account')
    const name = page.getByLabel('Name', { exact: true })
    const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith(':own-name')))
    await page.route('**/api/me', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 503, json: { error: 'No' } }) : route.fallback(),
    )
    await name.fill('Ada Byron')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('could not do this right now').waitFor()
    await page.reload()
    expect(await name.inputValue()).toBe('Ada Byron')
    await page.unroute('**/api/me')
    await name.fill('Ada B.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
    await until('nothing is kept of it', kept, ({ length }) => length === 0)
  })
})
