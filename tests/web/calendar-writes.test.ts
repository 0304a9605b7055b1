import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { syncMember } from '../../src/calendar/sync'
import { changeCalendar } from '../support/caldav'
import { ask } from '../support/cast'
import { answer, startProxy } from '../support/proxy'
import { servers } from '../support/servers'
import { type Calendars, NOW, openCalendars, passUndo, setClock } from './support/calendars'
import { fillStorage, settled } from './support/device'
import { openForm } from './support/event-card'
import { wholeForm } from './support/new-event'
import { setStage } from './support/stage'
import { withoutStreams } from './support/streams'
import { holdUndo } from './support/undo'
import { until } from './support/until'

let proxy: Calendars['proxy']
let calendars: Calendars

const stage = setStage(async () => {
  proxy = await startProxy((await servers.radicale()).url)
  return { at: NOW, env: { CALDAV_URL: proxy.url } }
})

beforeAll(async () => {
  calendars = await openCalendars(stage.home, proxy)
})

beforeEach(() => {
  proxy.reset()
  calendars.setDraining(true)
})

afterAll(() => calendars.close())

async function calendar(path = '/?view=week', options: Parameters<typeof stage.open>[0] = {}): Promise<Page> {
  const { page } = await stage.open(options)
  await setClock(page)
  await page.goto(stage.home.url + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

const event = (page: Page, title: string): Locator =>
  page.getByRole('main').getByRole('button', { name: new RegExp(`^${title} `) })
const onServer = () => calendars.onServer(calendars.own)

/** Waits until an event is on screen and nothing of it is on its way any more. */
async function saved(page: Page, title: string): Promise<void> {
  await event(page, title).first().waitFor()
  const saving = page.getByRole('button', { name: new RegExp(`^${title} .*Saving`) })
  await until(
    `${title} is saved`,
    () => saving.count(),
    (count) => count === 0,
  )
  expect(await page.getByRole('button', { name: new RegExp(`^${title} .*Not saved`) }).count()).toBe(0)
}

describe('adding', () => {
  test('takes a key, a title and Enter; the event is there at once and soon at the calendar server', async () => {
    const page = await calendar()
    calendars.setDraining(false)
    await page.keyboard.press('n')
    await page.getByRole('textbox', { name: 'Title' }).pressSequentially('Handball')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Handball Friday 20 November, 16:30 – 17:30, Ada, Saving/ }).waitFor()
    calendars.setDraining(true)
    await calendars.drain.drain()
    await saved(page, 'Handball')
    expect(await onServer()).toContain('DTSTART:20261120T153000Z')
  })

  test('is done on a device that has no room left to remember the calendar', async () => {
    const page = await calendar()
    await fillStorage(page)
    await page.keyboard.press('n')
    await page.getByRole('textbox', { name: 'Title' }).pressSequentially('Archery')
    await page.keyboard.press('Enter')
    await page.locator('.quick-add').waitFor({ state: 'detached' })
    await calendars.drain.drain()
    await saved(page, 'Archery')
  })

  test('who takes part is asked only once the calendar server has it', async () => {
    const page = await calendar()
    const answers: number[] = []
    page.on('response', (response) => {
      if (response.url().includes('/meeting')) answers.push(response.status())
    })
    calendars.setDraining(false)
    await page.keyboard.press('n')
    await page.getByRole('textbox', { name: 'Title' }).pressSequentially('Skittles')
    const named = page.waitForResponse('**/api/events/create')
    await page.keyboard.press('Enter')
    await named
    await event(page, 'Skittles').first().click()
    await page.getByRole('dialog', { name: 'Skittles' }).getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('dialog', { name: 'Edit event' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await event(page, 'Skittles').first().click()
    await page.getByRole('dialog', { name: 'Skittles' }).getByRole('button', { name: 'Edit' }).waitFor()
    expect(answers).toEqual([])
    calendars.setDraining(true)
    await calendars.drain.drain()
    await until(
      'it is asked',
      () => answers,
      ({ length }) => length > 0,
    )
    expect(answers).toEqual([200])
  })

  test('a form that was opened before the service had named the event changes it under its name', async () => {
    const page = await calendar()
    const opened = Promise.withResolvers<void>()
    await page.route('**/api/events/create', async (route) => {
      const response = await route.fetch()
      await opened.promise
      await route.fulfill({ response })
    })
    await page.keyboard.press('n')
    await page.getByRole('textbox', { name: 'Title' }).pressSequentially('Recital')
    await page.keyboard.press('Enter')
    await openForm(page, event(page, 'Recital').and(page.getByRole('button', { name: /Saving/ })))
    const dialog = page.getByRole('dialog', { name: 'Edit event' })
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Recital of all')
    opened.resolve()
    await until('it is there', onServer, (text) => text.includes('SUMMARY:Recital'))
    await saved(page, 'Recital')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await until('it has its new title', onServer, (text) => text.includes('SUMMARY:Recital of all'))
    await saved(page, 'Recital of all')
    expect(await onServer()).not.toContain('SUMMARY:Recital\r')
  })

  test('at an hour begins there; every field reaches the calendar server', async () => {
    const page = await calendar('/?view=day&date=2026-11-24')
    await page.keyboard.press('n')
    const dialog = await wholeForm(page)
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Choir')
    await dialog.getByRole('combobox', { name: 'Start time' }).fill('7.15 pm')
    await dialog.getByRole('combobox', { name: 'End time' }).fill('2045')
    await dialog.getByRole('combobox', { name: 'Calendar' }).selectOption({ label: 'Family (everyone)' })
    await dialog.getByRole('combobox', { name: 'Repeats', exact: true }).selectOption({ label: 'Every week' })
    await dialog.getByRole('combobox', { name: 'Ends repeating' }).selectOption({ label: 'After … times' })
    await dialog.getByRole('textbox', { name: 'Times' }).fill('3')
    await dialog.getByRole('combobox', { name: 'Reminder' }).selectOption({ label: '1 hour before' })
    await dialog.getByRole('textbox', { name: 'Place' }).fill('Town hall')
    await dialog.getByRole('textbox', { name: 'Notes' }).fill('Bring the blue folder')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await saved(page, 'Choir')
    await page.getByRole('button', { name: /^Choir .*19:15 – 20:45, Everyone, Town hall, repeats, reminder/ }).waitFor()
    const text = await calendars.onServer(calendars.shared)
    for (const line of [
      'DTSTART;TZID=Europe/Berlin:20261124T191500',
      'FREQ=WEEKLY;COUNT=3',
      'LOCATION:Town hall',
      'DESCRIPTION:Bring the blue folder',
      'TRIGGER:-PT1H',
    ]) {
      expect(text).toContain(line)
    }
  })

  test('knows at once what a calendar is called elsewhere now', async () => {
    const page = await calendar('/?view=day&date=2026-11-24')
    await page.keyboard.press('n')
    const choice = (await wholeForm(page)).getByRole('combobox', { name: 'Calendar' })
    const renamed = async (displayName: string) => {
      await changeCalendar('ada', new URL(calendars.own.url).pathname, { displayName, color: '#222222' })
      await syncMember(stage.home.ctx, stage.home.cast.ada.id)
      const names = () => choice.locator('option').allTextContents()
      await until(`it is ${displayName}`, names, (all) => all.includes(displayName))
    }
    await renamed('Alone')
    await renamed('Ada')
  })

  test('without a title, with too long a one, or with the end before the start, says so where it is wrong', async () => {
    const page = await calendar()
    await page.keyboard.press('n')
    const dialog = await wholeForm(page)
    await dialog.getByRole('combobox', { name: 'End date' }).fill('1.1.2026')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Give it a name').waitFor()
    await dialog.getByText('The end is before the start').waitFor()
    const title = dialog.getByRole('textbox', { name: 'Title' })
    expect(await title.evaluate((input) => input === document.activeElement)).toBe(true)
    await title.fill('a'.repeat(256))
    await dialog.getByText('At most 255 characters').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })
})

describe('a repeating event', () => {
  test('is there with all its events at once, and after the calendar server has it', async () => {
    calendars.setDraining(false)
    const page = await calendar('/?view=month&date=2026-11-18')
    await page.keyboard.press('n')
    const dialog = await wholeForm(page)
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Piano')
    await dialog.getByRole('combobox', { name: 'Repeats', exact: true }).selectOption({ label: 'Every week' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    const saving = page.getByRole('button', { name: /^Piano Wednesday .* 9:00 – 10:00.*Saving/ })
    await saving.first().waitFor()
    // The 18th and 25th of November, and the 2nd of December.
    expect(await saving.count()).toBe(3)
    calendars.setDraining(true)
    await calendars.drain.drain()
    await saved(page, 'Piano')
    expect(await event(page, 'Piano').count()).toBe(3)
  })

  test('of whole days that moves is never seen where it does not go', async () => {
    const bins = { title: 'Bins', allDay: true, start: '2026-11-02', end: '2026-11-02', recurrence: 'weekly' }
    await ask(stage.home, stage.home.cast.ada, 'POST /api/events/create', bins)
    await calendars.drain.drain()
    const page = await calendar()
    await event(page, 'Bins').first().waitFor()
    await page.evaluate(watchStarts, 'Bins')
    // The calendar is read anew before the client hears that its write is done.
    const isHeld = { now: true }
    await page.route('**/api/events/sync-status*', (route) =>
      isHeld.now ? route.fulfill({ json: { status: 'pending' } }) : route.continue(),
    )
    await openForm(page, event(page, 'Bins').first())
    const dialog = page.getByRole('dialog', { name: 'Edit event' })
    await dialog.getByLabel('Start date').fill('2026-11-17')
    const read = page.waitForResponse(
      async (response) =>
        response.url().includes('/api/events?') &&
        response.status() === 200 &&
        (await response.text()).includes('"2026-11-03"'),
    )
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: /^All / }).click()
    await page.getByRole('button', { name: /^Bins Tuesday 17 November.*Saving/ }).waitFor()
    await read
    isHeld.now = false
    await saved(page, 'Bins')
    const starts = await page.evaluate(() => [...(globalThis as unknown as Watching).seenStarts])
    const weekdays = new Set(starts.map((start) => new Date(start).getUTCDay()))
    expect(weekdays).toEqual(new Set([MONDAY, TUESDAY]))
  })
})

const [MONDAY, TUESDAY] = [1, 2]

interface Watching {
  seenStarts: Set<string>
}

/** Notes, in the page, every start with which an event of this title is drawn, for however short a moment. */
function watchStarts(title: string) {
  const seenStarts = new Set<string>()
  Object.assign(globalThis, { seenStarts })
  const look = () => {
    for (const drawn of document.querySelectorAll<HTMLElement>('[data-entry]')) {
      const [, start, name] = JSON.parse(drawn.dataset.entry!) as string[]
      if (name === title) seenStarts.add(start!)
    }
  }
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
  look()
}

describe('changing', () => {
  test('an event opens also when the other views have been drawn ahead behind it', async () => {
    await calendars.put(calendars.own, 'patience', {
      SUMMARY: 'Patience',
      DTSTART: '20261118T120000Z',
      DTEND: '20261118T130000Z',
    })
    const page = await calendar('/?view=week', { savesData: false })
    await page.locator('.kept.unseen').nth(1).waitFor({ state: 'attached' })
    await event(page, 'Patience').click()
    await page.getByRole('dialog', { name: 'Patience' }).waitFor()
  })

  test('an event changes what was changed and keeps what the form cannot express', async () => {
    await calendars.put(calendars.own, 'physio', {
      SUMMARY: 'Physio',
      DTSTART: '20261118T080000Z',
      DTEND: '20261118T090000Z',
      'X-KEPT': 'yes',
      raw: 'BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER;VALUE=DATE-TIME:20261117T120000Z\r\nDESCRIPTION:x\r\nEND:VALARM',
    })
    const page = await calendar()
    await openForm(page, event(page, 'Physio'))
    const dialog = page.getByRole('dialog', { name: 'Edit event' })
    const reminder = dialog.getByRole('combobox', { name: 'Reminder' })
    expect(await reminder.locator('option:checked').textContent()).toBe('Special reminder (stays as it is)')
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Physio, last time')
    await page.keyboard.press('Enter')
    await saved(page, 'Physio, last time')
    const text = await onServer()
    for (const line of ['SUMMARY:Physio\\, last time', 'X-KEPT:yes', '20261117T120000Z']) expect(text).toContain(line)
  })

  test('the calendar moves the event', async () => {
    await calendars.put(calendars.own, 'swim', {
      SUMMARY: 'Swim',
      DTSTART: '20261119T140000Z',
      DTEND: '20261119T150000Z',
    })
    const page = await calendar()
    await openForm(page, event(page, 'Swim'))
    await page.getByRole('combobox', { name: 'Calendar' }).selectOption({ label: 'Family (everyone)' })
    await page.getByText('Saving moves the event').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: /^Swim .*Everyone/ }).waitFor()
    await until('the event has moved', onServer, (text) => !text.includes('SUMMARY:Swim'))
    await saved(page, 'Swim')
    expect(await event(page, 'Swim').count()).toBe(1)
    expect(await calendars.onServer(calendars.shared)).toContain('SUMMARY:Swim')
  })

  test.each([
    ['while its event moves to another calendar', 'Rowing', false],
    ['when its event has moved to another calendar, which has not been told yet,', 'Regatta', true],
  ])('a form that is opened %s changes it there', async (_, name, isMovedBefore) => {
    await calendars.put(calendars.own, name, {
      SUMMARY: name,
      DTSTART: '20261119T160000Z',
      DTEND: '20261119T170000Z',
    })
    const page = await calendar()
    if (isMovedBefore) {
      await withoutStreams(page)
      await page.reload()
    }
    const opened = Promise.withResolvers<void>()
    await page.route(`**/api/events/${name}/edit*`, async (route) => {
      if (route.request().method() === 'GET') return route.continue()
      const response = await route.fetch()
      await opened.promise
      await route.fulfill({ response })
    })
    const onShared = () => calendars.onServer(calendars.shared)
    const hasMoved = () => until('it has moved', onServer, (text) => !text.includes(`SUMMARY:${name}`))
    const dialog = page.getByRole('dialog', { name: 'Edit event' })
    await openForm(page, event(page, name))
    await dialog.getByRole('combobox', { name: 'Calendar' }).selectOption({ label: 'Family (everyone)' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    if (isMovedBefore) await hasMoved()
    await openForm(page, event(page, name).and(page.getByRole('button', { name: /Everyone.*Saving/ })))
    await dialog.getByRole('textbox', { name: 'Title' }).fill(`${name} of all`)
    opened.resolve()
    await hasMoved()
    await saved(page, name)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await until('it has its new title', onShared, (text) => text.includes(`SUMMARY:${name} of all`))
    await saved(page, `${name} of all`)
    expect(await onServer()).not.toContain(`SUMMARY:${name}`)
  })

  test('an event that waits to be moved to another calendar is renamed once, and deleted, where it is seen', async () => {
    await calendars.put(calendars.own, 'sauna', {
      SUMMARY: 'Sauna',
      DTSTART: '20261119T180000Z',
      DTEND: '20261119T190000Z',
    })
    const page = await calendar()
    calendars.setDraining(false)
    const dialog = page.getByRole('dialog', { name: 'Edit event' })
    await openForm(page, event(page, 'Sauna'))
    await dialog.getByRole('combobox', { name: 'Calendar' }).selectOption({ label: 'Family (everyone)' })
    const named = page.waitForResponse('**/api/events/sauna/edit*')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await named
    await openForm(page, event(page, 'Sauna'))
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Steam bath')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await event(page, 'Steam bath').first().waitFor()
    expect(await event(page, 'Sauna').count()).toBe(0)
    await event(page, 'Steam bath').click()
    await page.keyboard.press('Delete')
    await event(page, 'Steam bath').waitFor({ state: 'detached' })
    expect(await event(page, 'Sauna').count()).toBe(0)
    calendars.setDraining(true)
    await calendars.drain.drain()
    await passUndo(page)
    const everywhere = async () => (await onServer()) + (await calendars.onServer(calendars.shared))
    await until('it is gone', everywhere, (text) => !/Sauna|Steam bath/.test(text))
  })

  test('a series says that one is asked which of its events change', async () => {
    await calendars.put(calendars.own, 'yoga', {
      SUMMARY: 'Yoga',
      DTSTART: '20261102T090000Z',
      DTEND: '20261102T100000Z',
      RRULE: 'FREQ=WEEKLY',
    })
    const page = await calendar('/?view=month')
    await openForm(page, event(page, 'Yoga').nth(1))
    const dialog = page.getByRole('dialog', { name: 'Edit event' })
    await dialog.getByText('This event repeats. When you save, you choose which of its events change.').waitFor()
    await dialog.getByRole('combobox', { name: 'Start time' }).fill('11:00')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: /^All/ }).click()
    await page.getByRole('button', { name: /^Yoga Monday 23 November, 11:00 – 12:00/ }).waitFor()
    await saved(page, 'Yoga')
    expect(await onServer()).toContain('DTSTART:20261102T100000Z')
  })
})

describe('deleting', () => {
  test('can be taken back for five seconds', async () => {
    await calendars.put(calendars.own, 'keep', {
      SUMMARY: 'Keep me',
      DTSTART: '20261117T100000Z',
      DTEND: '20261117T110000Z',
    })
    const page = await calendar()
    await holdUndo(page)
    await event(page, 'Keep me').click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await event(page, 'Keep me').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await event(page, 'Keep me').waitFor()
    expect(await onServer()).toContain('SUMMARY:Keep me')
  })

  test('happens after that', async () => {
    await calendars.put(calendars.own, 'gone', {
      SUMMARY: 'Let me go',
      DTSTART: '20261117T120000Z',
      DTEND: '20261117T130000Z',
    })
    const page = await calendar()
    await event(page, 'Let me go').click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await event(page, 'Let me go').waitFor({ state: 'detached' })
    await passUndo(page)
    await until('the event is gone', onServer, (text) => !text.includes('SUMMARY:Let me go'))
    expect(await event(page, 'Let me go').count()).toBe(0)
  })
})

describe('while the calendar cannot be read', () => {
  /** Nothing is told by a stream, so that what is read is read for what was written. */
  const calendarUntold = async () => {
    const { page } = await stage.open()
    await withoutStreams(page)
    await setClock(page)
    await page.goto(`${stage.home.url}/?view=week`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    return page
  }
  /** Refuses to read events; what was refused so far. */
  const refuseReads = async (page: Page) => {
    const refused: string[] = []
    await page.route(/\/api\/events\?/, (route) => {
      refused.push(route.request().url())
      return route.fulfill({ status: 503, json: { error: 'No' } })
    })
    return refused
  }
  /** The client has asked for one stretch of days as often as it does by itself. */
  const askedInVain = (refused: string[]) =>
    until(
      'it is asked in vain',
      () => refused,
      (urls) => urls.some((url) => urls.filter((one) => one === url).length >= 3),
    )

  test('a new event that the calendar server has stays in sight', async () => {
    const page = await calendarUntold()
    calendars.setDraining(false)
    await page.keyboard.press('n')
    await page.getByRole('textbox', { name: 'Title' }).pressSequentially('Rowing')
    await page.keyboard.press('Enter')
    await event(page, 'Rowing').first().waitFor()
    const refused = await refuseReads(page)
    calendars.setDraining(true)
    await calendars.drain.drain()
    await askedInVain(refused)
    await settled(page)
    expect(await event(page, 'Rowing').first().isVisible()).toBe(true)
    await page.unroute(/\/api\/events\?/)
    await saved(page, 'Rowing')
  })

  test('a deleted one stays away', async () => {
    await calendars.put(calendars.own, 'yoga', {
      SUMMARY: 'Yoga class',
      DTSTART: '20261121T090000Z',
      DTEND: '20261121T100000Z',
    })
    const page = await calendarUntold()
    await event(page, 'Yoga class').first().click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await event(page, 'Yoga class').waitFor({ state: 'detached' })
    const refused = await refuseReads(page)
    await passUndo(page)
    await askedInVain(refused)
    await settled(page)
    expect(await event(page, 'Yoga class').count()).toBe(0)
  })
})

describe('a write that the calendar server refuses', () => {
  test('is outlined as not saved, also after a restart, and goes through when tried again', async () => {
    const page = await calendar()
    const allow = proxy.fault({ method: 'PUT' }, answer(403))
    await page.keyboard.press('n')
    await page.getByRole('textbox', { name: 'Title' }).pressSequentially('Refused')
    await page.keyboard.press('Enter')
    const refused = page.getByRole('main').getByRole('button', { name: /^Refused .*Not saved/ })
    await refused.waitFor()
    await page.reload()
    await refused.waitFor()
    allow()
    await refused.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click()
    await saved(page, 'Refused')
    expect(await onServer()).toContain('SUMMARY:Refused')
  })

  test('can be edited', async () => {
    const page = await calendar()
    const allow = proxy.fault({ method: 'PUT' }, answer(403))
    await page.keyboard.press('n')
    await page.getByRole('textbox', { name: 'Title' }).pressSequentially('Misspelt')
    await page.keyboard.press('Enter')
    const refused = page.getByRole('main').getByRole('button', { name: /^Misspelt .*Not saved/ })
    await refused.waitFor()
    allow()
    await openForm(page, refused)
    await page.getByRole('textbox', { name: 'Title' }).fill('Well spelt')
    await page.keyboard.press('Enter')
    await saved(page, 'Well spelt')
    expect(await refused.count()).toBe(0)
    expect(await onServer()).not.toContain('SUMMARY:Misspelt')
  })

  test('can be discarded from anywhere in the calendar', async () => {
    await calendars.put(calendars.own, 'stays', {
      SUMMARY: 'Stays',
      DTSTART: '20261116T140000Z',
      DTEND: '20261116T150000Z',
    })
    const page = await calendar()
    proxy.fault({ method: 'PUT' }, answer(403))
    await openForm(page, event(page, 'Stays'))
    await page.getByRole('textbox', { name: 'Title' }).fill('Goes')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Goes .*Not saved/ }).waitFor()
    await page.getByRole('button', { name: 'Next week' }).click()
    await page.getByRole('link', { name: 'Not saved: 1' }).click()
    await page.getByRole('listitem', { name: 'Goes' }).getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('link', { name: 'To the calendar' }).click()
    await page.getByRole('button', { name: 'Previous week' }).click()
    await event(page, 'Stays').waitFor()
    expect(await event(page, 'Goes').count()).toBe(0)
  })
})

describe('the answer of the house', () => {
  test.each(['its answer', 'nothing at all'])('to a new event is lost, %s; the event arrives once', async (what) => {
    const page = await calendar('/?view=day&date=2026-11-25')
    await page.route(
      '**/api/events/create',
      async (route) => {
        if (what === 'its answer') await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    const title = `Lost is ${what}`
    await page.keyboard.press('n')
    await page.getByRole('textbox', { name: 'Title' }).pressSequentially(title)
    await page.keyboard.press('Enter')
    const text = await until('it has arrived', onServer, (found) => found.includes(`SUMMARY:${title}`))
    await saved(page, title)
    expect((await onServer()).split(`SUMMARY:${title}`)).toHaveLength(2)
    expect(text).toContain(title)
  })

  test('is still out when the client is closed; the next one asks again, and the event arrives once', async () => {
    const page = await calendar('/?view=day&date=2026-11-24')
    await page.route('**/api/events/create', async (route) => void (await route.fetch()), { times: 1 })
    await page.keyboard.press('n')
    await page.getByRole('textbox', { name: 'Title' }).pressSequentially('Closed too early')
    await page.keyboard.press('Enter')
    await until('it has arrived', onServer, (found) => found.includes('SUMMARY:Closed too early'))
    await page.reload()
    await saved(page, 'Closed too early')
    expect((await onServer()).split('SUMMARY:Closed too early')).toHaveLength(2)
  })

  test('says in the language of the screen why an event was refused', async () => {
    const page = await calendar('/?view=day&date=2026-11-26', { locale: 'de-DE' })
    proxy.fault({ method: 'PUT' }, answer(413))
    await page.keyboard.press('n')
    await page.getByRole('textbox', { name: 'Titel' }).pressSequentially('Zu viel')
    await page.keyboard.press('Enter')
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Zu viel .*Nicht gespeichert/ })
      .click()
    await page.getByRole('alert').getByText('Der Termin ist zu groß für den Kalender.').waitFor()
  })
})

describe('without the house', () => {
  test('an event waits through a restart of the client and arrives exactly once', async () => {
    const page = await calendar('/?view=day&date=2026-11-27', { serviceWorker: true })
    await page.evaluate(() => navigator.serviceWorker.ready)
    await stage.home.goDark()
    await page.keyboard.press('n')
    await page.getByRole('textbox', { name: 'Title' }).pressSequentially('Written in the dark')
    await page.keyboard.press('Enter')
    const waiting = page.getByRole('main').getByRole('button', { name: /^Written in the dark .*Saving/ })
    await waiting.waitFor()
    await page.getByText('No connection').waitFor()
    await page.reload()
    await waiting.waitFor()
    stage.home.comeBack()
    // The client looks for the house every few seconds.
    await saved(page, 'Written in the dark')
    const text = await until('it has arrived', onServer, (found) => found.includes('SUMMARY:Written in the dark'))
    expect(text.split('SUMMARY:Written in the dark')).toHaveLength(2)
  })
})
