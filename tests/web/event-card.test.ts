import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { calendars as calendarRows, outbox, persons } from '../../src/platform/db/schema'
import type { EventLines } from '../support/caldav'
import { ask } from '../support/cast'
import { accessibilityProblems } from './support/axe'
import { setCalendars, setClock } from './support/calendars'
import { settled } from './support/device'
import { hold } from './support/hold'
import { holdRequests } from './support/late'
import { lazyCode } from './support/lazy-code'
import { withoutStreams } from './support/streams'
import { holdUndo, leave } from './support/undo'
import { until } from './support/until'

const { stage, calendars } = setCalendars()

const DENTIST: EventLines = {
  SUMMARY: 'Dentist',
  DTSTART: '20261121T140000Z',
  DTEND: '20261121T150000Z',
  LOCATION: 'Mill Street 4\\, Berlin',
  DESCRIPTION:
    'Ask for <b>Dr. Holm</b>: +49 30 1234567\\, javascript:alert(1)\\nMap: https://example.org/map(1). Else https://meet.jit.si/dentist',
  raw: 'BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:x\r\nTRIGGER:-PT1H\r\nEND:VALARM',
}
const CHOIR: EventLines = {
  SUMMARY: 'Choir',
  DTSTART: '20261120T180000Z',
  DTEND: '20261120T190000Z',
  DESCRIPTION: 'Bring the scores',
  RRULE: 'FREQ=WEEKLY',
}

beforeEach(async () => {
  calendars.proxy.reset()
  await stage.home.ctx.db.delete(outbox)
  await stage.home.ctx.db.update(calendarRows).set({ personId: null })
  for (const calendar of [calendars.own, calendars.shared]) await calendars.clear(calendar)
})

async function open(size: 'phone' | 'laptop' = 'phone', path = '/?view=agenda'): Promise<Page> {
  const { page } = await stage.open({ size })
  await setClock(page)
  await page.goto(stage.home.url + path)
  await page.locator('.event-row, .event-box').first().waitFor()
  return page
}

const row = (page: Page, name: RegExp | string) => page.locator('.event-row:visible', { hasText: name }).first()
const card = (page: Page, name = 'Dentist') => page.getByRole('dialog', { name, exact: true })
const press = (page: Page, name: string | RegExp) => page.getByRole('dialog').last().getByRole('button', { name }).tap()
const face = (page: Page, name: string) => page.getByRole('dialog').getByRole('checkbox', { name })
const onServer = (what: string, holds: (text: string) => boolean) =>
  until(what, () => calendars.onServer(calendars.own), holds)

test('a card tells what there is to know, and what can be followed is one tap away', async () => {
  await calendars.put(calendars.own, 'dentist', DENTIST)
  const page = await open()
  await row(page, 'Dentist').tap()
  const links = card(page).getByRole('link')
  await links.nth(3).waitFor()
  expect(
    await links.evaluateAll((all) => all.map((link) => [link.getAttribute('href'), link.getAttribute('rel')])),
  ).toEqual([
    ['https://meet.jit.si/dentist', 'noopener noreferrer'],
    ['https://www.openstreetmap.org/search?query=Mill%20Street%204%2C%20Berlin', 'noopener noreferrer'],
    ['tel:+49301234567', null],
    ['https://example.org/map(1)', 'noopener noreferrer'],
    ['https://meet.jit.si/dentist', 'noopener noreferrer'],
  ])
  const words = (await card(page).locator('.card-body').allInnerTexts()).join().replaceAll('\n', ' ')
  for (const said of [
    'Saturday 21 November 15:00 – 16:00 Tomorrow',
    '<b>Dr. Holm</b>',
    'javascript:alert(1)',
    '1 hour before',
  ])
    expect(words).toContain(said)
  expect(await accessibilityProblems(page)).toEqual([])
})

test('on a twelve-hour clock an evening that ends at midnight is told by its times alone', async () => {
  const party = { SUMMARY: 'Party', DTSTART: '20261120T210000Z', DTEND: '20261120T230000Z' }
  await calendars.put(calendars.own, 'party', party)
  const { page } = await stage.open({ size: 'phone', locale: 'en-US' })
  await setClock(page)
  await page.goto(`${stage.home.url}/?view=agenda`)
  await row(page, 'Party').tap()
  await card(page, 'Party').getByText('10:00 pm – 12:00 am', { exact: true }).waitFor()
})

test('without a connection what was read once is there, and of the rest it says so', async () => {
  await calendars.put(calendars.own, 'dentist', DENTIST)
  await calendars.put(calendars.own, 'choir', CHOIR)
  const page = await open()
  await row(page, 'Dentist').tap()
  await card(page).getByText('Dr. Holm').waitFor()
  await page.keyboard.press('Escape')
  await page.context().setOffline(true)
  await row(page, 'Dentist').tap()
  await card(page).getByText('Dr. Holm').waitFor()
  await page.keyboard.press('Escape')
  await row(page, 'Choir').tap()
  await card(page, 'Choir').getByText('19:00 – 20:00').waitFor()
  await card(page, 'Choir').getByText('when there is a connection again').waitFor()
  await press(page, 'Copy')
  await page.getByText('Only what is shown here is copied').waitFor()
})

describe('an event that somebody deletes meanwhile', () => {
  const GONE = 'The event is no longer there.'
  const remove = (uid: string) => ask(stage.home, stage.home.cast.ben, `DELETE /api/events/${uid}`)

  test('is called gone on its open card, which offers nothing to do with it', async () => {
    await calendars.put(calendars.shared, 'dentist', DENTIST)
    const page = await open()
    await row(page, 'Dentist').tap()
    await card(page).getByText('Dr. Holm').waitFor()
    await remove('dentist')
    await card(page).getByText(GONE).waitFor()
    expect(await card(page).getByRole('button').allInnerTexts()).toEqual([''])
    expect(await accessibilityProblems(page)).toEqual([])
  })

  test('is called gone by the form that was asked for', async () => {
    await calendars.put(calendars.shared, 'dentist', DENTIST)
    const page = await open()
    await withoutStreams(page)
    await page.reload()
    await row(page, 'Dentist').tap()
    await card(page).getByText('Dr. Holm').waitFor()
    await page.route('**/api/events/dentist/edit*', (route) =>
      route.fulfill({ status: 404, json: { error: 'Not found' } }),
    )
    await press(page, 'Edit')
    await card(page, 'Edit event').getByText(GONE).waitFor()
  })
})

test('what is told while a finger is on the card moves nothing under it', async () => {
  await calendars.put(calendars.shared, 'dentist', DENTIST)
  const page = await open()
  const letGo = await holdRequests(page, '**/api/events/*/edit*')
  await row(page, 'Dentist').tap()
  await card(page).getByText('Looking for notes').waitFor()
  const top = async () => (await face(page, 'Ben').boundingBox())!.y
  const before = await top()
  const answered = page.waitForResponse(/\/edit/)
  await hold(face(page, 'Ben'), async () => {
    letGo()
    await (await answered).finished()
    await settled(page)
    expect(await top()).toBe(before)
  })
  await card(page).locator('legend', { hasText: 'Ben' }).waitFor()
  await card(page).getByText('Dr. Holm').waitFor()
})

describe('three taps', () => {
  test('say whom an event is for, in one change', async () => {
    const { db } = stage.home.ctx
    const [cleo] = await db.select().from(persons).where(eq(persons.memberId, stage.home.cast.cleo.id))
    await db.update(calendarRows).set({ personId: cleo!.id }).where(eq(calendarRows.id, calendars.own.id))
    await calendars.put(calendars.own, 'dentist', DENTIST)
    const page = await open()
    const sent: unknown[] = []
    page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.postDataJSON()))
    await holdUndo(page)
    await row(page, 'Dentist').tap()
    for (const name of ['Ada', 'Ben']) await face(page, name).tap()
    await card(page).locator('legend', { hasText: 'Ada, Ben, Cleo' }).waitFor()
    await page.keyboard.press('Escape')
    await row(page, /Dentist.*Ada, Ben, Cleo/).waitFor()
    await page.getByRole('button', { name: 'Undo' }).tap()
    await row(page, /Dentist[^A]*Cleo/).waitFor()

    await row(page, 'Dentist').tap()
    await card(page).getByText('Dr. Holm').waitFor()
    await face(page, 'Ben').tap()
    await press(page, 'Edit')
    const form = page.getByRole('dialog', { name: 'Edit event' })
    await form.locator('legend', { hasText: 'Ben, Cleo' }).waitFor()
    await form.getByRole('button', { name: 'Cancel' }).tap()
    await row(page, /Dentist.*Ben, Cleo/).waitFor()
    await leave(page)
    await onServer('it is for both', (text) => /CATEGORIES:(Ben,Cleo|Cleo,Ben)/.test(text))
    expect(sent).toHaveLength(1)
    // Nobody was named: whose it is its calendar says.
    expect(sent[0]).toMatchObject({ personIds: expect.arrayContaining([cleo!.id]), base: { personIds: [] } })
  })

  test('add somebody to whoever it is for by its calendar alone, and back is nothing', async () => {
    await calendars.put(calendars.own, 'dentist', DENTIST)
    const page = await open()
    const sent: unknown[] = []
    page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.postDataJSON()))
    const words = () => card(page).locator('.for-whom legend b').textContent()
    await row(page, 'Dentist').tap()
    await card(page).getByText('Dr. Holm').waitFor()
    expect([await words(), await face(page, 'Ada').isChecked()]).toEqual(['Ada', true])
    for (const said of ['Ada, Ben', 'Ada']) {
      await face(page, 'Ben').tap()
      await until(said, words, (now) => now === said)
    }
    await page.keyboard.press('Escape')
    await card(page).waitFor({ state: 'detached' })
    await row(page, 'Dentist').tap()
    await face(page, 'Ben').tap()
    await until('for both', words, (now) => now === 'Ada, Ben')
    await page.keyboard.press('Escape')
    await row(page, /Dentist.*Ada, Ben/).waitFor()
    await leave(page)
    await onServer('it is for both', (text) => /CATEGORIES:(Ada,Ben|Ben,Ada)/.test(text))
    expect(sent).toHaveLength(1)
  })

  test('add somebody to it also where it was opened before it was known who lives here', async () => {
    await calendars.put(calendars.own, 'dentist', DENTIST)
    const { page } = await stage.open({ size: 'phone' })
    await setClock(page)
    const letGo = await holdRequests(page, '**/api/people')
    await page.goto(`${stage.home.url}/?view=agenda`)
    await row(page, 'Dentist').tap()
    await card(page).getByText('Dr. Holm').waitFor()
    letGo()
    await face(page, 'Ben').waitFor()
    expect(await face(page, 'Ada').isChecked()).toBe(true)
    await face(page, 'Ben').tap()
    await page.keyboard.press('Escape')
    await row(page, /Dentist.*Ada, Ben/).waitFor()
    await leave(page)
    await onServer('it is for both', (text) => /CATEGORIES:(Ada,Ben|Ben,Ada)/.test(text))
  })

  test('put the same on another day, without its rule; and it can be changed before', async () => {
    await calendars.put(calendars.own, 'choir', CHOIR)
    const page = await open('phone', '/?view=agenda')
    await row(page, 'Choir').tap()
    await card(page, 'Choir').getByText('Bring the scores').waitFor()
    await press(page, 'Copy')
    expect(await accessibilityProblems(page)).toEqual([])
    await holdUndo(page)
    await press(page, /^Saturday 21 November/)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const text = await onServer('the copy is there', (found) => found.includes('DTSTART:20261121T180000Z'))
    const copy = text.split('BEGIN:VEVENT').find((one) => one.includes('20261121T180000Z'))!
    expect(copy).toContain('DESCRIPTION:Bring the scores')
    expect(copy).not.toContain('RRULE')
    await page.getByText('“Choir” also on Saturday 21 November').waitFor()
    await page.getByRole('button', { name: 'Undo' }).tap()
    await onServer('it is taken back', (found) => !found.includes('DTSTART:20261121T180000Z'))

    await row(page, 'Choir').tap()
    await card(page, 'Choir').getByText('Bring the scores').waitFor()
    await press(page, 'Copy')
    await press(page, 'Change something first…')
    const form = page.getByRole('dialog', { name: 'New event' })
    expect(await form.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Choir')
    expect(await form.getByRole('textbox', { name: 'Notes' }).inputValue()).toBe('Bring the scores')
  })

  test('put one without a title on another day under the words that stand for it; moved, it stays without', async () => {
    await calendars.put(calendars.own, 'dentist', { ...DENTIST, SUMMARY: '' })
    const page = await open('phone', '/?view=week')
    const box = (name: RegExp) => page.getByRole('main').getByRole('button', { name })
    const detail = card(page, '(No title)').getByText('Dr. Holm')
    await box(/^\(No title\) Saturday 21 November/).tap()
    await detail.waitFor()
    await press(page, 'Copy')
    await press(page, /^Saturday 28 November/)
    await page.getByText('“(No title)” also on Saturday 28 November').waitFor()
    await leave(page)
    await onServer('the copy is there', (found) => found.includes('SUMMARY:(No title)'))
    await box(/^\(No title\) Saturday 21 November/).tap()
    await detail.waitFor()
    await press(page, 'Move')
    await press(page, /^Sunday 22 November/)
    await page.getByText('“(No title)” changed').waitFor()
    await leave(page)
    const text = await onServer('it has moved', (found) => found.includes('DTSTART:20261122T140000Z'))
    const moved = text.split('BEGIN:VEVENT').find((one) => one.includes('20261122T140000Z'))!
    expect(moved).toMatch(/SUMMARY:?\r?\n|^(?!.*SUMMARY)/s)
  })

  test('move an event to the day after, at its time; one of a series once it is said how much', async () => {
    await calendars.put(calendars.own, 'dentist', DENTIST)
    await calendars.put(calendars.own, 'choir', CHOIR)
    const page = await open('phone', '/?view=week')
    const box = (name: RegExp) => page.getByRole('main').getByRole('button', { name })
    await holdUndo(page)
    await box(/^Dentist Saturday 21 November/).tap()
    await press(page, 'Move')
    await press(page, /^Sunday 22 November/)
    await box(/^Dentist Sunday 22 November, 15:00 – 16:00/).waitFor()
    await page.getByRole('button', { name: 'Undo' }).tap()
    await box(/^Dentist Saturday 21 November/).tap()
    await page.keyboard.press('Escape')

    await box(/^Choir Friday 20 November/).tap()
    await press(page, 'Move')
    await press(page, /^Saturday 21 November/)
    await press(page, 'Cancel')
    await press(page, 'Move')
    await press(page, /^Saturday 21 November/)
    await press(page, /^Only this one/)
    await box(/^Choir Saturday 21 November, 19:00 – 20:00/).waitFor()
  })
})

test('keys open a card, go on to the form, delete, and come back to where they were', async () => {
  await calendars.put(calendars.own, 'dentist', DENTIST)
  const page = await open('laptop')
  const event = row(page, 'Dentist')
  const isFocused = () => event.evaluate((element) => element === document.activeElement)
  await event.focus()
  await page.keyboard.press('Enter')
  await card(page).waitFor()
  await page.keyboard.press('e')
  await page.getByRole('dialog', { name: 'Edit event' }).getByRole('textbox', { name: 'Title' }).waitFor()
  await page.keyboard.press('Escape')
  await until('the focus is back', isFocused, (isBack) => isBack)
  await page.keyboard.press('Enter')
  await card(page).waitFor()
  await holdUndo(page)
  await page.keyboard.press('Delete')
  await event.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await event.waitFor()
})

test.each(['month', 'agenda'])('who deletes by keyboard goes on beside it, also after an undo: %s', async (view) => {
  await calendars.put(calendars.own, 'dentist', DENTIST)
  await calendars.put(calendars.own, 'physio', {
    ...DENTIST,
    SUMMARY: 'Physio',
    DTSTART: '20261121T160000Z',
    DTEND: '20261121T170000Z',
  })
  const { page } = await stage.open({ size: 'laptop' })
  await setClock(page)
  const code = lazyCode(page, 'keep-focus')
  await page.goto(`${stage.home.url}/?view=${view}`)
  await page.clock.fastForward(3_000)
  await code
  await holdUndo(page)
  const dentist = page
    .getByRole('main')
    .getByRole('button', { name: /Dentist/ })
    .last()
  await dentist.focus()
  await page.keyboard.press('Enter')
  await card(page).waitFor()
  await page.keyboard.press('Delete')
  await dentist.waitFor({ state: 'detached' })
  const at = () => page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent ?? '')
  const next = view === 'month' ? /^Saturday 21 November/ : /Physio/
  const isBeside = () => until('the focus is beside it', at, (name) => next.test(name.slice(0, 100)))
  await isBeside()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await dentist.waitFor()
  await isBeside()
})

test('who deletes the last of what is over goes on at the title, also after an undo', async () => {
  await calendars.put(calendars.own, 'run', { SUMMARY: 'Run', DTSTART: '20261120T060000Z', DTEND: '20261120T070000Z' })
  const { page } = await stage.open({ size: 'laptop' })
  await setClock(page)
  await page.goto(`${stage.home.url}/?view=agenda`)
  const earlier = page.getByRole('button', { name: '1 earlier today' })
  await earlier.press('Enter')
  await row(page, 'Run').press('Enter')
  await card(page, 'Run').waitFor()
  await holdUndo(page)
  await page.keyboard.press('Delete')
  const isAtTitle = () =>
    until(
      'the focus is at the title',
      () => page.locator('h1:focus').count(),
      (count) => count === 1,
    )
  await isAtTitle()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await earlier.waitFor()
  await isAtTitle()
})
