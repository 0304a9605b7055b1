import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import { events, outbox } from '../../src/platform/db/schema'
import { setClock } from './support/calendars'
import { days, makeCalendar, plan, timed } from './support/events'
import { setStage } from './support/stage'
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

async function week(title: string, options: Parameters<typeof stage.open>[0] = {}): Promise<[Page, Locator]> {
  const { page } = await stage.open(options)
  await setClock(page, MORNING)
  await page.goto(`${stage.home.url}/?view=week`)
  const box = page.getByRole('main').getByRole('button', { name: new RegExp(`^${title} `) })
  await box.waitFor()
  return [page, box]
}

/** The form that the one write of an event carries. */
async function written(uid: string) {
  const { db } = stage.home.ctx
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
    expect(await written(uid!)).toMatchObject({ start: '2026-11-19T09:30:00.000Z', end: '2026-11-19T10:30:00.000Z' })
  })

  test('its end is pulled', async () => {
    const [uid] = await plan(stage.home, own, timed('Lunch', '2026-11-18T11:00Z', 60))
    const [page, box] = await week('Lunch')
    const { x, bottom } = await centre(box)
    const { hour } = await steps(page)
    await page.mouse.move(x, bottom)
    await page.mouse.down()
    await page.mouse.move(x, bottom + 0.5 * hour, { steps: 5 })
    await page.mouse.up()
    await page.getByRole('button', { name: /^Lunch Wednesday 18 November, 12:00 – 13:30/ }).waitFor()
    expect(await written(uid!)).toMatchObject({ start: '2026-11-18T11:00:00.000Z', end: '2026-11-18T12:30:00.000Z' })
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

  test('a press without a move opens it, and one on an empty hour begins an event there', async () => {
    await plan(stage.home, own, timed('Open me', '2026-11-16T10:00Z', 60))
    const [page, box] = await week('Open me')
    await box.click()
    const dialog = page.getByRole('dialog', { name: 'Edit event' })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    const column = page.getByRole('region', { name: 'Sunday 22 November' })
    const { hour } = await steps(page)
    await column.click({ position: { x: 60, y: 9.6 * hour } })
    const start = page.getByRole('dialog', { name: 'New event' }).getByRole('textbox', { name: 'Start time' })
    await start.waitFor()
    expect(await start.inputValue()).toBe('9:30')
  })
})

test('what was carried is put back by one undo, and nothing is sent', async () => {
  const [uid] = await plan(stage.home, own, timed('Regret', '2026-11-17T12:00Z', 60))
  const [page, box] = await week('Regret')
  await box.focus()
  for (const key of ['Space', 'ArrowRight', 'Shift+ArrowDown', 'Enter']) await page.keyboard.press(key)
  await page.getByRole('button', { name: /^Regret Wednesday 18 November, 13:00 – 14:15/ }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: /^Regret Tuesday 17 November, 13:00 – 14:00, Ada$/ }).waitFor()
  expect(await stage.home.ctx.db.select().from(outbox).where(eq(outbox.uid, uid!))).toEqual([])
})

describe('with a finger', () => {
  test('an event is carried after a long press, and the page does not scroll meanwhile', async () => {
    const [uid] = await plan(stage.home, own, timed('Piano', '2026-11-20T08:00Z', 60))
    const [page, box] = await week('Piano', { size: 'tablet' })
    const { x, y } = await centre(box)
    const { hour } = await steps(page)
    const session = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x, y: at }] })
    await touch('touchStart', y)
    // The finger stays until the event is lifted.
    await page.locator('.drag-ghost').waitFor()
    for (let part = 0.25; part <= 2; part += 0.25) await touch('touchMove', y + part * hour)
    await touch('touchEnd')
    await page.getByRole('button', { name: /^Piano Friday 20 November, 11:00 – 12:00/ }).waitFor()
    expect(await written(uid!)).toMatchObject({ start: '2026-11-20T10:00:00.000Z' })
  })

  test('its end is pulled after a long press on it', async () => {
    const [uid] = await plan(stage.home, own, timed('Nap', '2026-11-20T08:00Z', 60))
    const [page, box] = await week('Nap', { size: 'tablet' })
    const { x, bottom } = await centre(box)
    const { hour } = await steps(page)
    const session = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x, y: at }] })
    await touch('touchStart', bottom)
    await page.locator('.drag-ghost').waitFor()
    for (let part = 0.25; part <= 1; part += 0.25) await touch('touchMove', bottom + part * hour)
    await touch('touchEnd')
    await page.getByRole('button', { name: /^Nap Friday 20 November, 9:00 – 11:00/ }).waitFor()
    expect(await written(uid!)).toMatchObject({ start: '2026-11-20T08:00:00.000Z', end: '2026-11-20T10:00:00.000Z' })
  })

  test('a finger that moves at once scrolls', async () => {
    await plan(stage.home, own, timed('Scroll', '2026-11-21T08:00Z', 60))
    const [page, box] = await week('Scroll', { size: 'tablet' })
    const { x, y } = await centre(box)
    const before = (await box.boundingBox())!.y
    const session = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x, y: at }] })
    await touch('touchStart', y)
    for (let at = y; at > y - 100; at -= 10) await touch('touchMove', at)
    await touch('touchEnd')
    await until(
      'the hours have scrolled',
      async () => (await box.boundingBox())!.y,
      (at) => at < before - 40,
    )
    await page.getByRole('button', { name: /^Scroll Saturday 21 November, 9:00 – 10:00, Ada$/ }).waitFor()
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
    expect(await written(uid!)).toMatchObject({ start: '2026-11-18T18:30:00.000Z', end: '2026-11-18T19:45:00.000Z' })
  })

  test('Escape leaves it where it was, and Enter opens it', async () => {
    await plan(stage.home, own, timed('Unmoved', '2026-11-17T12:00Z', 60))
    const [page, box] = await week('Unmoved')
    await box.focus()
    for (const key of ['Space', 'ArrowDown', 'Escape']) await page.keyboard.press(key)
    await page.getByRole('button', { name: /^Unmoved Tuesday 17 November, 13:00 – 14:00, Ada$/ }).waitFor()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Edit event' })
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
    expect(await written(uid!)).toMatchObject({ allDay: true, start: '2026-11-18', end: '2026-11-20' })
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
    expect(await written(uid!)).toMatchObject({ start: '2026-11-18T16:00:00.000Z', end: '2026-11-18T17:15:00.000Z' })
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
    await page.getByRole('button', { name: /^All/ }).click()
    await page.getByRole('button', { name: /^Yoga Wednesday 18 November, 18:00 – 19:00/ }).waitFor()
    // It speaks of the occurrence that was carried.
    expect(await written(uid!)).toMatchObject({ start: '2026-11-18T17:00:00.000Z', end: '2026-11-18T18:00:00.000Z' })
  })
})
