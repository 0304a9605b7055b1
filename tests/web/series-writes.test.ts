import { beforeEach, describe, expect, test } from 'bun:test'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { outbox } from '../../src/platform/db/schema'
import { answer as answerWith } from '../support/proxy'
import type { Size } from './support/browser'
import { passUndo, setCalendars, setClock } from './support/calendars'
import { editOpened, openForm } from './support/event-card'
import { untilKept } from './support/service-worker'
import { holdUndo, leave } from './support/undo'
import { until } from './support/until'

const { stage, calendars } = setCalendars()

/** Every Tuesday from the 10th of February on, fifty times: the last is on the 19th of January. */
const CHOIR = {
  SUMMARY: 'Choir',
  DTSTART: '20260210T180000Z',
  DTEND: '20260210T190000Z',
  RRULE: 'FREQ=WEEKLY;BYDAY=TU;COUNT=50',
}
/** The Tuesdays that a month shows. */
const TUESDAYS = [27, 3, 10, 17, 24, 1]

beforeEach(async () => {
  calendars.setDraining(true)
  calendars.proxy.reset()
  await stage.home.ctx.db.delete(outbox)
  for (const calendar of [calendars.own, calendars.shared]) await calendars.clear(calendar)
  await calendars.put(calendars.own, 'choir', CHOIR)
})

const RANGES = {
  this: 'Only this one Tuesday 24 November',
  thisAndFuture: 'This and all following 9 events',
  all: 'All 50 events',
}
type Range = keyof typeof RANGES

/** The page that was opened last. */
let device: Page

interface Screen {
  page: Page
  context: BrowserContext
}

async function open(path: string, size: Size = 'laptop'): Promise<Screen> {
  const { page, context } = await stage.open({ size })
  await setClock(page)
  device = page
  await page.goto(stage.home.url + path)
  await november(page).waitFor()
  return { page, context }
}

/** A device that has lost its connection, with the code of the dialog at hand. */
async function openOffline(): Promise<Screen> {
  const { page, context } = await open('/?view=month')
  await openNovember(page)
  await page.keyboard.press('Escape')
  await dialogOf(page).waitFor({ state: 'detached' })
  await context.setOffline(true)
  return { page, context }
}

const november = (page: Page) => page.getByRole('button', { name: /^Choir Tuesday 24 November/ }).first()
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Edit event' })
const card = (page: Page) => page.getByRole('dialog', { name: 'Choir', exact: true })
const question = (page: Page) => page.getByRole('dialog', { name: 'Change “Choir”: which events?' })
const answer = (page: Page, range: Range) => question(page).getByRole('button', { name: RANGES[range] })
const save = (page: Page) => dialogOf(page).getByRole('button', { name: 'Save' }).click()

async function openNovember(page: Page): Promise<Locator> {
  await openForm(page, november(page))
  await dialogOf(page).getByLabel('Start date').waitFor()
  return dialogOf(page)
}

async function setToThe25th(page: Page): Promise<void> {
  const dialog = await openNovember(page)
  await dialog.getByLabel('Start date').fill('2026-11-25')
  await save(page)
}

/** The days on which Choir is drawn; waits for them. */
const drawn = (page: Page, ...days: number[]) =>
  until(
    `Choir is on the ${days.join(', ')}`,
    () => daysOf(page),
    (found) => JSON.stringify(found) === JSON.stringify(days),
  )

async function daysOf(page: Page): Promise<number[]> {
  const names = await page
    .getByRole('button', { name: /^Choir / })
    .evaluateAll((all) => all.map((one) => one.textContent))
  return names.map((name) => Number(/day (\d+)/.exec(name ?? '')?.[1]))
}

/** What is on the server once the time for undo is over on the device. */
async function onServer(what: string, holds: (text: string) => boolean): Promise<string> {
  await passUndo(device)
  return until(what, () => calendars.onServer(calendars.own), holds)
}

const saved = (page: Page, title = 'Choir') =>
  until(
    'nothing is on its way',
    () => page.getByRole('button', { name: new RegExp(`^${title} .*Saving`) }).count(),
    (count) => count === 0,
  )

/** What a change of the 24th to the 25th draws, and what the server has of it then. */
const STORIES: [Range, number[], (text: string) => boolean][] = [
  ['this', [27, 3, 10, 17, 25, 1], (text) => text.includes('RECURRENCE-ID:20261124T180000Z')],
  ['thisAndFuture', [27, 3, 10, 17, 25, 2], (text) => events(text) === 2 && text.includes('COUNT=41')],
  ['all', [28, 4, 11, 18, 25, 2], (text) => text.includes('DTSTART:20260211T180000Z')],
]
const events = (text: string) => text.split('BEGIN:VEVENT').length - 1

describe('an occurrence that is set to the next day', () => {
  test.each(STORIES)('with a mouse: %s', async (range, days, isStored) => {
    const { page } = await open('/?view=month')
    await setToThe25th(page)
    await answer(page, range).click()
    await drawn(page, ...days)
    await onServer('it is stored', isStored)
    await saved(page)
    await drawn(page, ...days)
  })

  test.each(STORIES)('with a finger: %s', async (range, _, isStored) => {
    const { page } = await open('/?view=week&date=2026-11-24', 'phone')
    await november(page).tap()
    await editOpened(page)
    await dialogOf(page).getByLabel('Start date').fill('2026-11-25')
    await dialogOf(page).getByRole('button', { name: 'Save' }).tap()
    await answer(page, range).tap()
    await drawn(page, 25)
    await onServer('it is stored', isStored)
  })

  test.each(STORIES)('with keys, by carrying it: %s', async (range, days, isStored) => {
    const { page } = await open('/?view=week&date=2026-11-24')
    await november(page).focus()
    for (const key of ['Space', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
    await until(
      'the usual answer has the focus',
      () => page.evaluate(() => document.activeElement?.textContent ?? ''),
      (text) => text.startsWith('Only this one'),
    )
    const steps = Object.keys(RANGES).indexOf(range)
    for (let step = 0; step < steps; step++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await drawn(page, 25)
    await onServer('it is stored', isStored)
    await page.goto(`${stage.home.url}/?view=month`)
    await drawn(page, ...days)
  })

  test.each(STORIES)('without a connection, and sent when it is back: %s', async (range, days, isStored) => {
    const { page, context } = await openOffline()
    await setToThe25th(page)
    // How many there are is not known now.
    await question(page)
      .getByRole('button', { name: new RegExp(`^${RANGES[range].split(/ \d+ events/)[0]}`) })
      .click()
    await drawn(page, ...days)
    await context.setOffline(false)
    await onServer('it is stored', isStored)
    await saved(page)
    await drawn(page, ...days)
  })
})

describe('an occurrence that is deleted', () => {
  const REMOVED: [Range, number[], (text: string) => boolean][] = [
    ['this', [27, 3, 10, 17, 1], (text) => text.includes('EXDATE:20261124T180000Z')],
    ['thisAndFuture', [27, 3, 10, 17], (text) => text.includes('COUNT=41') || text.includes('UNTIL=')],
    ['all', [], (text) => events(text) === 0],
  ]
  const remove = async (page: Page, range: Range) => {
    await november(page).click()
    // Asked before the series is known, it is not said how many of it there are.
    await card(page)
      .getByText(/^Every week on Tuesday/)
      .waitFor()
    await card(page).getByRole('button', { name: 'Delete' }).click()
    const asked = page.getByRole('dialog', { name: 'Delete “Choir”: which events?' })
    await asked.getByRole('button', { name: RANGES[range] }).click()
  }

  test.each(REMOVED)('goes, and what is meant with it: %s', async (range, days, isStored) => {
    const { page } = await open('/?view=month')
    await remove(page, range)
    await drawn(page, ...days)
    await onServer('it is stored', isStored)
    await drawn(page, ...days)
  })

  test.each(REMOVED)('comes back within five seconds, as if nothing had been: %s', async (range, days) => {
    const { page } = await open('/?view=month')
    await holdUndo(page)
    await remove(page, range)
    await drawn(page, ...days)
    await page.getByRole('button', { name: 'Undo' }).click()
    await drawn(page, ...TUESDAYS)
    expect(await stage.home.ctx.db.select().from(outbox)).toEqual([])
  })
})

describe('the question', () => {
  test('opens at the occurrence that was tapped, and changes nothing on Escape', async () => {
    const { page } = await open('/?view=month')
    const dialog = await openNovember(page)
    expect(await dialog.getByLabel('Start date').inputValue()).toBe('Tue, 24 Nov 2026')
    expect(await dialog.getByLabel('End date').inputValue()).toBe('Tue, 24 Nov 2026')
    await dialog.getByText('This event repeats. When you save, you choose which of its events change.').waitFor()
    await dialog.getByLabel('Start date').fill('2026-11-25')
    await save(page)
    await question(page).waitFor()
    await page.keyboard.press('Escape')
    await question(page).waitFor({ state: 'detached' })
    expect(await dialog.getByLabel('Start date').inputValue()).toBe('Wed, 25 Nov 2026')
    await page.keyboard.press('Escape')
    await drawn(page, ...TUESDAYS)
    expect(await stage.home.ctx.db.select().from(outbox)).toEqual([])
  })

  test('is not asked where nothing was changed', async () => {
    const { page } = await open('/?view=month')
    await openNovember(page)
    await save(page)
    await dialogOf(page).waitFor({ state: 'detached' })
    expect(await question(page).count()).toBe(0)
    await drawn(page, ...TUESDAYS)
  })

  test('offers only what makes sense', async () => {
    const { page } = await open('/?view=month')
    const dialog = await openNovember(page)
    await dialog.getByRole('combobox', { name: 'Repeats', exact: true }).selectOption({ label: 'Every day' })
    await save(page)
    const labels = () => question(page).locator('.ranges').getByRole('button').allInnerTexts()
    await answer(page, 'all').waitFor()
    expect((await labels()).map((label) => label.split('\n')[0])).toEqual(['This and all following', 'All'])
  })

  test('says of reminders that all of the series has the same', async () => {
    const { page } = await open('/?view=month')
    const dialog = await openNovember(page)
    await dialog.getByRole('combobox', { name: 'Reminder' }).selectOption({ label: '1 hour before' })
    await save(page)
    await question(page).getByText('All events of a series have the same reminders.').waitFor()
    expect(await answer(page, 'this').count()).toBe(0)
  })

  test('offers the first occurrence alone, or all', async () => {
    const { page } = await stage.open()
    await setClock(page)
    await page.goto(`${stage.home.url}/?view=month&date=2026-02-10`)
    await openForm(page, page.getByRole('button', { name: /^Choir Tuesday 10 February/ }))
    await dialogOf(page).getByRole('textbox', { name: 'Title' }).fill('Chamber choir')
    await save(page)
    await answer(page, 'all').waitFor()
    expect(await question(page).locator('.ranges').getByRole('button').count()).toBe(2)
  })
})

describe('undo', () => {
  test.each(STORIES)('of a change brings the picture back as it was: %s', async (range, days) => {
    const { page } = await open('/?view=month')
    const picture = () => page.locator('main .kept:not(.unseen)').innerHTML()
    const before = await picture()
    await holdUndo(page)
    await setToThe25th(page)
    await answer(page, range).click()
    await drawn(page, ...days)
    await page.getByRole('button', { name: 'Undo' }).click()
    await drawn(page, ...TUESDAYS)
    expect(await picture()).toBe(before)
    expect(await stage.home.ctx.db.select().from(outbox)).toEqual([])
  })

  test('is over when the page is left: what was done is sent at once', async () => {
    const { page } = await open('/?view=month')
    await holdUndo(page)
    await setToThe25th(page)
    await answer(page, 'this').click()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await leave(page)
    await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' })
    await onServer('it is stored', (text) => text.includes('RECURRENCE-ID:20261124T180000Z'))
  })

  test('may be given up by closing the page: the change is made when the client is opened again', async () => {
    const { page, context } = await open('/?view=month')
    await holdUndo(page)
    await setToThe25th(page)
    await answer(page, 'this').click()
    await drawn(page, 27, 3, 10, 17, 25, 1)
    await untilKept(page, 'outbox-calendar', (kept) => kept.includes('"edit"'))
    await page.close()
    expect(await stage.home.ctx.db.select().from(outbox)).toEqual([])
    const again = await context.newPage()
    await setClock(again)
    await again.goto(`${stage.home.url}/?view=month`)
    await drawn(again, 27, 3, 10, 17, 25, 1)
    await onServer('it is stored', (text) => text.includes('RECURRENCE-ID:20261124T180000Z'))
  })
})

test('an occurrence that differs from its series says so', async () => {
  const { page } = await open('/?view=month')
  await setToThe25th(page)
  await answer(page, 'this').click()
  await onServer('it is stored', (text) => text.includes('RECURRENCE-ID:20261124T180000Z'))
  await saved(page)
  await openForm(
    page,
    page.getByRole('button', { name: /^Choir Wednesday 25 November.*repeats, this one at another time/ }),
  )
  await dialogOf(page)
    .getByText(/This one differs from the other events of its series/)
    .waitFor()
  expect(await dialogOf(page).getByLabel('Start date').inputValue()).toBe('Wed, 25 Nov 2026')
})

test('a series may end before the day that was tapped', async () => {
  const { page } = await open('/?view=month')
  const dialog = await openNovember(page)
  await dialog.getByRole('combobox', { name: 'Ends repeating' }).selectOption({ label: 'On a date' })
  await dialog.getByLabel('Last day').fill('2026-11-10')
  await save(page)
  await answer(page, 'all').click()
  await onServer('it ends', (text) => text.includes('UNTIL=') && text.includes(':20260210T190000'))
  await drawn(page, 27, 3, 10)
})

test.each([
  ['this', 'Choir, only Tuesday 24 November'],
  ['thisAndFuture', 'Choir, from Tuesday 24 November on'],
  ['all', 'Choir, all events'],
] as const)('a change that waits is named: %s', async (range, name) => {
  calendars.setDraining(false)
  const { page } = await open('/?view=month')
  await setToThe25th(page)
  await answer(page, range).click()
  await untilKept(page, 'outbox-calendar', (kept) => kept.includes('"edit"'))
  await page.goto(`${stage.home.url}/unsaved`)
  await passUndo(page)
  await page.getByRole('listitem', { name }).waitFor()
  // What is on its way when a test ends would reach the calendar of the next.
  await until(
    'the service has it',
    () => stage.home.ctx.db.$count(outbox),
    (count) => count > 0,
  )
})

test('an occurrence that could not be saved stays so beside another that is, and is found on other devices', async () => {
  const allow = calendars.proxy.fault({ method: 'PUT' }, answerWith(403))
  const { page } = await open('/?view=month')
  await setToThe25th(page)
  await answer(page, 'this').click()
  await passUndo(page)
  await page.getByRole('button', { name: /^Choir Wednesday 25 November.*Not saved/ }).waitFor()
  allow()
  await openForm(page, page.getByRole('button', { name: /^Choir Tuesday 17 November/ }))
  await dialogOf(page).getByLabel('Start date').fill('2026-11-18')
  await save(page)
  await question(page)
    .getByRole('button', { name: /^Only this one/ })
    .click()
  await onServer('the other is stored', (text) => text.includes('RECURRENCE-ID:20261117T180000Z'))
  await saved(page)
  await drawn(page, 27, 3, 10, 18, 25, 1)
  await page.getByRole('button', { name: /^Choir Wednesday 25 November.*Not saved/ }).waitFor()

  const { page: elsewhere } = await stage.open()
  await setClock(elsewhere)
  await elsewhere.goto(`${stage.home.url}/unsaved`)
  const item = elsewhere.getByRole('listitem', { name: 'Choir, only Tuesday 24 November' })
  await item.getByRole('button', { name: 'Edit' }).click()
  expect(await dialogOf(elsewhere).getByLabel('Start date').inputValue()).toBe('Wed, 25 Nov 2026')
  await elsewhere.keyboard.press('Escape')
  await item.getByRole('button', { name: 'Try again' }).click()
  const text = await onServer('both are stored', (found) => found.includes('RECURRENCE-ID:20261124T180000Z'))
  expect(text).toContain('RECURRENCE-ID:20261117T180000Z')
})

test('all events of one that goes to another calendar by itself are those that stay', async () => {
  const { page } = await open('/?view=month')
  const dialog = await openNovember(page)
  await dialog.getByRole('combobox', { name: 'Calendar' }).selectOption({ label: 'Family (everyone)' })
  await save(page)
  await answer(page, 'this').click()
  // Nobody has told the device yet that it is an event of its own there.
  await page.getByRole('button', { name: /^Choir Tuesday 24 November.*Everyone/ }).waitFor()
  await openNovember(page)
  await dialogOf(page).getByRole('textbox', { name: 'Title' }).fill('Rehearsal')
  await save(page)
  await page.getByRole('button', { name: /^All/ }).click()
  const text = await onServer('its series has the title', (found) => found.includes('SUMMARY:Rehearsal'))
  expect(text).toMatch(/EXDATE\S*:20261124/)
  await saved(page, 'Rehearsal')
  expect(await calendars.onServer(calendars.shared)).toContain('DTSTART:20261124T180000Z')
  expect(await page.getByText('Not saved').count()).toBe(0)
})

test('what somebody else has called together is theirs to change, and that is said', async () => {
  await calendars.put(calendars.own, 'choir', {
    ...CHOIR,
    ORGANIZER: 'mailto:signe@example.org',
    ATTENDEE: 'mailto:ada@example.org',
  })
  const { page } = await open('/?view=month')
  await setToThe25th(page)
  await answer(page, 'this').click()
  await passUndo(page)
  await page.getByRole('button', { name: /^Choir Wednesday 25 November.*Not saved/ }).click()
  await card(page)
    .getByText(/Only whoever sent the invitation can change this event/)
    .waitFor()
})

test('undo of a removal brings back a change that had failed, too', async () => {
  const { page } = await open('/?view=month')
  await page.route('**/api/events/*/edit?*', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 403, json: { error: 'No' } }) : route.continue(),
  )
  await setToThe25th(page)
  await answer(page, 'this').click()
  await passUndo(page)
  const failed = page.getByRole('button', { name: /^Choir Wednesday 25 November.*Not saved/ })
  await holdUndo(page)
  await failed.click()
  await card(page).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: /^Only this one/ }).click()
  await drawn(page, 27, 3, 10, 17, 1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await failed.waitFor()
})

describe('when somebody else has changed the same occurrence', () => {
  /** Another application has moved the 24th, and nothing else, to nine o'clock. */
  const moveElsewhere = () =>
    calendars.put(calendars.own, 'choir', {
      ...CHOIR,
      raw: [
        'END:VEVENT',
        'BEGIN:VEVENT',
        'UID:choir',
        'DTSTAMP:20260101T000000Z',
        'RECURRENCE-ID:20261124T180000Z',
        'DTSTART:20261124T200000Z',
        'DTEND:20261124T210000Z',
        'SUMMARY:Choir',
      ].join('\r\n'),
    })

  test.each([
    ['one’s own', /^Yours.*20:00 – 21:00/, 'DTSTART:20261124T190000Z'],
    ['theirs', /^Now.*21:00 – 22:00/, 'DTSTART:20261124T200000Z'],
  ])('both values are shown, and one of them counts: %s', async (_, choice, line) => {
    const { page } = await open('/?view=month')
    const dialog = await openNovember(page)
    await moveElsewhere()
    await dialog.getByRole('combobox', { name: 'Start time' }).fill('20:00')
    await save(page)
    await answer(page, 'this').click()
    await passUndo(page)
    await page.getByRole('button', { name: /^Choir .*Not saved/ }).click()
    const when = card(page).getByRole('group', { name: 'When' })
    await when.getByRole('radio', { name: choice }).check()
    await card(page).getByRole('button', { name: 'Save this' }).click()
    await saved(page)
    const text = await onServer('one of them stands', (found) => found.includes(line))
    expect(events(text)).toBe(2)
    await page.goto(`${stage.home.url}/unsaved`)
    await page.getByText('Everything is saved.').waitFor()
  })
})
