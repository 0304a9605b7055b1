import { beforeEach, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { outbox } from '../../src/platform/db/schema'
import { setCalendars, setClock } from './support/calendars'
import { openForm } from './support/event-card'
import { wholeForm } from './support/new-event'
import { until } from './support/until'

const { stage, calendars } = setCalendars()

beforeEach(async () => {
  await stage.home.ctx.db.delete(outbox)
})

async function openMonth(path = '/?view=month'): Promise<Page> {
  const { page } = await stage.open()
  await setClock(page)
  await page.goto(stage.home.url + path)
  return page
}

const event = (page: Page, title: string) =>
  page.getByRole('main').getByRole('button', { name: new RegExp(`^${title} `) })
const reminder = (dialog: Locator, name = 'Reminder') => dialog.getByRole('combobox', { name, exact: true })
const chosen = (dialog: Locator) =>
  dialog
    .getByRole('combobox', { name: 'Reminder' })
    .evaluateAll((found) => found.map((select) => (select as HTMLSelectElement).selectedOptions[0]!.label))
const another = (dialog: Locator) => dialog.getByRole('button', { name: 'Another reminder' })
const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click()
const onServer = (holds: (text: string) => boolean) =>
  until('what is on the server', () => calendars.onServer(calendars.own), holds)
const alarms = (text: string) => text.split('BEGIN:VALARM').length - 1

test('an event has up to five reminders, which stand in the form again and are taken away one by one', async () => {
  const page = await openMonth('/?new')
  const dialog = await wholeForm(page)
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Dentist')
  expect(await another(dialog).count()).toBe(0)
  await reminder(dialog).selectOption({ label: '10 minutes before' })
  for (let count = 2; count <= 5; count++) await another(dialog).click()
  expect(await another(dialog).count()).toBe(0)
  await reminder(dialog, 'Reminder 5').selectOption({ label: 'At the start' })
  expect(new Set(await chosen(dialog)).size).toBe(5)
  await save(page)
  await onServer((text) => text.includes('SUMMARY:Dentist') && alarms(text) === 5)

  await openForm(page, event(page, 'Dentist').first())
  await reminder(dialog, 'Reminder 5').waitFor()
  expect(await chosen(dialog)).toContain('At the start')
  for (let last = 5; last > 1; last--) await reminder(dialog, `Reminder ${last}`).selectOption({ label: 'None' })
  expect(await reminder(dialog).evaluate((select) => select === document.activeElement)).toBe(true)
  const [left] = await chosen(dialog)
  await save(page)
  await onServer((text) => alarms(text) === 1)
  await page.goto(`${stage.home.url}/?view=month`)
  await openForm(page, event(page, 'Dentist').first())
  await reminder(dialog).waitFor()
  expect(await chosen(dialog)).toEqual([left!])
})

test('a whole day reminds on the clock of whoever reads it', async () => {
  const { page } = await stage.open({ locale: 'en-US' })
  await setClock(page)
  await page.goto(`${stage.home.url}/?new`)
  const dialog = await wholeForm(page)
  await dialog.getByRole('switch', { name: 'All day' }).click()
  const evening = reminder(dialog).locator('option', { hasText: 'The day before at 6:00 pm' })
  await evening.waitFor({ state: 'attached' })
})

test('a whole day reminds on the evening before, and alarms of another kind stay', async () => {
  await calendars.put(calendars.own, 'bins', {
    SUMMARY: 'Bins',
    DTSTART: '20261119',
    raw: 'BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:Bins\r\nTRIGGER;RELATED=END:-PT5M\r\nEND:VALARM',
  })
  const page = await openMonth()
  const dialog = page.getByRole('dialog')
  await openForm(page, event(page, 'Bins').first())
  await reminder(dialog).waitFor()
  expect(await chosen(dialog)).toEqual(['Special reminder (stays as it is)'])
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Paper bins')
  await save(page)
  expect(await onServer((text) => text.includes('SUMMARY:Paper bins'))).toContain('TRIGGER;RELATED=END:-PT5M')

  await page.goto(`${stage.home.url}/?view=month`)
  await openForm(page, event(page, 'Paper bins').first())
  await reminder(dialog).selectOption({ label: 'The day before at 18:00' })
  await save(page)
  const text = await onServer((written) => !written.includes('RELATED=END'))
  expect(text).toContain('20261118T170000Z')
})
