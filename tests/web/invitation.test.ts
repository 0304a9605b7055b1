import { beforeEach, describe, expect, test } from 'bun:test'
import { desc } from 'drizzle-orm'
import type { Page, Request, Route } from 'playwright-core'
import { PALETTE } from '../../src/household/palette'
import { addLocalMember } from '../../src/identity/local/accounts'
import { invitations, members } from '../../src/platform/db/schema'
import { secret } from '../support/secrets'
import { accessibilityProblems } from './support/axe'
import { overlapping } from './support/boxes'
import { picture } from './support/browser'
import { NOW, setClock } from './support/calendars'
import { settled } from './support/device'
import { setStage } from './support/stage'

const PASSWORD = secret('a-password-of-her-own')

const stage = setStage({ at: NOW })
beforeEach(async () => {
  await stage.home.ctx.db.delete(invitations)
})

/** Ada makes an invitation on her phone, as anybody would; returns its link. */
async function invite(): Promise<string> {
  const { page } = await stage.open({ path: '/account', size: 'phone' })
  await setClock(page)
  await page.getByRole('link', { name: 'Household', exact: true }).click()
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog', { name: 'An invitation' })
  await dialog.getByRole('img', { name: 'Code with the link' }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await picture(page, 'invitation-link-phone')
  return dialog.getByRole('textbox', { name: 'Link' }).inputValue()
}

async function open(link: string, options: Parameters<typeof stage.open>[0] = {}): Promise<Page> {
  const { page } = await stage.open({ as: null, ...options })
  await page.goto(link)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

async function fill(page: Page, name: string) {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('New password').fill(PASSWORD)
}

const join = (page: Page) => page.getByRole('button', { name: 'Join the household' }).click()

describe('an invitation', () => {
  test('is made in three taps on a phone, and leads a new device to its first calendar', async () => {
    const link = await invite()
    expect(link).toMatch(new RegExp(`^${stage.home.url}/invitation#[\\w-]{43}$`))

    const page = await open(link, { size: 'phone' })
    await page.getByRole('heading', { name: 'You are invited' }).waitFor()
    expect(page.url()).toBe(`${stage.home.url}/invitation`)
    await join(page)
    await page.getByText('Please enter a name.').waitFor()
    await fill(page, 'Dora')
    expect(await page.getByLabel('Name to sign in with').inputValue()).toBe('dora')
    await page.getByRole('radio', { name: 'Amber' }).check()
    expect(await accessibilityProblems(page)).toEqual([])
    await picture(page, 'invitation-phone')
    await join(page)

    await page.getByRole('heading', { name: 'First steps' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/welcome')
    const [dora] = await stage.home.ctx.db.select().from(members).orderBy(desc(members.id)).limit(1)
    expect(dora).toMatchObject({ displayName: 'Dora', color: PALETTE[4], isAdmin: false })
    expect(await accessibilityProblems(page)).toEqual([])
    await picture(page, 'welcome-member-phone')
    await page.getByRole('link', { name: 'Calendar', exact: true }).click()
    await page.getByRole('grid').waitFor()

    // Who keeps the link as the way to the household comes in with it all the same.
    await page.goto(link)
    await page.getByRole('heading', { name: 'This link does not lead anywhere' }).waitFor()
    await page.getByRole('link', { name: 'To the calendar' }).click()
    await page.getByRole('grid').waitFor()

    const late = await open(link)
    await late.getByRole('heading', { name: 'This link does not lead anywhere' }).waitFor()
    await late.getByRole('link', { name: 'Sign in' }).waitFor()
    expect(await accessibilityProblems(late)).toEqual([])
    await picture(late, 'invitation-gone')
  })

  test.each([
    ['a laptop at 200 %', { width: 640, height: 400 }],
    ['a phone held across', { width: 844, height: 390 }],
  ])('on %s shows its link below its code', async (_, viewport) => {
    const { page } = await stage.open({ path: '/admin' })
    await page.setViewportSize(viewport)
    await page.getByRole('button', { name: 'Invite' }).click()
    const dialog = page.getByRole('dialog', { name: 'An invitation' })
    await dialog.getByRole('img', { name: 'Code with the link' }).waitFor()
    expect(await overlapping(page, 'dialog .qr, dialog .input, dialog .hint')).toEqual([])
  })

  test('is listed until it is taken back; then its link is dead', async () => {
    const link = await invite()
    const { page } = await stage.open({ path: '/admin' })
    await setClock(page)
    await page.getByRole('heading', { name: 'Open invitations' }).waitFor()
    await page.getByText('good until').waitFor()
    await page.getByRole('button', { name: 'Take back' }).click()
    await page.getByText('The link does not work any more.').waitFor()
    await page.getByRole('heading', { name: 'Open invitations' }).waitFor({ state: 'detached' })
    const late = await open(link)
    await late.getByRole('heading', { name: 'This link does not lead anywhere' }).waitFor()
    // Another link in the same page: only what stands behind the # is another.
    await late.goto(await invite())
    await late.getByRole('heading', { name: 'You are invited' }).waitFor()
    expect(late.url()).toBe(`${stage.home.url}/invitation`)
  })

  test('that is pasted while another one is still being opened is the one that counts', async () => {
    const [first, second] = [await invite(), await invite()]
    const { page } = await stage.open({ as: null })
    const isOf = (link: string) => (request: Request) => request.postDataJSON()?.token === link.split('#')[1]
    const held = Promise.withResolvers<void>()
    await page.route('**/api/invitations/open', async (route) => {
      if (isOf(first)(route.request())) await held.promise
      await route.fulfill(
        isOf(first)(route.request()) ? { status: 404, json: { error: 'Gone' } } : { response: await route.fetch() },
      )
    })
    const asked = page.waitForRequest(isOf(first))
    await page.goto(first)
    await asked
    await page.goto(second)
    await page.getByLabel('New password').waitFor()
    const late = page.waitForResponse((response) => isOf(first)(response.request()))
    held.resolve()
    await late
    await settled(page)
    await page.getByRole('heading', { name: 'You are invited' }).waitFor()
    expect(await page.getByLabel('New password').count()).toBe(1)
  })

  test('that was accepted does not load for ever where the new member cannot be read yet', async () => {
    const page = await open(await invite())
    await page.route('**/api/me', (route) => route.fulfill({ status: 403, json: { error: 'No' } }))
    await fill(page, 'Flora')
    await join(page)
    await page.getByText('It will be tried again by itself').waitFor()
    await page.unroute('**/api/me')
    await page.reload()
    await page.getByRole('heading', { name: 'First steps' }).waitFor()
  })

  test('whose answer was lost lets in whom it made a member', async () => {
    const page = await open(await invite())
    const loseAnswer = async (route: Route) => {
      await route.fetch()
      await page.context().clearCookies()
      await route.abort()
    }
    await page.route('**/api/invitations/accept', loseAnswer, { times: 1 })
    await fill(page, 'Hanna')
    await join(page)
    await page.getByRole('alert').getByText('No answer came.').waitFor()
    await join(page)
    await page.getByRole('heading', { name: 'First steps' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'First steps' }).waitFor()
  })

  test('of a name or a username in use says so at the field that is meant, and can still be accepted', async () => {
    await addLocalMember(stage.home.ctx, { displayName: 'Greta', username: 'greta', password: PASSWORD })
    const link = await invite()
    const page = await open(link)
    await fill(page, 'ben')
    await join(page)
    const problemAt = (label: string, problem: string) =>
      page
        .getByLabel(label, { exact: true })
        .and(page.locator('[aria-invalid="true"]'))
        .waitFor()
        .then(() => page.getByText(problem).waitFor())
    await problemAt('Name', 'Somebody else here has this name.')
    expect(await page.locator('[aria-invalid="true"]').count()).toBe(1)
    await page.getByLabel('Name', { exact: true }).fill('Dorothea')
    await page.getByText('Somebody else here has this name.').waitFor({ state: 'detached' })
    await page.getByLabel('Name to sign in with').fill('greta')
    await join(page)
    await problemAt('Name to sign in with', 'Somebody already signs in with this name')
    expect(await page.locator('[aria-invalid="true"]').count()).toBe(1)
    await page.getByLabel('Name to sign in with').fill('dorothea')
    await join(page)
    await page.getByRole('heading', { name: 'First steps' }).waitFor()
  })

  test('on somebody’s device waits until they have signed out; then nothing of theirs is to be seen', async () => {
    const link = await invite()
    const page = await open(link, { as: stage.home.cast.ben })
    await page.getByText('Ben is signed in on this device').waitFor()
    expect(await page.getByLabel('New password').count()).toBe(0)
    await page.getByRole('button', { name: 'Sign out and go on' }).click()
    await fill(page, 'Emil')
    await join(page)
    await page.getByRole('heading', { name: 'First steps' }).waitFor()
    await page.getByRole('link', { name: 'Account', exact: true }).click()
    await page.getByLabel('Name', { exact: true }).waitFor()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Emil')
    expect(await page.getByText('Ben').count()).toBe(0)
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('Ben')
  })

  test('leaves nothing of itself on a device where it was only looked at', async () => {
    const link = await invite()
    const token = link.split('#')[1]!
    const page = await open(link)
    await fill(page, 'Finn')
    await page.goto(stage.home.url)
    await page.getByRole('heading', { name: 'Welcome home' }).waitFor()
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    for (const word of [token, 'Finn', PASSWORD]) expect(kept).not.toContain(word)
    await page.goBack()
    await page.getByRole('heading', { name: 'This link does not lead anywhere' }).waitFor()
  })

  test('without a connection says so, and goes on when it is there', async () => {
    const link = await invite()
    const { page } = await stage.open({ as: null })
    let isAway = true
    await page.route('**/api/invitations/open', (route) => (isAway ? route.abort() : route.continue()))
    await page.goto(link)
    await page.getByText('does not answer right now').waitFor()
    isAway = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByLabel('New password').waitFor()
  })

  test('speaks German', async () => {
    const link = await invite()
    const page = await open(link, { locale: 'de-DE', size: 'phone' })
    await page.getByRole('heading', { name: 'Du bist eingeladen' }).waitFor()
    await page.getByRole('button', { name: 'Dem Haushalt beitreten' }).waitFor()
    await picture(page, 'invitation-phone-german')
  })
})
