import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import { nextRevision } from '../../src/platform/db/revision'
import { calendars, events, outbox } from '../../src/platform/db/schema'
import { setClock } from './support/calendars'
import { days, makeCalendar, plan, timed } from './support/events'
import { lazyCode } from './support/lazy-code'
import { setStage } from './support/stage'
import { holdUndo, leave } from './support/undo'
import { until } from './support/until'

/** The hours open around this moment, so that the events below are in view. */
const MORNING = '2026-11-20T07:00:00Z'

const stage = setStage({ at: MORNING })
let own: number

beforeAll(async () => {
  own = await makeCalendar(stage.home, stage.home.cast.ada, 'Ada')
})

beforeEach(async () => {
  const { db } = stage.home.ctx
  await db.delete(outbox)
  await db.delete(events)
})

type Options = Parameters<typeof stage.open>[0]

async function show(page: Page, view: 'week' | 'month', title: string): Promise<Locator> {
  await setClock(page, MORNING)
  await page.goto(`${stage.home.url}/?view=${view}`)
  const box = event(page, title)
  await box.waitFor()
  await holdUndo(page)
  return box
}

const event = (page: Page, title: string): Locator =>
  page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`^${title}[ ,]`) })
    .first()

async function week(title: string, options: Options = {}): Promise<[Page, Locator]> {
  const { page } = await stage.open(options)
  return [page, await show(page, 'week', title)]
}

/** The month, once events can be moved in it: the code for that comes with the first touch, or in idle time. */
async function month(title: string, options: Options = {}): Promise<[Page, Locator]> {
  const { page } = await stage.open(options)
  const hand = lazyCode(page, 'month-hand')
  const box = await show(page, 'month', title)
  await page.getByRole('grid').hover()
  await hand
  return [page, box]
}

/** The form that the one write of an event carries, which is made on a page. */
async function written(page: Page, uid: string) {
  const { db } = stage.home.ctx
  await leave(page)
  const rows = await until(
    'the write is queued',
    () =>
      db
        .select()
        .from(outbox)
        .where(and(eq(outbox.uid, uid), eq(outbox.operation, 'update'))),
    (found) => found.length > 0,
  )
  expect(rows).toHaveLength(1)
  // What others have changed meanwhile is not written over.
  expect(rows[0]!.isBaseGiven).toBe(true)
  return JSON.parse(rows[0]!.payload ?? '{}') as Record<string, unknown>
}

/** Where one hour further down is, and one day to the right. */
async function steps(page: Page) {
  const column = (await page.getByRole('region', { name: 'Tuesday 17 November' }).boundingBox())!
  return { hour: column.height / 24, day: column.width }
}

async function centre(box: Locator) {
  const { x, y, width, height } = (await box.boundingBox())!
  return { x: x + width / 2, y: y + height / 2, bottom: y + height - 3 }
}

/** Carries what is under one point to another, with a mouse. */
async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 })
  await page.mouse.move(to.x, to.y, { steps: 4 })
}

/** A finger that stays until something is lifted, and then goes somewhere. */
async function fingerOn(page: Page) {
  const session = await page.context().newCDPSession(page)
  const touch = (
    type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel',
    points: { x: number; y: number }[] = [],
  ) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  const go = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
    for (let part = 1; part <= 8; part++) {
      await touch('touchMove', [{ x: from.x + ((to.x - from.x) * part) / 8, y: from.y + ((to.y - from.y) * part) / 8 }])
    }
  }
  return {
    touch,
    go,
    async swipe(from: { x: number; y: number }, to: { x: number; y: number }) {
      await touch('touchStart', [from])
      await go(from, to)
      await touch('touchEnd')
    },
  }
}

/** The middle of a day of the month. */
const cell = async (page: Page, name: RegExp) =>
  centre(page.getByRole('gridcell').filter({ has: page.getByRole('button', { name }) }))

/** A new event begins with these words; it is not wanted. */
async function begins(page: Page, words: RegExp): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'New event' })
  await dialog.getByRole('button', { name: words }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

/** Once the next month is there, no time passes on the page: what stays at its edge meanwhile would turn one more. */
const stopAtNextMonth = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const heading = () => document.querySelector('h1')?.textContent
    const [before, now] = [heading(), performance.now.bind(performance)]
    let stoppedAt: number | null = null
    Object.assign(performance, { now: () => stoppedAt ?? now() })
    const observer = new MutationObserver(() => {
      if (heading() !== before) stoppedAt ??= now()
    })
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  })

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

const nothingWritten = async () => expect(await stage.home.ctx.db.select().from(outbox)).toEqual([])

describe('with a mouse', () => {
  test('an event is carried to another day and hour', async () => {
    const [uid] = await plan(stage.home, own, timed('Dentist', '2026-11-17T08:00Z', 60))
    const [page, box] = await week('Dentist')
    const { x, y } = await centre(box)
    const { hour, day } = await steps(page)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + day, y + hour, { steps: 5 })
    await page.mouse.move(x + 2 * day, y + 1.5 * hour, { steps: 5 })
    await page.mouse.up()
    await page.getByRole('button', { name: /^Dentist Thursday 19 November, 10:30 – 11:30, Ada, Saving/ }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await written(page, uid!)).toMatchObject({
      start: '2026-11-19T09:30:00.000Z',
      end: '2026-11-19T10:30:00.000Z',
    })
  })

  test('its end is pulled, and of another the start', async () => {
    const [uid, other] = await plan(
      stage.home,
      own,
      timed('Lunch', '2026-11-18T11:00Z', 60),
      timed('Office', '2026-11-17T10:00Z', 120),
    )
    const [page, box] = await week('Lunch')
    const { x, bottom } = await centre(box)
    const { hour } = await steps(page)
    await drag(page, { x, y: bottom }, { x, y: bottom + 0.5 * hour })
    await page.mouse.up()
    await page.getByRole('button', { name: /^Lunch Wednesday 18 November, 12:00 – 13:30/ }).waitFor()
    const top = { x: x - (await steps(page)).day, y: (await event(page, 'Office').boundingBox())!.y + 3 }
    await drag(page, top, { x: top.x, y: top.y + 0.5 * hour })
    await page.mouse.up()
    await page.getByRole('button', { name: /^Office Tuesday 17 November, 11:30 – 13:00/ }).waitFor()
    expect(await written(page, other!)).toMatchObject({
      start: '2026-11-17T10:30:00.000Z',
      end: '2026-11-17T12:00:00.000Z',
    })
    expect(await written(page, uid!)).toMatchObject({
      start: '2026-11-18T11:00:00.000Z',
      end: '2026-11-18T12:30:00.000Z',
    })
  })

  test('Escape puts it back', async () => {
    const [uid] = await plan(stage.home, own, timed('Stay', '2026-11-16T08:00Z', 60))
    const [page, box] = await week('Stay')
    const { x, y } = await centre(box)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 300, y + 30, { steps: 5 })
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await page.getByRole('button', { name: /^Stay Monday 16 November, 9:00 – 10:00, Ada$/ }).waitFor()
    expect(await stage.home.ctx.db.select().from(outbox).where(eq(outbox.uid, uid!))).toEqual([])
  })

  test('a press without a move opens it; one on an empty hour begins an event there, and a longer one with that length', async () => {
    await plan(stage.home, own, timed('Open me', '2026-11-16T10:00Z', 60))
    const [page, box] = await week('Open me')
    await box.click()
    const dialog = page.getByRole('dialog', { name: 'Open me' })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    const column = page.getByRole('region', { name: 'Sunday 22 November' })
    const { hour } = await steps(page)
    await column.click({ position: { x: 60, y: 9.6 * hour } })
    await begins(page, /Sun 22 Nov 9:30 – 10:30/)
    const { x, y } = (await column.boundingBox())!
    // Upwards, and given up; then down.
    await drag(page, { x: x + 60, y: y + 12 * hour }, { x: x + 60, y: y + 9 * hour })
    expect(await page.locator('.drag-ghost').textContent()).toContain('9:00 – 12:00')
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await drag(page, { x: x + 60, y: y + 9.1 * hour }, { x: x + 90, y: y + 11.45 * hour })
    await page.mouse.up()
    await begins(page, /Sun 22 Nov 9:00 – 11:30/)
  })
})

describe('in a month, with a mouse', () => {
  test('an event goes to another day and keeps its hour; one undo puts it back', async () => {
    const [uid] = await plan(stage.home, own, timed('Dentist', '2026-11-17T08:00Z', 60))
    const [page, box] = await month('Dentist')
    await drag(page, await centre(box), await cell(page, /^Thursday 26 November/))
    await page.locator('.drag-label').getByText('26 Nov').waitFor()
    await page.mouse.up()
    await page.getByRole('button', { name: /^Dentist Thursday 26 November, 9:00 – 10:00, Ada, Saving/ }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: /^Dentist Tuesday 17 November, 9:00 – 10:00, Ada$/ }).waitFor()
    // Beside the month, and with Escape, nothing happens.
    for (const giveUp of [() => page.mouse.move(60, 500), () => page.keyboard.press('Escape')]) {
      await drag(page, await centre(box), await cell(page, /^Friday 27 November/))
      await giveUp()
      await page.mouse.up()
      await page.locator('.drag-label').waitFor({ state: 'detached' })
    }
    await nothingWritten()
    // Held at its edge the next month comes, and the one before it again.
    const { x, y } = await cell(page, /^Friday 4 December/)
    await stopAtNextMonth(page)
    await drag(page, await centre(box), { x, y: page.viewportSize()!.height - 2 })
    await heading(page, 'December 2026')
    // As long as a busy machine may take to go on: as many frames as turn one more while time passes.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 60; frame++) await new Promise(requestAnimationFrame)
    })
    await page.mouse.move(x, y - 300)
    await page.mouse.move(
      (await cell(page, /^Wednesday 16 December/)).x,
      (await cell(page, /^Wednesday 16 December/)).y,
    )
    await page.mouse.up()
    await page.getByRole('button', { name: /^Dentist Wednesday 16 December, 9:00 – 10:00/ }).waitFor()
    expect(await written(page, uid!)).toMatchObject({
      start: '2026-12-16T08:00:00.000Z',
      end: '2026-12-16T09:00:00.000Z',
    })
  })

  test('three days go over the edge of the month, and are made longer by an end', async () => {
    const [uid, other] = await plan(
      stage.home,
      own,
      days('Fair', '2026-11-17', '2026-11-19'),
      days('Camp', '2026-11-10', '2026-11-11'),
    )
    const [page, box] = await month('Fair')
    // Held by its second day.
    await drag(page, await centre(box), await cell(page, /^Tuesday 1 December/))
    await page.mouse.up()
    await page.getByRole('button', { name: /^Fair 30 Nov – 2 Dec 2026/ }).waitFor()
    const { x, y, width, height } = (await event(page, 'Camp').boundingBox())!
    await drag(page, { x: x + width - 3, y: y + height / 2 }, await cell(page, /^Friday 20 November/))
    await page.mouse.up()
    await page
      .getByRole('button', { name: /^Camp 10 – 20 Nov 2026/ })
      .first()
      .waitFor()
    expect(await written(page, other!)).toMatchObject({ allDay: true, start: '2026-11-10', end: '2026-11-20' })
    expect(await written(page, uid!)).toMatchObject({ allDay: true, start: '2026-11-30', end: '2026-12-02' })
  })

  test('a press on a day begins an event there, and one over several days an event of whole days', async () => {
    await plan(stage.home, own, timed('Quiet', '2026-11-17T08:00Z', 60))
    const bens = await makeCalendar(stage.home, stage.home.cast.ben, 'Ben')
    await stage.home.ctx.db.update(calendars).set({ visibility: 'household' }).where(eq(calendars.id, bens))
    await plan(stage.home, bens, timed('His', '2026-11-18T08:00Z', 60))
    const [page] = await month('Quiet')
    const { x, y } = await cell(page, /^Thursday 12 November/)
    // Twice is as good as once.
    const corner = await cell(page, /^Monday 2 November/)
    await page.mouse.click(corner.x, corner.y)
    await page.getByRole('dialog', { name: 'New event' }).waitFor()
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    await begins(page, /Mon 2 Nov/)
    await drag(page, await cell(page, /^Friday 13 November/), { x: x - 10, y: y + 100 })
    await page.mouse.up()
    await begins(page, /13 – 19 Nov/)
    // What only Ben can change stays where it is, and says so.
    await drag(page, await centre(event(page, 'His')), await cell(page, /^Friday 20 November/))
    await page.mouse.up()
    await page.getByText('Only Ben can move this').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await stage.home.ctx.db.delete(calendars).where(eq(calendars.id, bens))
    await nothingWritten()
  })

  test('an event that somebody else deletes meanwhile is let go', async () => {
    const [uid] = await plan(
      stage.home,
      own,
      timed('Gone', '2026-11-17T08:00Z', 60),
      timed('Here', '2026-11-17T10:00Z', 60),
    )
    const [page, box] = await month('Gone')
    await drag(page, await centre(box), await cell(page, /^Thursday 26 November/))
    await page.locator('.drag-label').waitFor()
    const { home } = stage
    const tell = () => home.ctx.hub.publish({ topic: 'calendar', calendarId: own, readers: [home.cast.ada.id] })
    // What else happens meanwhile is drawn.
    await plan(home, own, timed('News', '2026-11-18T10:00Z', 60))
    tell()
    await event(page, 'News').waitFor()
    await page.locator('.drag-label').getByText('26 Nov').waitFor()
    await home.ctx.db.delete(events).where(eq(events.uid, uid!))
    await home.ctx.db.update(calendars).set({ revision: nextRevision(calendars.revision) })
    tell()
    await page.locator('.drag-label').waitFor({ state: 'detached' })
    await page.mouse.up()
    await box.waitFor({ state: 'detached' })
    await leave(page)
    await nothingWritten()
  })
})

test('what was carried is put back by one undo, and nothing is sent; whatever other pages do', async () => {
  const [uid] = await plan(stage.home, own, timed('Regret', '2026-11-17T12:00Z', 60))
  const [page, box] = await week('Regret')
  const other = await page.context().newPage()
  await setClock(other, MORNING)
  await other.goto(`${stage.home.url}/?view=week`)
  await event(other, 'Regret').waitFor()
  await box.focus()
  for (const key of ['Space', 'ArrowRight', 'Shift+ArrowDown', 'Enter']) await page.keyboard.press(key)
  await page.getByRole('button', { name: /^Regret Wednesday 18 November, 13:00 – 14:15/ }).waitFor()
  await event(other, 'Regret Wednesday').waitFor()
  await leave(other)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: /^Regret Tuesday 17 November, 13:00 – 14:00, Ada$/ }).waitFor()
  expect(await stage.home.ctx.db.select().from(outbox).where(eq(outbox.uid, uid!))).toEqual([])
})

describe('with a finger', () => {
  test('an event is carried, or its end, after a long press; the page does not scroll meanwhile', async () => {
    const [uid, other] = await plan(
      stage.home,
      own,
      timed('Piano', '2026-11-20T08:00Z', 60),
      timed('Nap', '2026-11-19T08:00Z', 60),
    )
    const [page, box] = await week('Piano', { size: 'tablet' })
    const { touch, go } = await fingerOn(page)
    const { hour } = await steps(page)
    const piano = await centre(box)
    await touch('touchStart', [piano])
    // The finger stays until the event is lifted.
    await page.locator('.drag-ghost').waitFor()
    await go(piano, { x: piano.x, y: piano.y + 2 * hour })
    await touch('touchEnd')
    await page.getByRole('button', { name: /^Piano Friday 20 November, 11:00 – 12:00/ }).waitFor()
    // By its title, over to another day.
    const title = { x: piano.x, y: (await box.boundingBox())!.y + 10 }
    const day = (await event(page, 'Nap').boundingBox())!.x - (await box.boundingBox())!.x
    await touch('touchStart', [title])
    await page.locator('.drag-ghost').waitFor()
    await go(title, { x: title.x + day, y: title.y })
    await touch('touchEnd')
    await page.getByRole('button', { name: /^Piano Thursday 19 November, 11:00 – 12:00/ }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: /^Piano Friday 20 November, 11:00 – 12:00/ }).waitFor()
    const nap = await centre(event(page, 'Nap'))
    const end = { x: nap.x, y: nap.bottom }
    await touch('touchStart', [end])
    await page.locator('.drag-ghost').waitFor()
    await go(end, { x: end.x, y: end.y + hour })
    await touch('touchEnd')
    await page.getByRole('button', { name: /^Nap Thursday 19 November, 9:00 – 11:00/ }).waitFor()
    expect(await written(page, uid!)).toMatchObject({ start: '2026-11-20T10:00:00.000Z' })
    expect(await written(page, other!)).toMatchObject({
      start: '2026-11-19T08:00:00.000Z',
      end: '2026-11-19T10:00:00.000Z',
    })
  })

  test('that moves at once scrolls, that goes sideways turns the page, and a second one gives up', async () => {
    await plan(stage.home, own, timed('Scroll', '2026-11-21T08:00Z', 60))
    const [page, box] = await week('Scroll', { size: 'tablet' })
    const { touch, go, swipe } = await fingerOn(page)
    const { x, y } = await centre(box)
    await touch('touchStart', [{ x, y }])
    await page.locator('.drag-ghost').waitFor()
    await touch('touchStart', [
      { x, y },
      { x: x - 200, y },
    ])
    await page.locator('.drag-ghost').waitFor({ state: 'detached' })
    await touch('touchEnd')
    await touch('touchStart', [{ x, y }])
    await page.locator('.drag-ghost').waitFor()
    await touch('touchCancel')
    await page.locator('.drag-ghost').waitFor({ state: 'detached' })
    // Empty hours are pulled over, as events are carried.
    const { hour } = await steps(page)
    const empty = { x, y: y + 2.6 * hour }
    await touch('touchStart', [empty])
    await page.locator('.drag-ghost').waitFor()
    await go(empty, { x, y: empty.y + 1.25 * hour })
    await touch('touchEnd')
    await begins(page, /Tomorrow 12:00 – 13:30/)
    const before = (await box.boundingBox())!.y
    await swipe({ x, y }, { x, y: y - 100 })
    await until(
      'the hours have scrolled',
      async () => (await box.boundingBox())!.y,
      (at) => at < before - 40,
    )
    await page.getByRole('button', { name: /^Scroll Saturday 21 November, 9:00 – 10:00, Ada$/ }).waitFor()
    await swipe({ x: 900, y: 500 }, { x: 500, y: 510 })
    await heading(page, '23 – 29 Nov 2026')
    await swipe({ x: 500, y: 500 }, { x: 900, y: 510 })
    await box.waitFor()
    await nothingWritten()
  })

  test('on a phone a line of the day’s list is carried into the month above it', async () => {
    const [uid] = await plan(stage.home, own, timed('Physio', '2026-11-20T15:00Z', 60))
    const [page] = await month('.*Physio', { size: 'phone' })
    const { touch, go, swipe } = await fingerOn(page)
    const list = page.getByRole('region', { name: 'Friday 20 November' })
    const from = await centre(list.getByRole('button', { name: /Physio/ }))
    await touch('touchStart', [from])
    await page.locator('.drag-label').waitFor()
    await go(from, await cell(page, /^Saturday 21 November/))
    await page.locator('.drag-label').getByText('21 Nov').waitFor()
    await touch('touchEnd')
    await page.getByRole('button', { name: /^Saturday 21 November, 1 event/ }).waitFor()
    await list.getByText('Nothing planned').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    // The list turns by days, the month by months.
    const { x, y } = await centre(list)
    await swipe({ x: x + 80, y }, { x: x - 80, y })
    const next = page.getByRole('region', { name: 'Saturday 21 November' })
    await next.getByRole('button', { name: 'New event' }).click()
    await page.getByRole('dialog', { name: 'New event' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await swipe({ x: x + 80, y: y - 350 }, { x: x - 80, y: y - 350 })
    await heading(page, 'December')
    expect(await written(page, uid!)).toMatchObject({
      start: '2026-11-21T15:00:00.000Z',
      end: '2026-11-21T16:00:00.000Z',
    })
  })
})

describe('with keys', () => {
  test('Space lifts an event, arrows carry it, Enter drops it', async () => {
    const [uid] = await plan(stage.home, own, timed('Choir', '2026-11-17T18:00Z', 60))
    const [page, box] = await week('Choir')
    await box.focus()
    for (const key of ['Space', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'Shift+ArrowDown', 'Enter']) {
      await page.keyboard.press(key)
    }
    await page.getByRole('button', { name: /^Choir Wednesday 18 November, 19:30 – 20:45/ }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await written(page, uid!)).toMatchObject({
      start: '2026-11-18T18:30:00.000Z',
      end: '2026-11-18T19:45:00.000Z',
    })
  })

  test('Escape leaves it where it was, and Enter opens it', async () => {
    await plan(stage.home, own, timed('Unmoved', '2026-11-17T12:00Z', 60))
    const [page, box] = await week('Unmoved')
    await box.focus()
    for (const key of ['Space', 'ArrowDown', 'Escape']) await page.keyboard.press(key)
    await page.getByRole('button', { name: /^Unmoved Tuesday 17 November, 13:00 – 14:00, Ada$/ }).waitFor()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Unmoved' })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await until(
      'the focus is back',
      () => page.evaluate(() => document.activeElement?.textContent ?? ''),
      (text) => text.startsWith('Unmoved'),
    )
  })

  test('a bar moves by days and grows by days', async () => {
    const [uid] = await plan(stage.home, own, days('Fair', '2026-11-17', '2026-11-18'))
    const [page, box] = await week('Fair')
    await box.focus()
    for (const key of ['Space', 'ArrowRight', 'Shift+ArrowRight', 'Space']) await page.keyboard.press(key)
    await page.getByRole('button', { name: /^Fair 18 – 20 Nov 2026/ }).waitFor()
    expect(await written(page, uid!)).toMatchObject({ allDay: true, start: '2026-11-18', end: '2026-11-20' })
  })
})

describe('the focus stays at an event', () => {
  /** The week once what keeps the focus is there, with the focus on an event of Tuesday at 13:00. */
  async function focused() {
    await plan(stage.home, own, timed('Focused', '2026-11-17T12:00Z', 60))
    const { page } = await stage.open()
    const code = lazyCode(page, 'keep-focus')
    const box = await show(page, 'week', 'Focused')
    await code
    await box.focus()
    return page
  }
  const hasFocus = (page: Page, name: RegExp) =>
    until(
      'the focus is at the event',
      () => page.evaluate(() => document.activeElement?.textContent ?? ''),
      (text) => name.test(text),
    )

  test.each([
    ['another day', 'ArrowRight', /^Focused.*Wednesday 18 November, 13:00/],
    ['another hour', 'ArrowDown', /^Focused.*Tuesday 17 November, 13:15/],
  ] as const)('that keys carry to %s, and that is brought back', async (_, key, name) => {
    const page = await focused()
    for (const pressed of ['Space', key, 'Enter']) await page.keyboard.press(pressed)
    await hasFocus(page, name)
    await page.getByRole('button', { name: 'Undo' }).focus()
    await page.keyboard.press('Enter')
    await hasFocus(page, /^Focused.*Tuesday 17 November, 13:00/)
  })

  test('that the form has given another title', async () => {
    const page = await focused()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Focused' }).waitFor()
    await page.keyboard.press('e')
    await page.getByRole('textbox', { name: 'Title' }).fill('Renamed')
    await page.keyboard.press('Enter')
    await hasFocus(page, /^Renamed/)
    // It would reach the next story.
    await leave(page)
    await until(
      'the write is queued',
      () => stage.home.ctx.db.select().from(outbox),
      (rows) => rows.length > 0,
    )
  })
})

describe('in a month, with keys', () => {
  test('Space lifts an event, arrows carry it, also into another month, and the answer says how much of a series', async () => {
    await plan(stage.home, own, timed('Choir', '2026-11-20T18:00Z', 60, { recurrence: 'weekly' }))
    const [page, box] = await month('Choir')
    await box.focus()
    for (const key of ['Space', 'ArrowDown', 'Escape']) await page.keyboard.press(key)
    await page.locator('.drag-label').waitFor({ state: 'detached' })
    for (const key of ['Space', 'ArrowLeft', 'ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
    await heading(page, 'December 2026')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Only this one/ }).click()
    await page.getByRole('button', { name: /^Choir Thursday 10 December, 19:00 – 20:00/ }).waitFor()
    await page.getByRole('button', { name: /^Choir Friday 11 December, 19:00 – 20:00/ }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: /^Choir Thursday 10 December/ }).waitFor({ state: 'detached' })
    await nothingWritten()
    // The keys of the page turn it.
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard' }).getByText('Next month').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    for (const [key, name] of [
      ['k', 'November 2026'],
      ['PageDown', 'December 2026'],
      ['ArrowRight', 'January 2027'],
      ['PageUp', 'December 2026'],
      ['w', '7 – 13 Dec 2026'],
      ['j', '14 – 20 Dec 2026'],
    ] as const) {
      await page.keyboard.press(key)
      await heading(page, name)
    }
  })
})

describe('a series', () => {
  test('of which one occurrence is made longer keeps the others as they were', async () => {
    const [uid] = await plan(stage.home, own, timed('Judo', '2026-11-16T16:00Z', 60, { recurrence: 'daily' }))
    const [page, box] = await week('Judo Wednesday')
    await box.focus()
    for (const key of ['Space', 'Shift+ArrowDown', 'Enter']) await page.keyboard.press(key)
    await page.getByRole('button', { name: /^Only this one/ }).click()
    await page.getByRole('button', { name: /^Judo Wednesday 18 November, 17:00 – 18:15/ }).waitFor()
    await page.getByRole('button', { name: /^Judo Thursday 19 November, 17:00 – 18:00/ }).waitFor()
    expect(await written(page, uid!)).toMatchObject({
      start: '2026-11-18T16:00:00.000Z',
      end: '2026-11-18T17:15:00.000Z',
    })
  })

  test('is asked about behind another that was carried right before it', async () => {
    await plan(
      stage.home,
      own,
      timed('Yoga', '2026-10-13T16:00Z', 60, { recurrence: 'weekly' }),
      timed('Judo', '2026-10-14T16:00Z', 60, { recurrence: 'weekly' }),
    )
    const [page] = await week('Yoga')
    // What the service has of them is awaited for a moment, and never comes.
    await page.route('**/api/events/*/edit*', () => {})
    for (const name of ['Yoga', 'Judo']) {
      await event(page, name).focus()
      for (const key of ['Space', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
    }
    for (const name of ['Yoga', 'Judo']) {
      const question = page.getByRole('dialog', { name: `Change “${name}”: which events?` })
      await question.getByRole('button', { name: /^Only this one/ }).click()
    }
    await event(page, 'Yoga Tuesday 17 November, 18:15').waitFor()
    await event(page, 'Judo Wednesday 18 November, 18:15').waitFor()
  })

  test('moves by as much as the answer says', async () => {
    const [uid] = await plan(stage.home, own, timed('Yoga', '2026-10-13T16:00Z', 60, { recurrence: 'weekly' }))
    const [page, box] = await week('Yoga')
    await box.focus()
    for (const key of ['Space', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
    await page
      .getByRole('dialog', { name: 'Change “Yoga”: which events?' })
      .getByRole('button', { name: 'Cancel' })
      .click()
    await page.getByRole('button', { name: /^Yoga Tuesday 17 November, 18:00/ }).waitFor()
    await until(
      'the focus is back',
      () => page.evaluate(() => document.activeElement?.textContent ?? ''),
      (text) => text.startsWith('Yoga'),
    )
    for (const key of ['Space', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
    for (const range of [/^This and all following/, /^All/]) {
      await page.getByRole('button', { name: range }).click()
      await page.getByRole('button', { name: /^Yoga Wednesday 18 November, 18:00 – 19:00/ }).waitFor()
      await page.getByRole('button', { name: 'Undo' }).click()
      await event(page, 'Yoga Tuesday 17 November, 18:00').focus()
      for (const key of ['Space', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
    }
    await page.getByRole('button', { name: /^All/ }).click()
    await page.getByRole('button', { name: /^Yoga Wednesday 18 November, 18:00 – 19:00/ }).waitFor()
    // It speaks of the occurrence that was carried.
    expect(await written(page, uid!)).toMatchObject({
      start: '2026-11-18T17:00:00.000Z',
      end: '2026-11-18T18:00:00.000Z',
    })
  })
})
