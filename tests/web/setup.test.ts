import { beforeEach, describe, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { loadAccount } from '../../src/household/credentials'
import { getSetting, householdTimezone, SETTING, setSetting } from '../../src/household/settings'
import { addLocalMember } from '../../src/identity/local/accounts'
import { appConfig, members } from '../../src/platform/db/schema'
import { cookieFor } from '../support/cast'
import { secret } from '../support/secrets'
import { CALDAV_USERS, servers } from '../support/servers'
import { accessibilityProblems } from './support/axe'
import { picture, type VisitOptions } from './support/browser'
import { settled } from './support/device'
import { tabTo } from './support/keyboard'
import { holdAnswers } from './support/late'
import { breakOff, dropAnswer, loseNextAnswer } from './support/lost'
import { refuseUntilTriedAgain } from './support/refused'
import { setStage } from './support/stage'
import { withoutStreams } from './support/streams'
import { until } from './support/until'

const EMAIL = 'ada@example.org'
const APP_PASSWORD = CALDAV_USERS[EMAIL]!
const PASSWORD = secret('a-good-long-password')
const PUSH_KEY = 'BNc-the-public-key-of-this-service'

const stage = setStage(async () => {
  const { url } = await servers.radicale()
  return { env: { CALDAV_URL: url, VAPID_PUBLIC_KEY: PUSH_KEY } }
})

/** A household that has nobody yet. */
beforeEach(async () => {
  await stage.home.ctx.db.delete(members)
  await stage.home.ctx.db.delete(appConfig)
})

async function openSetup(options: VisitOptions = {}) {
  const visit = await stage.open({ as: null, path: '/setup', ...options })
  await visit.page.getByRole('heading', { level: 1 }).waitFor()
  return visit
}

const currentStep = (page: Page, name: string) =>
  page.getByRole('heading', { name, level: 2 }).and(page.locator('[aria-current=step]'))
const doneStep = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 })

async function chooseLocal(page: Page) {
  await currentStep(page, 'Signing in').waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function chooseProvider(page: Page, issuer = 'https://id.example') {
  await currentStep(page, 'Signing in').waitFor()
  await page.getByRole('radio', { name: /identity provider/ }).check()
  await page.getByLabel('Address of the provider').fill(issuer)
  await page.getByLabel('Client ID').fill('corkboard')
  await page.getByLabel('Address of Corkboard').fill('https://home.example')
  await page.getByRole('button', { name: 'Check and continue' }).click()
}

/** As if the provider had answered: one with a name that the service accepts cannot be had here. */
const pretendProviderAnswers = (page: Page) =>
  page.route('**/api/setup/validate/oidc', (route) => route.fulfill({ json: { ok: true } }))

async function enterAccount(page: Page, appPassword: string) {
  await page.getByLabel('Where is the calendar?').selectOption('Another provider')
  await page.getByLabel('E-mail address').fill(EMAIL)
  await page.getByLabel('App password').fill(appPassword)
}

async function enterPerson(page: Page) {
  await page.getByLabel('Name', { exact: true }).fill('Ada')
  await page.getByLabel('New password').fill(PASSWORD)
}

const createAdmin = (page: Page) => page.getByRole('button', { name: 'Connect and continue' }).click()

/** From the first step on: with a password that is kept here, and a calendar elsewhere. */
async function makeFirstPerson(page: Page) {
  await chooseLocal(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await enterPerson(page)
  await enterAccount(page, APP_PASSWORD)
  await createAdmin(page)
}

describe('a household without an identity provider', () => {
  test('is set up in five steps, and whoever did it is let in', async () => {
    const { ctx } = stage.home
    const { page } = await openSetup({ zone: 'Pacific/Auckland' })
    await doneStep(page, 'Step 1 of 5, done: Database').waitFor()
    await chooseLocal(page)
    await doneStep(page, 'Step 2 of 5, done: Signing in').waitFor()
    await page.getByRole('button', { name: 'Continue' }).click()
    await doneStep(page, 'Step 3 of 5, done: Reminders').waitFor()

    await createAdmin(page)
    await page.getByText('Please enter a name.').waitFor()
    await page.getByText('Please enter the app password.').waitFor()
    await enterPerson(page)
    await enterAccount(page, 'not-this-one')
    await createAdmin(page)
    await page.getByRole('alert').getByText('does not accept this').waitFor()
    expect(await ctx.db.select().from(members)).toEqual([])
    await page.getByLabel('App password').fill(APP_PASSWORD)
    await createAdmin(page)
    await doneStep(page, 'Step 4 of 5, done: The first person').waitFor()
    expect(await getSetting(ctx, SETTING.setupComplete)).toBeNull()

    // Where the household lives: the browser's zone is picked, and another may be.
    const zone = page.getByLabel('Time zone')
    expect(await zone.inputValue()).toBe('Pacific/Auckland')
    await zone.selectOption('Europe/Copenhagen')
    const country = page.getByLabel('Country')
    expect(await country.inputValue()).toBe('NZ')
    await country.selectOption('Denmark')
    await page.getByRole('button', { name: 'Finish' }).click()
    await page.getByRole('link', { name: 'Household', exact: true }).waitFor()
    await doneStep(page, 'Step 1 of 4, done: Where you live').waitFor()
    await page.getByText('Europe/Copenhagen, Denmark').waitFor()
    expect(await householdTimezone(ctx)).toEqual({ timezone: 'Europe/Copenhagen', isExplicitlySet: true })
    expect(await getSetting(ctx, SETTING.country)).toBe('DK')
    expect(new URL(page.url()).pathname).toBe('/welcome')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Who sees your calendars').waitFor()
    await page.getByRole('button', { name: 'Choose what others see' }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    expect(await getSetting(ctx, SETTING.setupComplete)).toBe('true')
    const [admin] = await ctx.db.select().from(members)
    expect(admin).toMatchObject({ displayName: 'Ada', isAdmin: true, claimed: false })
    expect(await loadAccount(ctx, admin!.id)).toMatchObject({ username: EMAIL, password: APP_PASSWORD })
  })

  test.each([
    { how: 'is lost', lose: dropAnswer },
    { how: 'breaks off', lose: breakOff },
  ])('is set up once, and whoever did it is let in, also where each answer $how', async ({ lose }) => {
    const { ctx } = stage.home
    const { page } = await openSetup({ zone: 'Pacific/Auckland' })
    const loseAnswerTo = async (path: string, button: string) => {
      const lost = loseNextAnswer(page, path, lose)
      await page.getByRole('button', { name: button }).click()
      await lost
      await page.getByRole('alert').waitFor()
    }
    await chooseLocal(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await enterPerson(page)
    await enterAccount(page, APP_PASSWORD)
    await loseAnswerTo('/api/setup/credential', 'Connect and continue')
    await createAdmin(page)
    await currentStep(page, 'All set').waitFor()
    await loseAnswerTo('/api/auth/local/login', 'Finish')
    await loseAnswerTo('/api/setup/complete', 'Finish')
    await page.getByRole('button', { name: 'Finish' }).click()
    await page.waitForURL('**/welcome')
    await doneStep(page, 'Step 1 of 4, done: Where you live').waitFor()
    expect(await householdTimezone(ctx)).toEqual({ timezone: 'Pacific/Auckland', isExplicitlySet: true })
    expect(await getSetting(ctx, SETTING.setupComplete)).toBe('true')
    expect(await ctx.db.select().from(members)).toMatchObject([{ displayName: 'Ada', isAdmin: true }])
  })

  test('is welcomed: who lives here, the calendars, what next; all of it can be left out and found again', async () => {
    const { ctx } = stage.home
    const id = await addLocalMember(ctx, { displayName: 'Ada', username: 'ada', password: PASSWORD, isAdmin: true })
    const ada = { id, name: 'Ada', cookie: await cookieFor(ctx, id) }
    const { page } = await stage.open({ as: ada, path: '/account', size: 'phone' })
    await page.getByRole('link', { name: 'First steps' }).click()
    const go = (name: string) => page.getByRole('button', { name, exact: true }).click()

    await currentStep(page, 'Where you live').waitFor()
    expect(await page.getByLabel('Time zone').inputValue()).toBe('Europe/Berlin')
    expect(await page.getByLabel('Country').inputValue()).toBe('DE')
    await go('Not now')
    await currentStep(page, 'Who lives here').waitFor()
    await page.getByRole('heading', { name: 'Step 1 of 4: Where you live' }).waitFor()
    expect((await householdTimezone(ctx)).isExplicitlySet).toBe(false)

    await page.getByLabel('Name', { exact: true }).fill('ada')
    await go('Add')
    await page.getByText('Somebody here already has this name.').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Mia')
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Who lives here' }).getByText('Mia').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await picture(page, 'welcome-people-phone')
    await go('Continue')

    await currentStep(page, 'Your calendars').waitFor()
    await page.getByText('Ada, Mia').waitFor()
    expect(await page.getByRole('link', { name: 'Connect a calendar' }).getAttribute('href')).toBe('/account?reconnect')
    await go('Continue')

    await currentStep(page, 'What next').waitFor()
    await page.getByRole('img', { name: `Code with the address ${new URL(stage.home.url).host}` }).waitFor()
    await page.getByText('A display for the kitchen').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await picture(page, 'welcome-next-phone')
    await go('Invite')
    await page.getByRole('dialog', { name: 'An invitation' }).waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Change Where you live' }).click()
    await page.getByLabel('Country').selectOption('Austria')
    await go('Continue')
    await page.getByText('Europe/Berlin, Austria').waitFor()
    expect(await getSetting(ctx, SETTING.country)).toBe('AT')
  })

  test('is asked who lives here also where that cannot be read, and adds once whose answer is lost', async () => {
    const { ctx } = stage.home
    const id = await addLocalMember(ctx, { displayName: 'Ada', username: 'ada', password: PASSWORD, isAdmin: true })
    const ada = { id, name: 'Ada', cookie: await cookieFor(ctx, id) }
    const { page } = await stage.open({ as: ada })
    await withoutStreams(page)
    await refuseUntilTriedAgain(page, '**/api/people', 403)
    await page.goto(`${stage.home.url}/welcome`)
    await page.getByRole('button', { name: 'Not now' }).click()
    await currentStep(page, 'Who lives here').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    const people = page.getByRole('list', { name: 'Who lives here' })
    await people.getByText('Ada').waitFor()
    let isLost = false
    await page.route('**/api/people', async (route) => {
      if (route.request().method() !== 'POST' || isLost) return route.fallback()
      isLost = true
      await route.fetch()
      await route.abort()
    })
    await page.getByLabel('Name', { exact: true }).fill('Rex')
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('alert').getByText('No answer came.').waitFor()
    await page.getByRole('button', { name: 'Add' }).click()
    await until(
      'it is added',
      () => page.getByLabel('Name', { exact: true }).inputValue(),
      (name) => name === '',
    )
    expect(await people.getByText('Rex').count()).toBe(1)
  })

  test('is welcomed where it was left, by whoever looked at the household meanwhile', async () => {
    const { ctx } = stage.home
    const id = await addLocalMember(ctx, { displayName: 'Ada', username: 'ada', password: PASSWORD, isAdmin: true })
    const ada = { id, name: 'Ada', cookie: await cookieFor(ctx, id) }
    const { page } = await stage.open({ as: ada, path: '/welcome' })
    await page.getByRole('button', { name: 'Not now' }).click()
    await currentStep(page, 'Who lives here').waitFor()
    await page.getByRole('button', { name: 'Continue' }).click()
    await currentStep(page, 'Your calendars').waitFor()
    await page.getByRole('link', { name: 'To Household' }).click()
    await page.getByRole('heading', { name: 'Members' }).waitFor()
    await page.goBack()
    await currentStep(page, 'Your calendars').waitFor()
  })

  test('goes on after the page was loaded again', async () => {
    const { page } = await openSetup()
    await chooseLocal(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await currentStep(page, 'The first person').waitFor()
    await page.reload()
    await currentStep(page, 'The first person').waitFor()
    await enterPerson(page)
    await enterAccount(page, APP_PASSWORD)
    await createAdmin(page)
    await currentStep(page, 'All set').waitFor()
    await page.reload()
    await currentStep(page, 'All set').waitFor()
    // Nobody can be let in any more, so the zone is asked for once somebody is.
    expect(await page.getByLabel('Time zone').count()).toBe(0)
    await page.getByRole('button', { name: 'Finish' }).click()
    await isFocused(page.getByRole('link', { name: 'Come in' }))
    await page.getByRole('link', { name: 'Come in' }).click()
    await page.getByRole('heading', { name: 'Welcome home' }).waitFor()
  })

  test('lets a choice be changed before the end', async () => {
    const { page } = await openSetup()
    await chooseLocal(page)
    await page.getByRole('button', { name: 'Change Signing in' }).click()
    await currentStep(page, 'Signing in').waitFor()
    await page.getByRole('radio', { name: /identity provider/ }).check()
    await page.getByLabel('Client ID').waitFor()
  })
})

describe('a household with an identity provider', () => {
  /** As far as the first person, on another device. */
  async function setUpElsewhere() {
    const { page } = await openSetup()
    await pretendProviderAnswers(page)
    await chooseProvider(page)
    await page.getByLabel('Public key').fill(PUSH_KEY)
    await page.getByRole('button', { name: 'Check and continue' }).click()
    await currentStep(page, 'The first person').waitFor()
  }

  test('is told at the field what is wrong with the provider', async () => {
    const { page } = await openSetup()
    await chooseProvider(page, 'http://id.example')
    await page.getByText('begins with https://').waitFor()
    await page.getByLabel('Address of the provider').fill('https://id.invalid')
    await page.getByRole('button', { name: 'Check and continue' }).click()
    await page.getByText('The identity provider could not be reached.').waitFor()
    expect(await page.getByLabel('Address of the provider').getAttribute('aria-invalid')).toBe('true')
    await currentStep(page, 'Signing in').waitFor()
  })

  test('compares the push key with that of the service, and needs no password', async () => {
    const { ctx } = stage.home
    const { page } = await openSetup()
    await pretendProviderAnswers(page)
    await chooseProvider(page)
    await currentStep(page, 'Reminders').waitFor()
    await page.getByLabel('Public key').fill('some-other-key')
    await page.getByRole('button', { name: 'Check and continue' }).click()
    await page.getByText('This is not the key in VAPID_PUBLIC_KEY.').waitFor()
    await isFocused(page.getByLabel('Public key'))
    await page.getByLabel('Public key').fill(PUSH_KEY)
    await page.getByText('This is not the key in VAPID_PUBLIC_KEY.').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Check and continue' }).click()
    await doneStep(page, 'Step 3 of 5, done: Reminders').waitFor()
    expect(await getSetting(ctx, SETTING.oidcIssuer)).toBe('https://id.example')
    expect(await getSetting(ctx, SETTING.vapidPublicKey)).toBe(PUSH_KEY)

    await enterAccount(page, APP_PASSWORD)
    await createAdmin(page)
    await page.getByRole('button', { name: 'Finish' }).click()
    await page.getByText('Restart the service once').waitFor()
    const [admin] = await ctx.db.select().from(members)
    expect(admin).toMatchObject({ displayName: null, isAdmin: true, claimed: false })
  })

  test('goes on at another device, as far as the service knows', async () => {
    await setUpElsewhere()
    const { page } = await stage.open({ as: null })
    await pretendProviderAnswers(page)
    await page.goto(`${stage.home.url}/setup`)
    await currentStep(page, 'The first person').waitFor()
  })

  test('what the service knows of another device comes too late for whoever has chosen meanwhile', async () => {
    await setUpElsewhere()
    const { page } = await stage.open({ as: null })
    const chosen = Promise.withResolvers<void>()
    await page.route('**/api/setup/validate/oidc', async (route) => {
      await chosen.promise
      await route.fulfill({ json: { ok: true } })
    })
    const known = page.waitForResponse(/validate\/vapid/)
    await page.goto(`${stage.home.url}/setup`)
    await chooseLocal(page)
    await currentStep(page, 'Reminders').waitFor()
    chosen.resolve()
    await (await known).finished()
    await settled(page)
    await page.getByText('With a name and a password.').waitFor()
    await currentStep(page, 'Reminders').waitFor()
  })

  test('may do without reminders for now', async () => {
    const { page } = await openSetup()
    await pretendProviderAnswers(page)
    await chooseProvider(page)
    await page.getByRole('button', { name: 'Without reminders for now' }).click()
    await currentStep(page, 'The first person').waitFor()
  })
})

describe('what is not as expected', () => {
  test.each(['Signing in', 'The first person'])(
    'a late word that nobody is signed in leaves “%s” as it is',
    async (name) => {
      const { page } = await stage.open({ as: null })
      // A device that a member has used asks who is signed in.
      await page.addInitScript(() => localStorage.setItem('zone', 'Europe/Berlin'))
      const late = await holdAnswers(page, '/api/me')
      await page.goto(`${stage.home.url}/setup`)
      await currentStep(page, 'Signing in').waitFor()
      await late.given
      if (name !== 'Signing in') {
        await chooseLocal(page)
        await doneStep(page, 'Step 2 of 5, done: Signing in').waitFor()
        await page.getByRole('button', { name: 'Continue' }).click()
      }
      await currentStep(page, name).waitFor()
      const button = page.getByRole('button', { name: name === 'Signing in' ? 'Continue' : 'Connect and continue' })
      await button.waitFor()
      await late.arrive()
      await settled(page)
      expect(await button.isVisible()).toBe(true)
    },
  )

  test('what the setup begins with is awaited by whoever hears first that nobody is signed in', async () => {
    const { page } = await stage.open({ as: null })
    await page.addInitScript(() => localStorage.setItem('zone', 'Europe/Berlin'))
    const [status, refusal] = [await holdAnswers(page, '/api/setup/status'), await holdAnswers(page, '/api/me')]
    await page.goto(`${stage.home.url}/setup`)
    await Promise.all([status.given, refusal.given])
    await refusal.arrive()
    await status.arrive()
    await currentStep(page, 'Signing in').waitFor()
  })

  test('a database that is down is said, and looked for again', async () => {
    const { page } = await stage.open({ as: null })
    let isDown = true
    await page.route('**/api/setup/validate/db', (route) =>
      isDown
        ? route.fulfill({ status: 503, json: { ok: false, error: 'The database cannot be reached' } })
        : route.continue(),
    )
    await page.goto(`${stage.home.url}/setup`)
    await page.getByRole('alert').getByText('The database does not answer.').waitFor()
    isDown = false
    await page.getByRole('button', { name: 'Look again' }).click()
    await currentStep(page, 'Signing in').waitFor()
  })

  test('a service that does not answer is said, and asked again', async () => {
    const { page } = await stage.open({ as: null })
    let isDown = true
    await page.route('**/api/setup/status', (route) =>
      isDown ? route.fulfill({ status: 503, json: { error: 'Service unavailable' } }) : route.continue(),
    )
    await page.goto(`${stage.home.url}/setup`)
    await page.getByRole('alert').getByText('does not answer right now').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    isDown = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await currentStep(page, 'Signing in').waitFor()
  })

  test('somebody who was set up before, and cannot sign in yet, is no obstacle', async () => {
    const { ctx } = stage.home
    await ctx.db.insert(members).values({ displayName: 'Ada', color: '#356DEF', isAdmin: true, createdAt: ctx.now() })
    const { page } = await openSetup()
    await makeFirstPerson(page)
    await isFocused(page.getByText('Somebody is already there').locator('xpath=..'))
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Finish' }).click()
    await page.getByRole('alert').getByText('The first person has no calendar yet.').waitFor()
  })

  test('a first person whom this device alone still knows of is entered again', async () => {
    const { page } = await openSetup()
    await makeFirstPerson(page)
    await currentStep(page, 'All set').waitFor()
    await stage.home.ctx.db.delete(members)
    await page.reload()
    await page.getByRole('button', { name: 'Finish' }).click()
    await page.getByRole('alert').getByText('Enter them again with “Change”.').waitFor()
    await page.getByRole('button', { name: 'Change The first person' }).click()
    await isTakenAlong(page, 'The first person')
    await enterPerson(page)
    await enterAccount(page, APP_PASSWORD)
    await createAdmin(page)
    await page.getByRole('button', { name: 'Finish' }).click()
    await page.getByRole('heading', { name: 'First steps' }).waitFor()
  })

  test('a wizard that has run for too long since it was loaded leads to the sign-in, and finishes nothing', async () => {
    const { page, context } = await openSetup()
    await makeFirstPerson(page)
    await currentStep(page, 'All set').waitFor()
    await page.reload()
    await currentStep(page, 'All set').waitFor()
    await context.clearCookies()
    await page.getByRole('button', { name: 'Finish' }).click()
    await page.getByRole('heading', { name: 'This household is set up' }).waitFor()
    expect(await getSetting(stage.home.ctx, SETTING.setupComplete)).toBeNull()
  })

  test('an address where nobody may look is doubted as much as the password', async () => {
    const { page } = await openSetup()
    await chooseLocal(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await enterPerson(page)
    await enterAccount(page, APP_PASSWORD)
    await page.getByLabel('Address of the calendars').fill('https://192.168.1.5')
    await createAdmin(page)
    await page.getByRole('alert').getByText('Please check the address').waitFor()
    await page.getByRole('alert').getByText('CALDAV_URL').waitFor()
  })

  test('an administrator who can sign in leads a stranger to the sign-in', async () => {
    await addLocalMember(stage.home.ctx, { displayName: 'Ada', username: 'ada', password: PASSWORD, isAdmin: true })
    const { page } = await openSetup()
    await page.getByRole('heading', { name: 'This household is set up' }).waitFor()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Welcome home' }).waitFor()
    expect(await page.getByRole('link', { name: 'Set it up' }).count()).toBe(0)
  })

  const finishedMeanwhile: [string, (page: Page, finishElsewhere: () => Promise<void>) => Promise<void>][] = [
    [
      'somebody is about to enter a person',
      async (page, finishElsewhere) => {
        await finishElsewhere()
        await page.getByRole('button', { name: 'Continue' }).click()
      },
    ],
    [
      'somebody has entered a person',
      async (page, finishElsewhere) => {
        await page.getByRole('button', { name: 'Continue' }).click()
        await enterPerson(page)
        await enterAccount(page, APP_PASSWORD)
        await finishElsewhere()
        await createAdmin(page)
      },
    ],
  ]
  test.each(finishedMeanwhile)('a setup that is finished elsewhere while %s leads to the sign-in', async (_, goOn) => {
    const { page } = await openSetup()
    await chooseLocal(page)
    await goOn(page, () => setSetting(stage.home.ctx, SETTING.setupComplete, 'true'))
    await page.getByRole('heading', { name: 'This household is set up' }).waitFor()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Welcome home' }).waitFor()
  })
})

describe('the way here', () => {
  test('starts at the sign-in of a household that is new, and of no other', async () => {
    const { page } = await stage.open({ as: null, path: '/' })
    await page.getByRole('link', { name: 'Is this household new?' }).click()
    await currentStep(page, 'Signing in').waitFor()
    await setSetting(stage.home.ctx, SETTING.setupComplete, 'true')
    const other = await stage.open({ as: null, path: '/' })
    await other.page.getByRole('button', { name: 'Sign in' }).waitFor()
    await other.page.waitForLoadState('networkidle')
    expect(await other.page.getByRole('link', { name: 'Is this household new?' }).count()).toBe(0)
  })
})

test('the keyboard alone is enough for all of it', async () => {
  const { ctx } = stage.home
  const { page } = await openSetup()
  const type = async (label: string, words: string) => {
    await tabTo(page, page.getByLabel(label, { exact: true }))
    await page.keyboard.type(words)
  }
  const press = async (name: string) => {
    await tabTo(page, page.getByRole('button', { name, exact: true }))
    await page.keyboard.press('Enter')
  }
  await currentStep(page, 'Signing in').waitFor()
  // Two answers of one question: Tab stops at the chosen one, arrows choose.
  await tabTo(page, page.getByRole('radio', { name: /a password kept here/ }))
  await page.keyboard.press('ArrowDown')
  await page.getByLabel('Client ID').waitFor()
  await page.keyboard.press('ArrowUp')
  await press('Continue')
  await isTakenAlong(page, 'Reminders')
  await press('Continue')
  await isTakenAlong(page, 'The first person')

  await press('Connect and continue')
  await page.getByText('Please enter a name.').waitFor()
  // The first field that is wrong gets the focus.
  await isFocused(page.getByLabel('Name', { exact: true }))
  await page.keyboard.type('Ada')
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Ada')
  await type('New password', PASSWORD)
  await tabTo(page, page.getByLabel('Where is the calendar?'))
  await page.keyboard.type('Another')
  await type('E-mail address', EMAIL)
  await type('App password', 'not-this-one')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('does not accept this').waitFor()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(APP_PASSWORD)
  await page.keyboard.press('Enter')
  await isTakenAlong(page, 'All set')
  await press('Finish')
  await page.getByRole('link', { name: 'Household', exact: true }).waitFor()
  expect(await getSetting(ctx, SETTING.setupComplete)).toBe('true')
})

/** The focus went to the heading of the step that has begun. */
async function isTakenAlong(page: Page, step: string) {
  const heading = currentStep(page, step)
  await heading.waitFor()
  await isFocused(heading)
}

const isFocused = (element: Locator) =>
  until(
    'it has the focus',
    () => element.evaluate((found) => found === document.activeElement),
    (isThere) => isThere,
  )

test('a wizard that has closed behind somebody leads to the sign-in, and goes on for them afterwards', async () => {
  const { ctx } = stage.home
  const { page } = await openSetup()
  await currentStep(page, 'Signing in').waitFor()
  await addLocalMember(ctx, { displayName: 'Ada', username: 'ada', password: PASSWORD, isAdmin: true })
  await page.reload()
  await page.getByText('goes on with it here once they have signed in').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await picture(page, 'setup-closed')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('ada')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('link', { name: 'Household', exact: true }).waitFor()
  await page.goto(`${stage.home.url}/setup`)
  await currentStep(page, 'Signing in').waitFor()
  await setSetting(ctx, SETTING.setupComplete, 'true')
  await page.reload()
  await page.getByText('can be changed by whoever runs the household').waitFor()
  await page.getByRole('link', { name: 'To the calendar' }).click()
  await page.getByRole('link', { name: 'Household', exact: true }).waitFor()
})

test('who may join through an identity provider is said before one is entered', async () => {
  const { page } = await openSetup()
  await currentStep(page, 'Signing in').waitFor()
  expect(await page.getByText('OIDC_ADMISSION').count()).toBe(0)
  await page.getByRole('radio', { name: /identity provider/ }).check()
  await page.getByText('everyone with an account at this provider').waitFor()
  await page.getByText('OIDC_ADMISSION').waitFor()
  await picture(page, 'setup-who-may-join')
})
