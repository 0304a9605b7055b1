import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { householdTimezone, SETTING } from '../../src/household/settings'
import { addLocalMember } from '../../src/identity/local/accounts'
import { admissions, appConfig, calendarCredentials, calendars, members, outbox } from '../../src/platform/db/schema'
import { ask, cookieFor, type Member } from '../support/cast'
import { secret } from '../support/secrets'
import { CALDAV_USERS, servers } from '../support/servers'
import { accessibilityProblems } from './support/axe'
import { picture, type VisitOptions } from './support/browser'
import { settled } from './support/device'
import { addTrouble } from './support/furnish'
import { holdAnswers } from './support/late'
import { breakOff, loseNextAnswer } from './support/lost'
import { setStage } from './support/stage'
import { until } from './support/until'

const EMAIL = 'ben@example.org'
const APP_PASSWORD = CALDAV_USERS[EMAIL]!
const PASSWORD = secret('a-good-long-password')
const NEXT_PASSWORD = secret('a-better-longer-password')

let caldavUrl = ''
const stage = setStage(async () => {
  caldavUrl = (await servers.radicale()).url
  return { env: { CALDAV_URL: caldavUrl } }
})

let family = 0
let own = 0

/** Two calendars of Ada's. */
beforeAll(async () => {
  const { ctx, cast } = stage.home
  const color = '#356DEF'
  const add = async (displayName: string) => {
    const url = `https://dav.example.org/ada/${encodeURIComponent(displayName)}/`
    const [row] = await ctx.db.insert(calendars).values({ userId: cast.ada.id, url, displayName, color }).$returningId()
    return row!.id
  }
  own = await add('Ada’s own')
  family = await add('Family')
})

beforeEach(async () => {
  const { ctx, cast } = stage.home
  await ctx.db.update(members).set({ isAdmin: sql`${members.id} = ${cast.ada.id}` })
  await ctx.db.delete(outbox)
  await ctx.db.delete(calendarCredentials)
  await ctx.db.delete(appConfig).where(eq(appConfig.key, SETTING.timezone))
  const lastSyncedAt = new Date(ctx.now().getTime() - 60_000)
  await ctx.db.update(calendars).set({ isShared: false, lastError: null, skippedObjects: 0, lastSyncedAt })
})

async function openAdmin(options: VisitOptions = {}) {
  const visit = await stage.open({ path: '/admin', ...options })
  await visit.page.getByRole('heading', { name: 'Household', exact: true }).waitFor()
  await visit.page.getByRole('button', { name: 'What to do with Ada' }).waitFor()
  return visit
}

async function newcomer(name: string): Promise<Member> {
  const id = await addLocalMember(stage.home.ctx, { displayName: name, username: name, password: PASSWORD })
  return { id, name, cookie: await cookieFor(stage.home.ctx, id) }
}

const rowOf = async (id: number) => (await stage.home.ctx.db.select().from(members).where(eq(members.id, id)))[0]

const signInStatus = async (username: string, password: string) =>
  (await ask(stage.home, null, 'POST /api/auth/local/login', { username, password })).status

describe('members', () => {
  test('are added with a name and a password of their own', async () => {
    const { page } = await openAdmin()
    await page.getByRole('button', { name: 'Add a member' }).click()
    const dialog = page.getByRole('dialog', { name: 'Who joins the household?' })
    await dialog.getByRole('button', { name: 'Add a member' }).click()
    await dialog.getByText('Please enter a name.').waitFor()

    await dialog.getByLabel('Name', { exact: true }).fill('Dora Diaz')
    expect(await dialog.getByLabel('Name to sign in with').inputValue()).toBe('dora')
    await dialog.getByLabel('First password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Add a member' }).click()
    await page.getByText('Dora Diaz can sign in now.').waitFor()
    await page.getByText('Signs in as dora').waitFor()
    expect(await signInStatus('dora', PASSWORD)).toBe(200)
  })

  test('cannot share a name to sign in with', async () => {
    await newcomer('emil')
    const { page } = await openAdmin()
    await page.getByRole('button', { name: 'Add a member' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Emil')
    await dialog.getByLabel('First password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Add a member' }).click()
    await dialog.getByRole('alert').getByText('Somebody already signs in with this name.').waitFor()
  })

  test('may share a name, after a word of what that means', async () => {
    await newcomer('Walter')
    const { page } = await openAdmin()
    await page.getByRole('button', { name: 'Add a member' }).click()
    const dialog = page.getByRole('dialog')
    const word = dialog.getByText('Somebody else here has this name.')
    await dialog.getByLabel('Name', { exact: true }).fill('Walt')
    expect(await word.count()).toBe(0)
    await dialog.getByLabel('Name', { exact: true }).fill('walter ')
    await word.waitFor()
    await dialog.getByLabel('Name to sign in with').fill('young-walter')
    await dialog.getByLabel('First password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Add a member' }).click()
    await page.getByText('Signs in as young-walter').waitFor()
  })

  test('are renamed', async () => {
    const frida = await newcomer('Frida')
    const { page } = await openAdmin()
    await page.getByRole('button', { name: 'What to do with Frida' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Friederike')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'What to do with Friederike' }).waitFor()
    expect((await rowOf(frida.id))?.displayName).toBe('Friederike')
  })

  test('get the role and give it back', async () => {
    const greta = await newcomer('Greta')
    const { page } = await openAdmin()
    const menu = page.getByRole('button', { name: 'What to do with Greta' })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Let them run the household' }).click()
    await until(
      'an admin',
      () => rowOf(greta.id),
      (row) => row?.isAdmin === true,
    )
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Greta' })
      .getByText(/^Runs the household/)
      .waitFor()
    await menu.click()
    await page.getByRole('menuitem', { name: 'No longer let them run the household' }).click()
    await until(
      'no admin',
      () => rowOf(greta.id),
      (row) => row?.isAdmin === false,
    )
  })

  test('always keep somebody who runs the household', async () => {
    const { page } = await openAdmin()
    await page.getByRole('button', { name: 'What to do with Ada' }).click()
    await page.getByRole('menuitem', { name: 'No longer let them run the household' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('alert').getByText('Somebody has to run the household.').waitFor()
    expect((await rowOf(stage.home.cast.ada.id))?.isAdmin).toBe(true)
  })

  test('get a new password, which opens a locked account', async () => {
    await newcomer('Henri')
    for (let failures = 1; failures <= 10; failures++) await signInStatus('Henri', 'not-the-password')
    const { page } = await openAdmin()
    await page.getByRole('button', { name: 'What to do with Henri' }).click()
    await page.getByRole('menuitem', { name: 'Set a new password' }).click()
    const dialog = page.getByRole('dialog', { name: 'A new password for Henri' })
    await dialog.getByLabel('New password').fill('short')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('A password has at least 8 characters.').waitFor()
    await dialog.getByLabel('New password').fill(NEXT_PASSWORD)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Henri has a new password.').waitFor()
    expect(await signInStatus('Henri', NEXT_PASSWORD)).toBe(200)
  })

  test('get their calendar connected by somebody else', async () => {
    const { page } = await openAdmin()
    await page.getByRole('button', { name: 'What to do with Ben' }).click()
    await page.getByRole('menuitem', { name: 'Connect their calendar' }).click()
    const dialog = page.getByRole('dialog', { name: 'A calendar for Ben' })
    await dialog.getByLabel('Where is the calendar?').selectOption('Another provider')
    await dialog.getByLabel('E-mail address').fill(EMAIL)
    await dialog.getByLabel('App password').fill('not-this-one')
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    await dialog.getByRole('alert').getByText('does not accept this').waitFor()
    await dialog.getByLabel('App password').fill(APP_PASSWORD)
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByText('The events of Ben arrive in a moment.').waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Ben' }).getByText('Calendar connected').waitFor()
  })

  test('are removed only after a clear warning', async () => {
    const { id } = await newcomer('Ida')
    const { page } = await openAdmin()
    const remove = async () => {
      await page.getByRole('button', { name: 'What to do with Ida' }).click()
      await page.getByRole('menuitem', { name: 'Remove from the household' }).click()
      return page.getByRole('dialog', { name: 'Remove Ida from the household?' })
    }
    const first = await remove()
    await first.getByText('This cannot be undone.').waitFor()
    await first.getByRole('button', { name: 'Cancel' }).click()
    expect(await rowOf(id)).toBeDefined()
    await (await remove()).getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('Ida is no longer a member.').waitFor()
    expect(await rowOf(id)).toBeUndefined()
  })
})

describe('whoever asks to join', () => {
  const applicant = async (displayName: string | null, email: string | null) => {
    const { ctx } = stage.home
    const oidcSub = crypto.randomUUID()
    const now = ctx.now()
    const row = { oidcIss: 'https://id.example', oidcSub, displayName, email, createdAt: now, lastSeenAt: now }
    await ctx.db.insert(admissions).values(row)
    return oidcSub
  }
  const memberOf = async (oidcSub: string) =>
    (await stage.home.ctx.db.select().from(members)).find((row) => row.oidcSub?.toString() === oidcSub)
  const waiting = async () => (await stage.home.ctx.db.select().from(admissions)).length

  beforeEach(async () => {
    await stage.home.ctx.db.delete(admissions)
  })

  test('is let in after a question that says what that means', async () => {
    const noor = await applicant('Noor', 'noor@example.org')
    const { page } = await openAdmin()
    const row = page.getByRole('listitem').filter({ hasText: 'noor@example.org' })
    await row.getByRole('button', { name: 'Let in' }).click()
    const question = page.getByRole('dialog', { name: 'Let Noor in?' })
    await question.getByText('everything that is for everyone').waitFor()
    expect(await memberOf(noor)).toBeUndefined()
    expect(await accessibilityProblems(page)).toEqual([])
    await picture(page, 'admission-question')
    await question.getByRole('button', { name: 'Let in' }).click()
    await page.getByText('Noor belongs to the household now.').waitFor()
    expect(await memberOf(noor)).toMatchObject({ displayName: 'Noor', isAdmin: false })
    await page.getByRole('button', { name: 'What to do with Noor' }).waitFor()
    await page.getByRole('heading', { name: 'Wants to join' }).waitFor({ state: 'detached' })
  })

  test('is let in also where the answer breaks off, and waits no more', async () => {
    const noor = await applicant('Noor', 'noor@example.org')
    const { page } = await openAdmin()
    const lost = loseNextAnswer(page, '/api/admin/admissions/*/admit', breakOff)
    await page.getByRole('button', { name: 'Let in Noor' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Let in' }).click()
    await lost
    await page.getByRole('heading', { name: 'Wants to join' }).waitFor({ state: 'detached' })
    expect(await memberOf(noor)).toBeDefined()
  })

  test('is turned away, or was by somebody else a moment ago', async () => {
    const mallory = await applicant(null, null)
    await applicant('Otto', null)
    const { page } = await openAdmin()
    const nameless = page.getByRole('listitem').filter({ hasText: 'Someone without a name' })
    await picture(page, 'admissions')
    await nameless.getByRole('button', { name: 'Turn away' }).click()
    await nameless.waitFor({ state: 'detached' })
    expect(await waiting()).toBe(1)
    expect(await memberOf(mallory)).toBeUndefined()

    const otto = page.getByRole('listitem').filter({ hasText: 'Otto' })
    await otto.waitFor()
    await stage.home.ctx.db.delete(admissions)
    await otto.getByRole('button', { name: 'Turn away' }).click()
    await otto.waitFor({ state: 'detached' })
  })
})

describe('signing a member out everywhere', () => {
  const statusOf = async (member: Member) => (await ask(stage.home, member, 'GET /api/me')).status
  const press = async (page: Page, name: string) => {
    await page.getByRole('button', { name: `What to do with ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click()
    return page.getByRole('dialog', { name: `Sign ${name} out everywhere?` })
  }

  test('happens after a question, and ends every session of theirs', async () => {
    const olga = await newcomer('Olga')
    const { page } = await openAdmin()
    const first = await press(page, 'Olga')
    await first.getByRole('button', { name: 'Cancel' }).click()
    expect(await statusOf(olga)).toBe(200)
    const second = await press(page, 'Olga')
    await picture(page, 'sign-out-everywhere')
    await second.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByText('Olga has to sign in again on every device.').waitFor()
    expect(await statusOf(olga)).toBe(401)
    expect(await statusOf(stage.home.cast.ada)).toBe(200)
  })

  test('works for oneself, too, and leads to the way in', async () => {
    const paula = await newcomer('Paula')
    await stage.home.ctx.db.update(members).set({ isAdmin: true }).where(eq(members.id, paula.id))
    const { page } = await openAdmin({ as: paula })
    const question = await press(page, 'Paula')
    await question.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    expect(await statusOf(paula)).toBe(401)
  })
})

describe('the calendar for everyone', () => {
  const shared = async () => {
    const rows = await stage.home.ctx.db
      .select({ id: calendars.id })
      .from(calendars)
      .where(eq(calendars.isShared, true))
    return rows.map(({ id }) => id)
  }

  test('is published after a question that names what others will see, and what loses its place', async () => {
    const { page } = await openAdmin()
    const choice = page.getByRole('combobox', { name: 'Calendar for everyone' })
    const publish = page.getByRole('button', { name: 'Show it to everyone' })
    await choice.selectOption('Ada’s own (Ada)')
    await publish.click()
    const question = page.getByRole('dialog', { name: 'Show “Ada’s own” to everyone?' })
    await question.getByText(/will see all events of Ada’s calendar “Ada’s own”, .*private.*past/).waitFor()
    await question.getByRole('button', { name: 'Show it to everyone' }).click()
    await page.getByText('Ada’s own is now for everyone.').waitFor()
    expect(await shared()).toEqual([own])
    expect(await publish.count()).toBe(0)

    await choice.selectOption('Family (Ada)')
    await publish.click()
    const second = page.getByRole('dialog', { name: 'Show “Family” to everyone?' })
    await second.getByText('“Ada’s own” is then no longer for everyone; only Ada will see it.').waitFor()
    await second.getByRole('button', { name: 'Show it to everyone' }).click()
    await page.getByText('Family is now for everyone.').waitFor()
    expect(await shared()).toEqual([family])
  })

  test('stays what it is when the question is answered with no', async () => {
    const { page } = await openAdmin()
    const choice = page.getByRole('combobox', { name: 'Calendar for everyone' })
    await choice.selectOption('Ada’s own (Ada)')
    await page.getByRole('button', { name: 'Show it to everyone' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await choice.inputValue()).toBe('')
    expect(await shared()).toEqual([])
  })

  test('stays chosen when the service refuses, to be asked for again', async () => {
    const { page } = await openAdmin()
    await page.route('**/shared', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 503, json: { error: 'No' } }) : route.continue(),
    )
    await page.getByRole('combobox', { name: 'Calendar for everyone' }).selectOption('Ada’s own (Ada)')
    const publish = page.getByRole('button', { name: 'Show it to everyone' })
    await publish.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Show it to everyone' }).click()
    await page.getByRole('alert').getByText('Corkboard could not do this right now.').waitFor()
    expect(await shared()).toEqual([])
    await page.unroute('**/shared')
    await publish.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Show it to everyone' }).click()
    await page.getByText('Ada’s own is now for everyone.').waitFor()
    expect(await shared()).toEqual([own])
  })

  test('is not published by arrow keys on the closed list', async () => {
    const { page } = await openAdmin()
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT') asked.push(request.url())
    })
    const choice = page.getByRole('combobox', { name: 'Calendar for everyone' })
    await choice.focus()
    await page.keyboard.type('Fam')
    await until(
      'it is picked',
      () => choice.inputValue(),
      (value) => value === String(family),
    )
    await page.getByRole('button', { name: 'Show it to everyone' }).waitFor()
    await page.waitForLoadState('networkidle')
    expect([asked, await shared()]).toEqual([[], []])
  })
})

describe('the household’s zone', () => {
  const headings = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()

  test('is asked for before anything else, with the browser’s own picked, and changed later', async () => {
    const { page } = await openAdmin({ zone: 'Pacific/Auckland' })
    await page.getByText('Nobody has said yet').waitFor()
    expect((await headings(page))[0]).toBe('Where the household lives')
    expect(await page.getByLabel('Time zone').inputValue()).toBe('Pacific/Auckland')
    await page.getByRole('button', { name: 'Use Pacific/Auckland' }).click()
    await page.getByText('The household now lives in Pacific/Auckland.').waitFor()
    expect(await householdTimezone(stage.home.ctx)).toEqual({ timezone: 'Pacific/Auckland', isExplicitlySet: true })
    await page.getByRole('button', { name: 'Use Pacific/Auckland' }).waitFor({ state: 'detached' })
    expect((await headings(page))[0]).toBe('Members')

    await page.getByLabel('Time zone').selectOption('Europe/Copenhagen')
    // Choosing is not changing: keys run through the list on their way.
    expect((await householdTimezone(stage.home.ctx)).timezone).toBe('Pacific/Auckland')
    await page.getByRole('button', { name: 'Use Europe/Copenhagen' }).click()
    await page.getByText('The household now lives in Europe/Copenhagen.').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'What to do with Ada' }).waitFor()
    // What the device remembers is drawn first, the service's answer in its place.
    const chosen = () => page.getByLabel('Time zone').inputValue()
    await until('the chosen zone', chosen, (zone) => zone === 'Europe/Copenhagen')
    expect(await page.getByRole('button', { name: /^Use / }).count()).toBe(0)
  })

  test('may be another than the browser’s from the first', async () => {
    const { page } = await openAdmin({ zone: 'Pacific/Auckland' })
    await page.getByText('Nobody has said yet').waitFor()
    await page.getByLabel('Time zone').selectOption('Europe/Berlin')
    await page.getByRole('button', { name: 'Use Europe/Berlin' }).click()
    await page.getByText('The household now lives in Europe/Berlin.').waitFor()
    expect(await householdTimezone(stage.home.ctx)).toEqual({ timezone: 'Europe/Berlin', isExplicitlySet: true })
  })

  test('is shown as it was chosen, however late the service tells it', async () => {
    const { page } = await openAdmin({ zone: 'Pacific/Auckland' })
    const zone = page.getByLabel('Time zone')
    await zone.selectOption('Europe/Berlin')
    const late = await holdAnswers(page, '/api/admin/config/timezone')
    await page.getByRole('button', { name: 'Use Europe/Berlin' }).click()
    await page.getByText('The household now lives in Europe/Berlin.').waitFor()
    await late.given
    await settled(page)
    expect(await zone.inputValue()).toBe('Europe/Berlin')
    expect(await page.getByRole('button', { name: /^Use / }).count()).toBe(0)
    await late.arrive()
    expect(await zone.inputValue()).toBe('Europe/Berlin')
  })

  test('is not taken from a second browser that comes too late', async () => {
    const { page } = await openAdmin({ zone: 'Pacific/Auckland' })
    const offer = page.getByRole('button', { name: 'Use Pacific/Auckland' })
    await offer.waitFor()
    // A page that asks again has nothing to offer any more.
    await holdAnswers(page, '/api/admin/config/timezone')
    await ask(stage.home, stage.home.cast.ada, 'PUT /api/admin/config/timezone', { timezone: 'Europe/Paris' })
    await offer.click()
    await page.getByText('Somebody else was quicker').waitFor()
    expect((await householdTimezone(stage.home.ctx)).timezone).toBe('Europe/Paris')
  })
})

describe('how the calendars are doing', () => {
  const bringTrouble = () =>
    addTrouble(stage.home, family, { writes: ['pending', 'failed', 'dead'], author: 'ada', caldavUrl })

  test('is said in plain words, for each calendar', async () => {
    await bringTrouble()
    const { page } = await openAdmin()
    const row = page.getByRole('listitem').filter({ hasText: 'Family' })
    await row.getByText('The calendar provider could not be reached.').waitFor()
    await row.getByText('2 changes could not be saved.').waitFor()
    await row.getByText('1 change is on its way.').waitFor()
    await row.getByText('2 events are damaged and cannot be shown.').waitFor()
    await row.getByText(/Last read: .* Next try: /).waitFor()
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Ben’s account' })
      .getByText('Connect the calendar again.')
      .waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Ada’s own' }).getByText('Up to date as of').waitFor()
  })

  test('says of each member what waits and what was not saved', async () => {
    await bringTrouble()
    const { page } = await openAdmin()
    const members = page.getByRole('region', { name: 'Members' }).getByRole('listitem')
    await members.filter({ hasText: 'Ada' }).getByText('1 change on its way · 2 changes not saved').waitFor()
    expect(await members.filter({ hasText: 'Ben' }).textContent()).not.toContain('change')
  })

  test('is said in German, too', async () => {
    await bringTrouble()
    const { page } = await stage.open({ path: '/admin', locale: 'de-DE' })
    const row = page.getByRole('listitem').filter({ hasText: 'Family' })
    await row.getByText('Der Kalenderanbieter ist nicht zu erreichen.').waitFor()
    await row.getByText('2 Änderungen konnten nicht gespeichert werden.').waitFor()
  })

  test('names whoever it belongs to, once', async () => {
    const { ctx } = stage.home
    const rename = (displayName: string) => ctx.db.update(calendars).set({ displayName }).where(eq(calendars.id, own))
    await rename('Ada')
    const { page } = await openAdmin()
    const rows = page.getByRole('region', { name: 'Are the calendars up to date?' }).getByRole('listitem')
    await rows.filter({ hasText: 'Family Ada' }).waitFor()
    expect(await rows.filter({ hasText: /^Ada/ }).locator('small').count()).toBe(0)
    await rename('Ada’s own')
  })

  test('is looked at again when somebody asks', async () => {
    const { page } = await openAdmin()
    const asked = page.waitForResponse((response) => response.url().endsWith('/api/events/refresh'))
    await page.getByRole('button', { name: 'Check now' }).click()
    expect((await asked).status()).toBe(202)
    await page.getByText('The calendars are being looked at.').waitFor()
  })
})

describe('whoever does not run the household', () => {
  test('finds no way here, and a kind word at the address', async () => {
    const { page } = await stage.open({ as: stage.home.cast.ben, path: '/admin' })
    await page.getByRole('heading', { name: 'This page is for those who run the household' }).waitFor()
    expect(await page.getByRole('link', { name: 'Household', exact: true }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Add a member' }).count()).toBe(0)
    await page.getByRole('link', { name: 'To the calendar' }).click()
    await page.getByRole('grid').waitFor()
  })

  test('hears it also when the role was taken while the page was open', async () => {
    const karl = await newcomer('Karl')
    const { db } = stage.home.ctx
    await db.update(members).set({ isAdmin: true }).where(eq(members.id, karl.id))
    const { page } = await openAdmin({ as: karl })
    await page.getByRole('button', { name: 'What to do with Ben' }).click()
    await page.getByRole('menuitem', { name: 'Let them run the household' }).waitFor()
    await db.update(members).set({ isAdmin: false }).where(eq(members.id, karl.id))
    // The page may have looked by itself meanwhile, and the menu be gone.
    const press = page.getByRole('menuitem', { name: 'Let them run the household' }).click({ timeout: 5_000 })
    await press.catch(() => {})
    await page.getByRole('heading', { name: 'This page is for those who run the household' }).waitFor()
    await page.getByRole('link', { name: 'Household', exact: true }).waitFor({ state: 'detached' })
    expect((await rowOf(stage.home.cast.ben.id))?.isAdmin).toBe(false)
  })
})
