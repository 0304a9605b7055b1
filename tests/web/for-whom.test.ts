import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { calendars as calendarRows, outbox, persons } from '../../src/platform/db/schema'
import { ask, type Member } from '../support/cast'
import { accessibilityProblems } from './support/axe'
import { passUndo, setCalendars, setClock } from './support/calendars'
import { openForm } from './support/event-card'
import { tabTo } from './support/keyboard'
import { wholeForm } from './support/new-event'
import { until } from './support/until'

const { stage, calendars } = setCalendars()

beforeEach(async () => {
  calendars.proxy.reset()
  await stage.home.ctx.db.delete(outbox)
  for (const calendar of [calendars.own, calendars.shared]) await calendars.clear(calendar)
  await stage.home.ctx.db.update(calendarRows).set({ personId: null })
})

/** A member's phone on which they have last added something to the calendar for everyone. */
async function phone(as: Member, locale = 'en-GB'): Promise<Page> {
  const { page } = await stage.open({ size: 'phone', as, locale })
  await setClock(page)
  const usual: [string, string] = [`last-calendar-${as.id}`, calendars.shared.url]
  await page.addInitScript(([key, url]) => localStorage.setItem(key, url), usual)
  await page.goto(`${stage.home.url}/?view=week`)
  await adding(page).waitFor()
  return page
}

const adding = (page: Page) => page.getByRole('link', { name: /New event|Neuer Termin/ })
const face = (page: Page, name: string) => page.getByRole('dialog').getByRole('checkbox', { name })
const said = (page: Page) => page.getByRole('dialog').locator('.for-whom legend b').textContent()
const row = (page: Page, name: RegExp) => page.getByRole('main').getByRole('button', { name })
const save = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()

async function saved(page: Page) {
  await until(
    'nothing is on its way',
    () => page.getByRole('button', { name: /Saving/ }).count(),
    (count) => count === 0,
  )
}

const onServer = (what: string, holds: (text: string) => boolean) =>
  until(what, () => calendars.onServer(calendars.shared), holds)

/** The person of a member. */
async function personOf({ id }: Member): Promise<number> {
  const [person] = await stage.home.ctx.db.select().from(persons).where(eq(persons.memberId, id))
  return person!.id
}

describe('an event for some of the household', () => {
  test('takes a tap for each of them, shows them at once, and to the others as well', async () => {
    const { ada, ben } = stage.home.cast
    const [hers, his] = [await phone(ada), await phone(ben)]
    calendars.setDraining(false)
    await adding(hers).click()
    await hers.getByLabel('Title').fill('Skating')
    await wholeForm(hers)
    expect(await said(hers)).toBe('Everyone')
    await face(hers, 'Cleo').check()
    await face(hers, 'Ben').check()
    expect(await said(hers)).toBe('Ben, Cleo')
    expect(await accessibilityProblems(hers)).toEqual([])
    await save(hers)
    // The server has heard nothing of it yet.
    await row(hers, /^Skating .*Ben, Cleo.*Saving/).waitFor()
    calendars.setDraining(true)
    stage.home.ctx.signals.drain()
    await row(his, /^Skating .*Ben, Cleo/).waitFor()
    await onServer('both stand on the server', (text) => /CATEGORIES:Ben,Cleo/.test(text))

    await openForm(his, row(his, /^Skating /))
    expect(await face(his, 'Ben').isChecked()).toBe(true)
    expect(await face(his, 'Ada').isChecked()).toBe(false)
    for (const name of ['Ben', 'Cleo']) await face(his, name).uncheck()
    expect(await said(his)).toBe('Everyone')
    await save(his)
    await row(hers, /^Skating .*Everyone/).waitFor()
    await onServer('nobody is named there any more', (text) => !text.includes('CATEGORIES'))
  })

  test('is one by the keyboard alone', async () => {
    const { page } = await stage.open({ as: stage.home.cast.ada })
    await setClock(page)
    await page.goto(`${stage.home.url}/?view=week`)
    // The key is the calendar's, which is drawn after the link.
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('n')
    await page.getByRole('dialog').getByLabel('Title').fill('Swimming')
    await wholeForm(page)
    await tabTo(page, face(page, 'Ben'))
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await row(page, /^Swimming .*Ben/).waitFor()
    // It does not end in the next story.
    await saved(page)
  })

  test('in one’s own calendar is one’s own, with a face that says so, and is not said again on the server', async () => {
    const page = await phone(stage.home.cast.ada)
    await adding(page).click()
    await page.getByLabel('Title').fill('Dance')
    await wholeForm(page)
    await page.getByLabel('Calendar').selectOption({ label: 'Ada' })
    await until(
      'Ada is chosen',
      () => face(page, 'Ada').isChecked(),
      (isChosen) => isChosen,
    )
    expect(await said(page)).toBe('Ada')
    await save(page)
    await row(page, /^Dance .*Ada/).waitFor()
    await saved(page)
    expect(await calendars.onServer(calendars.own)).not.toContain('CATEGORIES')
    await openForm(page, row(page, /^Dance /))
    expect(await face(page, 'Ada').isChecked()).toBe(true)
    await face(page, 'Ben').check()
    expect(await said(page)).toBe('Ada, Ben')
    await save(page)
    const both = (text: string) => /CATEGORIES:(Ada,Ben|Ben,Ada)/.test(text)
    await until('it is for both', () => calendars.onServer(calendars.own), both)
  })

  test('in a calendar of somebody is theirs without a tap, and is not said again on the server', async () => {
    const { ada, cleo } = stage.home.cast
    const personId = await personOf(cleo)
    await stage.home.ctx.db.update(calendarRows).set({ personId }).where(eq(calendarRows.id, calendars.own.id))
    const page = await phone(ada)
    await adding(page).click()
    await page.getByLabel('Title').fill('Choir')
    await wholeForm(page)
    await page.getByLabel('Calendar').selectOption({ label: 'Ada' })
    await until(
      'Cleo is chosen',
      () => face(page, 'Cleo').isChecked(),
      (isChosen) => isChosen,
    )
    expect(await said(page)).toBe('Cleo')
    await save(page)
    await row(page, /^Choir .*Cleo/).waitFor()
    const text = await until(
      'it is on the server',
      () => calendars.onServer(calendars.own),
      (found) => found.includes('SUMMARY:Choir'),
    )
    expect(text).not.toContain('CATEGORIES')
    await openForm(page, row(page, /^Choir /))
    await face(page, 'Ben').check()
    expect(await said(page)).toBe('Ben, Cleo')
  })
})

test('an occurrence of a series can be for others than the rest', async () => {
  const page = await phone(stage.home.cast.ada)
  await adding(page).click()
  await page.getByLabel('Title').fill('Handball')
  await wholeForm(page)
  await face(page, 'Cleo').check()
  await page.getByLabel('Repeats').selectOption('Every day')
  await save(page)
  await row(page, /^Handball Saturday 21 November.*Cleo/).waitFor()
  await onServer('it is there', (text) => text.includes('CATEGORIES:Cleo'))
  await saved(page)
  await openForm(page, row(page, /^Handball Saturday 21 November/))
  await face(page, 'Ben').check()
  await save(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Only this one' }).click()
  await row(page, /^Handball Saturday 21 November.*Ben, Cleo/).waitFor()
  await row(page, /^Handball Sunday 22 November[^B]*, Cleo/).waitFor()
  await passUndo(page)
  await onServer('the occurrence has its own people', (text) => /CATEGORIES:(Ben,Cleo|Cleo,Ben)/.test(text))
  await saved(page)
  await openForm(page, row(page, /^Handball Sunday 22 November/))
  expect(await face(page, 'Ben').isChecked()).toBe(false)
  await face(page, 'Cleo').uncheck()
  await face(page, 'Ada').check()
  await save(page)
  await page.getByRole('dialog').getByRole('button', { name: 'This and all following' }).click()
  await row(page, /^Handball Sunday 22 November[^B]*, Ada/).waitFor()
  await passUndo(page)
  await onServer('the rest is for Ada', (text) => text.includes('CATEGORIES:Ada'))
  await row(page, /^Handball Friday 20 November[^B]*, Cleo/).waitFor()
  await saved(page)
})

test('without a connection it is drawn for the same people, and what cannot be saved says for whom it was', async () => {
  const { ada } = stage.home.cast
  const { body: mia } = await ask<{ id: number }>(stage.home, ada, 'POST /api/people', { name: 'Mia' })
  const page = await phone(ada)
  await adding(page).click()
  await wholeForm(page)
  await face(page, 'Mia').waitFor()
  await page.context().setOffline(true)
  await page.getByLabel('Title').fill('Climbing')
  for (const name of ['Ben', 'Mia']) await face(page, name).check()
  await save(page)
  await row(page, /^Climbing .*Ben, Mia.*Saving/).waitFor()
  // She is removed before the house hears of it.
  await ask(stage.home, ada, `DELETE /api/people/${mia.id}`)
  await page.context().setOffline(false)
  await row(page, /^Climbing .*Not saved/).waitFor()
  await page.getByRole('link', { name: 'Not saved: 1' }).click()
  const wanted = page.getByRole('listitem', { name: 'Climbing' }).getByRole('group', { name: 'For whom' })
  await wanted.getByText('Ben', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Edit' }).click()
  await face(page, 'Ben').waitFor()
  await save(page)
  await onServer('it is for Ben', (text) => text.includes('SUMMARY:Climbing') && text.includes('CATEGORIES:Ben\r\n'))
})

describe('two people who say for whom at the same time', () => {
  /** The skating itself: others may be for the same person. */
  const isFor = (name: string) => (text: string) =>
    text.split('BEGIN:VEVENT').some((one) => one.includes('SUMMARY:Skating') && one.includes(`CATEGORIES:${name}\r`))

  test('see names, in both languages, and choose', async () => {
    const { ada, ben } = stage.home.cast
    await calendars.put(calendars.shared, 'skating', {
      SUMMARY: 'Skating',
      DTSTART: '20261120T160000Z',
      DTEND: '20261120T170000Z',
    })
    const [hers, his] = [await phone(ada), await phone(ben, 'de-DE')]
    await openForm(his, row(his, /^Skating /))
    await face(his, 'Cleo').check()
    await openForm(hers, row(hers, /^Skating /))
    await face(hers, 'Ben').check()
    await save(hers)
    await onServer('Ada was first', isFor('Ben'))
    await his.getByRole('button', { name: 'Speichern' }).click()
    await row(his, /^Skating .*Nicht gespeichert/).click()
    const choice = his.getByRole('group', { name: 'Für wen' }).filter({ has: his.getByRole('radio') })
    await choice.getByRole('radio', { name: /Steht jetzt im Kalender Ben/ }).waitFor()
    await choice.getByRole('radio', { name: /Deins Cleo/ }).check()
    await his.getByRole('button', { name: 'So speichern' }).click()
    await onServer('Ben was sure', isFor('Cleo'))
  })
})
