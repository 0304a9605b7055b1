import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { OIDC_REASONS } from '../../src/identity/oidc/refusal'
import { ask } from '../support/cast'
import { fillStorage } from './support/device'
import { tabTo } from './support/keyboard'
import { makeList, textsOf } from './support/lists'
import { TEXTS } from './support/places'
import { setStage } from './support/stage'
import { until } from './support/until'

const stage = setStage()
const PASSWORD = 'a-good-long-password'

/** Members with a name and a password; each test has its own, since failures are counted per name. */
async function newcomer(username: string) {
  const { status } = await ask(stage.home, stage.home.cast.ada, 'POST /api/admin/members', {
    displayName: username,
    username,
    initialPassword: PASSWORD,
  })
  expect(status).toBe(201)
}

beforeAll(async () => {
  for (const name of ['dora', 'emil', 'frida', 'gustav']) await newcomer(name)
})

async function signInAs(page: Page, username: string, password: string) {
  await page.getByRole('textbox', { name: 'Name' }).fill(username)
  await page.getByLabel('Password').fill(password)
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/auth/local/login'))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await answer
}

/** Over when the form is ready for the next try: it empties the password once it has understood the answer. */
async function failToSignIn(page: Page, username: string) {
  await signInAs(page, username, 'not-the-password')
  await until(
    'the password is asked for again',
    () => page.getByLabel('Password').inputValue(),
    (typed) => typed === '',
  )
}

test('a browser that takes no cookie is told so, and nobody that the password is wrong', async () => {
  const { page } = await stage.open({ as: null, path: '/' })
  // As one that was opened without https: what is for https alone is not taken.
  await page.route('**/api/auth/local/login', async (route) => {
    const asked = route.request()
    const answer = await fetch(asked.url(), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: asked.postData(),
    })
    await route.fulfill({ status: answer.status, contentType: 'application/json', body: await answer.text() })
  })
  await signInAs(page, 'dora', PASSWORD)
  await page.getByRole('alert').getByText('Allow cookies for this site').waitFor()
})

describe('a stranger', () => {
  test('is shown the way in without being refused anything first', async () => {
    const { page } = await stage.open({ as: null, path: '/' })
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(response.url())
    })
    await page.reload()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(refused).toEqual([])
  })

  test('sees nothing move while the page learns what it offers', async () => {
    const { page } = await stage.open({ as: null, size: 'phone' })
    await page.addInitScript(() => {
      const shifts: string[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const { sources } of list.getEntries() as (PerformanceEntry & { sources: { node?: Node }[] })[])
          shifts.push(...sources.map(({ node }) => (node instanceof Element ? node.className : String(node))))
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const frames = () =>
      page.evaluate(async () => {
        for (let left = 5; left > 0; left--) await new Promise((resolve) => requestAnimationFrame(resolve))
      })
    const mode = { localEnabled: true, oidcEnabled: true }
    for (const [path, json] of [
      ['**/api/auth/mode', mode],
      ['**/api/setup/status', { setupComplete: false, dbName: 'corkboard' }],
    ] as const)
      await page.route(path, async (route) => {
        await frames()
        await route.fulfill({ json })
      })
    await page.goto(stage.home.url)
    const offers = [TEXTS.en.signin.withProvider, TEXTS.en.signin.setUp]
    for (const name of offers) await page.getByRole('link', { name }).waitFor()
    await frames()
    expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([])
  })

  test('who comes back signed in through another page is recognised', async () => {
    const { page, context } = await stage.open({ as: null, path: '/' })
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    const [name = '', value = ''] = stage.home.cast.ada.cookie.split('=')
    await context.addCookies([{ name, value, url: stage.home.url }])
    await page.reload()
    await page.getByRole('grid').waitFor()
  })
})

describe('a member with a password', () => {
  test('gets in and stays where they wanted to be', async () => {
    const id = await makeList(stage.home, 'Groceries', 'Milk')
    const { page } = await stage.open({ as: null, path: `/lists/${id}` })
    await page.getByLabel('Password').waitFor()
    expect(await page.title()).toBe('Corkboard')
    await signInAs(page, 'dora', PASSWORD)
    await page.getByRole('checkbox', { name: 'Milk' }).waitFor()
    expect(await page.title()).toBe('Lists · Corkboard')
    expect(new URL(page.url()).pathname).toBe(`/lists/${id}`)
  })

  test('gets in on a device that has no room left', async () => {
    const { page } = await stage.open({ as: null, path: '/lists' })
    await page.getByLabel('Password').waitFor()
    await fillStorage(page)
    await signInAs(page, 'dora', PASSWORD)
    await page.getByRole('heading', { name: 'Lists', level: 1 }).waitFor()
  })

  test('hears kindly that the password is wrong, then how long to wait, then that the account is locked', async () => {
    const { page } = await stage.open({ as: null, path: '/' })
    for (let failures = 1; failures <= 5; failures++) await failToSignIn(page, 'emil')
    await page.getByRole('alert').getByText('do not belong together').waitFor()
    await failToSignIn(page, 'emil')
    await page
      .getByRole('alert')
      .getByText(/a few tries too many\. Please wait \d+ seconds/)
      .waitFor()
    for (let failures = 7; failures <= 11; failures++) await failToSignIn(page, 'emil')
    await page
      .getByRole('alert')
      .getByText(/locked for 1[45] minutes/)
      .waitFor()
  })

  test('is asked for what is missing before anything is sent', async () => {
    const { page } = await stage.open({ as: null, path: '/' })
    let requests = 0
    page.on('request', (request) => {
      if (request.url().includes('/login')) requests++
    })
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('Please enter your name and your password.').waitFor()
    expect(requests).toBe(0)
  })

  test('whose session ends is told so, and finds the page and what was just written again', async () => {
    const id = await makeList(stage.home, 'Packing', 'Tent')
    const { page, context } = await stage.open({ as: null, path: '/lists' })
    await signInAs(page, 'frida', PASSWORD)
    await page.getByRole('link', { name: /Packing/ }).click()
    await page.getByRole('checkbox', { name: 'Tent' }).waitFor()
    await page.getByRole('textbox', { name: 'Add an item' }).fill('Stove')
    await context.clearCookies()
    await page.keyboard.press('Enter')
    await page.getByText('You have been signed out.').waitFor()
    await signInAs(page, 'frida', PASSWORD)
    await page.getByRole('checkbox', { name: 'Stove' }).waitFor()
    await until(
      'sent after all',
      () => textsOf(stage.home, id),
      (texts) => texts.join() === 'Tent,Stove',
    )
  })

  test('never sees what the one before has left on the device', async () => {
    await ask(stage.home, stage.home.cast.ada, 'POST /api/lists', { name: 'Ada alone', isShared: false })
    const { page, context } = await stage.open({ path: '/lists' })
    await page.getByRole('link', { name: /Ada alone/ }).waitFor()
    await context.clearCookies()
    await page.reload()
    await signInAs(page, 'dora', PASSWORD)
    await page
      .getByRole('link', { name: /Packing|Groceries/ })
      .first()
      .waitFor()
    expect(await page.getByRole('link', { name: /Ada alone/ }).count()).toBe(0)
  })

  test('is asked nothing any more once their session has ended: whoever comes next would answer', async () => {
    const { page, context } = await stage.open({ as: null, path: '/lists?new' })
    await signInAs(page, 'dora', PASSWORD)
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Surprises')
    await page.getByRole('dialog').getByRole('button', { name: 'Create list' }).click()
    await page.getByRole('textbox', { name: 'Add an item' }).fill('Candles')
    await page.keyboard.press('Enter')
    await page.getByText('Candles is on the list').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete list' }).click()
    await page.getByRole('dialog', { name: /Surprises/ }).waitFor()
    const other = await context.newPage()
    await other.goto(`${stage.home.url}/account`)
    await other.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.locator('body').textContent()).not.toMatch(/Surprises|Candles/)
  })
})

test('the keyboard alone is enough to get in', async () => {
  const { page } = await stage.open({ as: null, path: '/lists' })
  await page.getByRole('heading', { name: 'Welcome home' }).waitFor()
  await tabTo(page, page.getByRole('textbox', { name: 'Name' }))
  await page.keyboard.type('gustav')
  await tabTo(page, page.getByLabel('Password'))
  await page.keyboard.type('not-the-password')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('do not belong together').waitFor()
  // Right where the typing has to go on.
  await page.keyboard.type(PASSWORD)
  await tabTo(page, page.getByRole('button', { name: 'Sign in' }))
  await page.keyboard.press('Space')
  await page.getByRole('heading', { name: 'Lists', level: 1 }).waitFor()
})

describe('the identity provider', () => {
  const REASONS = OIDC_REASONS.flatMap((reason) =>
    (['en', 'de'] as const).map((language) => ({ reason, language, words: TEXTS[language].signin.refusals[reason] })),
  )

  test.each(REASONS)('sends people back with $reason, and the client says why ($language)', async (expected) => {
    const { page } = await stage.open({ as: null, path: `/?error=${expected.reason}`, locale: expected.language })
    await page.getByRole('status').getByText(expected.words, { exact: true }).waitFor()
    await page.waitForURL(({ pathname }) => pathname === '/')
  })

  test('is said to fail for each reason in other words', () => {
    for (const language of ['en', 'de'] as const) {
      const said = REASONS.filter((one) => one.language === language).map(({ words }) => words)
      expect(new Set(said).size).toBe(OIDC_REASONS.length)
    }
  })

  test.each(['oidc-something-new', 'toString'])(
    'is not silent about %s, which this client does not know',
    async (code) => {
      const { page } = await stage.open({ as: null, path: `/?error=${code}` })
      await page.getByText('did not work').waitFor()
    },
  )

  test('is not offered where there is none', async () => {
    const { page } = await stage.open({ as: null, path: '/' })
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await page.getByRole('link', { name: /account provider/ }).count()).toBe(0)
  })

  test('is offered where the household has one', async () => {
    const { page } = await stage.open({ as: null })
    await page.route('**/api/auth/mode', (route) => route.fulfill({ json: { localEnabled: true, oidcEnabled: true } }))
    await page.goto(stage.home.url)
    const link = page.getByRole('link', { name: 'Sign in with your account provider' })
    expect(await link.getAttribute('href')).toBe('/api/login')
  })
})

test('a signed-in member hears of a link that did not work, too', async () => {
  const { page } = await stage.open({ path: '/?error=oidc-link-conflict' })
  await page.getByRole('alert').getByText('already belongs to somebody else').waitFor()
})
