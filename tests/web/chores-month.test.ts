import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { accessibilityProblems } from './support/axe'
import { picture, type VisitOptions } from './support/browser'
import { NOW, setClock } from './support/calendars'
import { clippedWords } from './support/clipped'
import { settled } from './support/device'
import { makeCalendar, plan, timed } from './support/events'
import { makeChores } from './support/lists'
import { setStage } from './support/stage'
import { FINGERTIP, POINTER, smallTargets } from './support/targets'

/** A Friday. */
const stage = setStage({ at: NOW, env: { TZ: 'Europe/Berlin' } })
const MONTH = '/?view=month&date=2026-11-20'

beforeAll(async () => {
  const { home } = stage
  const { ada, ben, cleo } = home.cast
  const calendar = await makeCalendar(home, ada, 'Family', true)
  const hours = Array.from({ length: 12 }, (_, index) => String(index + 7).padStart(2, '0'))
  await plan(home, calendar, ...hours.map((hour) => timed(`Errand ${hour}`, `2026-11-25T${hour}:00Z`, 30)))
  await makeChores(
    home,
    { name: 'House' },
    ['Gutters', { due: '2026-11-17', assigneeIds: [ben.id] }],
    ['Vacuum', { due: '2026-11-20', assigneeIds: [cleo.id, ben.id], rotates: true, repeat: { every: 'week' } }],
    ['Water the plants', { due: '2026-11-20' }],
    ['Windows of the whole house', { due: '2026-11-25', assigneeIds: [cleo.id] }],
  )
})

async function open(options: VisitOptions = {}, path = MONTH): Promise<Page> {
  const { page } = await stage.open(options)
  await setClock(page)
  await page.goto(stage.home.url + path)
  return page
}

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const number = (page: Page, day: string) => page.getByRole('grid').getByRole('button', { name: new RegExp(`^${day}`) })

const WINDOWS = '1 due: Windows of the whole house, Cleo'
const TODAY = '3 due: Gutters, Ben, Overdue; Vacuum, Cleo; Water the plants'

describe('what is due stands on its day of a month', () => {
  test.each(['laptop', 'tablet', 'portrait'] as const)('beside the date, on a %s', async (size) => {
    const page = await open({ size })
    await button(page, `${TODAY}, Friday 20 November`).waitFor()
    const due = button(page, `${WINDOWS}, Wednesday 25 November`)
    await settled(page)
    // It takes no event's place, and covers nothing.
    const day = page.getByRole('gridcell', { name: /^Wednesday 25 November/ })
    const [more, box] = [await day.getByText(/^\+\d+$/).boundingBox(), await due.boundingBox()]
    const [date, first] = [await number(page, 'Wednesday 25').boundingBox(), day.getByText('Errand 07').first()]
    expect(box!.x).toBeGreaterThanOrEqual(date!.x + date!.width - 1)
    expect(box!.x + box!.width).toBeLessThanOrEqual(more!.x)
    expect(box!.y + box!.height).toBeLessThanOrEqual((await first.boundingBox())!.y + 2)
    await picture(page, `chores-month-${size}`)
    expect(await smallTargets(page, POINTER)).toEqual([])
    expect(await clippedWords(page)).toEqual([])
    expect(await accessibilityProblems(page)).toEqual([])
  })

  test('and in German, in the dark as well', async () => {
    const page = await open({ locale: 'de-DE', theme: 'dark', size: 'tablet' })
    await button(page, '1 fällig: Gutters, Ben, Dienstag, 17. November').waitFor()
    await picture(page, 'chores-month-tablet-dark-de')
    expect(await clippedWords(page)).toEqual([])
    expect(await accessibilityProblems(page)).toEqual([])
  })

  test('is told of the day itself, on a phone, too', async () => {
    const page = await open({ size: 'phone' })
    await number(page, `Wednesday 25 November, 12 events, ${WINDOWS}`).waitFor()
    await number(page, `Friday 20 November, no events, ${TODAY}`).waitFor()
    await settled(page)
    await picture(page, 'chores-month-phone')
    expect(await smallTargets(page, FINGERTIP)).toEqual([])
    expect(await accessibilityProblems(page)).toEqual([])
  })

  test('and opens the day, where it is ticked', async () => {
    const page = await open()
    await button(page, `${WINDOWS}, Wednesday 25 November`).click()
    await page.getByRole('list', { name: 'To do', exact: true }).getByText('Cleo · House').waitFor()
    await page.getByRole('checkbox', { name: 'Windows of the whole house' }).waitFor()
  })
})

test('what only others are to do is hidden with them in the month, too', async () => {
  const page = await open()
  await button(page, `${WINDOWS}, Wednesday 25 November`).waitFor()
  await page.getByRole('group', { name: 'People' }).getByRole('button', { name: 'Ben', exact: true }).click()
  await button(page, `${WINDOWS}, Wednesday 25 November`).waitFor({ state: 'detached' })
  await button(page, '2 due: Gutters, Ben, Overdue; Water the plants, Friday 20 November').waitFor()
})
