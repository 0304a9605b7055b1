import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { isNotNull } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { fetchDue } from '../../src/calendar/feeds/fetch-due'
import { birthdays, subscriptions } from '../../src/platform/db/schema'
import { ask } from '../support/cast'
import { answerWith, type FeedServer, feedEvent, feedOf, startFeedServer } from '../support/feed-server'
import { accessibilityProblems } from './support/axe'
import { picture } from './support/browser'
import { NOW, passUndo, setClock } from './support/calendars'
import { settled } from './support/device'
import { holdRequests } from './support/late'
import { breakOff, loseNextAnswer } from './support/lost'
import { setStage } from './support/stage'
import { holdUndo } from './support/undo'
import { until } from './support/until'

let feeds: FeedServer
const stage = setStage(async () => {
  feeds = await startFeedServer()
  return { at: NOW, env: { SUBSCRIPTIONS_ALLOW: feeds.host } }
})
beforeAll(() => {
  stage.home.ctx.signals.subscriptions = () => void fetchDue(stage.home.ctx)
})
afterAll(() => feeds.stop())

const NOTES = 'DESCRIPTION:Bring shin guards. Map: https://club.example/pitch'
const PRACTICE = feedEvent({ title: 'Football practice', start: ':20261121T150000Z', more: [NOTES] })
const PARENTS = feedEvent({ uid: 'uid-2', title: 'Parents’ evening', start: ';VALUE=DATE:20261125' })
const CLUB = feedOf([PRACTICE, PARENTS], 'X-WR-CALNAME:Football club')

const link = (page: Page) => page.getByRole('textbox', { name: 'Link to a calendar' })
const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Calendars by a link' }).getByRole('listitem').filter({ hasText: name })

async function choose(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `What to do with ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

beforeEach(async () => {
  const { ctx, cast } = stage.home
  type Found = { subscriptions: { id: number }[] }
  for (const member of [cast.ada, cast.ben, cast.cleo]) {
    const { body } = await ask<Found>(stage.home, member, 'GET /api/subscriptions')
    for (const { id } of body.subscriptions) await ask(stage.home, member, `DELETE /api/subscriptions/${id}`)
  }
  await ctx.db.delete(birthdays)
})

test('a link is looked at by itself, kept, changed, in trouble, and removed', async () => {
  const url = feeds.at('club.ics?key=s3cret', answerWith(CLUB))
  const { page } = await stage.open({ as: stage.home.cast.ben, size: 'phone' })
  await setClock(page)
  await page.goto(`${stage.home.url}/elsewhere`)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByText('Please paste the link first.').waitFor()
  await link(page).fill(`${feeds.url}nothing.ics`)
  await page.getByText('There is no calendar behind this link').waitFor()
  await link(page).fill(url)
  await page.getByText('2 events').waitFor()
  await page.getByRole('list', { name: 'What comes next' }).getByText('Sat 21 Nov, 16:00').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Subscribe' }).click()
  const club = row(page, 'Football club')
  await club.getByText('Only you see it · read just now').waitFor()
  expect(await link(page).inputValue()).toBe('')
  expect((await page.content()).includes('s3cret')).toBe(false)

  await choose(page, 'Football club', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'About Football club' })
  await dialog.getByLabel('Name').fill('The club')
  await dialog.getByRole('radio', { name: 'Rust' }).check()
  await dialog.getByLabel('What may the others in your household see?').selectOption('household')
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await row(page, 'The club').getByText('The others see everything').waitFor()

  feeds.at('club.ics?key=s3cret', answerWith('', { status: 404 }))
  stage.home.clock.advance(60_000)
  await choose(page, 'The club', 'Read it now')
  await row(page, 'The club').getByText('It is no longer there.').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])

  await holdUndo(page)
  await choose(page, 'The club', 'Remove')
  await row(page, 'The club').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await row(page, 'The club').waitFor()

  await page.getByRole('link', { name: 'Calendar' }).click()
  await page
    .getByRole('button', { name: /Football practice/ })
    .first()
    .click()
  const card = page.getByRole('dialog', { name: 'Football practice' })
  await card.getByText('From “The club”, which is read from elsewhere.').waitFor()
  await card.getByText('Bring shin guards.').waitFor()
  await card.getByRole('link', { name: 'https://club.example/pitch' }).waitFor()
  expect(await card.getByRole('button', { name: 'Edit' }).count()).toBe(0)
  await page.keyboard.press('Escape')

  await page.goto(`${stage.home.url}/elsewhere`)
  await choose(page, 'The club', 'Remove')
  const gone = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await passUndo(page)
  expect((await gone).status()).toBe(200)
})

test('what is no link is called none, and what cannot be read is kept only by who wants it anyway', async () => {
  const { page } = await stage.open({ as: stage.home.cast.cleo, size: 'phone', path: '/elsewhere' })
  const subscribe = page.getByRole('button', { name: 'Subscribe', exact: true })
  await link(page).fill('is not there')
  await subscribe.click()
  await page.getByText('This does not look like a link to a calendar.').waitFor()
  expect(await page.getByText('Please paste the link first.').count()).toBe(0)
  await link(page).fill(`${feeds.url}away.ics`)
  await page.getByText('There is no calendar behind this link').waitFor()
  expect(await page.getByText('This does not look like a link').count()).toBe(0)
  expect(await subscribe.count()).toBe(0)
  await picture(page, 'subscribe-anyway-phone')
  await page.getByRole('button', { name: 'Subscribe anyway' }).click()
  await page.getByText('Added, though it could not be read. It is tried again by itself.').waitFor()
  expect(await page.getByText('arrive in a moment').count()).toBe(0)
  await row(page, '127.0.0.1').getByText('It is no longer there.').waitFor()
  await subscribe.waitFor()
})

test('why a link cannot be read is said before it is kept; one into a private network cannot be kept', async () => {
  const { page } = await stage.open({ as: stage.home.cast.cleo, path: '/elsewhere' })
  await link(page).fill(feeds.at('sign-in.ics', answerWith('<!doctype html><title>Sign in</title>')))
  await page.getByText('The link leads to something other than a calendar, perhaps a sign-in page.').waitFor()
  expect(await page.getByRole('button', { name: 'Subscribe anyway' }).isEnabled()).toBe(true)
  await link(page).fill('https://192.168.0.7/nas.ics')
  await page.getByText('This address is not allowed: it leads into a private network.').waitFor()
  expect(await page.getByRole('button', { name: 'Subscribe', exact: true }).isDisabled()).toBe(true)
})

test('of a link that was not looked at yet nothing is promised', async () => {
  const url = feeds.at('slow.ics', answerWith(CLUB))
  const { page } = await stage.open({ as: stage.home.cast.cleo, path: '/elsewhere' })
  // The preview is never answered.
  await page.route('**/api/subscriptions/preview', () => {})
  await link(page).fill(url)
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await page.getByText('Added. It is being read.').waitFor()
  await row(page, 'Football club').waitFor()
})

const countRead = () => stage.home.ctx.db.$count(subscriptions, isNotNull(subscriptions.lastGoodAt))

test('one that comes behind another that is never read is looked for as long as any', async () => {
  const silent = feeds.at('silent.ics', () => {})
  const come = Promise.withResolvers<void>()
  const url = feeds.at('late.ics', async (wire, head) => {
    await come.promise
    await answerWith(CLUB)(wire, head)
  })
  await ask(stage.home, stage.home.cast.cleo, 'POST /api/subscriptions', { url: silent })
  const { page } = await stage.open({ as: stage.home.cast.cleo })
  await setClock(page)
  let looks = 0
  page.on('request', (request) => request.url().endsWith('/api/subscriptions') && request.method() === 'GET' && looks++)
  await page.goto(`${stage.home.url}/elsewhere`)
  await row(page, '127.0.0.1').getByText('being read for the first time').waitFor()
  const look = () => page.clock.runFor(2_000).then(() => looks)
  await until('nobody expects it any more', look, (all) => all > 20)
  await link(page).fill(url)
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await page.getByText('Added. It is being read.').waitFor()
  come.resolve()
  // The page's clock goes faster than the service, and nobody looks for ever.
  await until('the second is read', countRead, (count) => count === 1)
  await until(
    'the page has seen it',
    async () => {
      await look()
      return row(page, 'Football club').count()
    },
    (count) => count === 1,
  )
})

test('how old a calendar is does not depend on the hour that autumn gives back', async () => {
  const url = feeds.at('clocks.ics', answerWith(CLUB))
  await ask(stage.home, stage.home.cast.cleo, 'POST /api/subscriptions', { url })
  const { db } = stage.home.ctx
  await until('it is read', countRead, (count) => count === 1)
  await db.update(subscriptions).set({ lastGoodAt: new Date('2026-10-25T00:30:00Z') })
  const { page } = await stage.open({ as: stage.home.cast.cleo })
  await setClock(page, '2026-10-25T01:30:00Z')
  await page.goto(`${stage.home.url}/elsewhere`)
  await row(page, 'Football club').getByText('read 1 hour ago').waitFor()
})

test('one that is removed in the last moment goes with the page', async () => {
  const url = feeds.at('chess.ics', answerWith(feedOf([feedEvent()], 'X-WR-CALNAME:Chess club')))
  const { page, context } = await stage.open({ as: stage.home.cast.ben })
  await setClock(page)
  await page.goto(`${stage.home.url}/elsewhere`)
  await link(page).fill(url)
  await page.getByText('1 event').waitFor()
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await row(page, 'Chess club').getByText('read just now').waitFor()
  const letGo = await holdRequests(context, '**/api/subscriptions/*')
  await holdUndo(page)
  await choose(page, 'Chess club', 'Remove')
  await row(page, 'Chess club').waitFor({ state: 'detached' })
  await page.goto(`${stage.home.url}/health`)
  letGo()
  await until(
    'it is gone',
    () => stage.home.ctx.db.$count(subscriptions),
    (count) => count === 0,
  )
})

test('public holidays come with a switch, in German, and a region’s in their place', async () => {
  const { page } = await stage.open({ as: stage.home.cast.ada, locale: 'de-DE' })
  await setClock(page)
  await page.goto(`${stage.home.url}/elsewhere`)
  const whole = page.getByRole('switch', { name: 'Feiertage: Deutschland' })
  await whole.check()
  await page.getByText('Ein anderes Land oder eine Region').click()
  await page.getByLabel('Region').selectOption('BY')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Diese zeigen' }).click()
  await page.getByRole('switch', { name: 'Feiertage: Bayern', checked: true }).waitFor()
  expect(await whole.count()).toBe(0)
  // For everybody, since Ada runs the household.
  const { page: bens } = await stage.open({ as: stage.home.cast.ben, locale: 'de-DE' })
  await setClock(bens)
  await bens.goto(`${stage.home.url}/day/2027-01-06`)
  await bens.getByRole('button', { name: /Heilige Drei Könige/ }).waitFor()
  await page.getByRole('switch', { name: 'Feiertage: Bayern' }).uncheck()
  await whole.waitFor()
})

test('holidays whose answer breaks off are shown once, in place of all others of the country', async () => {
  const { home } = stage
  const { ben } = home.cast
  const holidays = async () => {
    const { body } = await ask<{ subscriptions: { displayName: string }[] }>(home, ben, 'GET /api/subscriptions')
    return body.subscriptions.map(({ displayName }) => displayName).filter((name) => name.startsWith('Public holidays'))
  }
  const { page } = await stage.open({ as: ben })
  await setClock(page)
  await page.goto(`${home.url}/elsewhere`)
  await page.getByRole('switch', { name: 'Public holidays: Germany' }).check()
  await until('those of the country', holidays, (all) => all.length === 1)
  await page.getByText('Another country or region').click()
  await page.getByLabel('Region').selectOption('BY')
  const lost = loseNextAnswer(page, '/api/subscriptions', breakOff)
  await page.getByRole('button', { name: 'Show these' }).click()
  await lost
  await page.getByRole('alert').getByText('No answer came.').first().waitFor()
  expect(await holidays()).toHaveLength(2)
  await page.getByRole('button', { name: 'Show these' }).click()
  await until('one of them', holidays, (all) => all.join() === 'Public holidays: Bayern')
})

test('a subscription whose removal gets no answer is gone, and nobody is told that it is not', async () => {
  const { home } = stage
  const { ben } = home.cast
  await ask(home, ben, 'POST /api/subscriptions', {
    url: feeds.at('rowing.ics', answerWith(feedOf([feedEvent({})]))),
    displayName: 'Rowing',
    color: '#C2185B',
    visibility: 'private',
  })
  const { page } = await stage.open({ as: ben })
  await setClock(page)
  await page.goto(`${home.url}/elsewhere`)
  await choose(page, 'Rowing', 'Remove')
  const lost = loseNextAnswer(page, '/api/subscriptions/*', breakOff)
  const read = page.waitForResponse((response) => response.url().endsWith('/api/subscriptions'))
  await passUndo(page)
  await lost
  await read
  await settled(page)
  expect(await page.getByText('could not be removed').count()).toBe(0)
})

test('holidays of a region take the place of the whole country’s that are still being added', async () => {
  const { page } = await stage.open({ as: stage.home.cast.cleo, locale: 'de-DE' })
  await setClock(page)
  await page.goto(`${stage.home.url}/elsewhere`)
  const letGo = await holdRequests(page, '**/api/subscriptions', 'POST')
  const whole = page.getByRole('switch', { name: 'Feiertage: Deutschland' })
  await whole.focus()
  await page.keyboard.press('Space')
  await page.getByText('Ein anderes Land oder eine Region').click()
  await page.getByLabel('Region').selectOption('BY')
  await page.getByRole('button', { name: 'Diese zeigen' }).click()
  letGo()
  await page.getByRole('switch', { name: 'Feiertage: Bayern', checked: true }).waitFor()
  const names = async () => {
    const { body } = await ask<{ subscriptions: { displayName: string }[] }>(
      stage.home,
      stage.home.cast.cleo,
      'GET /api/subscriptions',
    )
    return body.subscriptions.map(({ displayName }) => displayName)
  }
  await until('one of them', names, (all) => all.join() === 'Feiertage: Bayern')
})

test('birthdays are kept on the page of people, and show with their age', async () => {
  const { page } = await stage.open({ as: stage.home.cast.ben })
  await setClock(page)
  await page.goto(`${stage.home.url}/people`)
  await page.getByRole('button', { name: 'Add a birthday' }).click()
  const dialog = page.getByRole('dialog', { name: 'Whose birthday?' })
  await dialog.getByLabel('Name').fill('Grandma')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await dialog.getByText('Please choose a day that exists').waitFor()
  await dialog.getByLabel('Day').selectOption('24')
  await dialog.getByLabel('Month').selectOption({ label: 'November' })
  await dialog.getByLabel('Year').fill('1950')
  await dialog.getByLabel('Reminder').selectOption('evening')
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add' }).click()
  const grandma = page.getByRole('list', { name: 'More birthdays' }).getByRole('listitem')
  await grandma.getByText('24 Nov 1950 · reminds the evening before').waitFor()
  await choose(page, 'Grandma', 'Edit')
  await page.getByRole('dialog').getByLabel('Year').fill('1951')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await grandma.getByText('24 Nov 1951').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await holdUndo(page)
  await choose(page, 'Grandma', 'Remove')
  await grandma.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await grandma.getByText('24 Nov 1951').waitFor()

  await page.getByRole('link', { name: 'Calendar' }).click()
  const event = page.getByRole('button', { name: /^Grandma \(75\).*Birthday/ })
  await event.first().click()
  const card = page.getByRole('dialog', { name: 'Grandma (75)' })
  await card.getByText('Birthday, 75 years old').waitFor()
  expect(await card.getByRole('button', { name: 'Edit' }).count()).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
})

test('a birthday of which two members change different fields keeps both', async () => {
  const { ada, ben } = stage.home.cast
  const grandpa = { name: 'Grandpa', date: '1951-11-20', reminder: 'none' }
  const { body } = await ask<{ id: number }>(stage.home, ada, 'POST /api/birthdays', grandpa)
  const { page } = await stage.open({ path: '/people' })
  await choose(page, 'Grandpa', 'Edit')
  await ask(stage.home, ben, `PATCH /api/birthdays/${body.id}`, { date: '1950-11-20' })
  await page.getByRole('dialog').getByLabel('Name').fill('Gramps')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Gramps').waitFor()
  const { birthdays } = (await ask<{ birthdays: object[] }>(stage.home, ben, 'GET /api/birthdays')).body
  expect(birthdays).toContainEqual(expect.objectContaining({ name: 'Gramps', date: '1950-11-20' }))
})
