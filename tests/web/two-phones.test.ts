import { beforeEach, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { outbox } from '../../src/platform/db/schema'
import { putEvent } from '../support/caldav'
import type { Member } from '../support/cast'
import { answer, holdRequest } from '../support/proxy'
import { accessibilityProblems } from './support/axe'
import { picture } from './support/browser'
import { setCalendars, setClock } from './support/calendars'
import { openForm } from './support/event-card'
import { itemsOf, makeList } from './support/lists'
import { until } from './support/until'

const { stage, calendars } = setCalendars()

const PICKUP = { SUMMARY: 'Pick up', DTSTART: '20261120T160000Z', DTEND: '20261120T170000Z' }

beforeEach(async () => {
  calendars.proxy.reset()
  await stage.home.ctx.db.delete(outbox)
  await calendars.put(calendars.shared, 'pickup', PICKUP)
})

/** A member's phone with the dialog of the event of all open; whether it ever said that something was not saved. */
async function phone(as: Member, locale = 'en-GB') {
  const { page } = await stage.open({ size: 'phone', as, locale })
  await setClock(page)
  await page.goto(`${stage.home.url}/?view=day`)
  await page.evaluate(watchForFailures)
  const open = async () => {
    await openForm(page, page.getByRole('button', { name: /^Pick up / }))
    await page.getByRole('dialog').locator('.date-input').first().waitFor()
  }
  const sawFailure = () => page.evaluate(() => (globalThis as unknown as { sawFailure: boolean }).sawFailure)
  return { page, open, sawFailure }
}

/** Notes, in the page, whether an event was drawn as not saved for however short a moment. */
function watchForFailures() {
  Object.assign(globalThis, { sawFailure: false })
  const look = () => {
    if (document.querySelector('.not-saved, .unsaved-button') !== null) Object.assign(globalThis, { sawFailure: true })
  }
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
  look()
}

const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click()
const start = (page: Page) => page.getByRole('combobox', { name: 'Start time' })

const onServer = (what: string, holds: (text: string) => boolean) =>
  until(what, () => calendars.onServer(calendars.shared), holds)

async function settled(page: Page) {
  await until(
    'nothing is on its way',
    () => page.getByRole('button', { name: /Saving/ }).count(),
    (count) => count === 0,
  )
}

/** Another application moves the event to 20:00, and nobody has read that yet. */
const moveElsewhere = () =>
  putEvent('ada', new URL(calendars.shared.url).pathname, 'pickup', {
    ...PICKUP,
    DTSTART: '20261120T190000Z',
    DTEND: '20261120T200000Z',
  })

/** Ben's phone, on which the event was open before Ada moved it to 20:00 on hers. */
async function openWhileAdaMoves() {
  const { ada, ben } = stage.home.cast
  const [hers, his] = [await phone(ada), await phone(ben)]
  await his.open()
  await hers.open()
  await start(hers.page).fill('20:00')
  await save(hers.page)
  await onServer('Ada has moved it', (text) => text.includes('DTSTART:20261120T190000Z'))
  return his
}

describe('two people change one event at the same time', () => {
  test('in different fields: both changes stand, and nobody hears of a failure', async () => {
    const his = await openWhileAdaMoves()
    await his.page.getByRole('textbox', { name: 'Place' }).fill('School, back door')
    await save(his.page)
    const text = await onServer('Ben has named the place', (found) => found.includes('LOCATION:School\\, back door'))
    expect(text).toContain('DTSTART:20261120T190000Z')
    await settled(his.page)
    await his.page.getByRole('button', { name: /^Pick up .*20:00 – 21:00, Everyone, School, back door/ }).waitFor()
    expect(await his.sawFailure()).toBe(false)
  })

  test('one of them elsewhere, unread until the other’s change is sent: the client tries again by itself', async () => {
    const his = await phone(stage.home.cast.ben)
    await his.open()
    await moveElsewhere()
    let sent = 0
    his.page.on('request', (request) => {
      if (request.method() === 'PATCH') sent++
    })
    await his.page.getByRole('textbox', { name: 'Place' }).fill('Sports hall')
    await save(his.page)
    const text = await onServer('the place is there', (found) => found.includes('LOCATION:Sports hall'))
    expect(text).toContain('DTSTART:20261120T190000Z')
    await settled(his.page)
    await his.page.getByRole('button', { name: /^Pick up .*20:00 – 21:00, Everyone, Sports hall/ }).waitFor()
    expect(await his.sawFailure()).toBe(false)
    expect(sent).toBe(2)
  })

  test('one of them elsewhere, in the same field: both values are shown, too', async () => {
    const his = await phone(stage.home.cast.ben)
    await his.open()
    await moveElsewhere()
    await start(his.page).fill('19:00')
    await save(his.page)
    await his.page.getByRole('button', { name: /^Pick up .*Not saved/ }).click()
    const when = his.page.getByRole('dialog').getByRole('group', { name: 'When' })
    await when.getByRole('radio', { name: /^Yours.*19:00 – 20:00/ }).waitFor()
    await when.getByRole('radio', { name: /^Now.*20:00 – 21:00/ }).check()
    await his.page.getByRole('dialog').getByRole('button', { name: 'Save this' }).click()
    await his.page.getByRole('button', { name: /^Pick up .*20:00 – 21:00, Everyone$/ }).waitFor()
    // It is gone at the service, too.
    await his.page.goto(`${stage.home.url}/unsaved`)
    await his.page.getByText('Everything is saved.').waitFor()
  })

  test.each([
    ['Ben’s own', 'Yours', 'DTSTART:20261120T180000Z'],
    ['what stands there now', 'Now', 'DTSTART:20261120T190000Z'],
  ])('in the same field: both values are shown, and one of them counts: %s', async (_, choice, line) => {
    const his = await openWhileAdaMoves()
    await start(his.page).fill('19:00')
    await his.page.getByRole('textbox', { name: 'Place' }).fill('School')
    await save(his.page)
    await his.page.getByRole('button', { name: /^Pick up .*Not saved/ }).click()
    const dialog = his.page.getByRole('dialog')
    const when = dialog.getByRole('group', { name: 'When' })
    await when.getByRole('radio', { name: /^Yours.*19:00 – 20:00/ }).waitFor()
    await when.getByRole('radio', { name: /^Now.*20:00 – 21:00/ }).waitFor()
    // Nobody else has named a place: there is nothing to choose.
    await dialog.getByText('Place: School').waitFor()
    expect(await dialog.getByRole('radio').count()).toBe(2)
    expect(await accessibilityProblems(his.page)).toEqual([])
    await when.getByRole('radio', { name: new RegExp(`^${choice}`) }).check()
    await dialog.getByRole('button', { name: 'Save this' }).click()
    const text = await onServer('Ben has decided', (found) => found.includes('LOCATION:School') && found.includes(line))
    expect(text).toContain(line)
    await settled(his.page)
  })
})

test('an event that was changed without a connection is merged when there is one again', async () => {
  const { ada, ben } = stage.home.cast
  const [hers, his] = [await phone(ada), await phone(ben)]
  await his.open()
  await his.page.context().setOffline(true)
  await his.page.getByRole('textbox', { name: 'Place' }).fill('School')
  await save(his.page)
  await hers.open()
  await start(hers.page).fill('20:00')
  await save(hers.page)
  await onServer('Ada has moved it', (text) => text.includes('DTSTART:20261120T190000Z'))
  await his.page.context().setOffline(false)
  const text = await onServer('Ben’s place is there', (found) => found.includes('LOCATION:School'))
  expect(text).toContain('DTSTART:20261120T190000Z')
})

describe('an event that was never read on the phone is changed without a connection', () => {
  /** Ben's phone in a tunnel, with the form of an event that he has never opened before. */
  async function inTunnel(more: Record<string, string> = {}) {
    await calendars.put(calendars.shared, 'pickup', { ...PICKUP, ...more })
    await calendars.put(calendars.shared, 'choir', { ...PICKUP, SUMMARY: 'Choir' })
    const his = await phone(stage.home.cast.ben)
    // What draws a form is there from now on.
    await openForm(his.page, his.page.getByRole('button', { name: /^Choir / }))
    await his.page.getByRole('button', { name: 'Cancel' }).click()
    await his.page.context().setOffline(true)
    await his.open()
    return { ...his, dialog: his.page.getByRole('dialog', { name: 'Edit event' }) }
  }
  const notes = (page: Page) => page.getByRole('textbox', { name: 'Notes' })

  test('notes that stand there are not written over unasked, and no calendar is named', async () => {
    const { page, dialog } = await inTunnel({ DESCRIPTION: 'The teacher’s number: 0123' })
    await dialog.getByText('Not everything could be loaded').waitFor()
    expect(await dialog.getByRole('combobox', { name: 'Calendar' }).count()).toBe(0)
    await notes(page).fill('Bring cake')
    await save(page)
    await page.context().setOffline(false)
    await page.getByRole('button', { name: /^Pick up .*Not saved/ }).click()
    const both = page.getByRole('dialog').getByRole('group', { name: 'Notes' })
    await both.getByRole('radio', { name: /^Yours.*Bring cake/ }).waitFor()
    await both.getByRole('radio', { name: /^Now.*0123/ }).waitFor()
    expect(await calendars.onServer(calendars.shared)).toContain('0123')
  })

  test('notes are written where there are none, also those that are changed once more before they are sent', async () => {
    const { page, open } = await inTunnel()
    await notes(page).fill('Bring cake')
    await save(page)
    await open()
    expect(await notes(page).inputValue()).toBe('Bring cake')
    await notes(page).fill('Bring two cakes')
    await save(page)
    await page.context().setOffline(false)
    await onServer('the notes are there', (text) => text.includes('DESCRIPTION:Bring two cakes'))
    await settled(page)
    expect(await page.getByRole('button', { name: /^Pick up .*Not saved/ }).count()).toBe(0)
  })
})

describe('a write that failed on the phone', () => {
  async function laptop() {
    const { page } = await stage.open({ as: stage.home.cast.ben })
    await setClock(page)
    await page.goto(`${stage.home.url}/?view=day`)
    await page.getByRole('button', { name: /^Pick up / }).waitFor()
    return page
  }
  const notSaved = (page: Page) => page.getByRole('link', { name: 'Not saved: 1' })

  /** Ben names a place on his phone, which the calendar server refuses. */
  async function refusedOnPhone() {
    const allow = calendars.proxy.fault({ method: 'PUT' }, answer(403))
    const his = await phone(stage.home.cast.ben)
    await his.open()
    await his.page.getByRole('textbox', { name: 'Place' }).fill('School')
    await save(his.page)
    await his.page.getByRole('button', { name: /^Pick up .*Not saved/ }).waitFor()
    return { page: his.page, allow }
  }

  test('is found on the laptop, with what was wanted and why it failed, and goes through from there', async () => {
    const desk = await laptop()
    const his = await refusedOnPhone()
    // The live stream says so: nothing was loaded anew.
    await notSaved(desk).click()
    await desk.getByRole('heading', { name: 'Not saved', level: 1 }).waitFor()
    const item = desk.getByRole('listitem', { name: 'Pick up' })
    await item.getByText('The calendar does not allow this change.').waitFor()
    const place = item.getByRole('group', { name: 'Place' })
    expect(await place.textContent()).toBe('PlaceSchoolNow: nothing')
    expect(await accessibilityProblems(desk)).toEqual([])
    his.allow()
    await item.getByRole('button', { name: 'Try again' }).click()
    await onServer('the place is there', (text) => text.includes('LOCATION:School'))
    await desk.getByText('Everything is saved.').waitFor()
    await until(
      'the phone knows it, too',
      () => his.page.getByRole('button', { name: /^Pick up .*(Not saved|Saving)/ }).count(),
      (count) => count === 0,
    )
    // One alone, or it would not be known which is meant.
    await his.page.getByRole('button', { name: /^Pick up .*School/ }).waitFor()
  })

  test('goes through beside another one at a single press', async () => {
    const listId = await makeList(stage.home, 'Party', 'Cups')
    const { page, allow } = await refusedOnPhone()
    const refusal = { status: 400, json: { error: 'No' } }
    await page.route('**/api/lists/*/items', (route) =>
      route.request().method() === 'POST' ? route.fulfill(refusal) : route.continue(),
    )
    await page.goto(`${stage.home.url}/lists/${listId}`)
    await page.getByRole('textbox', { name: 'Add an item' }).fill('Balloons')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Not saved: 2' }).click()
    await page.getByRole('listitem', { name: 'Balloons' }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await picture(page, 'unsaved-try-all-phone')
    await page.unroute('**/api/lists/*/items')
    allow()
    await page.getByRole('button', { name: 'Try all again' }).click()
    await page.getByText('Everything is saved.').waitFor()
    expect((await itemsOf(stage.home, listId)).map(({ text }) => text)).toEqual(['Cups', 'Balloons'])
    await onServer('the place is there', (text) => text.includes('LOCATION:School'))
  })

  test('is not called saved on another device before the calendar has it', async () => {
    const held = holdRequest()
    calendars.proxy.fault({ method: 'PUT', times: 1 }, held.fault)
    const his = await phone(stage.home.cast.ben)
    await his.open()
    await his.page.getByRole('textbox', { name: 'Place' }).fill('Pool')
    await save(his.page)
    await held.arrived
    const desk = await laptop()
    await desk.goto(`${stage.home.url}/unsaved`)
    await desk.getByText('What was changed elsewhere is still on its way.').waitFor()
    held.release()
    await desk.getByText('Everything is saved.').waitFor()
  })

  test('is still there when the phone has lost everything, and is let go of after asking', async () => {
    const his = await refusedOnPhone()
    await his.page.context().close()
    his.allow()
    const desk = await laptop()
    await desk.getByRole('button', { name: /^Pick up .*School.*Not saved/ }).waitFor()
    await notSaved(desk).click()
    const item = desk.getByRole('listitem', { name: 'Pick up' })
    await item.getByRole('button', { name: 'Discard' }).click()
    const question = desk.getByRole('dialog', { name: 'Discard the change to “Pick up”?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await item.getByRole('button', { name: 'Discard' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await desk.getByText('Everything is saved.').waitFor()
    await desk.reload()
    await desk.getByText('Everything is saved.').waitFor()
    await desk.goto(`${stage.home.url}/?view=day`)
    await desk.getByRole('button', { name: /^Pick up .*17:00 – 18:00, Everyone$/ }).waitFor()
    expect(await calendars.onServer(calendars.shared)).not.toContain('School')
  })

  test('and is let go of on the laptop is gone from the phone', async () => {
    const desk = await laptop()
    const his = await refusedOnPhone()
    await notSaved(desk).click()
    await desk.getByRole('listitem', { name: 'Pick up' }).getByRole('button', { name: 'Discard' }).click()
    await desk.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await his.page.getByRole('button', { name: /^Pick up .*17:00 – 18:00, Everyone$/ }).waitFor()
  })

  test('and is a new event is edited on the laptop, and there once', async () => {
    const allow = calendars.proxy.fault({ method: 'PUT' }, answer(403))
    const { page } = await phone(stage.home.cast.ben)
    await page.getByRole('link', { name: 'New event' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Handbal')
    await save(page)
    await page.getByRole('button', { name: /^Handbal .*Not saved/ }).waitFor()
    const desk = await laptop()
    await notSaved(desk).click()
    allow()
    await desk.getByRole('listitem', { name: 'Handbal' }).getByRole('button', { name: 'Edit' }).click()
    await desk.getByRole('textbox', { name: 'Title' }).fill('Handball')
    await save(desk)
    await onServer('it is there', (text) => text.includes('SUMMARY:Handball'))
    await desk.getByText('Everything is saved.').waitFor()
    await page.getByRole('button', { name: /^Handbal .*Not saved/ }).waitFor({ state: 'detached' })
    expect((await calendars.onServer(calendars.shared)).split('SUMMARY:Handbal')).toHaveLength(2)
  })
})
