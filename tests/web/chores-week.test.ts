import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { ask } from '../support/cast'
import { accessibilityProblems } from './support/axe'
import { picture, type VisitOptions } from './support/browser'
import { NOW, setClock } from './support/calendars'
import { clippedWords } from './support/clipped'
import { settled } from './support/device'
import { makeCalendar, plan, timed } from './support/events'
import { check, itemsOf, makeChores } from './support/lists'
import { setStage } from './support/stage'
import { FINGERTIP, POINTER, smallTargets, WALL_FINGERTIP } from './support/targets'
import { holdUndo } from './support/undo'
import { until } from './support/until'

/** A Friday; the week ends on Sunday the 22nd. */
const stage = setStage({ at: NOW, env: { TZ: 'Europe/Berlin' } })
const WEEK = '/?view=week&date=2026-11-20'
let house: number

beforeAll(async () => {
  const { home } = stage
  const { ada, ben, cleo } = home.cast
  const calendar = await makeCalendar(home, ada, 'Family', true)
  await plan(home, calendar, timed('Recital', '2026-12-18T08:00Z'), timed('Early shift', '2026-11-21T05:00Z'))
  house = await makeChores(
    home,
    { name: 'House' },
    ['Gutters', { due: '2026-11-17', assigneeIds: [ben.id] }],
    ['Vacuum', { due: '2026-11-20', assigneeIds: [cleo.id, ben.id], rotates: true, repeat: { every: 'week' } }],
    ['Water the plants', { due: '2026-11-20' }],
    ['Bins', { due: '2026-11-22', dueTime: '18:30', assigneeIds: [ben.id] }],
    ['Windows', { due: '2026-11-22', assigneeIds: [cleo.id] }],
    ['Sheets', { due: '2026-11-23', assigneeIds: [cleo.id] }],
    ['Kettle', { due: '2026-11-23', assigneeIds: [ada.id] }],
    ['Leaves', { due: '2026-11-23' }],
    ['Stairs', { due: '2026-11-22' }],
  )
  await check(home, (await itemsOf(home, house)).find(({ text }) => text === 'Stairs')!)
  await makeChores(home, { name: 'Mine', isShared: false }, ['Wrap presents', { due: '2026-11-20' }])
  await makeChores(home, { who: cleo, name: 'Secret', isShared: false }, ['Hide the cake', { due: '2026-11-22' }])
})

async function open(path: string, options: VisitOptions = {}): Promise<Page> {
  const { page } = await stage.open(options)
  await setClock(page)
  await page.goto(stage.home.url + path)
  return page
}

const toDo = (page: Page, day: string) => page.getByRole('list', { name: `To do, ${day}` })
const day = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const only = (page: Page, person: string) =>
  page.getByRole('group', { name: 'People' }).getByRole('button', { name: person, exact: true }).click()
const told = async (page: Page, name: string) =>
  (await toDo(page, name).getByRole('listitem').allInnerTexts()).map((text) => text.replaceAll('\n', ': '))

/** Each list comes by itself. */
const untilTold = (page: Page, name: string, texts: readonly string[]) =>
  until(
    `${name} says ${texts}`,
    () => told(page, name),
    (said) => said.join() === texts.join(),
  )

const SUNDAY = ['Windows: Cleo', 'Bins: 18:30 · Ben']

describe('what is due stands on its day of a week', () => {
  test.each(['laptop', 'tablet', 'portrait', 'phone'] as const)('above the hours, on a %s', async (size) => {
    const page = await open(WEEK, { size })
    await toDo(page, 'Sunday 22 November').getByText('Ben').waitFor()
    await untilTold(page, 'Sunday 22 November', SUNDAY)
    await untilTold(page, 'Friday 20 November', ['Gutters: Overdue · Ben', '+3 due'])
    if (size !== 'phone') await untilTold(page, 'Tuesday 17 November', ['Gutters: Ben'])
    await settled(page)
    const list = await toDo(page, 'Sunday 22 November').boundingBox()
    const column = await day(page, 'Sunday 22 November').boundingBox()
    expect(list!.height).toBeLessThan(130)
    expect(Math.abs(list!.x - column!.x) + Math.abs(list!.width - column!.width)).toBeLessThan(3)
    await picture(page, `chores-week-${size}`)
    expect(await smallTargets(page, size === 'phone' ? FINGERTIP : POINTER)).toEqual([])
    expect(await clippedWords(page)).toEqual([])
    expect(await accessibilityProblems(page)).toEqual([])
  })

  test('and in German, in the dark as well', async () => {
    const page = await open(WEEK, { size: 'phone', locale: 'de-DE', theme: 'dark' })
    const friday = page.getByRole('list', { name: 'Zu erledigen, Freitag, 20. November' })
    await friday.getByText('Überfällig · Ben').waitFor()
    await friday.getByRole('button', { name: '+3 fällig, Freitag, 20. November' }).waitFor()
    await picture(page, 'chores-week-phone-dark-de')
    expect(await clippedWords(page)).toEqual([])
    expect(await accessibilityProblems(page)).toEqual([])
  })

  test('and covers nothing of the first event, also when it comes later', async () => {
    const page = await open('/?view=week&date=2026-12-16')
    const recital = page.locator('.event-box:visible', { hasText: 'Recital' })
    await recital.waitFor()
    await ask(stage.home, stage.home.cast.ada, `POST /api/lists/${house}/items`, {
      text: 'Iron the costumes',
      due: '2026-12-18',
    })
    const due = toDo(page, 'Friday 18 December')
    await due.getByText('Iron the costumes').waitFor()
    await settled(page)
    const [event, list] = [await recital.boundingBox(), await due.boundingBox()]
    expect(event!.y).toBeGreaterThanOrEqual(list!.y + list!.height)
  })

  test('of a week that is over as well', async () => {
    const page = await open('/?view=week&date=2026-11-17')
    await page.clock.install({ time: '2026-11-25T09:00:00Z' })
    await page.reload()
    await toDo(page, 'Tuesday 17 November').getByText('Gutters').waitFor()
    await untilTold(page, 'Sunday 22 November', SUNDAY)
  })

  test('and is ticked with the keyboard, taken back, and seen whole on its day', async () => {
    const page = await open(WEEK)
    const bins = toDo(page, 'Sunday 22 November').getByRole('checkbox', { name: 'Bins' })
    await bins.waitFor()
    await holdUndo(page)
    await bins.focus()
    await page.keyboard.press('Space')
    await bins.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await bins.waitFor()
    await page.getByRole('button', { name: '+3 due, Friday 20 November' }).press('Enter')
    await page.getByRole('list', { name: 'To do', exact: true }).getByText('Ada · Mine').waitFor()
  })

  test('in a low window without its words, so that the hours have room', async () => {
    const page = await open(WEEK, { size: 'tablet' })
    await page.setViewportSize({ width: 812, height: 375 })
    await toDo(page, 'Sunday 22 November').getByRole('button', { name: '+2 due' }).waitFor()
    await untilTold(page, 'Friday 20 November', ['+4 due'])
  })
})

test('what only others are to do is hidden with them in the week, too', async () => {
  const page = await open(WEEK)
  await toDo(page, 'Sunday 22 November').getByText('Windows').waitFor()
  await only(page, 'Ben')
  await until(
    'it is Ben’s alone',
    () => told(page, 'Sunday 22 November'),
    (texts) => texts.join() === SUNDAY[1],
  )
  // With what anybody may do.
  await untilTold(page, 'Friday 20 November', ['Gutters: Overdue · Ben', 'Water the plants'])
  await only(page, 'Everyone')
  await toDo(page, 'Sunday 22 November').getByText('Windows').waitFor()
})

describe('on the wall', () => {
  test.each(['tablet', 'portrait'] as const)(
    'the days that come say what is due, and by whom: on a %s',
    async (size) => {
      const page = await open('/wall', { size })
      const sunday = day(page, 'Sunday 22 November')
      await sunday.getByText('18:30 · Ben').waitFor()
      expect(await page.getByText(/Hide the cake|Wrap presents|Stairs/).count()).toBe(0)
      await picture(page, `chores-wall-days-${size}`)
      expect(await smallTargets(page, WALL_FINGERTIP)).toEqual([])
      expect(await clippedWords(page)).toEqual([])
      expect(await accessibilityProblems(page)).toEqual([])
    },
  )

  test('more than there is room for is counted, and a day with nothing else is not called free', async () => {
    const page = await open('/wall', { size: 'tablet' })
    const monday = day(page, 'Monday 23 November')
    await monday.getByText('+2 due').waitFor()
    expect(await monday.getByRole('checkbox').count()).toBe(1)
    expect(await monday.getByText('Nothing planned').count()).toBe(0)
    await day(page, 'Tuesday 24 November').getByText('Nothing planned').waitFor()
    await only(page, 'Ben')
    await day(page, 'Sunday 22 November').getByText('Windows').waitFor({ state: 'detached' })
    await monday.getByText('Leaves').waitFor()
  })
})
