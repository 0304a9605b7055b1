import { afterEach, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { itemsOf, makeList } from './support/lists'
import { setStage } from './support/stage'
import { until } from './support/until'

const stage = setStage()

type Answer = [status: number, type: string, body: string]

const FOREIGN: [string, Answer][] = [
  ['a network that wants a sign-in first', [200, 'text/html', '<h1>Welcome to our hotel</h1>']],
  ['a network that sends everybody to its sign-in', [302, 'text/html', '']],
  ['a network that wants a sign-in, and says so by its status', [401, 'text/html', '<h1>Welcome to our hotel</h1>']],
  ['a proxy that does not know the name any more', [404, 'text/plain; charset=utf-8', '404 page not found\n']],
  ['a proxy that does not reach the service', [502, 'text/html', '<h1>502 Bad Gateway</h1>']],
  ['a service without its database', [503, 'application/json', '{"error":"Service unavailable"}']],
]

/** Where a network's own page is that sends others there. */
const PORTAL = '/portal'

/** Ends what answers in its place; once. */
let serviceIsBack = async () => {}
afterEach(() => serviceIsBack())

/** Something else answers at the service's address; over when that is back. Returns what it was asked. */
async function inPlaceOfTheService([status, type, body]: Answer) {
  const { home } = stage
  const asked: string[] = []
  await home.goDark()
  const other = Bun.serve({
    port: Number(new URL(home.url).port),
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname } = new URL(request.url)
      asked.push(pathname)
      if (pathname === PORTAL)
        return new Response('<h1>Welcome to our hotel</h1>', { headers: { 'content-type': type } })
      return new Response(body, { status, headers: { 'content-type': type, location: PORTAL } })
    },
  })
  serviceIsBack = async () => {
    serviceIsBack = async () => {}
    await other.stop(true)
    home.comeBack()
  }
  return asked
}

/** Whoever has asked in vain waits for up to half a minute. */
const whileTimePasses = (page: Page, what: string, isTrue: () => Promise<boolean>) =>
  until(
    what,
    async () => {
      await page.clock.runFor(1_000)
      return isTrue()
    },
    Boolean,
  )

const add = async (page: Page, text: string) => {
  await page.getByRole('textbox', { name: 'Add an item' }).fill(text)
  await page.keyboard.press('Enter')
}

test.each(FOREIGN)('%s is no connection: what was done meanwhile waits, and is done once', async (_, answer) => {
  const { home } = stage
  const id = await makeList(home, 'Holidays', 'Milk', 'Bread', 'Eggs')
  const { page, problems } = await stage.open({ path: `/lists/${id}` })
  await page.getByRole('checkbox', { name: 'Milk' }).click()
  await until(
    'the queue works',
    () => itemsOf(home, id),
    (items) => items.some(({ checked }) => checked),
  )
  // What sinks moves the others under the pointer.
  await page.getByRole('list', { name: 'Done' }).getByText('Milk').waitFor()
  await inPlaceOfTheService(answer)
  await page.getByRole('checkbox', { name: 'Bread' }).click()
  await add(page, 'Candles')
  await page.getByRole('list', { name: 'Done' }).getByText('Bread').waitFor()
  await page.getByRole('button', { name: 'Clear done' }).click()
  await page.getByText('No connection · 3 to send').waitFor()
  await serviceIsBack()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await until(
    'all of it is done',
    () => itemsOf(home, id),
    (items) => items.map(({ text }) => text).join() === 'Eggs,Candles',
    40_000,
  )
  await page.getByText('No connection').waitFor({ state: 'detached' })
  // What the browser says of a stream, or of code that had not come yet, that is a page.
  expect(problems.splice(0).filter((one) => !/MIME type/.test(one))).toEqual([])
})

test.each(FOREIGN.slice(-2))('%s is asked for a sign of life alone', async (_, answer) => {
  const { page } = await stage.open()
  await page.clock.install()
  await page.goto(stage.home.url)
  await page.getByRole('grid').waitFor()
  await page.clock.runFor(5_000)
  await until(
    'her stream',
    () => stage.home.ctx.hub.size,
    (size) => size > 0,
  )
  // What says so is loaded later.
  await page.locator('.status-chips').waitFor({ state: 'attached' })
  const asked = await inPlaceOfTheService(answer)
  /** Lets time pass, until it has been looked for once more. */
  const lookFor = () => {
    asked.length = 0
    return whileTimePasses(page, 'a sign of life', async () => asked.includes('/health'))
  }
  const said = page.getByText('No connection')
  await lookFor()
  await said.waitFor()
  // The browser asks once more for a lost stream, in its own time, until that is given up as silent.
  await page.clock.runFor(90_000)
  await lookFor()
  await lookFor()
  expect(asked.filter((path) => /^\/api\/(sse\/|me$)/.test(path))).toEqual([])
  await serviceIsBack()
  await whileTimePasses(page, 'it is back', async () => (await said.count()) === 0)
})

test('a device that knows nothing yet waits for the database, and goes on by itself', async () => {
  const { page } = await stage.open()
  await page.clock.install()
  await page.route(/\/(api|health)\b/, (route) =>
    route.fulfill({ status: 503, json: { error: 'Service unavailable' } }),
  )
  await page.goto(stage.home.url)
  await whileTimePasses(page, 'it is said', () => page.getByText('It will be tried again by itself').isVisible())
  await page.unroute(/\/(api|health)\b/)
  await whileTimePasses(page, 'the month', () => page.getByRole('grid').isVisible())
})

test('a service that answers all but who one is gets asked again by itself', async () => {
  const { page } = await stage.open()
  await page.clock.install()
  await page.route('**/api/me', (route) => route.fulfill({ status: 500, json: { error: 'No' } }))
  await page.goto(stage.home.url)
  await whileTimePasses(page, 'it is said', () => page.getByText('It will be tried again by itself').isVisible())
  await page.unroute('**/api/me')
  await whileTimePasses(page, 'the month', () => page.getByRole('grid').isVisible())
})

test.each(['/api/people', '/api/events', '/api/me/writes', '/api/lists'])(
  'one answer that never comes is left in peace: %s',
  async (path) => {
    const { page } = await stage.open()
    let asked = 0
    await page.route(`**${path}*`, (route) => {
      asked++
      return route.abort()
    })
    await Promise.all([page.waitForRequest(`**${path}*`), page.goto(stage.home.url)])
    await page.waitForLoadState('networkidle')
    // What is asked for is tried three times, and once more when the connection counts as back.
    expect(asked).toBeWithin(1, 30)
    await page.getByText('No connection').waitFor({ state: 'detached' })
  },
)
