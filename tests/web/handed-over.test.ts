import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { BrowserContext, Page, Request } from 'playwright-core'
import { freePort } from '../../scripts/local/process'
import { DEVICE_SESSION_COOKIE } from '../../src/identity/devices/device-session'
import { rememberDevice } from '../../src/identity/devices/devices'
import { sessionVersionOf } from '../../src/identity/session-version'
import { outbox } from '../../src/platform/db/schema'
import { ask, cookieFor } from '../support/cast'
import { type OidcServer, startOidcServer } from '../support/oidc'
import type { Visit } from './support/browser'
import { NOW } from './support/calendars'
import { makeCalendar, plan, timed } from './support/events'
import { check, type Item, makeList, textsOf } from './support/lists'
import { keptOnDevice, workerReady } from './support/service-worker'
import { cookiesOf, givePassword, signInAs } from './support/sign-in'
import { setStage } from './support/stage'
import { until } from './support/until'

let provider: OidcServer
const stage = setStage(async () => {
  const port = await freePort()
  provider = await startOidcServer(`http://127.0.0.1:${port}`)
  return { at: NOW, port, env: provider.env }
})
afterAll(() => provider?.stop())

const FEBRUARY = '/?view=month&date=2027-02-10'
/** In everything of Ada's that is nobody else's business. */
const SECRET = /secret/

let groceries: number
let presents: number
beforeAll(async () => {
  const { home } = stage
  const { ada, ben } = home.cast
  for (const member of [ada, ben]) await givePassword(home, member)
  const diary = await makeCalendar(home, ada, 'Ada')
  await plan(home, diary, timed('Ada secret', '2027-02-10T10:00Z'))
  const others = await makeCalendar(home, ben, 'Ben')
  await plan(home, others, timed('Rowing', '2027-02-11T10:00Z'))
  const { body } = await ask<{ id: number }>(home, ada, 'POST /api/lists', {
    ...{ name: 'Presents', kind: 'shopping', isShared: false },
  })
  presents = body.id
  await ask(home, ada, `POST /api/lists/${body.id}/items`, { text: 'secret present' })
  const { body: toy } = await ask<Item>(home, ada, `POST /api/lists/${body.id}/items`, { text: 'secret toy' })
  await check(home, toy)
  groceries = await makeList(home, 'Groceries', 'Milk')
})

/** Ada has looked at her February and her lists, and the device has put her answers away. */
async function settleOn(page: Page, hasServiceWorker = true) {
  await page.getByText('Ada secret').filter({ visible: true }).first().waitFor()
  if (hasServiceWorker) await workerReady(page)
  await until(
    'her answers are put away',
    () => keptOnDevice(page, 'answers'),
    (kept) => kept.includes('Ada secret') && kept.includes('secret present'),
  )
}

/** The family's tablet after that. */
async function tabletOfAda(options: { serviceWorker?: boolean } = {}): Promise<Visit> {
  const visit = await stage.open({ path: FEBRUARY, size: 'tablet', serviceWorker: true, ...options })
  await settleOn(visit.page, options.serviceWorker !== false)
  return visit
}

/** Everything that is drawn, and everything that is kept for being drawn. */
async function expectNothingOfAda(page: Page) {
  expect(await page.evaluate(() => document.body.textContent)).not.toMatch(SECRET)
  expect(await keptOnDevice(page, 'answers')).not.toMatch(SECRET)
}

/** Notes what the page shows, as often as it changes, from its first drawing on. */
async function watchScreen(context: BrowserContext) {
  await context.addInitScript(() => {
    const seen = () => {
      const words = document.body?.textContent ?? ''
      if (words.includes('secret')) sessionStorage.setItem('seen', words)
    }
    new MutationObserver(seen).observe(document, { childList: true, subtree: true, characterData: true })
  })
}

const seenOnScreen = (page: Page) => page.evaluate(() => sessionStorage.getItem('seen'))

/** Ben finds his own, now and without a connection, and nothing of hers was ever to be seen. */
async function expectBenAlone(page: Page, context: BrowserContext) {
  await page.getByText('Rowing').filter({ visible: true }).first().waitFor()
  await until(
    'his own answers are put away',
    () => keptOnDevice(page, 'answers'),
    (kept) => kept.includes('Rowing'),
  )
  await context.setOffline(true)
  await page.reload()
  await page.getByText('Rowing').filter({ visible: true }).first().waitFor()
  await expectNothingOfAda(page)
  expect(await seenOnScreen(page)).toBe(null)
}

const signInPage = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()

/** Lets the answers to a part of the API come late; returns the function that lets them through. */
async function holdBack(page: Page, pattern: RegExp, method = 'GET'): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    const response = await route.fetch()
    await gate.promise
    await route.fulfill({ response }).catch(() => {})
  })
  return gate.resolve
}

describe('when the session of Ada has ended', () => {
  test('her answers go from the device at once, and stay away without a connection', async () => {
    const { page, context } = await tabletOfAda()
    await page.goto(`${stage.home.url}/lists/${presents}`)
    await page.getByRole('option', { name: 'secret toy' }).waitFor()
    await until(
      'what she bought before is put away, too',
      () => keptOnDevice(page, 'answers'),
      (kept) => kept.includes('secret toy'),
    )
    await context.clearCookies()
    await page.reload()
    await signInPage(page)
    await until(
      'nothing is kept',
      () => keptOnDevice(page, 'answers'),
      (kept) => !SECRET.test(kept),
    )
    await context.setOffline(true)
    await watchScreen(context)
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await seenOnScreen(page)).toBe(null)
  })

  test('Ben never sees any of it, however slowly his own answers come, nor without a connection', async () => {
    const { page, context } = await tabletOfAda()
    await context.clearCookies()
    await page.reload()
    await signInPage(page)
    const letThrough = await holdBack(page, /\/api\/events\?/)
    await watchScreen(context)
    await signInAs(page, stage.home.cast.ben)
    await page.getByRole('heading', { level: 1, name: 'February 2027' }).waitFor()
    await expectNothingOfAda(page)
    letThrough()
    await expectBenAlone(page, context)
  })

  test('whom she does not want to see is her choice: Ben sees himself, and she finds it again', async () => {
    const { cast } = stage.home
    const { page, context } = await tabletOfAda()
    const people = page.getByRole('group', { name: 'People' })
    await people.getByRole('button', { name: 'Only me' }).click()
    await people.getByRole('button', { name: 'Only me', pressed: true }).waitFor()
    await context.clearCookies()
    await page.reload()
    await signInPage(page)
    await signInAs(page, cast.ben)
    await page.getByText('Rowing').filter({ visible: true }).first().waitFor()
    await people.getByRole('button', { name: 'Only me', pressed: false }).waitFor()

    await context.clearCookies()
    await page.reload()
    await signInPage(page)
    await signInAs(page, cast.ada)
    await people.getByRole('button', { name: 'Only me', pressed: true }).waitFor()
  })

  test('what she has written waits for her: Ben neither sees nor sends it', async () => {
    const { home } = stage
    const { page, context } = await tabletOfAda()
    await page.goto(`${home.url}/lists/${groceries}`)
    await page.getByRole('checkbox', { name: 'Milk' }).waitFor()
    await context.setOffline(true)
    await page.getByRole('textbox', { name: 'Add an item' }).fill('Candles of Ada')
    await page.keyboard.press('Enter')
    await page.getByText('No connection · 1 to send').waitFor()
    await context.clearCookies()
    await context.setOffline(false)
    await signInPage(page)
    await signInAs(page, home.cast.ben)
    await page.getByRole('checkbox', { name: 'Milk' }).waitFor()
    await until(
      'Ben is at rest',
      () => keptOnDevice(page, 'answers'),
      (kept) => kept.includes('"Groceries"'),
    )
    expect(await page.getByText('Candles of Ada').count()).toBe(0)
    expect(await textsOf(home, groceries)).toEqual(['Milk'])
    await context.clearCookies()
    await page.reload()
    await signInAs(page, home.cast.ada)
    await page.getByRole('checkbox', { name: 'Candles of Ada' }).waitFor()
    await until(
      'sent in her name',
      () => textsOf(home, groceries),
      (texts) => texts.join() === 'Milk,Candles of Ada',
    )
  })

  test('an event she has written, and one she has begun, wait for her as well', async () => {
    const { ctx, cast } = stage.home
    const begin = async (page: Page, title: string) => {
      await page.keyboard.press('n')
      await page.getByRole('textbox', { name: 'Title' }).fill(title)
    }
    const queued = async () => {
      const rows = await ctx.db.select().from(outbox)
      return rows.map(({ authorId, payload }) => ({ authorId, title: JSON.parse(payload ?? '{}').title }))
    }
    const { page, context } = await tabletOfAda()
    await begin(page, 'Warming up')
    await page.keyboard.press('Escape')
    await context.setOffline(true)
    await begin(page, 'secret plan')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('secret plan').filter({ visible: true }).first().waitFor()
    await begin(page, 'secret draft')
    await page.keyboard.press('Escape')
    await context.clearCookies()
    await context.setOffline(false)
    await signInPage(page)
    await watchScreen(context)
    await signInAs(page, cast.ben)
    await page.getByText('Rowing').filter({ visible: true }).first().waitFor()
    await begin(page, 'Regatta')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await until('the event of Ben is sent', queued, ({ length }) => length > 0)
    expect(await queued()).toEqual([{ authorId: cast.ben.id, title: 'Regatta' }])
    expect(await seenOnScreen(page)).toBe(null)

    await context.clearCookies()
    await page.reload()
    await signInAs(page, cast.ada)
    const rows = await until('hers is sent in her name', queued, ({ length }) => length > 1)
    expect(rows[1]).toEqual({ authorId: cast.ada.id, title: 'secret plan' })
    await page.getByText('secret plan').filter({ visible: true }).first().waitFor()
    await page.keyboard.press('n')
    await page.getByRole('dialog').getByText('secret draft').waitFor()
  })

  test('a page that the service has sent waits for who it is for', async () => {
    const { page, context } = await tabletOfAda({ serviceWorker: false })
    const [name = '', value = ''] = (await cookieFor(stage.home.ctx, stage.home.cast.ben.id)).split('=')
    await context.clearCookies()
    await context.addCookies([{ name, value, url: stage.home.url }])
    const letThrough = await holdBack(page, /\/api\/events\?/)
    await watchScreen(context)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'February 2027' }).waitFor()
    expect(await seenOnScreen(page)).toBe(null)
    letThrough()
    await page.getByText('Rowing').filter({ visible: true }).first().waitFor()
    await expectNothingOfAda(page)
  })
})

describe('when Ada signs out', () => {
  const statusOf = async (cookie: string) => (await ask(stage.home, { cookie }, 'GET /api/me')).status
  const sessionEnds = (cookie: string) =>
    until(
      'the session has ended',
      () => statusOf(cookie),
      (status) => status === 401,
    )
  const signOut = async (page: Page) => {
    await page.getByRole('link', { name: 'Account' }).click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await signInPage(page)
  }

  test('without a connection, the device forgets her at once and the session ends with the next connection', async () => {
    const { page, context } = await tabletOfAda()
    const cookie = await cookiesOf(context)
    await page.getByRole('link', { name: 'Account' }).click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).waitFor()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await signInPage(page)
    await expectNothingOfAda(page)
    await page.reload()
    await signInPage(page)
    await context.setOffline(false)
    await sessionEnds(cookie)
    await page.reload()
    await signInPage(page)
  })

  test('and something on the way refuses it, nobody is signed in, and the session ends when it is heard', async () => {
    const { page, context } = await tabletOfAda()
    const cookie = await cookiesOf(context)
    await context.route('**/logout', (route) => route.fulfill({ status: 403, json: { error: 'No' } }))
    const refused = page.waitForResponse('**/logout')
    await signOut(page)
    await refused
    await page.reload()
    await signInPage(page)
    expect(await statusOf(cookie)).toBe(200)
    await context.unroute('**/logout')
    await page.reload()
    await sessionEnds(cookie)
    await signInPage(page)
  })

  test('in a browser that does not answer about its messages, the session ends all the same', async () => {
    const { page, context } = await tabletOfAda()
    const cookie = await cookiesOf(context)
    await page.evaluate(() => Object.assign(PushManager.prototype, { getSubscription: () => new Promise(() => {}) }))
    await signOut(page)
    await sessionEnds(cookie)
  })

  test('on a device without room for a note of it, the session ends all the same', async () => {
    const { page, context } = await tabletOfAda()
    const cookie = await cookiesOf(context)
    const isFull = await page.evaluate(() => {
      const fits = (size: number) => {
        try {
          localStorage.setItem(`filled-${size}`, 'x'.repeat(size))
          return true
        } catch {
          return false
        }
      }
      for (let size = 1 << 22; size > 0; size >>= 1) fits(size)
      return !fits(99)
    })
    expect(isFull).toBe(true)
    await signOut(page)
    await sessionEnds(cookie)
    await page.reload()
    await signInPage(page)
    await expectNothingOfAda(page)
  })

  test('an answer that comes late is nobody’s', async () => {
    const { page } = await tabletOfAda()
    await page.getByRole('link', { name: 'Account' }).click()
    await page.getByRole('textbox', { name: 'Name' }).waitFor()
    const letThrough = await holdBack(page, /\/api\/me$/, 'PATCH')
    const isHeldBack = (request: Request) => request.method() === 'PATCH'
    const sent = page.waitForRequest(isHeldBack)
    const givenUp = page.waitForEvent('requestfailed', isHeldBack)
    await page.getByRole('radio', { name: 'Violet' }).check()
    await sent
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await signInPage(page)
    await givenUp
    await signInAs(page, stage.home.cast.ben)
    await page.getByRole('heading', { name: 'Account' }).waitFor()
    await until(
      'Ben is at rest',
      () => keptOnDevice(page, 'answers'),
      (kept) => kept.includes('"displayName":"Ben"'),
    )
    // Asked again, the service would put it right.
    const letAsk = await holdBack(page, /\/api\/me$/)
    letThrough()
    letAsk()
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Ben')
    await expectNothingOfAda(page)
  })

  test('her other window forgets her, too, and is Ben’s afterwards', async () => {
    const { page, context } = await tabletOfAda()
    const other = await context.newPage()
    await other.goto(stage.home.url + FEBRUARY)
    await other.getByText('Ada secret').filter({ visible: true }).first().waitFor()
    await signOut(page)
    await signInPage(other)
    await expectNothingOfAda(other)
    await signInAs(page, stage.home.cast.ben)
    await other.getByText('Rowing').filter({ visible: true }).first().waitFor()
    await expectNothingOfAda(other)
  })
})

describe('when Ada stays signed in on the tablet', () => {
  /** The tablet that knows her by its device cookie alone, the session of the sign-in long over. */
  async function rememberedTablet(): Promise<Visit & { device: number }> {
    const { ctx, url, cast } = stage.home
    const claims = { memberId: cast.ada.id, sessionVersion: (await sessionVersionOf(ctx, cast.ada.id))! }
    const { id, token } = await rememberDevice(ctx, claims, { kind: 'local', name: 'Tablet' })
    const visit = await stage.open({ as: null, size: 'tablet', serviceWorker: true })
    await visit.context.addCookies([
      { name: DEVICE_SESSION_COOKIE, value: token, url, httpOnly: true, sameSite: 'Lax' },
    ])
    await visit.page.goto(url + FEBRUARY)
    await settleOn(visit.page)
    return { ...visit, device: id }
  }
  const signOutFromElsewhere = async (device: number) =>
    ask(
      stage.home,
      { cookie: await cookieFor(stage.home.ctx, stage.home.cast.ada.id) },
      `DELETE /api/me/devices/${device}`,
    )

  test('and it is signed out from elsewhere while it has no connection: her answers go with the next one', async () => {
    const { page, context, device } = await rememberedTablet()
    await context.setOffline(true)
    await signOutFromElsewhere(device)
    await page.reload()
    await page.getByText('Ada secret').filter({ visible: true }).first().waitFor()
    await context.setOffline(false)
    await signInPage(page)
    await expectNothingOfAda(page)
    await context.setOffline(true)
    await watchScreen(context)
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await seenOnScreen(page)).toBe(null)
  })

  test('and it is signed out from elsewhere under her eyes: Ben signs in and stays, and nothing of hers is left', async () => {
    const { page, context, device } = await rememberedTablet()
    await signOutFromElsewhere(device)
    await signInPage(page)
    await expectNothingOfAda(page)
    await watchScreen(context)
    await page.getByRole('checkbox', { name: 'Stay signed in on this device' }).check()
    await signInAs(page, stage.home.cast.ben)
    await page.getByText('Rowing').filter({ visible: true }).first().waitFor()
    await context.clearCookies({ name: 'local-session' })
    await page.reload()
    await expectBenAlone(page, context)
  })

  test('and signs out without a connection: the device is dead with the next one, and hers no more', async () => {
    const { page, context } = await rememberedTablet()
    const cookie = await cookiesOf(context)
    await page.getByRole('link', { name: 'Account' }).click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).waitFor()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await signInPage(page)
    await expectNothingOfAda(page)
    await context.setOffline(false)
    await until(
      'the device is signed out',
      async () => (await ask(stage.home, { cookie }, 'GET /api/me')).status,
      (status) => status === 401,
      35_000,
    )
    await page.reload()
    await signInPage(page)
    await expectNothingOfAda(page)
  })
})

describe('when the one before came through the identity provider, and the next one does', () => {
  const signInAtProvider = async (page: Page, login: string) => {
    await page.locator('[name=login]').fill(login)
    await page.locator('[name=password]').fill('anything')
    await page.locator('[type=submit]').click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(`${stage.home.url}/**`)
  }

  test.each([
    ['nobody saw her session end', false],
    ['she had stayed signed in', true],
  ])('nothing of hers is drawn for him, although %s', async (_, isStaying) => {
    const { home } = stage
    const { page, context } = await stage.open({ as: null, path: '/', serviceWorker: true, elsewhere: provider.issuer })
    await page.getByRole('checkbox', { name: 'Stay signed in on this device' }).setChecked(isStaying)
    await page.getByRole('link', { name: 'Sign in with your account provider' }).click()
    await signInAtProvider(page, 'ada')
    await page.getByRole('link', { name: 'Lists' }).click()
    await page.getByRole('heading', { name: 'Lists', level: 1 }).waitFor()
    const cookie = (await context.cookies(home.url)).map(({ name, value }) => `${name}=${value}`).join('; ')
    await ask(home, { cookie }, 'POST /api/lists', { name: 'secret presents', isShared: false })
    await page
      .getByRole('link', { name: /secret presents/ })
      .first()
      .waitFor()
    await workerReady(page)
    await until(
      'her answers are put away',
      () => keptOnDevice(page, 'answers'),
      (kept) => kept.includes('secret presents'),
    )
    await context.clearCookies()
    const letThrough = await holdBack(page, /\/api\/me$/)
    await watchScreen(context)
    await page.goto(`${home.url}/api/login${isStaying ? '?remember=true' : ''}`)
    await signInAtProvider(page, 'ben')
    await page.goto(`${home.url}/lists`)
    await page.locator('.loading').waitFor({ state: 'attached' })
    await expectNothingOfAda(page)
    letThrough()
    await page.getByRole('heading', { name: 'Lists', level: 1 }).waitFor()
    await page.getByRole('link', { name: /Groceries/ }).waitFor()
    expect(await seenOnScreen(page)).toBe(null)
    await expectNothingOfAda(page)
  })
})
