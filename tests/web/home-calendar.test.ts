import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { syncMember } from '../../src/calendar/sync'
import { appConfig, members } from '../../src/platform/db/schema'
import { ask, seatCast } from '../support/cast'
import { CalendarPhone, type HomeServer, type PhoneAccount, startHomeServer } from '../support/home-server'
import { secret } from '../support/secrets'
import { accessibilityProblems } from './support/axe'
import { picture } from './support/browser'
import { NOW } from './support/calendars'
import { clippedWords } from './support/clipped'
import { codeOn } from './support/code'
import { breakOff, dropAnswer, loseNextAnswer } from './support/lost'
import { setStage } from './support/stage'
import { smallTargets } from './support/targets'

const PASSWORD = secret('ein gutes langes Passwort')

let server: HomeServer
const stage = setStage(async () => {
  server = await startHomeServer()
  return { at: NOW, env: server.env }
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** What a phone is told on the page, under these labels. */
async function toldOn(page: Page, [address, username, appPassword]: [string, string, string]): Promise<PhoneAccount> {
  const under = async (label: string) => {
    const term = page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) })
    return (await term.locator('xpath=following-sibling::dd[1]').textContent()) ?? ''
  }
  return {
    serverUrl: await under(address),
    username: await under(username),
    appPassword: secret(await under(appPassword)),
  }
}

test('a household without any account sets itself up on a phone, in German, and what a phone writes shows', async () => {
  const { ctx } = stage.home
  for (const table of [members, appConfig]) await ctx.db.delete(table)
  const { page } = await stage.open({ as: null, path: '/setup', size: 'phone', locale: 'de-DE' })
  await page.clock.setFixedTime(NOW)
  await press(page, 'Weiter')
  await page.getByRole('heading', { name: 'Schritt 2 von 5, erledigt: Anmelden' }).waitFor()
  await press(page, 'Weiter')
  await page.getByRole('radio', { name: 'Meinen Kalender hier führen' }).waitFor()
  expect(await page.getByRole('radio', { name: 'Meinen Kalender hier führen' }).isChecked()).toBe(true)
  await page.getByLabel('Name', { exact: true }).fill('Jürgen')
  await page.getByLabel('Neues Passwort').fill(PASSWORD)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('group', { name: 'Wo ist dein Kalender?' }).scrollIntoViewIfNeeded()
  await picture(page, 'home-setup-phone')
  await press(page, 'Anlegen und weiter')

  await page.getByText('Dein Kalender ist fertig.').waitFor()
  const account = await toldOn(page, ['Adresse', 'Name', 'App-Passwort'])
  expect(account).toMatchObject({ serverUrl: server.url, username: 'jurgen' })
  await page.getByRole('img', { name: /DAVx⁵/ }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await smallTargets(page)).toEqual([])
  expect(await clippedWords(page)).toEqual([])
  await picture(page, 'home-setup-made-phone')
  await press(page, 'Weiter')
  await press(page, 'Abschließen')
  await page.waitForURL('**/welcome')

  const phone = new CalendarPhone(account)
  const [calendar] = await phone.calendars()
  await phone.write(calendar!.url, 'from-the-phone', 'Zahnarzt', '2026-11-24')
  const [admin] = await ctx.db.select().from(members)
  await syncMember(ctx, admin!.id)
  await page.goto(`${stage.home.url}/?view=agenda`)
  await page.getByText('Zahnarzt').filter({ visible: true }).first().waitFor()
})

/** In a household that has nobody yet. */
async function enterFirstPerson(name: string): Promise<Page> {
  for (const table of [members, appConfig]) await stage.home.ctx.db.delete(table)
  const { page } = await stage.open({ as: null, path: '/setup' })
  await press(page, 'Continue')
  await page.getByRole('heading', { name: 'Step 2 of 5, done: Signing in' }).waitFor()
  await press(page, 'Continue')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('New password').fill(PASSWORD)
  return page
}

test.each([
  { how: 'is lost', lose: dropAnswer },
  { how: 'breaks off', lose: breakOff },
])('a setup whose answer $how still tells what a phone needs, once it is asked for again', async ({ lose }) => {
  const page = await enterFirstPerson('Ida')
  const lost = loseNextAnswer(page, '/api/setup/home', lose)
  await press(page, 'Create and continue')
  await lost
  await page.getByRole('alert').waitFor()
  await press(page, 'Create and continue')
  await page.getByText('Your calendar is ready.').waitFor()
  const account = await toldOn(page, ['Address', 'Name', 'App password'])
  expect(await new CalendarPhone(account).calendars()).toMatchObject([{ name: 'Ida' }])
  await press(page, 'Continue')
  await press(page, 'Finish')
  await page.waitForURL('**/welcome')
})

test('a setup that is loaded again while it shows what a phone is told goes on behind it', async () => {
  const page = await enterFirstPerson('Ada')
  await press(page, 'Create and continue')
  await page.getByText('Your calendar is ready.').waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Step 4 of 5, done: The first person' }).waitFor()
  expect(await page.getByLabel('New password').count()).toBe(0)
  await press(page, 'Finish')
  await page.getByRole('link', { name: 'Come in' }).waitFor()
})

test('a member without a calendar keeps one here by one press, and connects another phone later', async () => {
  const { ctx, url } = stage.home
  await ctx.db.delete(members)
  const { cleo } = await seatCast(ctx)
  const { page } = await stage.open({ as: cleo, path: '/account?reconnect', size: 'laptop', theme: 'dark' })
  await page.getByRole('button', { name: 'Connect a calendar' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
  await picture(page, 'home-account-laptop')
  await press(page, 'Keep my calendar here')

  const dialog = page.getByRole('dialog', { name: 'Connect a phone' })
  await dialog.getByRole('img', { name: /DAVx⁵/ }).waitFor()
  const first = await toldOn(page, ['Address', 'Name', 'App password'])
  expect(await new CalendarPhone(first).calendars()).toMatchObject([{ name: 'Cleo' }])
  const { host } = new URL(server.url)
  expect(await codeOn(page)).toBe(`caldav://cleo:${first.appPassword}@${host}/`)
  expect(await accessibilityProblems(page)).toEqual([])
  await picture(page, 'home-connect-phone-laptop')
  const profile = await dialog.getByRole('link', { name: 'Load the settings' }).getAttribute('href')
  const loaded = await page.request.get(url + profile)
  expect([loaded.status(), await loaded.text()]).toEqual([200, expect.stringContaining('com.apple.caldav.account')])
  await syncMember(ctx, cleo.id)
  await press(page, 'Done')
  await page.getByRole('dialog', { name: /What may the others/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.reload()

  await page.getByText('It is kept here, under the name “cleo”.').waitFor()
  await press(page, 'Connect a phone')
  await dialog.getByText('Phones that are connected already need the new one, too.').waitFor()
  await picture(page, 'home-connect-again-laptop')
  await press(page, 'Make an app password')
  await dialog.getByText('The app password is shown only now.').waitFor()
  const second = await toldOn(page, ['Address', 'Name', 'App password'])
  expect(second.appPassword).not.toBe(first.appPassword)
  expect(await new CalendarPhone(second).calendars()).toHaveLength(1)
  await press(page, 'Copy App password')
  await page.getByText(/Copied\.|Copying does not work here/).waitFor()
})

test.each([
  ['phone', 'en-GB', 'Add a calendar', 'Another calendar', 'Name', '“Club” is there.'],
  ['laptop', 'de-DE', 'Kalender anlegen', 'Noch ein Kalender', 'Name', '„Club“ ist da.'],
] as const)('another calendar is made on a %s', async (size, locale, add, title, name, there) => {
  const { ctx } = stage.home
  await ctx.db.delete(members)
  const { ada } = await seatCast(ctx)
  await ask(stage.home, ada, 'POST /api/me/home-account', { calendarName: 'Home' })
  await syncMember(ctx, ada.id)
  const { page, context } = await stage.open({ as: ada, path: '/account', size, locale })
  await press(page, add)
  const dialog = page.getByRole('dialog', { name: title })
  const make = () => dialog.getByRole('button', { name: add }).click()
  await make()
  await dialog.getByRole('alert').or(dialog.locator('.error')).first().waitFor()
  await dialog.getByLabel(name, { exact: true }).fill('Club')
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await smallTargets(page)).toEqual([])
  expect(await clippedWords(page)).toEqual([])
  await picture(page, `home-another-${size}`)
  // Without a connection it says so, and what is typed stays.
  await context.setOffline(true)
  await make()
  await dialog.getByRole('alert').first().waitFor()
  expect(await dialog.getByLabel(name, { exact: true }).inputValue()).toBe('Club')
  await context.setOffline(false)
  await make()
  await page.getByRole('status').getByText(there).waitFor()
  await page.locator('.calendar-card').getByText('Club', { exact: true }).waitFor()
  await dialog.waitFor({ state: 'detached' })
})

test('a calendar that is kept here and whose answer breaks off tells its app password when it is asked for again', async () => {
  const { ctx } = stage.home
  await ctx.db.delete(members)
  const { ada } = await seatCast(ctx)
  const { page } = await stage.open({ as: ada, path: '/account' })
  const lost = loseNextAnswer(page, '/api/me/home-account', breakOff)
  await press(page, 'Keep my calendar here')
  await lost
  await page.getByRole('alert').getByText('No answer came.').waitFor()
  await press(page, 'Keep my calendar here')
  await page.getByRole('dialog', { name: 'Connect a phone' }).getByText('The app password is shown only now.').waitFor()
  await page.keyboard.press('Escape')
})

test('a calendar that is kept here after all is not said to have had no answer', async () => {
  const { ctx } = stage.home
  await ctx.db.delete(members)
  const { ada } = await seatCast(ctx)
  const { page, context } = await stage.open({ as: ada, path: '/account' })
  const lost = loseNextAnswer(page, '/api/me/home-account', breakOff)
  await press(page, 'Keep my calendar here')
  await lost
  const unanswered = page.getByRole('alert').getByText('No answer came.')
  await unanswered.waitFor()
  await context.setOffline(true)
  await page.getByText('No connection').first().waitFor()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Connect a phone' }).waitFor()
  expect(await unanswered.count()).toBe(0)
})

test('a calendar server that does not answer is said, and nothing is made twice', async () => {
  const { ctx } = stage.home
  await ctx.db.delete(members)
  const { ben } = await seatCast(ctx)
  const { page } = await stage.open({ as: ben, path: '/account', size: 'phone' })
  await page.route('**/api/me/home-account', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 503, json: { error: 'No' } }) : route.continue(),
  )
  await press(page, 'Keep my calendar here')
  await page.getByRole('alert').getByText('nothing is made twice').waitFor()
  await picture(page, 'home-down-phone')
  await page.unroute('**/api/me/home-account')
  await press(page, 'Keep my calendar here')
  await page.getByRole('dialog', { name: 'Connect a phone' }).getByText('ben-2', { exact: true }).waitFor()
  expect(await smallTargets(page)).toEqual([])
  await picture(page, 'home-connect-phone-phone')
})
