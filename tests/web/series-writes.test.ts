import { beforeEach, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { setCalendars, setClock } from './support/calendars'
import { until } from './support/until'

const { stage, calendars } = setCalendars()

/** Every Tuesday from the 10th of February on. */
beforeEach(() =>
  calendars.put(calendars.own, 'choir', {
    SUMMARY: 'Choir',
    DTSTART: '20260210T180000Z',
    DTEND: '20260210T190000Z',
    RRULE: 'FREQ=WEEKLY;BYDAY=TU',
  }),
)

/** The dialog of the choir on Tuesday 24 November. */
async function openNovember(): Promise<Page> {
  const { page } = await stage.open()
  await setClock(page)
  await page.goto(`${stage.home.url}/?view=month`)
  await page.getByRole('button', { name: /^Choir Tuesday 24 November/ }).click()
  await page.getByRole('dialog', { name: 'Edit event' }).getByLabel('Start date').waitFor()
  return page
}

const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click()
const stored = (line: string) =>
  until(
    line,
    () => calendars.onServer(calendars.own),
    (text) => text.includes(line),
  )

test('the dialog of a series shows the day that was tapped, and saving its title moves nothing', async () => {
  const page = await openNovember()
  const dialog = page.getByRole('dialog', { name: 'Edit event' })
  expect(await dialog.getByLabel('Start date').inputValue()).toBe('2026-11-24')
  expect(await dialog.getByLabel('End date').inputValue()).toBe('2026-11-24')
  await dialog.getByText('This event repeats. Changes here apply to all of its events.').waitFor()
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Chamber choir')
  await save(page)
  const text = await stored('SUMMARY:Chamber choir')
  expect(text).toContain('DTSTART:20260210T180000Z')
  expect(text).toContain('BYDAY=TU')
})

test('another time of day is the time of all its events, from the first one on', async () => {
  const page = await openNovember()
  await page.getByRole('textbox', { name: 'Start time' }).fill('20:15')
  await save(page)
  await page.getByRole('button', { name: /^Choir Tuesday 24 November, 20:15 – 21:15/ }).waitFor()
  await page.getByRole('button', { name: /^Choir Tuesday 3 November, 20:15 – 21:15/ }).waitFor()
  await stored('DTSTART:20260210T191500Z')
})

test('another day moves every event by as much, and takes none away', async () => {
  const page = await openNovember()
  await page.getByRole('dialog', { name: 'Edit event' }).getByLabel('Start date').fill('2026-11-25')
  await save(page)
  await stored('DTSTART:20260211T180000Z')
  for (const day of ['4', '11', '18', '25']) {
    await page.getByRole('button', { name: new RegExp(`^Choir Wednesday ${day} November, 19:00 – 20:00`) }).waitFor()
  }
})

test('a series may end before the day that was tapped', async () => {
  const page = await openNovember()
  const dialog = page.getByRole('dialog', { name: 'Edit event' })
  await dialog.getByRole('combobox', { name: 'Ends repeating' }).selectOption({ label: 'On a date' })
  await dialog.getByLabel('Last day').fill('2026-11-10')
  await save(page)
  const text = await stored('UNTIL=')
  expect(text).toContain(':20260210T190000')
  await page.getByRole('button', { name: /^Choir Tuesday 24 November/ }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Choir Tuesday 10 November/ }).waitFor()
})
