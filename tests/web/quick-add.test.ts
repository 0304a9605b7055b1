import { afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page, Route } from 'playwright-core'
import { changeReminderPreferences } from '../../src/household/reminder-preferences'
import { calendars } from '../../src/platform/db/schema'
import { ask } from '../support/cast'
import { accessibilityProblems } from './support/axe'
import type { Visit, VisitOptions } from './support/browser'
import { picture } from './support/browser'
import { NOW, setClock } from './support/calendars'
import { makeCalendar, plan, timed } from './support/events'
import { holdRequests } from './support/late'
import { itemsOf, makeChores, makeShoppingList, textsOf } from './support/lists'
import { chip, wholeForm } from './support/new-event'
import { pauseClock, slowly } from './support/slowly'
import { setStage } from './support/stage'
import { smallTargets } from './support/targets'
import { holdUndo } from './support/undo'
import { until } from './support/until'

const stage = setStage({ at: NOW })
let groceries: number

beforeAll(async () => {
  const { home } = stage
  const own = await makeCalendar(home, home.cast.ada, 'Ada')
  await makeCalendar(home, home.cast.ada, 'Family', true)
  groceries = await makeShoppingList(home, 'Groceries', 'Eggs')
  await plan(
    home,
    own,
    timed('Dentist', '2026-11-10T08:00Z', 30),
    timed('Meeting', '2026-11-20T15:30Z', 45),
    timed('Physio', '2026-11-20T17:00Z', 45),
  )
})

interface Sent {
  method: string
  body: Record<string, unknown> | null
}

/** The calendar, and the writes of events that it sends; they reach no calendar server. */
const calendar = async (options: VisitOptions = {}) => calendarOn(await stage.open(options))

async function calendarOn({ page, context }: Visit) {
  await setClock(page)
  const sent: Sent[] = []
  await page.route(/\/api\/events\/(create|new)/, (route) => {
    const request = route.request()
    sent.push({ method: request.method(), body: request.postDataJSON() })
    return route.fulfill({ status: 202, json: { uid: 'new@corkboard.test' } })
  })
  await page.route('**/api/events/sync-status*', (route) =>
    route.fulfill({ json: { uid: 'new@corkboard.test', status: 'done' } }),
  )
  await page.goto(`${stage.home.url}/?view=month`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const line = page.getByRole('textbox', { name: /^(Title|Titel)$/ })
  return { page, context, sent, line }
}

const save = (page: Page) => page.getByRole('button', { name: /^(Save|Speichern)$/ })
const closed = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' })
const onlyOne = (sent: readonly Sent[]) =>
  until(
    'it is sent',
    () => sent.map(({ body }) => body),
    ({ length }) => length === 1,
  )

describe('on a phone', () => {
  test('a touch, a sentence and a touch are an event; the return key saves nothing, two touches save once', async () => {
    const { page, sent, line } = await calendar({ size: 'phone' })
    await page.getByRole('link', { name: 'New event' }).tap()
    await line.waitFor()
    expect(await line.evaluate((field) => field === document.activeElement)).toBe(true)
    // After the meeting and before the physio half an hour is free.
    await chip(page, 'When: Today 17:30 – 18:30').waitFor()
    await page.keyboard.insertText('Dentist Cleo tomorrow 15:00 at Main St, remind 1h')
    // As long as the last one.
    await chip(page, 'When: Tomorrow 15:00 – 15:30').waitFor()
    for (const name of ['For whom: Cleo', 'Remind: 1 hour before', 'Place: Main St']) await chip(page, name).waitFor()
    expect(await page.locator('.sentence mark').count()).toBeGreaterThan(2)
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await smallTargets(page)).toEqual([])
    await picture(page, 'quick-add-phone')

    await page.keyboard.press('Enter')
    expect(await save(page).evaluate((button) => button === document.activeElement)).toBe(true)
    expect(sent).toEqual([])
    await holdUndo(page)
    await save(page).evaluate((button: HTMLButtonElement) => {
      button.click()
      button.click()
    })
    await closed(page)
    await page.getByRole('status').getByText('Dentist · Tomorrow 15:00').waitFor()
    const [body] = await onlyOne(sent)
    expect(body).toMatchObject({
      title: 'Dentist',
      start: '2026-11-21T14:00:00.000Z',
      end: '2026-11-21T14:30:00.000Z',
      location: 'Main St',
      reminderLeadMinutes: 60,
      personIds: [expect.any(Number)],
    })

    await page.getByRole('button', { name: 'Undo' }).tap()
    await until(
      'it is removed again',
      () => sent.map(({ method }) => method).join(),
      (methods) => methods === 'POST,DELETE',
    )
    await page.getByRole('link', { name: 'New event' }).tap()
    await line.waitFor()
    expect(await page.getByRole('dialog').getByText('You have not finished').count()).toBe(0)
  })

  test('bins come every second week with a reminder the evening before, and shopping goes onto its list', async () => {
    const { page, sent, line } = await calendar({ size: 'phone' })
    await page.getByRole('link', { name: 'New event' }).tap()
    await line.fill('Bins every second Wednesday, remind the evening before')
    await chip(page, /^Repeat: Every 2 weeks on Wednesday/).waitFor()
    await save(page).tap()
    await closed(page)
    const [body] = await onlyOne(sent)
    expect(body).toMatchObject({ title: 'Bins', recurrence: { frequency: 'weekly', interval: 2 } })

    await page.getByRole('link', { name: 'New event' }).tap()
    await line.fill('2 l oat milk to Groceries')
    await page.getByText('Add to Groceries').waitFor()
    await save(page).tap()
    await closed(page)
    // A page that is left waits for nobody to take it back.
    await page.goto(`${stage.home.url}/lists/${groceries}`)
    await until(
      'it is on the list',
      () => textsOf(stage.home, groceries),
      (texts) => texts.includes('oat milk'),
    )
    // Read as the list's own line is.
    await page.getByRole('checkbox', { name: 'oat milk, 2 l' }).waitFor()
    expect(sent).toHaveLength(1)
  })

  test.each([
    [
      'en-GB',
      'Vacuum every Saturday, Ben and Cleo in turn to Chores',
      'Vacuum: Tomorrow · every week · Ben, Cleo in turn',
    ],
    ['de-DE', 'Staubsaugen jeden Samstag Ben auf Chores', 'Staubsaugen: Morgen · jede Woche · Ben'],
  ])('a chore comes as often as it is said: %s', async (locale, sentence, told) => {
    const { home } = stage
    const chores = await makeChores(home, { name: 'Chores' })
    const { page, line } = await calendar({ locale })
    await page.keyboard.press('n')
    await line.fill(sentence)
    await page.getByText(told).waitFor()
    await picture(page, `quick-add-chore-${locale}`)
    expect(await accessibilityProblems(page)).toEqual([])
    await save(page).click()
    await closed(page)
    await page.goto(`${home.url}/lists/${chores}`)
    const [item] = await until(
      'it is on the list',
      () => itemsOf(home, chores),
      ({ length }) => length > 0,
    )
    expect(item).toMatchObject({ due: '2026-11-21', repeat: { every: 'week' } })
    await ask(home, home.cast.ada, `DELETE /api/lists/${chores}`)
  })

  test('and what is said of a chore is waited for', async () => {
    const { home } = stage
    const chores = await makeChores(home, { name: 'Chores' })
    const { page, line } = await calendar()
    await page.keyboard.press('n')
    await line.fill('Vacuum every Saturday to Chores')
    await page.getByText('Vacuum: Tomorrow · every week').waitFor()
    const late: Route[] = []
    await page.route('**/api/events/parse', (route) => void late.push(route))
    await pauseClock(page)
    await save(page).click()
    await until(
      'it is asked about',
      () => late.length,
      (count) => count > 0,
    )
    await page.clock.runFor(3_000)
    await Promise.all(late.map((route) => route.continue()))
    await slowly(page, 'the line is closed', async () => (await page.getByRole('dialog').count()) === 0)
    await page.clock.resume()
    // A page that is left waits for nobody to take it back.
    await page.goto(`${home.url}/lists/${chores}`)
    const [item] = await until(
      'it is on the list',
      () => itemsOf(home, chores),
      ({ length }) => length > 0,
    )
    expect(item).toMatchObject({ text: 'Vacuum', repeat: { every: 'week' } })
    await ask(home, home.cast.ada, `DELETE /api/lists/${chores}`)
  })

  test('and is an item as it is typed after a touch', async () => {
    const { home } = stage
    const chores = await makeChores(home, { name: 'Chores' })
    const { page, line } = await calendar({ size: 'phone' })
    await page.getByRole('link', { name: 'New event' }).tap()
    await line.fill('Vacuum every Saturday to Chores')
    await page.getByRole('button', { name: 'Leave out “Vacuum: Tomorrow · every week”' }).tap()
    await page.getByText('Vacuum: Tomorrow').waitFor({ state: 'detached' })
    await save(page).tap()
    await closed(page)
    await page.goto(`${home.url}/lists/${chores}`)
    const [item] = await until(
      'it is on the list',
      () => itemsOf(home, chores),
      ({ length }) => length > 0,
    )
    expect(item).toMatchObject({ text: 'Vacuum every Saturday' })
    expect(item).not.toHaveProperty('due')
    await ask(home, home.cast.ada, `DELETE /api/lists/${chores}`)
  })
})

describe('what is understood', () => {
  test('is left out by a touch, and never written over what was set by hand', async () => {
    const { page, sent, line } = await calendar()
    await page.keyboard.press('n')
    await line.fill('Call Ben tomorrow 15:00')
    await chip(page, 'For whom: Ben').waitFor()
    await page.getByRole('button', { name: 'Leave out “Ben”' }).click()
    await chip(page, /^For whom: Ada/).waitFor()
    await chip(page, /^When: Tomorrow 15:00/).click()
    await page.getByLabel('Start time').fill('16:15')
    await chip(page, 'When: Tomorrow 16:15 – 17:15').click()
    await page.getByLabel('Start time').waitFor({ state: 'detached' })
    await chip(page, 'Place').click()
    await page.getByRole('textbox', { name: 'Place' }).fill('Kitchen')
    const read = page.waitForResponse('**/api/events/parse')
    await line.fill('Call Ben tomorrow 18:00 at Main St')
    await (await read).finished()
    await save(page).click()
    await closed(page)
    const [body] = await onlyOne(sent)
    expect(body).toMatchObject({ title: 'Call Ben', start: '2026-11-21T15:15:00.000Z', location: 'Kitchen' })
    expect(body).not.toHaveProperty('personIds')
  })

  test('goes on in the whole form, and neither is lost by Escape and a reload', async () => {
    const { page, line } = await calendar()
    await page.keyboard.press('n')
    await line.fill('Dentist tomorrow 15:00')
    await chip(page, /^When: Tomorrow 15:00/).waitFor()
    await chip(page, 'Place').click()
    await page.getByRole('textbox', { name: 'Place' }).fill('Mill Street')
    await page.keyboard.press('Escape')
    await closed(page)
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('n')
    await page.getByText('You have not finished “Dentist tomorrow 15:00”.').waitFor()
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await line.inputValue()).toBe('Dentist tomorrow 15:00')
    await chip(page, /^When: Tomorrow 15:00/).waitFor()
    const form = await wholeForm(page)
    expect(await form.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Dentist')
    expect(await form.getByRole('textbox', { name: 'Place' }).inputValue()).toBe('Mill Street')
    expect(await form.getByText('You have not finished').count()).toBe(0)
    await page.keyboard.press('Escape')
    await closed(page)
    await page.keyboard.press('n')
    await page.getByText('You have not finished “Dentist”.').waitFor()
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await page.getByRole('textbox', { name: 'Place' }).inputValue()).toBe('Mill Street')
  })
})

test('a key that is pressed in the moment in which the line closes opens it again', async () => {
  const { page, line } = await calendar()
  await page.keyboard.press('n')
  await line.fill('Dentist')
  await page.evaluate(() => {
    document.querySelector<HTMLDialogElement>('.quick-add')!.close()
    const { activeElement } = document
    activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true, cancelable: true }))
  })
  await page.getByText('You have not finished “Dentist”.').waitFor()
})

describe('what a new event begins with, when it is known only later,', () => {
  const begin = async () => {
    const { ctx, cast } = stage.home
    const [family] = await ctx.db.select().from(calendars).where(eq(calendars.displayName, 'Family'))
    await changeReminderPreferences(ctx, cast.ada.id, { defaultTimed: 15 })
    const opened = await stage.open()
    const { page } = opened
    await page.addInitScript(([key, url]) => localStorage.setItem(key, url), [
      `last-calendar-${cast.ada.id}`,
      family!.url,
    ] as const)
    const paths = ['**/api/me/reminders', '**/api/events/writable-calendars']
    const held = await Promise.all(paths.map((path) => holdRequests(page, path)))
    const letGo = () => held.map((go) => go())
    const known = () => Promise.all(paths.map((path) => page.waitForResponse(path)))
    return { ...(await calendarOn(opened)), url: family!.url, letGo, known }
  }
  afterEach(() => changeReminderPreferences(stage.home.ctx, stage.home.cast.ada.id, { defaultTimed: null }))

  test('is said as soon as it is, and of whom it is for nothing before', async () => {
    const { page, sent, line, url, letGo } = await begin()
    await page.keyboard.press('n')
    await line.fill('Tea')
    await chip(page, 'For whom').waitFor()
    expect(await chip(page, /Everyone|before/).count()).toBe(0)
    letGo()
    await chip(page, 'For whom: Everyone').waitFor()
    await chip(page, /15 minutes before/).waitFor()
    await chip(page, 'Calendar: Family').waitFor()
    await page.keyboard.press('Enter')
    const [body] = await onlyOne(sent)
    expect(body).toMatchObject({ title: 'Tea', calendarUrl: url, reminderLeadMinutes: 15 })
  })

  test('is waited for by whoever types quickly', async () => {
    const { page, sent, line, url, letGo, known } = await begin()
    await page.keyboard.press('n')
    await line.waitFor()
    await pauseClock(page)
    await line.fill('Tea')
    await page.keyboard.press('Enter')
    await page.clock.runFor(3_000)
    const isKnown = known()
    letGo()
    await isKnown
    await slowly(page, 'it is sent', async () => sent.length > 0)
    expect(sent[0]!.body).toMatchObject({ title: 'Tea', calendarUrl: url, reminderLeadMinutes: 15 })
  })

  test('is the calendar of the whole form, too', async () => {
    const { page, sent, line, url, letGo } = await begin()
    await page.keyboard.press('n')
    await line.fill('Tea')
    await wholeForm(page)
    letGo()
    await page.locator('.for-whom').getByText('Everyone', { exact: true }).waitFor()
    await save(page).click()
    const [body] = await onlyOne(sent)
    expect(body).toMatchObject({ title: 'Tea', calendarUrl: url })
  })
})

describe('an answer of the service', () => {
  test('that is late is waited for by whoever types quickly: in German, with the return key of a laptop', async () => {
    const { page, sent, line } = await calendar({ locale: 'de-DE' })
    const letGo = await holdRequests(page, '**/api/events/parse')
    const [asked, answered] = [page.waitForRequest('**/api/events/parse'), page.waitForResponse('**/api/events/parse')]
    await page.keyboard.press('n')
    await line.waitFor()
    await pauseClock(page)
    await line.fill('Zahnarzt morgen um 15 Uhr')
    await page.keyboard.press('Enter')
    await asked
    await page.clock.runFor(3_000)
    letGo()
    await (await answered).finished()
    const said = page.getByRole('status').getByText('Zahnarzt · Morgen 15:00')
    await slowly(page, 'what was understood is said', () => said.isVisible())
    await closed(page)
    await page.clock.resume()
    const [body] = await onlyOne(sent)
    expect(body).toMatchObject({ title: 'Zahnarzt', start: '2026-11-21T14:00:00.000Z' })
  })

  test('that comes after it was given up counts still', async () => {
    const { page, line } = await calendar()
    const letGo = await holdRequests(page, '**/api/events/parse')
    const asked = page.waitForRequest('**/api/events/parse')
    await page.keyboard.press('n')
    await line.fill('Dentist tomorrow 15:00')
    await asked
    await page.clock.fastForward(6_000)
    const note = page.getByText('Dates in words cannot be read just now.')
    await note.waitFor()
    letGo()
    await chip(page, /^When: Tomorrow 15:00/).waitFor()
    await note.waitFor({ state: 'detached' })
  })

  test('that nobody waits for any longer is no event, and the line is found again', async () => {
    const { page, sent, line } = await calendar()
    const letGo = await holdRequests(page, '**/api/events/parse')
    const asked = page.waitForRequest('**/api/events/parse')
    await page.keyboard.press('n')
    await line.fill('Dentist tomorrow 15:00')
    await save(page).click()
    await asked
    const dropped = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/events/parse'))
    await page.keyboard.press('Escape')
    await closed(page)
    await dropped
    letGo()
    await page.keyboard.press('n')
    await page.getByRole('button', { name: 'Continue' }).click()
    await chip(page, /^When: Tomorrow 15:00/).waitFor()
    await save(page).click()
    await closed(page)
    const [body] = await onlyOne(sent)
    expect(body).toMatchObject({ title: 'Dentist', start: '2026-11-21T14:00:00.000Z' })
  })

  test('about fewer words is dropped, however late it comes', async () => {
    const { page, line } = await calendar()
    const late: Route[] = []
    await page.route('**/api/events/parse', (route) => {
      if (route.request().postDataJSON().text === 'Tea tomorrow 15:00') return void late.push(route)
      return route.continue()
    })
    await page.keyboard.press('n')
    await line.fill('Tea tomorrow 15:00')
    await until(
      'it is asked about',
      () => late.length,
      (count) => count === 1,
    )
    await line.fill('Tea tomorrow 16:00')
    await chip(page, /^When: Tomorrow 16:00/).waitFor()
    await late[0]!.continue().catch(() => {})
    await page.waitForLoadState('networkidle')
    await chip(page, /^When: Tomorrow 16:00/).waitFor()
  })

  test.each([
    ['a refusal', (route: Route) => route.fulfill({ status: 500, json: { error: 'No' } })],
    ['none at all', () => {}],
  ])('that is %s leaves the line as the title, and its chips', async (_, answer) => {
    const { page, sent, line } = await calendar({ size: 'phone' })
    await page.route('**/api/events/parse', answer)
    await page.getByRole('link', { name: 'New event' }).tap()
    await line.fill('Dentist tomorrow 15:00')
    await chip(page, 'When: Today 17:30 – 18:00').tap()
    await page.getByLabel('Start time').fill('19:00')
    await save(page).tap()
    await closed(page)
    const [body] = await onlyOne(sent)
    expect(body).toMatchObject({ title: 'Dentist tomorrow 15:00', start: '2026-11-20T18:00:00.000Z' })
  })

  test('cannot come without a connection: that is said where words look like a time, and nothing is lost', async () => {
    const { page, context, sent, line } = await calendar({ size: 'phone' })
    await page.getByRole('link', { name: 'New event' }).tap()
    await line.waitFor()
    await context.setOffline(true)
    await line.fill('Pick up the cake')
    const note = page.getByText('Dates in words cannot be read just now.')
    await line.fill('Pick up the cake on Sunday')
    await note.waitFor()
    await line.fill('Pick up the cake')
    await note.waitFor({ state: 'detached' })
    await save(page).tap()
    await closed(page)
    await page.locator('.event-row', { hasText: 'Pick up the cake' }).waitFor()
    await context.setOffline(false)
    const [body] = await onlyOne(sent)
    expect(body).toMatchObject({ title: 'Pick up the cake' })
  })
})
