import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { BrowserContext, Page } from 'playwright-core'
import { freePort } from '../../scripts/local/process'
import { DEVICE_SESSION_COOKIE } from '../../src/identity/devices/device-session'
import { rememberDevice } from '../../src/identity/devices/devices'
import { sessionVersionOf } from '../../src/identity/session-version'
import { deviceSessions } from '../../src/platform/db/schema'
import { ask, type Member } from '../support/cast'
import { type OidcServer, startOidcServer } from '../support/oidc'
import { accessibilityProblems } from './support/axe'
import { picture, type Visit, type VisitOptions } from './support/browser'
import { makeList, textsOf } from './support/lists'
import { cookiesOf, givePassword, signInAs } from './support/sign-in'
import { setStage } from './support/stage'
import { until } from './support/until'

let provider: OidcServer
const stage = setStage(async () => {
  const port = await freePort()
  provider = await startOidcServer(`http://127.0.0.1:${port}`)
  return { port, env: provider.env }
})
afterAll(() => provider?.stop())
beforeAll(async () => {
  for (const member of Object.values(stage.home.cast)) await givePassword(stage.home, member)
})

const box = (page: Page) => page.getByRole('checkbox', { name: 'Stay signed in on this device' })
const namesOf = async (context: BrowserContext) => (await context.cookies()).map(({ name }) => name)
const signInPage = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
const lists = (page: Page) => page.getByRole('heading', { name: 'Lists', level: 1 }).waitFor()

/** A device on which a member stays signed in, without a session beside. */
async function deviceOf(member: Member, name: string, options: VisitOptions = {}): Promise<Visit> {
  const { ctx, url } = stage.home
  const claims = { memberId: member.id, sessionVersion: (await sessionVersionOf(ctx, member.id))! }
  const { token } = await rememberDevice(ctx, claims, { kind: 'local', name })
  const visit = await stage.open({ as: null })
  await visit.context.addCookies([{ name: DEVICE_SESSION_COOKIE, value: token, url, httpOnly: true, sameSite: 'Lax' }])
  await visit.page.goto(url + (options.path ?? '/lists'))
  return visit
}

describe('the box at the sign-in', () => {
  test('is not ticked in a browser, and then the device does not stay signed in', async () => {
    const { page, context } = await stage.open({ as: null, path: '/lists' })
    await signInPage(page)
    expect(await box(page).isChecked()).toBe(false)
    await signInAs(page, stage.home.cast.ben)
    await lists(page)
    expect(await namesOf(context)).toEqual(['local-session'])
  })

  test('is ticked where the client was installed; the device stays signed in when the session is over', async () => {
    const { page, context } = await stage.open({ as: null })
    await context.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }))
    await page.goto(`${stage.home.url}/lists`)
    await signInPage(page)
    expect(await box(page).isChecked()).toBe(true)
    await signInAs(page, stage.home.cast.ben)
    await lists(page)
    await context.clearCookies({ name: 'local-session' })
    await page.reload()
    await lists(page)
    expect(await namesOf(context)).toEqual([DEVICE_SESSION_COOKIE])
  })

  test('counts for the account provider as well', async () => {
    await provider.behave({ people: { olga: { name: 'Olga' } } })
    const { page, context } = await stage.open({ as: null, path: '/lists', elsewhere: provider.issuer })
    await signInPage(page)
    await box(page).check()
    await page.getByRole('link', { name: 'Sign in with your account provider' }).click()
    await page.locator('[name=login]').fill('olga')
    await page.locator('[name=password]').fill('anything')
    await page.locator('[type=submit]').click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(`${stage.home.url}/**`)
    await context.clearCookies({ name: 'oidc-auth' })
    await page.goto(`${stage.home.url}/account`)
    const mine = page.getByRole('region', { name: 'Your devices' }).getByRole('listitem')
    await mine.getByText('With the account provider').waitFor()
    expect(await mine.getByText('This device').count()).toBe(1)
    await mine.getByRole('button', { name: /^Sign out/ }).click()
    await page.getByText('Olga was signed in here last.').waitFor()
    await until(
      'the device is forgotten',
      () => namesOf(context),
      (names) => !names.includes(DEVICE_SESSION_COOKIE),
    )
  })
})

describe('the list of devices', () => {
  test('signs out one that was lost: it is at the sign-in page at once, with nothing but the name', async () => {
    const { cleo } = stage.home.cast
    const { page, context } = await stage.open({ as: null, path: '/lists' })
    await box(page).check()
    await signInAs(page, cleo)
    await lists(page)
    const other = await deviceOf(cleo, 'The kitchen tablet', { path: '/account' })
    const mine = other.page.getByRole('region', { name: 'Your devices' })
    await mine.getByText('The kitchen tablet').waitFor()
    await mine.getByRole('button', { name: 'Sign out Chrome on Linux' }).click()
    await other.page.getByText('Chrome on Linux is signed out.').waitFor()
    await page.getByText('You have been signed out.').waitFor()
    expect(await page.locator('.notice').textContent()).toBe('You have been signed out.')
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Cleo')
    expect(await page.getByLabel('Password').inputValue()).toBe('')
    await page.reload()
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Cleo')
    expect(await page.getByText('You have been signed out.').count()).toBe(0)
    expect((await ask(stage.home, { cookie: await cookiesOf(context) }, 'GET /api/me')).status).toBe(401)
    await mine.getByText('Chrome on Linux').waitFor({ state: 'detached' })
    expect(await mine.getByRole('listitem').count()).toBe(1)
  })

  test('signs out all of them after a question, this one too', async () => {
    const { cleo } = stage.home.cast
    const [here, elsewhere] = [
      await deviceOf(cleo, 'A laptop', { path: '/account' }),
      await deviceOf(cleo, 'A phone', { path: '/lists' }),
    ]
    await lists(elsewhere.page)
    await here.page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await here.page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await signInPage(here.page)
    await signInPage(elsewhere.page)
  })

  test('of a member is three taps away for who runs the household', async () => {
    const { ada, ben } = stage.home.cast
    const lost = await deviceOf(ben, 'A phone that was lost')
    await lists(lost.page)
    const { page } = await stage.open({ as: ada, path: '/admin' })
    await page.getByRole('button', { name: 'What to do with Ben' }).click()
    await page.getByRole('menuitem', { name: 'Their devices' }).click()
    await page.getByRole('button', { name: 'Sign out A phone that was lost' }).click()
    await page.getByText('A phone that was lost is signed out.').waitFor()
    await signInPage(lost.page)
  })

  test('of somebody who stays signed in nowhere says so, and ends the sign-in that it does not list', async () => {
    const { ada, ben } = stage.home.cast
    await stage.home.ctx.db.delete(deviceSessions).where(eq(deviceSessions.memberId, ben.id))
    const { page: bens } = await stage.open({ as: null, path: '/lists' })
    await signInAs(bens, ben)
    await lists(bens)
    const { page } = await stage.open({ as: ada, path: '/admin', size: 'phone' })
    await page.getByRole('button', { name: 'What to do with Ben' }).click()
    await page.getByRole('menuitem', { name: 'Their devices' }).click()
    const dialog = page.getByRole('dialog', { name: 'Where Ben stays signed in' })
    await dialog.getByText('No device stays signed in.').waitFor()
    await dialog.getByText('are not listed here and end by themselves').waitFor()
    await picture(page, 'member-devices-none-phone')
    expect(await accessibilityProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByText('Ben has to sign in again on every device.').waitFor()
    await signInPage(bens)
  })
})

test('unsent changes are counted where somebody was signed out, also later, and sent when they are back', async () => {
  const { ben } = stage.home.cast
  const id = await makeList(stage.home, 'Camping', 'Tent')
  const { page, context } = await stage.open({ as: null, path: `/lists/${id}` })
  await signInAs(page, ben)
  await page.getByRole('checkbox', { name: 'Tent' }).waitFor()
  await context.setOffline(true)
  for (const item of ['Stove', 'Matches']) {
    await page.getByRole('textbox', { name: 'Add an item' }).fill(item)
    await page.keyboard.press('Enter')
  }
  await page.getByText('No connection · 2 to send').waitFor()
  await context.clearCookies()
  await context.setOffline(false)
  await page.getByText('You have been signed out. 2 changes were not sent yet.').waitFor()
  await page.reload()
  await page
    .getByRole('status')
    .getByText(/^2 changes were not sent yet\./)
    .waitFor()
  await signInAs(page, ben)
  await until(
    'sent after all',
    () => textsOf(stage.home, id),
    (texts) => texts.join() === 'Tent,Stove,Matches',
  )
})
