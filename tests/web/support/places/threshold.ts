import type { Page } from 'playwright-core'
import { seeEvents } from './calendar'
import { type Place, press, seeDialog, seeHeading, type Texts } from './place'

/** A service that nobody has set up yet and that agrees with everything. */
const newHousehold = (page: Page) =>
  page.route('**/api/setup/**', (route) => {
    const isStatus = route.request().url().endsWith('/status')
    return route.fulfill({ json: isStatus ? { setupComplete: false, dbName: 'corkboard' } : { ok: true } })
  })

const finishedHousehold = (page: Page) =>
  page.route('**/api/setup/status', (route) => route.fulfill({ json: { setupComplete: true, dbName: 'corkboard' } }))

const current = (page: Page, name: string) =>
  page.getByRole('heading', { name, level: 2 }).and(page.locator('[aria-current=step]')).waitFor()

async function toFirstPerson(page: Page, { setup }: Texts) {
  for (const step of [setup.provider, setup.push]) {
    await current(page, step.title)
    await press(page, setup.next)
  }
  await current(page, setup.admin.title)
}

const SETUP: Place[] = [
  {
    name: 'setup-2-signing-in',
    as: 'nobody',
    path: '/setup',
    prepare: newHousehold,
    open: (page, { setup }) => current(page, setup.provider.title),
  },
  {
    name: 'setup-2-provider',
    as: 'nobody',
    path: '/setup',
    prepare: newHousehold,
    async open(page, { setup }) {
      await page.getByRole('radio', { name: setup.provider.oidc }).check()
      await press(page, setup.provider.check)
      await page.getByText(setup.provider.needClientId).waitFor()
    },
  },
  {
    name: 'setup-3-reminders',
    as: 'nobody',
    path: '/setup',
    prepare: newHousehold,
    async open(page, { setup }) {
      await page.getByRole('radio', { name: setup.provider.oidc }).check()
      await page.getByLabel(setup.provider.issuer).fill('https://id.example')
      await page.getByLabel(setup.provider.clientId).fill('corkboard')
      await page.getByLabel(setup.provider.externalUrl, { exact: true }).fill('https://home.example')
      await press(page, setup.provider.check)
      await current(page, setup.push.title)
    },
  },
  {
    name: 'setup-4-first-person',
    as: 'nobody',
    path: '/setup',
    prepare: newHousehold,
    async open(page, texts) {
      await toFirstPerson(page, texts)
      await press(page, texts.setup.admin.create)
      await page.getByText(texts.settings.needDisplayName).waitFor()
    },
  },
  {
    name: 'setup-5-all-set',
    as: 'nobody',
    path: '/setup',
    prepare: newHousehold,
    async open(page, texts) {
      const { settings, setup } = texts
      await toFirstPerson(page, texts)
      await page.getByLabel(settings.displayName, { exact: true }).fill('Ada')
      await page.getByLabel(settings.newPassword).fill('a-good-long-password')
      await page.getByLabel(settings.email).fill('ada@example.org')
      await page.getByLabel(settings.appPassword).fill('xkcd-936')
      await press(page, setup.admin.create)
      await current(page, setup.done.title)
    },
  },
  {
    name: 'setup-database-down',
    as: 'nobody',
    path: '/setup',
    async prepare(page) {
      await newHousehold(page)
      await page.route('**/validate/db', (route) => route.fulfill({ status: 503, json: { ok: false, error: 'Down' } }))
    },
    open: (page, { setup }) => page.getByText(setup.database.down).waitFor(),
  },
  {
    name: 'setup-finished',
    as: 'nobody',
    path: '/setup',
    prepare: finishedHousehold,
    open: (page, { setup }) => seeHeading(page, setup.finished.title),
  },
]

const SIGN_IN: Place[] = [
  {
    name: 'sign-in',
    as: 'nobody',
    path: '/',
    prepare: finishedHousehold,
    async open(page, { signin }) {
      await press(page, signin.submit)
      await page.getByText(signin.enterBoth).waitFor()
    },
  },
  {
    name: 'sign-in-provider',
    as: 'nobody',
    path: '/?error=oidc-denied',
    async prepare(page) {
      await newHousehold(page)
      await page.route('**/api/auth/mode', (route) =>
        route.fulfill({ json: { localEnabled: true, oidcEnabled: true } }),
      )
    },
    async open(page, { signin }) {
      await page.getByRole('link', { name: signin.withProvider }).waitFor()
      await page.getByRole('link', { name: signin.setUp }).waitFor()
      await page.getByText(signin.refusals['oidc-denied']).waitFor()
    },
  },
]

/** A link that is good, or good no more. */
const invitedWith = (status: 200 | 404) => (page: Page) =>
  page.route('**/api/invitations/open', (route) =>
    route.fulfill({
      status,
      json:
        status === 404
          ? { error: 'Not found' }
          : { displayName: null, colors: ['#22872F', '#356DEF'], expiresAt: '2026-11-23T12:00:00.000Z' },
    }),
  )

const INVITATION: Place[] = [
  {
    name: 'invitation',
    as: 'nobody',
    path: '/invitation#token',
    prepare: invitedWith(200),
    async open(page, { invitation, settings }) {
      await press(page, invitation.join)
      await page.getByText(settings.needDisplayName).waitFor()
    },
  },
  {
    name: 'invitation-gone',
    as: 'nobody',
    path: '/invitation#token',
    prepare: invitedWith(404),
    open: (page, { invitation }) => seeHeading(page, invitation.goneTitle),
  },
  {
    name: 'invitation-somebody-is-here',
    path: '/invitation#token',
    prepare: invitedWith(200),
    open: (page, { invitation }) => page.getByRole('button', { name: invitation.signOutAndJoin }).waitFor(),
  },
]

async function toWelcomeStep(page: Page, { setup, welcome }: Texts, step: 'where' | 'people' | 'calendars' | 'next') {
  await current(page, welcome.where.title)
  if (step === 'where') return
  await press(page, welcome.skip)
  for (const name of ['people', 'calendars', 'next'] as const) {
    await current(page, welcome[name].title)
    if (name === step) return
    await press(page, setup.next)
  }
}

const WELCOME: Place[] = [
  { name: 'welcome-member', as: 'dora', path: '/welcome', open: (page, { shell }) => seeHeading(page, shell.welcome) },
  ...(['where', 'people', 'calendars', 'next'] as const).map(
    (step): Place => ({
      name: `welcome-${step}`,
      path: '/welcome',
      open: (page, texts) => toWelcomeStep(page, texts, step),
    }),
  ),
]

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'

const FRAME: Place[] = [
  {
    name: 'keyboard-help',
    path: '/',
    isDialog: true,
    async open(page, { shortcuts }) {
      await seeEvents(page)
      await page.keyboard.press('?')
      await seeDialog(page, shortcuts.title)
    },
  },
  {
    name: 'linking-failed',
    path: '/?error=oidc-link-conflict',
    open: (page, { signin }) => page.getByRole('alert').getByText(signin.refusals['oidc-link-conflict']).waitFor(),
  },
  {
    name: 'install-hint',
    path: '/lists',
    sizes: ['phone'],
    userAgent: IPHONE,
    async open(page, { install, shell }) {
      await seeHeading(page, shell.lists)
      await page.getByText(install.body).waitFor()
    },
  },
  {
    name: 'not-found',
    path: '/no/such/page',
    open: (page, { notFound }) => seeHeading(page, notFound.title),
  },
  {
    name: 'no-answer',
    path: '/lists',
    async prepare(page) {
      await page.route('**/api/**', (route) => route.abort())
      await page.route('**/health', (route) => route.abort())
    },
    open: (page, { shell }) => seeHeading(page, shell.unreachable.title),
  },
]

/** Before and around everything else. */
export const THRESHOLD: Place[] = [...SIGN_IN, ...SETUP, ...INVITATION, ...WELCOME, ...FRAME]
