import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { type Deployed, deployClient } from './support/deployed'
import { makeCalendar } from './support/events'
import { workerReady } from './support/service-worker'
import { setStage } from './support/stage'
import { withoutStreams } from './support/streams'
import { until } from './support/until'

let client: Deployed
const stage = setStage(async () => {
  client = await deployClient()
  return { publicFolder: client.folder }
})

const offer = (page: Page) => page.getByRole('status').getByText('A new version is ready.')
const take = (page: Page) => page.getByRole('button', { name: 'Use it now' }).click()
const lookForUpdate = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update().catch(() => {})))
const kept = (page: Page) => page.evaluate(() => caches.keys())
const workers = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return (['installing', 'waiting', 'active'] as const).filter((role) => registration[role] !== null)
  })
const loaded = (page: Page) => page.waitForEvent('load')

/** Two windows beside each other, of which neither has streams: a browser lends one host six connections. */
async function twoWindows(path: string) {
  // The one before may be held.
  await client.next()
  const { page, context, problems } = await stage.open({ serviceWorker: true })
  const other = await context.newPage()
  for (const one of [page, other]) await withoutStreams(one)
  await page.goto(stage.home.url + path)
  await workerReady(page)
  await other.goto(`${stage.home.url}/lists`)
  await other.getByRole('heading', { name: 'Lists', level: 1 }).waitFor()
  return { page, other, context, problems }
}

test('a new version is offered, and taken when it is wanted', async () => {
  const { page } = await twoWindows('/lists')
  await client.next()
  await lookForUpdate(page)
  await offer(page).waitFor()
  const isLoaded = loaded(page)
  await take(page)
  await isLoaded
  await page.getByRole('heading', { name: 'Lists', level: 1 }).waitFor()
  expect(await kept(page)).toHaveLength(2)
})

/** A worker that tells what it fetches. */
const TELLING =
  "const own=fetch,told=new BroadcastChannel('fetched');self.fetch=(...asked)=>(told.postMessage(asked[0]),own(...asked));"

test('of a new version only the parts are fetched that the one before does not have', async () => {
  const { page } = await twoWindows('/lists')
  const fetched = await page.evaluateHandle(() => {
    const paths: string[] = []
    new BroadcastChannel('fetched').onmessage = ({ data }) => paths.push(data)
    return paths
  })
  await client.next({ renamed: 'elsewhere', before: TELLING })
  await lookForUpdate(page)
  await offer(page).waitFor()
  const paths = await until(
    'what it has fetched is told',
    () => fetched.jsonValue(),
    (all) => all.includes('/index.html') && all.some((path) => path.includes('elsewhere-next')),
  )
  expect(paths.filter((path) => path.startsWith('/assets/') && !path.includes('elsewhere-next'))).toEqual([])
})

test('a new version that another window has taken is still taken by a press, and nothing typed is lost', async () => {
  const { home } = stage
  await makeCalendar(home, home.cast.ada, 'Family', true)
  const { page, other } = await twoWindows('/?view=month')
  await page.keyboard.press('n')
  await page.getByRole('textbox', { name: 'Title' }).fill('Half an ev')
  await client.next()
  await lookForUpdate(page)
  await Promise.all([offer(page).waitFor(), offer(other).waitFor()])
  const isOtherLoaded = loaded(other)
  await take(other)
  await isOtherLoaded
  await page.getByRole('textbox', { name: 'Title' }).pressSequentially('ent')
  expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Half an event')
  await page.keyboard.press('Escape')
  const isLoaded = loaded(page)
  await take(page)
  await isLoaded
  await page.getByRole('grid').waitFor()
  await page.keyboard.press('n')
  await page.getByRole('dialog').getByText('Half an event').waitFor()
})

test('a wall that is idle later than another one takes the new version, too', async () => {
  const { page, other } = await twoWindows('/wall')
  await page.getByRole('heading', { name: 'Family board' }).waitFor({ state: 'attached' })
  await client.next()
  await lookForUpdate(page)
  await Promise.all([offer(page).waitFor(), offer(other).waitFor()])
  await page.clock.install()
  const isOtherLoaded = loaded(other)
  await take(other)
  await isOtherLoaded
  const isLoaded = loaded(page)
  await page.mouse.click(5, 5)
  await page.clock.fastForward('03:00')
  await isLoaded
})

/** Over plain http: a house without certificates has no service workers. */
async function overPlainHttp(path: string) {
  const { page } = await stage.open()
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
  await page.clock.install()
  await page.goto(stage.home.url + path)
  return page
}

/** Delivers the document of a version whose first part has another name, and lets a page look for it. */
async function anHourLater(page: Page) {
  const asked = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/index.html')
  await page.clock.fastForward('01:00:01')
  await (await asked).finished()
}

test('without a service worker a new version is offered, too, and none is while there is none', async () => {
  const page = await overPlainHttp('/lists')
  await page.getByRole('heading', { name: 'Lists', level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await anHourLater(page)
  expect(await offer(page).count()).toBe(0)
  const putBack = await client.replaceDocument((own) => own.replace(/(\/assets\/index-)(\w+\.js)/, '$1next-$2'))
  await anHourLater(page)
  await offer(page).waitFor()
  await putBack()
  const isLoaded = loaded(page)
  await take(page)
  await isLoaded
})

test('a wall without a service worker takes it by itself once nobody is there', async () => {
  const page = await overPlainHttp('/wall')
  await page.getByRole('heading', { name: 'Family board' }).waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  const putBack = await client.replaceDocument((own) => own.replace(/(\/assets\/index-)(\w+\.js)/, '$1next-$2'))
  const isLoaded = loaded(page)
  await anHourLater(page)
  await putBack()
  await page.clock.fastForward('03:00')
  await isLoaded
})

// A part that has been renamed once has not its name any more.
test.each([
  ['the version before', 'Account', 'account', false],
  ['one that has not marked what it kept', 'Household', 'admin', true],
])('a window of %s opens what it has not loaded yet, also without a connection', async (_, title, part, isUnmarked) => {
  const { page, other, context } = await twoWindows('/?view=month')
  if (isUnmarked) await unmark(page)
  await client.next({ renamed: part })
  await lookForUpdate(page)
  await offer(other).waitFor()
  const isOtherLoaded = loaded(other)
  await take(other)
  await isOtherLoaded
  await context.setOffline(true)
  await page.getByRole('link', { name: title }).click()
  await page.getByRole('heading', { name: title, level: 1 }).waitFor()
  await context.setOffline(false)
})

/** Leaves what the first workers left: one cache without a mark. */
const unmark = (page: Page) =>
  page.evaluate(async () => {
    for (const name of await caches.keys()) await (await caches.open(name)).delete('/used')
  })

/** A worker that is not done before it is told to go on. */
const HELD =
  "self.addEventListener('install',(e)=>e.waitUntil(new Promise((go)=>{new BroadcastChannel('go').onmessage=go})));"
const goOn = (page: Page) => page.evaluate(() => new BroadcastChannel('go').postMessage(''))

test('of the versions before the one that was used last is kept, and the one that is still being fetched', async () => {
  const { page } = await twoWindows('/lists')
  const isThere = (count: number) =>
    until(
      `${count} versions`,
      () => kept(page),
      ({ length }) => length === count,
    )
  for (const count of [2, 3]) {
    await client.next()
    await lookForUpdate(page)
    await isThere(count)
    await until(
      'it waits',
      () => workers(page),
      (all) => all.join() === 'waiting,active',
    )
  }
  await client.next({ before: HELD })
  await lookForUpdate(page)
  const [first, , third, fourth] = await isThere(4)
  await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.postMessage('skip-waiting'))
  await isThere(3)
  expect(await kept(page)).toEqual([first!, third!, fourth!])
  await goOn(page)
})

test('a version that was put back and came again is the one whose parts are kept', async () => {
  const { page } = await twoWindows('/lists')
  const [first] = await kept(page)
  for (const put of [client.next, client.back, client.next]) {
    await put()
    await lookForUpdate(page)
    await offer(page).waitFor()
    const isLoaded = loaded(page)
    await take(page)
    await isLoaded
  }
  const [before] = await until(
    'the others are gone',
    () => kept(page),
    ({ length }) => length === 2,
  )
  expect(before).toBe(first)
})

test.each([
  ['the document of another version', (own: string) => own.replace(/\/assets\/index-/g, '/assets/other-')],
  ['the page of a network that wants a sign-in', () => '<h1>Welcome to our hotel</h1>'],
])('%s is not kept as that of a new version', async (_, document) => {
  const { page, context } = await twoWindows('/lists')
  await client.next()
  const putBack = await client.replaceDocument(document)
  await lookForUpdate(page)
  await until(
    'it is refused',
    () => workers(page),
    (all) => all.join() === 'active',
  )
  await putBack()
  await context.setOffline(true)
  await page.reload()
  await page.getByRole('heading', { name: 'Lists', level: 1 }).waitFor()
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Calendar' }).click()
  await lookForUpdate(page)
  await offer(page).waitFor()
})
