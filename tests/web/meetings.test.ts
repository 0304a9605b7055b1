import { beforeEach, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import type { EventLines } from '../support/caldav'
import { accessibilityProblems } from './support/axe'
import { passUndo, setCalendars, setClock } from './support/calendars'
import { editOpened } from './support/event-card'
import { holdUndo, leave } from './support/undo'
import { until } from './support/until'

const { stage, calendars } = setCalendars()

const RECITAL: EventLines = { SUMMARY: 'Recital', DTSTART: '20261120T160000Z', DTEND: '20261120T170000Z' }
const GUESTS: EventLines = {
  'ATTENDEE;CN=Signe Holm;PARTSTAT=ACCEPTED': 'mailto:signe@example.org',
  'ATTENDEE;PARTSTAT=NEEDS-ACTION': 'mailto:tom@example.org',
}
const BY_ADA: EventLines = { ...RECITAL, ...GUESTS, 'ORGANIZER;CN=Ada': 'mailto:ada' }
const BY_SIGNE: EventLines = {
  ...RECITAL,
  'ORGANIZER;CN=Signe Holm': 'mailto:signe@example.org',
  'ATTENDEE;CN=Ada;PARTSTAT=ACCEPTED': 'mailto:ada',
}

beforeEach(() => calendars.proxy.reset())

interface OpenOptions {
  locale?: string
  /** What is to hold before the client asks for anything. */
  prepare?: (page: Page) => Promise<unknown>
}

async function open(lines: EventLines, { prepare, ...options }: OpenOptions = {}): Promise<Page> {
  await calendars.put(calendars.own, 'recital', lines)
  const { page } = await stage.open(options)
  await setClock(page)
  await prepare?.(page)
  await page.goto(`${stage.home.url}/?view=day`)
  await page.getByRole('button', { name: /^Recital / }).click()
  await page.getByRole('dialog', { name: 'Recital' }).waitFor()
  return page
}

const onServer = () => calendars.onServer(calendars.own)
const isGone = (text: string) => !text.includes('SUMMARY:Recital')
/** It is deleted once the time for undo is over, which a busy machine may have used up by now. */
async function gone(page: Page) {
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await passUndo(page)
  await until('it is gone', onServer, isGone)
}
const remove = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()

test('before a meeting is deleted, its organizer hears who will be told, and may think again', async () => {
  const page = await open(BY_ADA)
  await page.getByRole('dialog').getByText('With Signe Holm and tom@example.org').waitFor()
  await remove(page)
  const question = page.getByRole('dialog', { name: 'Delete “Recital”?' })
  await question.getByText('Signe Holm and tom@example.org will be told that it is off.').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: /^Recital / }).click()
  await remove(page)
  await question.getByRole('button', { name: 'Delete' }).click()
  await gone(page)
})

test('who was invited hears that the organizer will be told', async () => {
  const page = await open(BY_SIGNE)
  await page.getByRole('dialog').getByText('Invited by Signe Holm').waitFor()
  await remove(page)
  const question = page.getByRole('dialog', { name: 'Delete “Recital”?' })
  await question.getByText('Signe Holm will be told that you are not coming.').waitFor()
  await question.getByRole('button', { name: 'Delete' }).click()
  await gone(page)
})

test('of a series, one question says both', async () => {
  const page = await open({ ...BY_ADA, RRULE: 'FREQ=WEEKLY' })
  await remove(page)
  const question = page.getByRole('dialog', { name: 'Delete “Recital”: which events?' })
  await question.getByText(/^Signe Holm and tom@example\.org will be told/).waitFor()
  await question.getByRole('button', { name: /^All/ }).click()
  await gone(page)
})

test('what nobody else takes part in is deleted without a question', async () => {
  const page = await open(RECITAL)
  await holdUndo(page)
  await remove(page)
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await leave(page)
  await until('it is gone', onServer, isGone)
})

test('where nobody can be asked whether others take part, it says so', async () => {
  // Not later: the device would remember an answer.
  const page = await open(RECITAL, {
    prepare: (page) => page.route('**/api/events/*/meeting*', (route) => route.abort()),
  })
  await remove(page)
  const question = page.getByRole('dialog', { name: 'Delete “Recital”?' })
  await question.getByText('Whether others take part cannot be seen just now. If they do, they are told.').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: /^Recital .*Ada$/ }).waitFor()
})

test('before a meeting goes to another calendar, too; the form stays as it was when it is not to', async () => {
  const page = await open(BY_ADA, { locale: 'de-DE' })
  await editOpened(page)
  const dialog = page.getByRole('dialog', { name: 'Termin bearbeiten' })
  await dialog.getByRole('textbox', { name: 'Ort' }).fill('Aula')
  await dialog.getByRole('combobox', { name: 'Kalender' }).selectOption({ label: 'Family (alle)' })
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  const question = page.getByRole('dialog', { name: '„Recital“ in den anderen Kalender verschieben?' })
  await question.getByText(/Signe Holm und tom@example\.org nehmen daran teil/).waitFor()
  await question.getByRole('button', { name: 'Abbrechen' }).click()
  expect(await dialog.getByRole('textbox', { name: 'Ort' }).inputValue()).toBe('Aula')
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await question.getByRole('button', { name: 'Verschieben' }).click()
  await until(
    'it stands in the other calendar, under its own name',
    () => calendars.onServer(calendars.shared),
    (text) => text.includes('UID:recital') && text.includes('LOCATION:Aula'),
  )
  expect(await onServer()).not.toContain('SUMMARY:Recital')
})
