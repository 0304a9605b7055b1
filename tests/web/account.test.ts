import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Route } from 'playwright-core'
import { version } from '../../package.json'
import { loadAccount } from '../../src/household/credentials'
import type { ReminderPreferences } from '../../src/household/reminder-preferences'
import { calendarCredentials, members, personManagers, persons, pushSubscriptions } from '../../src/platform/db/schema'
import { ask, cookieFor, type Member } from '../support/cast'
import { type OidcServer, startOidcServer } from '../support/oidc'
import { type PushReceiver, startPushReceiver } from '../support/push-receiver'
import { secret } from '../support/secrets'
import { CALDAV_USERS, servers } from '../support/servers'
import { accessibilityProblems } from './support/axe'
import type { VisitOptions } from './support/browser'
import { setClock } from './support/calendars'
import { settled } from './support/device'
import { answered, holdAnswers, holdRequests } from './support/late'
import { breakOff, dropAnswer, loseNextAnswer } from './support/lost'
import { answerPermission, pretendPushService } from './support/push'
import { workerReady } from './support/service-worker'
import { signInAs } from './support/sign-in'
import { setStage } from './support/stage'
import { until } from './support/until'

const EMAIL = 'ada@example.org'
const APP_PASSWORD = CALDAV_USERS[EMAIL]!
const PASSWORD = secret('a-good-long-password')
const NEXT_PASSWORD = secret('a-better-longer-password')

let receiver: PushReceiver
let provider: OidcServer

const stage = setStage(async () => {
  receiver = await startPushReceiver({ https: false })
  provider = await startOidcServer()
  const { url } = await servers.radicale()
  return { env: { CALDAV_URL: url, ...receiver.env, ...provider.env } }
})

afterAll(async () => {
  await receiver?.stop()
  await provider?.stop()
})

beforeEach(async () => {
  await stage.home.ctx.db.delete(calendarCredentials)
  await stage.home.ctx.db.delete(pushSubscriptions)
})

async function openAccount(options: VisitOptions = {}) {
  const visit = await stage.open({ path: '/account', ...options })
  await visit.page.getByRole('heading', { name: 'Account', exact: true }).waitFor()
  return visit
}

/** A member who signs in with a name and a password. */
async function newcomer(username: string, displayName = username): Promise<Member> {
  const { body } = await ask<{ id: number }>(stage.home, stage.home.cast.ada, 'POST /api/admin/members', {
    displayName,
    username,
    initialPassword: PASSWORD,
  })
  return { id: body.id, name: username, cookie: await cookieFor(stage.home.ctx, body.id) }
}

const signInStatus = async (username: string, password: string) =>
  (await ask(stage.home, null, 'POST /api/auth/local/login', { username, password })).status

const isIn = (part: object, whole: object) => Bun.deepEquals({ ...whole, ...part }, whole)

const rowOf = async (id: number) => (await stage.home.ctx.db.select().from(members).where(eq(members.id, id)))[0]

test.each([
  ['en-GB', `Corkboard, version ${version}`],
  ['de-DE', `Corkboard, Version ${version}`],
])('the foot of the page says which version answers: %s', async (locale, words) => {
  const { page } = await stage.open({ path: '/account', locale })
  await page.getByText(words, { exact: true }).waitFor()
})

describe('name and colour', () => {
  test('are changed, here and for everyone', async () => {
    const dora = await newcomer('Dora')
    const { page } = await openAccount({ as: dora })
    await page.getByRole('textbox', { name: 'Name' }).fill('Dorothea')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').waitFor()
    await page.getByRole('radio', { name: 'Violet' }).check()
    await until(
      'stored',
      () => rowOf(dora.id),
      (row) => row?.color === '#8B56E7' && row.displayName === 'Dorothea',
    )
    await page.reload()
    await page.getByRole('radio', { name: 'Violet', checked: true }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Dorothea')
  })

  test('may be run through with the arrow keys: the last colour counts', async () => {
    const fritz = await newcomer('Fritz')
    const { page } = await openAccount({ as: fritz })
    await page.getByRole('radio', { name: 'Blue' }).check()
    await page.getByRole('radio', { name: 'Blue' }).focus()
    for (let presses = 1; presses <= 3; presses++) await page.keyboard.press('ArrowRight')
    await page.getByRole('radio', { name: 'Green', checked: true }).waitFor()
    await until(
      'stored',
      () => rowOf(fritz.id),
      (row) => row?.color === '#22872F',
    )
  })

  test('are both changed by whoever does not wait between them', async () => {
    const lena = await newcomer('Lena')
    const { page } = await openAccount({ as: lena })
    const letGo = await holdRequests(page, '**/api/me', 'PATCH')
    const save = page.getByRole('button', { name: 'Save' })
    await page.getByRole('textbox', { name: 'Name' }).fill('Magdalena')
    await save.click()
    await page.getByRole('radio', { name: 'Violet' }).check()
    await page.getByRole('textbox', { name: 'Name' }).fill('Leni')
    await page.keyboard.press('Enter')
    letGo()
    await until(
      'stored',
      () => rowOf(lena.id),
      (row) => row?.color === '#8B56E7' && row.displayName === 'Leni',
    )
    await save.waitFor({ state: 'detached' })
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Leni')
    expect(await page.getByRole('radio', { name: 'Violet' }).isChecked()).toBe(true)
  })

  test('are not set back by an answer that was given before they were changed', async () => {
    const { page } = await openAccount({ as: await newcomer('Hanna') })
    await page.getByRole('link', { name: 'Lists', exact: true }).click()
    await page.getByRole('heading', { name: 'Lists', level: 1 }).waitFor()
    const late = await holdAnswers(page, '/api/me')
    await page.getByRole('link', { name: 'Account', exact: true }).click()
    await late.given
    const violet = page.getByRole('radio', { name: 'Violet' })
    await answered(page, '/api/me', () => violet.check())
    await late.arrive()
    expect(await violet.isChecked()).toBe(true)
  })

  test('a blank name is not sent', async () => {
    const { page } = await openAccount({ as: stage.home.cast.ben })
    await page.getByRole('textbox', { name: 'Name' }).fill('  ')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('Please enter a name.').waitFor()
  })
})

describe('the calendar account', () => {
  test('is connected once the server takes it; until then the member hears what is wrong', async () => {
    const { ctx, cast } = stage.home
    const { page } = await openAccount()
    await page.getByText('No calendar is connected yet.').waitFor()
    await page.getByRole('button', { name: 'Connect a calendar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Connect your calendar' })
    await dialog.getByLabel('Where is the calendar?').selectOption('Another provider')
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    await dialog.getByText('Please enter the e-mail address of the account.').waitFor()
    await dialog.getByText('Please enter the app password.').waitFor()
    const firstProblem = dialog.getByLabel('E-mail address').and(page.locator(':focus'))
    await firstProblem.waitFor()

    await dialog.getByLabel('E-mail address').fill(EMAIL)
    await dialog.getByLabel('App password').fill('not-this-one')
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    await dialog.getByRole('alert').getByText('does not accept this').waitFor()
    expect(await loadAccount(ctx, cast.ada.id)).toBeNull()

    await dialog.getByLabel('App password').fill(APP_PASSWORD)
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByText('Your calendar is connected.').waitFor()
    expect(await loadAccount(ctx, cast.ada.id)).toMatchObject({ username: EMAIL, password: APP_PASSWORD })
  })

  test('is connected under a sign-in name that is no e-mail address', async () => {
    const { ctx, cast } = stage.home
    const { page } = await openAccount()
    await page.getByRole('button', { name: 'Connect a calendar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Connect your calendar' })
    await dialog.getByLabel('Where is the calendar?').selectOption('Another provider')
    await dialog.getByLabel('Sign-in name').fill('ada')
    await dialog.getByLabel('App password').fill(APP_PASSWORD)
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByText('Your calendar is connected.').waitFor()
    expect(await loadAccount(ctx, cast.ada.id)).toMatchObject({ username: 'ada', password: APP_PASSWORD })
  })

  test('asks each provider for what it needs and shows where app passwords are made', async () => {
    const { page } = await openAccount()
    await page.getByRole('button', { name: 'Connect a calendar' }).click()
    const dialog = page.getByRole('dialog')
    const server = dialog.getByLabel('Address of the calendars (CalDAV)')
    for (const [name, page] of [
      ['Fastmail', 'https://app.fastmail.com/'],
      ['iCloud', 'https://account.apple.com/'],
      ['mailbox.org', 'https://app.mailbox.org/'],
    ] as const) {
      await dialog.getByLabel('Where is the calendar?').selectOption(name)
      const link = dialog.getByRole('link', { name: `Make an app password at ${name}` })
      expect(await link.getAttribute('href')).toStartWith(page)
      expect(await server.count()).toBe(0)
    }
    await dialog.getByLabel('Where is the calendar?').selectOption('Nextcloud')
    await server.fill('https://cloud.example.org/')
    const link = dialog.getByRole('link', { name: 'Make an app password at Nextcloud' })
    expect(await link.getAttribute('href')).toBe('https://cloud.example.org/settings/user/security')
    await server.fill('http://cloud.example.org/')
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    await dialog.getByText('it begins with https://').waitFor()
  })
})

describe('signing in', () => {
  test('the password is changed with the present one only', async () => {
    const emil = await newcomer('Emil')
    const { page } = await openAccount({ as: emil })
    await page.getByRole('button', { name: 'Change password' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change password' })
    await dialog.getByLabel('Current password').fill('something-else')
    await dialog.getByLabel('New password').fill('short')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('A password has at least 8 characters.').waitFor()

    await dialog.getByLabel('New password').fill(NEXT_PASSWORD)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('alert').getByText('That is not your current password.').waitFor()

    await dialog.getByLabel('Current password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Your password is changed.').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Change password' }).waitFor()
    expect(await signInStatus('Emil', PASSWORD)).toBe(401)
    expect(await signInStatus('Emil', NEXT_PASSWORD)).toBe(200)
  })

  /** On a device where somebody has signed in by name. */
  async function changingPassword(name: string) {
    const { page } = await stage.open({ as: null, path: '/account' })
    await signInAs(page, await newcomer(name))
    await page.getByRole('button', { name: 'Change password' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change password' })
    await dialog.getByLabel('Current password').fill(PASSWORD)
    await dialog.getByLabel('New password').fill(NEXT_PASSWORD)
    return { page, dialog, save: () => dialog.getByRole('button', { name: 'Save' }).click() }
  }

  test.each([
    { how: 'is lost', lose: dropAnswer, name: 'Ivo' },
    { how: 'breaks off', lose: breakOff, name: 'Ines' },
  ])('a change of the password whose answer $how is known to be done, and ends no session here', async (story) => {
    const { page, save } = await changingPassword(story.name)
    const lost = loseNextAnswer(page, '/api/me/password', story.lose)
    await save()
    await lost
    await page.getByText('Your password is changed.').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Change password' }).waitFor()
    expect(await signInStatus(story.name, NEXT_PASSWORD)).toBe(200)
  })

  test('a change of the password that never arrived is made when it is tried again, with the present one only', async () => {
    const { page, dialog, save } = await changingPassword('Ilse')
    await page.route('**/api/me/password', (route) => route.abort(), { times: 1 })
    await save()
    await dialog.getByRole('alert').getByText('No answer came.').waitFor()
    await dialog.getByLabel('Current password').fill('something-else')
    await save()
    await dialog.getByRole('alert').getByText('That is not your current password.').waitFor()
    await dialog.getByLabel('Current password').fill(PASSWORD)
    await save()
    await page.getByText('Your password is changed.').waitFor()
    expect(await signInStatus('Ilse', NEXT_PASSWORD)).toBe(200)
  })

  test('a password manager is told the name to sign in with, and not the one that others see', async () => {
    const henri = await newcomer('henri.k', 'Henri')
    const { page } = await stage.open({ as: null, path: '/account' })
    await signInAs(page, henri)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByRole('dialog', { name: 'Change password' }).waitFor()
    expect(await page.locator('dialog [autocomplete=username]').inputValue()).toBe('henri.k')
  })

  test('is handed over to the account provider after a question', async () => {
    const frida = await newcomer('Frida')
    const { page, problems } = await openAccount({ as: frida })
    await page.route(`${provider.issuer}/**`, (route) => route.fulfill({ body: 'The provider' }))
    await page.getByRole('button', { name: 'Link' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Link' }).click()
    await page.getByRole('button', { name: 'Go to the provider' }).click()
    await page.waitForURL((url) => url.href.startsWith(provider.issuer))
    // Going to the provider is the point here.
    problems.splice(0, problems.length, ...problems.filter((problem) => !problem.includes(provider.issuer)))
  })

  test('leads nobody away who has gone on before the provider is known', async () => {
    const helga = await newcomer('Helga')
    const { page } = await openAccount({ as: helga })
    const letGo = await holdRequests(page, '**/api/me/link-oidc')
    await page.getByRole('button', { name: 'Link' }).click()
    const asked = page.waitForRequest('**/api/me/link-oidc')
    await page.getByRole('button', { name: 'Go to the provider' }).click()
    await (await asked).allHeaders()
    await page.getByRole('link', { name: 'Lists' }).click()
    await page.getByRole('heading', { level: 1, name: 'Lists' }).waitFor()
    const answered = page.waitForResponse('**/api/me/link-oidc')
    letGo()
    await (await answered).finished()
    await settled(page)
    expect(new URL(page.url()).pathname).toBe('/lists')
  })

  test('says so kindly when the provider is down', async () => {
    const greta = await newcomer('Greta')
    const { page } = await openAccount({ as: greta })
    await page.route('**/api/me/link-oidc', (route) =>
      route.fulfill({ status: 503, json: { error: 'Service unavailable' } }),
    )
    await page.getByRole('button', { name: 'Link' }).click()
    await page.getByRole('button', { name: 'Go to the provider' }).click()
    await page.getByRole('alert').getByText('does not answer right now').waitFor()
  })

  test('ends on this device', async () => {
    const { page } = await openAccount({ as: stage.home.cast.cleo })
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('heading', { name: 'Welcome home' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Welcome home' }).waitFor()
  })
})

describe('reminders on this device', () => {
  async function openReminders(answer: NotificationPermission) {
    const device = receiver.device()
    const visit = await stage.open({ serviceWorker: true })
    await pretendPushService(visit.context, device.subscription)
    await answerPermission(visit.context, answer)
    await visit.page.goto(`${stage.home.url}/account`)
    await workerReady(visit.page)
    return { ...visit, device }
  }
  const stored = () => stage.home.ctx.db.select().from(pushSubscriptions)

  test('are turned on by a tap, tried, and forgotten', async () => {
    const { page, device } = await openReminders('granted')
    await page.getByText('Reminders are off on this device.').waitFor()
    expect(await stored()).toEqual([])
    await page.getByRole('button', { name: 'Turn on reminders' }).click()
    await page.getByText('Reminders come to this device.').waitFor()
    expect(await stored()).toMatchObject([{ userId: stage.home.cast.ada.id, endpoint: device.endpoint }])

    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText('Sent. It should appear in a moment.').waitFor()
    expect(device.received.map(({ payload }) => payload.title)).toEqual(['Corkboard'])

    await page.getByRole('button', { name: 'Turn off reminders' }).click()
    await page.getByText('Reminders are off on this device.').waitFor()
    expect(await stored()).toEqual([])
  })

  test('are off on a device that is turned off, or could not be turned on, whatever the service says', async () => {
    const { page } = await openReminders('granted')
    const refuse = (route: Route) =>
      route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 500, json: { error: 'No' } })
    await page.route('**/api/push/**', refuse)
    const off = page.getByText('Reminders are off on this device.')
    const hasSubscription = () =>
      page.evaluate(async () => (await (await navigator.serviceWorker.ready).pushManager.getSubscription()) !== null)
    await page.getByRole('button', { name: 'Turn on reminders' }).click()
    await page.getByRole('alert').getByText('could not do this right now').waitFor()
    // Whenever the page is looked at again, it tells what the browser has.
    expect(await hasSubscription()).toBe(false)
    await off.waitFor()
    await page.unroute('**/api/push/**')
    await page.getByRole('button', { name: 'Turn on reminders' }).click()
    await page.getByText('Reminders come to this device.').waitFor()
    expect(await hasSubscription()).toBe(true)
    await page.route('**/api/push/**', refuse)
    await page.getByRole('button', { name: 'Turn off reminders' }).click()
    await off.waitFor()
  })

  test('speak the language that is chosen here, also when it was the browser’s choice', async () => {
    const languageOf = async () =>
      (await ask<{ language: string }>(stage.home, stage.home.cast.ada, 'GET /api/me/reminders')).body.language
    const { page, device } = await openReminders('granted')
    await page.getByRole('button', { name: 'Turn on reminders' }).click()
    await page.getByText('Reminders come to this device.').waitFor()
    await until('English', languageOf, (language) => language === 'en')
    await page.getByLabel('Language', { exact: true }).selectOption('Deutsch')
    await until('German', languageOf, (language) => language === 'de')
    await page.getByRole('button', { name: 'Test senden' }).click()
    await until(
      'a test in German',
      () => device.received.map(({ payload }) => payload.body),
      ([body]) => body === 'Erinnerungen funktionieren',
    )
    await page.getByLabel('Sprache').selectOption('Automatisch')
    await until('English again', languageOf, (language) => language === 'en')
    await until(
      'the browser’s choice',
      () => ask<{ language: string | null }>(stage.home, stage.home.cast.ada, 'GET /api/me/preferences'),
      ({ body }) => body.language === null,
    )
  })

  test('are told to the service again at each start', async () => {
    const { page, device } = await openReminders('granted')
    await page.getByRole('button', { name: 'Turn on reminders' }).click()
    await page.getByText('Reminders come to this device.').waitFor()
    await stage.home.ctx.db.delete(pushSubscriptions)
    await page.reload()
    const rows = await until('told again', stored, ({ length }) => length > 0)
    expect(rows).toMatchObject([{ endpoint: device.endpoint }])
  })

  test('that do not get through are not said to', async () => {
    const { page, device } = await openReminders('granted')
    await page.getByRole('button', { name: 'Turn on reminders' }).click()
    await page.getByText('Reminders come to this device.').waitFor()
    device.always = { status: 410 }
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByRole('alert').getByText('did not get through').waitFor()
  })

  test('go with whoever signs out', async () => {
    const { page } = await openReminders('granted')
    await page.getByRole('button', { name: 'Turn on reminders' }).click()
    await page.getByText('Reminders come to this device.').waitFor()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('heading', { name: 'Welcome home' }).waitFor()
    // The page is gone before the service has heard of it.
    await until('the device is forgotten', stored, (devices) => devices.length === 0)
  })

  test.each([
    ['denied', 'was told not to show reminders'],
    ['default', 'was not answered with “Allow”'],
  ] as const)('with the permission %s are explained', async (answer, words) => {
    const { page } = await openReminders(answer)
    if (answer === 'default') await page.getByRole('button', { name: 'Turn on reminders' }).click()
    await page.getByText(words).waitFor()
    expect(await stored()).toEqual([])
  })

  test('on an iPhone need the Home Screen first', async () => {
    const visit = await stage.open({ size: 'phone' })
    await visit.context.addInitScript(() => {
      Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X)' })
    })
    await visit.page.goto(`${stage.home.url}/account`)
    await visit.page.getByText('On an iPhone or iPad, reminders reach Corkboard only').waitFor()
  })
})

describe('how a member wants to be reminded', () => {
  const kept = async () =>
    (await ask<ReminderPreferences>(stage.home, stage.home.cast.ben, 'GET /api/me/reminders')).body
  const change = async (what: string, work: () => Promise<unknown>, expected: Partial<ReminderPreferences>) => {
    await work()
    await until(what, kept, (preferences) => isIn(expected, preferences))
  }

  test('is chosen on one page, kept at once and the same on every device', async () => {
    const { ctx, cast } = stage.home
    const values = { name: 'Mia', color: '#0F766E', position: 9, createdAt: ctx.now() }
    const [mia] = await ctx.db.insert(persons).values(values).$returningId()
    await ctx.db.insert(personManagers).values({ personId: mia!.id, memberId: cast.ben.id })
    const { page } = await openAccount({ as: cast.ben, size: 'phone' })
    const pick = (label: string, option: string) => () => page.getByLabel(label).selectOption(option)
    await change('timed', pick('New events remind', '30 minutes before'), { defaultTimed: 30 })
    await change('all-day', pick('New all-day events remind', 'The day before at 9:00'), { defaultAllDay: 1440 })
    await change('shared', pick('From the shared calendar', 'What is for me or those I look after'), {
      shared: ['me', 'children'],
    })
    await change('quiet', () => page.getByRole('switch', { name: 'Quiet hours' }).click(), {
      quietHours: { start: '22:00', end: '07:00' },
    })
    await change('later', () => page.getByLabel('Until').fill('06:30'), {
      quietHours: { start: '22:00', end: '06:30' },
    })
    await page.getByLabel('Until').fill('22:00')
    await page.getByText('Please choose two different times.').waitFor()
    await change('apart again', () => page.getByLabel('Until').fill('06:15'), {
      quietHours: { start: '22:00', end: '06:15' },
    })
    await change('morning', () => page.getByRole('switch', { name: 'Morning message' }).click(), { morning: '07:00' })
    await change('earlier', () => page.getByLabel('At', { exact: true }).fill('06:20'), { morning: '06:20' })
    await change('language', pick('Language of messages', 'Deutsch'), { language: 'de' })
    expect(await accessibilityProblems(page)).toEqual([])

    const other = await openAccount({ as: cast.ben })
    expect(await other.page.getByLabel('New events remind').locator('option:checked').textContent()).toBe(
      '30 minutes before',
    )
    await change('not quiet', () => other.page.getByRole('switch', { name: 'Quiet hours' }).click(), {
      quietHours: null,
    })
    await change('nothing', () => other.page.getByLabel('From the shared calendar').selectOption('Nothing'), {
      shared: [],
    })
    await ctx.db.delete(persons).where(eq(persons.id, mia!.id))
  })

  test('takes what is chosen while another choice is on its way', async () => {
    const { page } = await openAccount({ as: stage.home.cast.ben })
    const before = await kept()
    const letGo = await holdRequests(page, '**/api/me/reminders', 'PATCH')
    await page.getByLabel('New events remind').selectOption('1 hour before')
    await page.getByLabel('From the shared calendar').selectOption('What is for me')
    letGo()
    await until('both', kept, (now) => isIn({ defaultTimed: 60, shared: ['me'] }, now))
    expect(await page.getByLabel('From the shared calendar').locator('option:checked').textContent()).toBe(
      'What is for me',
    )
    await ask(stage.home, stage.home.cast.ben, 'PATCH /api/me/reminders', {
      defaultTimed: before.defaultTimed,
      shared: before.shared,
    })
  })

  test('what is chosen is not set back by an answer that was given before', async () => {
    const { page } = await openAccount({ as: await newcomer('Ida') })
    const lead = page.getByLabel('New events remind')
    await lead.waitFor()
    const late = await holdAnswers(page, '/api/me/reminders')
    // Messages are in the language that is chosen: they are asked about.
    await page.getByLabel('Language', { exact: true }).selectOption('English')
    await late.given
    await answered(page, '/api/me/reminders', () => lead.selectOption('1 hour before'))
    await late.arrive()
    expect(await lead.locator('option:checked').textContent()).toBe('1 hour before')
  })

  test('what another device has chosen meanwhile stands, and is shown', async () => {
    const { ben } = stage.home.cast
    const choose = (choice: object) => ask(stage.home, ben, 'PATCH /api/me/reminders', choice)
    await choose({ quietHours: { start: '22:00', end: '07:00' }, defaultTimed: 10 })
    const { page } = await stage.open({ as: ben })
    await setClock(page)
    await page.goto(`${stage.home.url}/account`)
    const shown = (start: string) =>
      until(
        `the night begins at ${start}`,
        () => page.getByLabel('From', { exact: true }).inputValue(),
        (value) => value === start,
      )
    await shown('22:00')
    await choose({ quietHours: { start: '21:00', end: '06:00' } })
    const sent: unknown[] = []
    page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.postDataJSON()))
    await page.getByLabel('New events remind').selectOption('1 hour before')
    await shown('21:00')
    // Longer than what is typed waits.
    await page.clock.fastForward(1_000)
    await change('after that', () => page.getByLabel('New events remind').selectOption('30 minutes before'), {
      defaultTimed: 30,
      quietHours: { start: '21:00', end: '06:00' },
    })
    expect(sent).toEqual([{ defaultTimed: 60 }, { defaultTimed: 30 }])
    await choose({ quietHours: null })
  })

  test('a time is kept that was typed just before going on to another page', async () => {
    const { ben } = stage.home.cast
    await ask(stage.home, ben, 'PATCH /api/me/reminders', { morning: '07:00' })
    const { page } = await openAccount({ as: ben })
    await page.getByLabel('At', { exact: true }).fill('05:50')
    await change('gone on', () => page.getByRole('link', { name: 'Calendar' }).click(), { morning: '05:50' })
    await ask(stage.home, ben, 'PATCH /api/me/reminders', { morning: null })
  })

  test('the language of messages stays what it was chosen to be when the client is opened again', async () => {
    const { cast } = stage.home
    const device = receiver.device()
    const visit = await stage.open({ as: cast.ben, serviceWorker: true })
    await pretendPushService(visit.context, device.subscription)
    await answerPermission(visit.context, 'granted')
    await visit.page.goto(`${stage.home.url}/account`)
    await workerReady(visit.page)
    await visit.page.getByRole('button', { name: 'Turn on reminders' }).click()
    await visit.page.getByText('Reminders come to this device.').waitFor()
    await change('German', () => visit.page.getByLabel('Language of messages').selectOption('Deutsch'), {
      language: 'de',
    })
    await stage.home.ctx.db.delete(pushSubscriptions)
    await visit.page.reload()
    await until(
      'told again',
      () => stage.home.ctx.db.select().from(pushSubscriptions),
      ({ length }) => length > 0,
    )
    await visit.page.getByText('Reminders come to this device.').waitFor()
    expect(await kept()).toMatchObject({ language: 'de' })
  })
})
