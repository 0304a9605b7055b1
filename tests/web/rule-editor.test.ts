import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { outbox } from '../../src/platform/db/schema'
import type { EventLines } from '../support/caldav'
import { picture, type VisitOptions } from './support/browser'
import { passUndo, setCalendars, setClock } from './support/calendars'
import { openForm } from './support/event-card'
import { wholeForm } from './support/new-event'
import { until } from './support/until'

const { stage, calendars } = setCalendars()

beforeEach(async () => {
  await stage.home.ctx.db.delete(outbox)
})
afterEach(() => calendars.setDraining(true))

async function openMonth(options: VisitOptions = {}): Promise<Page> {
  const { page } = await stage.open(options)
  await setClock(page)
  await page.goto(`${stage.home.url}/?view=month`)
  await page.getByRole('grid').waitFor()
  return page
}

/** The dialog of a series that another application has written. */
async function openSeries(title: string, lines: EventLines): Promise<{ page: Page; dialog: Locator }> {
  await calendars.put(calendars.own, title.toLowerCase(), { SUMMARY: title, ...lines })
  const page = await openMonth()
  await openForm(page, eventsOf(page, title).first())
  const dialog = page.getByRole('dialog', { name: 'Edit event' })
  await dialog.getByLabel('Start date').waitFor()
  return { page, dialog }
}

const eventsOf = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(`^${title} `) })
const repeatsOf = (dialog: Locator) => dialog.getByRole('combobox', { name: 'Repeats', exact: true })
const chosen = (select: Locator) => select.evaluate((element: HTMLSelectElement) => element.selectedOptions[0]!.label)
const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click()

const says = (page: Page, sentence: string) =>
  until(
    sentence,
    () => page.locator('[aria-live="polite"].rule-sentence').textContent(),
    (words) => words === sentence,
  )

const stored = (line: string) =>
  until(
    line,
    () => calendars.onServer(calendars.own),
    (text) => text.includes(line),
  )

/** What was answered last is sent: the time for undo, which a busy machine may have used up by now, is over. */
async function sent(page: Page) {
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await passUndo(page)
}

/** The days of the month on which an event is drawn. */
async function daysOf(page: Page, title: string): Promise<number[]> {
  const names = await eventsOf(page, title).allTextContents()
  return names.map((name) => Number(/day (\d+) /.exec(name)?.[1]))
}

test('two days of every other week are made with the keyboard, drawn at once, and written', async () => {
  calendars.setDraining(false)
  const page = await openMonth()
  await page.keyboard.press('n')
  const dialog = await wholeForm(page)
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Swimming')
  await dialog.getByLabel('Start date').fill('2026-11-02')
  await repeatsOf(dialog).selectOption({ label: 'Every week' })
  await says(page, 'Every week on Monday.')
  await repeatsOf(dialog).selectOption({ label: 'Custom…' })
  await dialog.getByRole('textbox', { name: 'Every' }).fill('2')
  for (const day of ['Tue', 'Thu', 'Mon']) {
    await dialog.getByRole('button', { name: day, exact: true }).focus()
    await page.keyboard.press('Space')
  }
  await says(page, 'Every 2 weeks on Tuesday and Thursday. The first is on Tuesday 3 November.')
  await dialog.getByRole('combobox', { name: 'Ends repeating' }).selectOption({ label: 'On a date' })
  await dialog.getByLabel('Last day').fill('2026-11-20')
  await says(page, 'Every 2 weeks on Tuesday and Thursday until 20 November. The first is on Tuesday 3 November.')
  await picture(page, 'rule-editor-laptop')
  await save(page)
  await eventsOf(page, 'Swimming').first().waitFor()
  expect(await daysOf(page, 'Swimming')).toEqual([3, 5, 17, 19])
  calendars.setDraining(true)
  await calendars.drain.wake()
  const text = await stored('SUMMARY:Swimming')
  expect(text).toContain('DTSTART;TZID=Europe/Berlin:20261103T163000')
  expect(text).toMatch(/RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;UNTIL=20261120/)
})

test('a day of the month is chosen among those that the start makes possible', async () => {
  const { page, dialog } = await openSeries('Chess', {
    DTSTART: '20261110T180000Z',
    DTEND: '20261110T190000Z',
    RRULE: 'FREQ=MONTHLY;BYDAY=2TU',
  })
  expect(await chosen(repeatsOf(dialog))).toBe('Custom…')
  await says(page, 'Every month on the second Tuesday.')
  const day = dialog.getByRole('combobox', { name: 'Day', exact: true })
  expect(await day.locator('option').allTextContents()).toEqual([
    'on day 10',
    'on the second Tuesday',
    'on the last Tuesday',
    'on the last day',
  ])
  await day.selectOption('on the last Tuesday')
  await dialog.getByRole('textbox', { name: 'Every' }).fill('')
  await save(page)
  await dialog.getByText('A number from 1 to 999').waitFor()
  await dialog.getByRole('textbox', { name: 'Every' }).fill('3')
  await says(page, 'Every 3 months on the last Tuesday.')
  await save(page)
  await page.getByRole('dialog', { name: 'Change “Chess”: which events?' }).getByRole('button', { name: 'All' }).click()
  await sent(page)
  await stored('RRULE:FREQ=MONTHLY;INTERVAL=3;BYDAY=-1TU')
  await until(
    'the last Tuesday',
    () => daysOf(page, 'Chess'),
    (days) => days.join() === '24',
  )
})

test('a rule that the form cannot say is told, stays, and is replaced on purpose only', async () => {
  const rule = 'FREQ=MONTHLY;BYDAY=1TU,3TU;COUNT=4'
  const { page, dialog } = await openSeries('Market', {
    DTSTART: '20261103T080000Z',
    DTEND: '20261103T090000Z',
    RRULE: rule,
  })
  await says(page, 'Repeats by a rule of another calendar, 4 times; it stays as it is.')
  expect(await repeatsOf(dialog).count()).toBe(0)
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Flea market')
  await save(page)
  const question = page.getByRole('dialog', { name: 'Change “Market”: which events?' })
  calendars.setDraining(false)
  await question.getByRole('button', { name: 'All' }).click()
  // Of a series that is being changed it is not known how it repeats.
  await openForm(page, eventsOf(page, 'Flea market').first())
  await dialog.getByText('An earlier change is still on its way').waitFor()
  expect(await dialog.locator('.rule-sentence').count()).toBe(0)
  await page.keyboard.press('Escape')
  await sent(page)
  calendars.setDraining(true)
  await calendars.drain.wake()
  expect(await stored('SUMMARY:Flea market')).toContain(rule)
  await until(
    'nothing is on its way',
    () => eventsOf(page, 'Flea market').filter({ hasText: 'Saving' }).count(),
    (count) => count === 0,
  )
  await openForm(page, eventsOf(page, 'Flea market').first())
  await dialog.getByRole('button', { name: 'Replace the rule' }).click()
  await until(
    'the choice has the focus',
    () => repeatsOf(dialog).evaluate((select) => select === document.activeElement),
    (isThere) => isThere,
  )
  await repeatsOf(dialog).selectOption({ label: 'Special rule (stays as it is)' })
  await says(page, 'Repeats by a rule of another calendar, 4 times; it stays as it is.')
  await dialog.getByRole('button', { name: 'Replace the rule' }).click()
  await says(page, 'Every week on Tuesday, 4 times.')
  await save(page)
  await page
    .getByRole('dialog', { name: /which events/ })
    .getByRole('button', { name: 'All' })
    .click()
  await sent(page)
  await stored('RRULE:FREQ=WEEKLY;COUNT=4')
})

test('German says it in German, on a phone, with room for a finger', async () => {
  const page = await openMonth({ locale: 'de-DE', size: 'phone' })
  await page.goto(`${stage.home.url}/?new`)
  const dialog = await wholeForm(page)
  await dialog.getByLabel('Datum des Beginns').fill('2026-11-24')
  const repeats = dialog.getByRole('combobox', { name: 'Wiederholung', exact: true })
  await repeats.selectOption({ label: 'Eigene Regel…' })
  await dialog.getByRole('textbox', { name: 'Alle' }).fill('2')
  await dialog.getByRole('button', { name: /^Do/ }).tap()
  await says(page, 'Alle 2 Wochen am Dienstag und Donnerstag.')
  const days = await dialog.locator('.weekdays button').allTextContents()
  expect(days.map((day) => day.slice(0, 2))).toEqual(['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'])
  await dialog.locator('.weekdays').scrollIntoViewIfNeeded()
  await picture(page, 'rule-editor-phone-german')
  await dialog.getByRole('combobox', { name: 'Einheit' }).selectOption('Monate')
  await dialog.getByRole('combobox', { name: 'Tag', exact: true }).selectOption('am letzten Dienstag')
  await says(page, 'Alle 2 Monate am letzten Dienstag.')
  await picture(page, 'rule-editor-months-phone-german')
})
