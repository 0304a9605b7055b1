import type { Page } from 'playwright-core'
import { type Place, press, seeDialog, seeHeading, type Texts } from './place'

async function openAccount(page: Page, { account }: Texts) {
  await seeHeading(page, account.title)
  await page.getByRole('button', { name: account.signIn.change }).waitFor()
}

async function openAdmin(page: Page, { admin }: Texts) {
  await seeHeading(page, admin.title)
  await page.getByText(admin.sync.account('Ben')).waitFor()
}

async function choose(page: Page, texts: Texts, name: string, action: string) {
  await openAdmin(page, texts)
  await press(page, texts.admin.members.actionsFor(name))
  await page.getByRole('menuitem', { name: action }).click()
}

const withProvider = (page: Page) =>
  page.route('**/api/auth/mode', (route) => route.fulfill({ json: { localEnabled: true, oidcEnabled: true } }))

/** A calendar account in trouble, and what was not saved for want of a password. */
export const accountIs = (state: 'ok' | 'refused' | 'failing') => async (page: Page) => {
  const since = state === 'ok' ? null : '2026-11-20T13:20:00.000Z'
  const nextTryAt = '2026-11-20T15:30:00.000Z'
  const account = { username: 'dora@example.org', serverUrl: null, state, reason: null, since, nextTryAt }
  await page.route('**/api/me/calendar-account', (route) =>
    route.fulfill({ json: { account: { ...account, waitingWrites: 2 } } }),
  )
  const look = { displayName: 'Home', color: '#356DEF', isShared: true, isHidden: false, visibility: 'private' }
  const calendar = { id: 1, url: 'https://cal.test/home/', personId: null, ...look }
  await page.route('**/api/me/calendars', (route) => route.fulfill({ json: { calendars: [calendar] } }))
  const write = { status: 'failed', error: 'The calendar server refused the app password.', calendarId: calendar.id }
  const writes = [1, 2].map((id) => ({ ...write, id }))
  await page.route('**/api/me/writes', (route) => route.fulfill({ json: { writes } }))
}

const withApplicants = (page: Page) => {
  const seen = { createdAt: '2026-11-20T13:20:00.000Z', lastSeenAt: '2026-11-20T13:20:00.000Z' }
  const admissions = [
    { id: 1, displayName: 'Noor', email: 'noor.with.a.long.address@mail.example.org', ...seen },
    { id: 2, displayName: null, email: null, ...seen },
  ]
  return page.route('**/api/admin/admissions', (route) => route.fulfill({ json: { admissions } }))
}

export const ACCOUNT: Place[] = [
  { name: 'account', as: 'dora', path: '/account', prepare: withProvider, open: openAccount },
  {
    name: 'account-calendars',
    path: '/account',
    async open(page, { account }) {
      const section = page.getByRole('region', { name: account.calendars.title, exact: true })
      await section.locator('summary').first().click()
      await section.getByRole('switch').first().uncheck()
      await section.scrollIntoViewIfNeeded()
    },
    prepare: (page) =>
      page.route('**/api/me/calendars/*', async (route) => {
        const calendars = await (await page.request.get(new URL('/api/me/calendars', page.url()).href)).json()
        const id = Number(route.request().url().split('/').at(-1))
        const calendar = calendars.calendars.find((one: { id: number }) => one.id === id)
        await route.fulfill({ json: { ...calendar, isHidden: true } })
      }),
  },
  {
    name: 'account-visibility',
    path: '/account',
    async open(page, { account }) {
      await page.getByRole('button', { name: account.calendars.decide }).click()
      await page.getByRole('radio', { name: account.visibility.choices.busy }).check()
    },
  },
  {
    name: 'account-below',
    as: 'dora',
    path: '/account',
    prepare: withProvider,
    async open(page, texts) {
      await openAccount(page, texts)
      await page.locator('main').evaluate((main) => main.scrollTo(0, main.scrollHeight))
    },
  },
  {
    name: 'account-devices',
    as: 'dora',
    path: '/account',
    async open(page, texts) {
      await openAccount(page, texts)
      await page.getByRole('button', { name: texts.account.devices.all }).scrollIntoViewIfNeeded()
      await page.getByText(texts.settings.devices.kinds.oidc).waitFor()
    },
  },
  {
    name: 'account-refused',
    as: 'dora',
    path: '/account',
    prepare: accountIs('refused'),
    open: (page, { account }) => page.getByText(account.calendar.refused).waitFor(),
  },
  {
    name: 'account-failing',
    as: 'dora',
    path: '/account',
    prepare: accountIs('failing'),
    open: (page, { account }) => page.getByRole('button', { name: account.calendar.tryAll }).waitFor(),
  },
  {
    name: 'account-reconnect',
    as: 'dora',
    path: '/account?reconnect',
    isDialog: true,
    prepare: accountIs('refused'),
    open: (page, { settings }) => page.getByRole('dialog').getByText(settings.otherAccount).waitFor(),
  },
  {
    name: 'account-connect',
    as: 'dora',
    path: '/account',
    async open(page, texts) {
      await openAccount(page, texts)
      await press(page, texts.account.calendar.connect)
      await press(page, texts.settings.connect)
      await page.getByText(texts.settings.needAppPassword).waitFor()
    },
  },
  {
    name: 'account-password',
    as: 'dora',
    path: '/account',
    isDialog: true,
    async open(page, texts) {
      await openAccount(page, texts)
      await press(page, texts.account.signIn.change)
      await page.getByRole('dialog').getByRole('button', { name: texts.common.save }).click()
      await page.getByText(texts.account.signIn.needCurrent).waitFor()
    },
  },
  {
    name: 'account-link',
    as: 'dora',
    path: '/account',
    isDialog: true,
    prepare: withProvider,
    async open(page, texts) {
      await openAccount(page, texts)
      await press(page, texts.account.signIn.link)
      await seeDialog(page, texts.account.signIn.linkTitle)
    },
  },
]

export const ADMIN: Place[] = [
  { name: 'admin', path: '/admin', open: openAdmin },
  {
    name: 'admin-below',
    path: '/admin',
    async open(page, texts) {
      await openAdmin(page, texts)
      await page.locator('main').evaluate((main) => main.scrollTo(0, main.scrollHeight))
    },
  },
  {
    name: 'admin-admissions',
    path: '/admin',
    prepare: withApplicants,
    open: (page, { admin }) => page.getByText(admin.admissions.nameless).first().waitFor(),
  },
  {
    name: 'admin-let-in',
    path: '/admin',
    isDialog: true,
    prepare: withApplicants,
    async open(page, { admin: { admissions } }) {
      await page.getByRole('button', { name: `${admissions.letIn} Noor` }).click()
      await seeDialog(page, admissions.letInTitle('Noor'))
    },
  },
  {
    name: 'admin-sign-out',
    path: '/admin',
    isDialog: true,
    async open(page, texts) {
      await choose(page, texts, 'Ben', texts.admin.members.signOut)
      await seeDialog(page, texts.admin.members.signOutTitle('Ben'))
    },
  },
  {
    name: 'admin-devices',
    path: '/admin',
    isDialog: true,
    async open(page, texts) {
      await choose(page, texts, 'Ben', texts.admin.members.devices)
      await seeDialog(page, texts.admin.members.devicesTitle('Ben'))
      await page.getByRole('dialog').getByText(texts.settings.devices.kinds.oidc).waitFor()
    },
  },
  {
    name: 'admin-not-yours',
    as: 'dora',
    path: '/admin',
    open: (page, { admin }) => seeHeading(page, admin.notYours.title),
  },
  {
    name: 'admin-add',
    path: '/admin',
    isDialog: true,
    async open(page, texts) {
      await openAdmin(page, texts)
      await press(page, texts.admin.members.add)
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: texts.admin.members.add }).click()
      await dialog.getByText(texts.settings.needDisplayName).waitFor()
    },
  },
  {
    name: 'admin-invite',
    path: '/admin',
    isDialog: true,
    async open(page, texts) {
      await openAdmin(page, texts)
      await press(page, texts.invitation.invite)
      await page.getByRole('img', { name: texts.invitation.qr }).waitFor()
    },
  },
  {
    name: 'admin-menu',
    path: '/admin',
    isOpenedAnew: true,
    async open(page, texts) {
      await openAdmin(page, texts)
      await press(page, texts.admin.members.actionsFor('Dora'))
      await page.getByRole('menuitem', { name: texts.admin.members.remove }).waitFor()
    },
  },
  {
    name: 'admin-rename',
    path: '/admin',
    isDialog: true,
    async open(page, texts) {
      await choose(page, texts, 'Ben', texts.admin.members.rename)
      await seeDialog(page, texts.admin.members.renameTitle('Ben'))
    },
  },
  {
    name: 'admin-connect',
    path: '/admin',
    isDialog: true,
    async open(page, texts) {
      await choose(page, texts, 'Cleo', texts.admin.members.connect)
      await seeDialog(page, texts.admin.members.connectTitle('Cleo'))
    },
  },
  {
    name: 'admin-password',
    path: '/admin',
    isDialog: true,
    async open(page, texts) {
      await choose(page, texts, 'Dora', texts.admin.members.resetPassword)
      await seeDialog(page, texts.admin.members.resetTitle('Dora'))
    },
  },
  {
    name: 'admin-remove',
    path: '/admin',
    isDialog: true,
    async open(page, texts) {
      await choose(page, texts, 'Ben', texts.admin.members.remove)
      await seeDialog(page, texts.admin.members.removeTitle('Ben'))
    },
  },
  {
    name: 'admin-step-down',
    path: '/admin',
    isDialog: true,
    async open(page, texts) {
      await choose(page, texts, 'Ada', texts.admin.members.takeRole)
      await seeDialog(page, texts.admin.members.takeOwnRole)
    },
  },
]
