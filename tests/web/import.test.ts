import { afterEach, expect, test } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { eventOf, fileOf, manyEvents } from '../features/import/bringing'
import { putEvent } from '../support/caldav'
import { answer, holdRequest } from '../support/proxy'
import { accessibilityProblems } from './support/axe'
import { picture } from './support/browser'
import { setCalendars, setClock } from './support/calendars'
import { holdAnswers } from './support/late'
import { refuseUntilTriedAgain } from './support/refused'
import { smallTargets } from './support/targets'
import { until } from './support/until'

const { stage, calendars } = setCalendars()
afterEach(() => calendars.proxy.reset())

const TODO = ['BEGIN:VTODO', 'UID:todo', 'SUMMARY:Milk', 'END:VTODO']

async function choose(page: Page, file: string, name = 'Choose a file') {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name }).click()
  await (await chooser).setFiles({ name: 'club.ics', mimeType: 'text/calendar', buffer: Buffer.from(file) })
}

/** Drops a file where somebody would, with the browser's own events. */
async function drop(page: Page, file: string) {
  const target = page.locator('.calendar-main')
  const dataTransfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer()
    data.items.add(new File([text], 'club.ics', { type: 'text/calendar' }))
    return data
  }, file)
  // The code comes with the first thing that is dragged into the window.
  await until(
    'a file may be dropped',
    async () => {
      for (const type of ['dragenter', 'dragover']) await target.dispatchEvent(type, { dataTransfer })
      return page.getByText('Drop the calendar file here').isVisible()
    },
    Boolean,
  )
  await picture(page, 'import-drop')
  await target.dispatchEvent('drop', { dataTransfer })
}

test('a file is chosen, looked at and brought in; what is there stays, and a reload loses nothing', async () => {
  const { own, proxy } = calendars
  await calendars.put(own, 'event-0', { SUMMARY: 'Was here before' })
  const { page } = await stage.open({ path: '/elsewhere' })
  await choose(page, fileOf(manyEvents(30), TODO))
  const dialog = page.getByRole('dialog', { name: 'Bring in a calendar' })
  await dialog.getByText('30 events found').waitFor()
  await dialog.getByText('From Thursday, 1 January 2026 to Friday, 30 January 2026').waitFor()
  await dialog.getByText('1 is in this calendar already. It stays as it is.').waitFor()
  await dialog.getByText('1 entry is not an event and is left out').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await picture(page, 'import-preview')
  const held = holdRequest()
  proxy.fault({ method: 'PUT', skip: 5, times: 1 }, held.fault)
  await dialog.getByRole('button', { name: 'Bring in 29 events' }).click()
  await held.arrived
  await page.getByRole('progressbar', { name: 'Events are being brought in' }).waitFor()
  await page.reload()
  const section = page.getByRole('region', { name: 'Bring in a calendar' })
  await section.getByRole('progressbar').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await picture(page, 'import-progress')
  held.release()
  await section.getByText('All done').waitFor()
  await section.getByText('29 events are in the calendar now.').waitFor()
  await section.getByText('1 was there already.').waitFor()
  await picture(page, 'import-done')
  expect((await calendars.onServer(own)).split('BEGIN:VEVENT')).toHaveLength(31)
  expect(await calendars.onServer(own)).toContain('Was here before')
  await section.getByRole('button', { name: 'Close' }).click()
  await section.getByText('All done').waitFor({ state: 'detached' })
})

test('what turns out to be more than was found takes nothing of the bar back', async () => {
  const { proxy } = calendars
  const days = manyEvents(20).map(([, ...lines], n) => ['UID:club', ...lines, `RECURRENCE-ID:202601${n + 10}T080000Z`])
  const { page } = await stage.open({ path: '/elsewhere' })
  await choose(page, fileOf([...manyEvents(9, 'match'), ...days]))
  const [whole, first] = [holdRequest(), holdRequest()]
  proxy.fault({ method: 'PUT', body: /RECURRENCE-ID/ }, whole.fault)
  proxy.fault({ method: 'PUT', body: /UID:club/, times: 1 }, first.fault)
  await page.getByRole('button', { name: 'Bring in 10 events' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bring in a calendar' })
  const bar = dialog.getByRole('progressbar')
  const position = () => bar.evaluate((element: HTMLProgressElement) => element.position)
  await dialog.getByText('9 of 10').waitFor()
  expect(await position()).toBeCloseTo(0.9)
  // The server takes no days without their series.
  whole.release()
  await dialog.getByText('9 of 29').waitFor()
  expect(await position()).toBeCloseTo(0.9)
  first.release()
  await dialog.getByText('29 events are in the calendar now.').waitFor()
})

test.each([
  ['the calendars', 'GET', '**/api/events/writable-calendars', 403, 'This could not be loaded.'],
  ['what a file would do', 'POST', '**/api/import/preview*', 500, 'Corkboard could not do this right now.'],
])('of %s is said that it could not be asked for, and a button asks again', async (_, method, path, status, said) => {
  const { page } = await stage.open()
  await refuseUntilTriedAgain(page, path, status, method)
  await page.goto(`${stage.home.url}/elsewhere`)
  await choose(page, fileOf(manyEvents(3)))
  const dialog = page.getByRole('dialog', { name: 'Bring in a calendar' })
  await dialog.getByRole('alert').getByText(said).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByText('3 events found').waitFor()
})

test('one that cannot be looked at is asked after ever more seldom, and not by a page that nobody sees', async () => {
  const { page } = await stage.open({ path: '/elsewhere' })
  await page.clock.install()
  let asked = 0
  await page.route(/\/api\/import\/\d+$/, (route) => {
    asked++
    return route.fulfill({ status: 500, json: { error: 'No' } })
  })
  const minute = async () => {
    asked = 0
    for (let second = 0; second < 60; second++) {
      await page.clock.runFor(1_000)
      await page.evaluate(() => fetch('/health'))
    }
    return asked
  }
  const held = holdRequest()
  calendars.proxy.fault({ method: 'PUT', times: 1 }, held.fault)
  await choose(page, fileOf(manyEvents(3, 'seldom')))
  await page.getByRole('button', { name: 'Bring in 3 events' }).click()
  await page.getByText('There is no connection just now').waitFor()
  expect(await minute()).toBeLessThan(8)
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }))
  expect(await minute()).toBe(0)
  held.release()
})

test('a file is dropped on the calendar, stopped half-way, and what is written stays', async () => {
  const { shared, proxy } = calendars
  const { page } = await stage.open({ path: '/' })
  await drop(page, fileOf(manyEvents(40, 'match')))
  const dialog = page.getByRole('dialog', { name: 'Bring in a calendar' })
  await dialog.getByLabel('Into which calendar?').selectOption({ label: 'Family' })
  const held = holdRequest()
  proxy.fault({ method: 'PUT', skip: 3, times: 1 }, held.fault)
  await dialog.getByRole('button', { name: 'Bring in 40 events' }).click()
  await held.arrived
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await dialog.getByText('Stopped').waitFor()
  await picture(page, 'import-stopped')
  held.release()
  await until(
    'what was on its way is there',
    async () => (await calendars.onServer(shared)).split('BEGIN:VEVENT').length - 1,
    (count) => count === 4,
  )
  await dialog.getByText('4 events are in the calendar now.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'detached' })
})

test('a file that cannot be read is not taken for a lost connection', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-file-'))
  const path = join(folder, 'club.ics')
  await writeFile(path, fileOf(manyEvents(2, 'gone')))
  const { page } = await stage.open({ path: '/elsewhere' })
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).click()
  await (await chooser).setFiles(path)
  const dialog = page.getByRole('dialog', { name: 'Bring in a calendar' })
  await dialog.getByText('2 events found').waitFor()
  await rm(folder, { recursive: true })
  await dialog.getByRole('button', { name: 'Bring in 2 events' }).click()
  await dialog.getByText('This file cannot be read.').waitFor()
  expect(await page.getByText('No connection').count()).toBe(0)
})

test('one that was closed stays closed, though an answer about it comes late', async () => {
  const { page } = await stage.open()
  await setClock(page)
  await page.goto(`${stage.home.url}/elsewhere`)
  await choose(page, fileOf(manyEvents(3, 'late')))
  const dialog = page.getByRole('dialog', { name: 'Bring in a calendar' })
  const held = holdRequest()
  calendars.proxy.fault({ method: 'PUT', times: 1 }, held.fault)
  const begun = page.waitForResponse((answer) => answer.url().includes('/api/import?'))
  await dialog.getByRole('button', { name: 'Bring in 3 events' }).click()
  const { id } = await (await begun).json()
  await held.arrived
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await dialog.getByText('Stopped').waitFor()
  const late = await holdAnswers(page, `/api/import/${id}`)
  await page.clock.fastForward(2_000)
  await late.given
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'detached' })
  await late.arrive()
  expect(await page.getByText('Stopped').count()).toBe(0)
  held.release()
})

test('one that is known no more is said to be so', async () => {
  const { page } = await stage.open({ path: '/elsewhere' })
  await page.route(/\/api\/import\/\d+$/, (route) => route.fulfill({ status: 404, json: { error: 'Not found' } }))
  await choose(page, fileOf(manyEvents(3, 'forgotten')))
  const dialog = page.getByRole('dialog', { name: 'Bring in a calendar' })
  await dialog.getByRole('button', { name: 'Bring in 3 events' }).click()
  await dialog.getByRole('status').getByText('Nothing is known of this any more.').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
})

test('what the server refuses is named, with its day', async () => {
  const { proxy } = calendars
  proxy.fault({ method: 'PUT', body: /Flood/ }, answer(403))
  const { page } = await stage.open({ path: '/elsewhere', size: 'phone' })
  await choose(page, fileOf([eventOf('dry', 'Dry'), eventOf('flood', 'Flood', '20261203')]))
  const dialog = page.getByRole('dialog', { name: 'Bring in a calendar' })
  await dialog.getByRole('button', { name: 'Bring in 2 events' }).click()
  await calendars.drain.drain()
  await dialog.getByText('1 was refused by the calendar’s server.').waitFor()
  await dialog.getByRole('listitem').getByText('Flood Thursday, 3 December 2026').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await picture(page, 'import-named-phone')
})

test('on a phone and in German; what is no calendar, and no connection, are said in words', async () => {
  const { page, context } = await stage.open({ path: '/elsewhere', size: 'phone', locale: 'de-DE', theme: 'dark' })
  await choose(page, '<!doctype html><p>Sign in', 'Datei auswählen')
  const dialog = page.getByRole('dialog', { name: 'Kalender übernehmen' })
  await dialog.getByText('Diese Datei ist kein Kalender').waitFor()
  expect(await dialog.getByRole('button', { name: 'Übernehmen' }).isDisabled()).toBe(true)
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await smallTargets(page)).toEqual([])
  await picture(page, 'import-refused-phone')
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await smallTargets(page)).toEqual([])
  await choose(page, fileOf([eventOf('einer', 'Einer')]), 'Datei auswählen')
  await dialog.getByText('1 Termin gefunden').waitFor()
  await context.setOffline(true)
  await dialog.getByRole('button', { name: '1 Termin übernehmen' }).click()
  await dialog
    .getByRole('alert')
    .getByText(/Verbindung/)
    .waitFor()
  await context.setOffline(false)
  await dialog.getByRole('button', { name: '1 Termin übernehmen' }).click()
  await dialog.getByText('1 Termin steht jetzt im Kalender.').waitFor()
})

test('a file that is chosen without a connection is looked at when there is one', async () => {
  const { page, context } = await stage.open({ path: '/elsewhere' })
  const dialog = page.getByRole('dialog', { name: 'Bring in a calendar' })
  await page.getByRole('button', { name: 'Choose a file' }).waitFor()
  // Its code is there.
  await choose(page, fileOf([eventOf('early', 'Early')]))
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await context.setOffline(true)
  await choose(page, fileOf([eventOf('early', 'Early')]))
  await dialog
    .getByRole('alert')
    .getByText(/connection/)
    .waitFor()
  await context.setOffline(false)
  await dialog.getByText('1 event found').waitFor()
  expect(await dialog.getByRole('button', { name: 'Bring in 1 event' }).isEnabled()).toBe(true)
  expect(await dialog.getByRole('alert').count()).toBe(0)
})

test('all of a calendar is copied into another one', async () => {
  const { own, shared } = calendars
  await calendars.clear(own)
  await calendars.clear(shared)
  await putEvent('ada', new URL(own.url).pathname, 'series', { RRULE: 'FREQ=WEEKLY', SUMMARY: 'Choir' })
  await calendars.put(own, 'single', { SUMMARY: 'Dentist' })
  const { page } = await stage.open({ path: '/elsewhere', size: 'phone' })
  await page.getByRole('button', { name: 'Copy a whole calendar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy a whole calendar' })
  await dialog.getByText('2 events found').waitFor()
  await picture(page, 'import-copy-phone')
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Copy 2 events' }).click()
  await dialog.getByText('2 events are in the calendar now.').waitFor()
  expect(await calendars.onServer(shared)).toContain('RRULE:FREQ=WEEKLY')
  expect((await calendars.onServer(own)).split('BEGIN:VEVENT')).toHaveLength(3)
})

test('into another calendar after a lost answer is another import', async () => {
  const { page } = await stage.open({ path: '/elsewhere' })
  await choose(page, fileOf(manyEvents(2, 'twice')))
  const dialog = page.getByRole('dialog', { name: 'Bring in a calendar' })
  await page.route(
    '**/api/import?*',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  const bring = dialog.getByRole('button', { name: 'Bring in 2 events' })
  await bring.click()
  await dialog.getByRole('alert').getByText('No answer came.').waitFor()
  await dialog.getByLabel('Into which calendar?').selectOption({ label: 'Family' })
  await bring.click()
  await dialog.getByText('2 events are in the calendar now.').waitFor()
  expect(await calendars.onServer(calendars.shared)).toContain('twice')
})

test('one that is chosen while another runs follows it, and hides nothing of it', async () => {
  const { proxy } = calendars
  const { page } = await stage.open({ path: '/elsewhere' })
  await choose(page, fileOf(manyEvents(6, 'first')))
  const held = holdRequest()
  proxy.fault({ method: 'PUT', skip: 2, times: 1 }, held.fault)
  await page.getByRole('button', { name: 'Bring in 6 events' }).click()
  await held.arrived
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
  await page.reload()
  await choose(page, fileOf(manyEvents(3, 'second')))
  const dialog = page.getByRole('dialog', { name: 'Bring in a calendar' })
  await dialog.getByText('What you have chosen can follow once this is done.').waitFor()
  await dialog.getByRole('button', { name: 'Stop' }).waitFor()
  held.release()
  await dialog.getByRole('button', { name: 'Bring in 3 events' }).click()
  await dialog.getByText('3 events are in the calendar now.').waitFor()
})
