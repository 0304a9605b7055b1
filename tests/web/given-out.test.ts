import { beforeAll, expect, test } from 'bun:test'
import { ask } from '../support/cast'
import { accessibilityProblems } from './support/axe'
import { picture } from './support/browser'
import { NOW } from './support/calendars'
import { makeCalendar, plan, timed } from './support/events'
import { holdRequests } from './support/late'
import { makeList } from './support/lists'
import { refuseUntilTriedAgain } from './support/refused'
import { setStage } from './support/stage'

const stage = setStage({ at: NOW })

beforeAll(async () => {
  const { home } = stage
  await plan(home, await makeCalendar(home, home.cast.ben, 'Football'), timed('Away match', '2026-11-21T15:00Z'))
  await plan(home, await makeCalendar(home, home.cast.ben, 'Doctor'), timed('Blood test', '2026-11-22T08:00Z'))
  await plan(home, await makeCalendar(home, home.cast.ada, 'Family', true), timed('Brunch', '2026-11-22T10:00Z'))
  await makeList(home, 'Holidays')
})

const open = async (options: Parameters<typeof stage.open>[0]) => {
  const { page } = await stage.open({ as: stage.home.cast.ben, ...options })
  await page.clock.setFixedTime(NOW)
  await page.goto(`${stage.home.url}/elsewhere`)
  return page
}

test.each([
  ['calendars', '**/api/me/calendars', 'Doctor'],
  ['lists', '**/api/lists', 'Holidays'],
])(
  '%s that could not be read are missed in the form of a secret address, and asked for again',
  async (_, path, name) => {
    const { home } = stage
    const { page } = await stage.open({ as: home.cast.ben })
    await refuseUntilTriedAgain(page, path, 403)
    await page.goto(`${home.url}/elsewhere`)
    await page.getByRole('button', { name: 'Make an address' }).click()
    const form = page.getByRole('dialog', { name: 'A secret address' })
    await form.getByText('This could not be loaded.').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await form.getByRole('button', { name: 'Try again' }).click()
    await form.getByRole('switch', { name }).waitFor()
  },
)

test('a secret address shows what was chosen, once, and ends when it is removed', async () => {
  const page = await open({ size: 'phone' })
  await page.getByRole('button', { name: 'Make an address' }).click()
  const form = page.getByRole('dialog', { name: 'A secret address' })
  await form.getByLabel('What for?').fill('Grandma’s tablet')
  for (const name of ['Football', 'Family']) expect(await form.getByRole('switch', { name }).isChecked()).toBe(true)
  await form.getByRole('switch', { name: 'Doctor' }).uncheck()
  expect(await accessibilityProblems(page)).toEqual([])
  await picture(page, 'feed-form-phone')
  await form.getByRole('button', { name: 'Make it' }).click()
  const made = page.getByRole('dialog', { name: 'This is the address' })
  const address = await made.getByLabel('Secret address').inputValue()
  await made.getByText('It is shown only now.').waitFor()
  await picture(page, 'feed-made-phone')
  expect(await accessibilityProblems(page)).toEqual([])
  await made.getByRole('button', { name: 'Close' }).click()

  const text = await (await fetch(address)).text()
  expect(['Away match', 'Brunch', 'Blood test'].filter((title) => text.includes(`SUMMARY:${title}`))).toEqual([
    'Away match',
    'Brunch',
  ])
  await page.reload()
  const row = page.getByRole('listitem').filter({ hasText: 'Grandma’s tablet' })
  await row.getByText(/^Everything · last used/).waitFor()
  expect((await page.content()).includes(address.split('/').at(-1)!)).toBe(false)
  expect(await accessibilityProblems(page)).toEqual([])
  await row.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await row.waitFor({ state: 'detached' })
  expect((await fetch(address)).status).toBe(404)
})

test('what is made with a key before it is known what there is shows all of it', async () => {
  const { page } = await stage.open({ as: stage.home.cast.ben })
  await page.clock.setFixedTime(NOW)
  const letGo = await holdRequests(page, '**/api/events?*')
  await page.goto(`${stage.home.url}/elsewhere`)
  await page.getByRole('button', { name: 'Make an address' }).click()
  const form = page.getByRole('dialog', { name: 'A secret address' })
  await form.getByLabel('What for?').press('Enter')
  letGo()
  const made = page.getByRole('dialog', { name: 'This is the address' })
  const text = await (await fetch(await made.getByLabel('Secret address').inputValue())).text()
  for (const title of ['Away match', 'Brunch', 'Blood test']) expect(text).toContain(`SUMMARY:${title}`)
})

test('nothing chosen makes no address, and what fails says so', async () => {
  const page = await open({ size: 'phone' })
  await page.getByRole('button', { name: 'Make an address' }).click()
  const form = page.getByRole('dialog', { name: 'A secret address' })
  for (const name of ['Football', 'Doctor', 'Family']) await form.getByRole('switch', { name }).uncheck()
  await form.getByRole('button', { name: 'Make it' }).click()
  const missing = (await form.getByText('Please choose a calendar or a list.').boundingBox())!
  const buttons = (await form.getByRole('button', { name: 'Make it' }).boundingBox())!
  expect(missing.y + missing.height).toBeLessThan(buttons.y)
  await form.getByRole('switch', { name: 'Football' }).check()
  await page.route(/\/api\/feeds$/, (route) => route.abort())
  await form.getByRole('button', { name: 'Make it' }).click()
  await form.getByRole('alert').getByText(/./).waitFor()
  expect(await form.getByText('Please choose').count()).toBe(0)
})

test.each([
  ['a secret address', '/elsewhere', 'Make an address', 'Make it', 'This is the address'],
  ['a display', '/admin', 'Add a display', 'Add a display', 'Connect “Attic”'],
])('a list that is gone before %s is made is left out', async (_, path, begin, make, made) => {
  const { home } = stage
  const { ada } = home.cast
  const id = await makeList(home, 'Passing')
  const { page } = await stage.open({ as: ada, path })
  await page.getByRole('button', { name: begin }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox').fill('Attic')
  const list = form.getByRole('switch', { name: 'Passing' })
  await list.check()
  await ask(home, ada, `DELETE /api/lists/${id}`)
  await list.waitFor({ state: 'detached' })
  await form.getByRole('button', { name: make }).click()
  await page.getByRole('dialog', { name: made }).waitFor()
})

test('a key of a program does what it may, in German, and ends when it is removed', async () => {
  const page = await open({ size: 'laptop', locale: 'de-DE' })
  await page.getByRole('button', { name: 'Schlüssel erstellen' }).click()
  const form = page.getByRole('dialog', { name: 'Ein Schlüssel für ein Programm' })
  await form.getByRole('button', { name: 'Erstellen' }).click()
  await form.getByLabel('Wofür?').and(page.locator('[aria-invalid]:focus')).waitFor()
  await form.getByText('Bitte gib ihm einen Namen.').waitFor()
  await form.getByLabel('Wofür?').fill('Knopf in der Küche')
  await form.getByLabel('Was darf es?').selectOption('lists')
  await form.getByLabel('Wie lange gilt er?').selectOption('month')
  expect(await accessibilityProblems(page)).toEqual([])
  await form.getByRole('button', { name: 'Erstellen' }).click()
  const made = page.getByRole('dialog', { name: 'Das ist der Schlüssel' })
  const key = await made.getByLabel('Schlüssel').inputValue()
  await made.getByRole('button', { name: 'Schließen' }).click()
  const { status: before } = await withKey(key)
  expect(before).toBe(200)
  const row = page.getByRole('listitem').filter({ hasText: 'Knopf in der Küche' })
  await row.getByText('Lesen und Listen ändern · gilt bis Sonntag, 20. Dezember 2026').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await picture(page, 'given-out-laptop-de')
  const [archive] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Meine herunterladen' }).click(),
  ])
  expect(archive.suggestedFilename()).toMatch(/\.zip$/)
  expect(await archive.failure()).toBeNull()
  expect(await page.getByRole('link', { name: /des Haushalts/ }).count()).toBe(0)
  await row.getByRole('button', { name: 'Entfernen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Entfernen' }).click()
  await row.waitFor({ state: 'detached' })
  const { status: after } = await withKey(key)
  expect(after).toBe(401)
})

const withKey = (key: string) => fetch(`${stage.home.url}/api/lists`, { headers: { authorization: `Bearer ${key}` } })

test.each([
  ['one’s own', 'Download mine'],
  ['the household’s', 'Download the household’s'],
])('whose session has ended is told so instead of getting a file that is none: %s', async (_, name) => {
  const { page } = await stage.open({ path: '/elsewhere' })
  let downloads = 0
  page.on('download', () => downloads++)
  const link = page.getByRole('link', { name })
  await link.waitFor()
  // Who it is may be asked once more at the beginning.
  await page.waitForLoadState('networkidle')
  await page.route('**/api/me', (route) => route.fulfill({ status: 401, json: { error: 'Not signed in' } }))
  await link.click()
  await page.getByText('You have been signed out.').waitFor()
  expect(downloads).toBe(0)
})

test('why a file does not come is said where it was asked for', async () => {
  const { page } = await stage.open({ path: '/elsewhere' })
  const link = page.getByRole('link', { name: 'Download mine' })
  await link.waitFor()
  await page.route('**/api/me', (route) => route.fulfill({ status: 429, json: { error: 'Later' } }))
  await link.click()
  await page.getByRole('alert').getByText('Corkboard could not do this right now.').waitFor()
  await page.unroute('**/api/me')
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(file.suggestedFilename()).toMatch(/^corkboard-.*\.zip$/)
})
