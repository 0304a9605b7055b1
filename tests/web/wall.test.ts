import { beforeAll, describe, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { readPeople } from '../../src/household/people'
import { SETTING, setSetting } from '../../src/household/settings'
import { ask } from '../support/cast'
import { accessibilityProblems } from './support/axe'
import { cutIn, overlapping } from './support/boxes'
import { picture } from './support/browser'
import { days, makeCalendar, plan, timed } from './support/events'
import { untilAnswered } from './support/late'
import { itemsOf, makeList, makeShoppingList, openTextsOf } from './support/lists'
import { setStage } from './support/stage'
import { until } from './support/until'

/** A Friday afternoon; Berlin is an hour ahead of UTC. */
const NOW = '2026-11-20T15:23:00Z'
const stage = setStage({ at: NOW })
let groceries: number
let shared: number

beforeAll(async () => {
  const { home } = stage
  const { ada, ben } = home.cast
  const own = await makeCalendar(home, ada, 'Ada')
  shared = await makeCalendar(home, ada, 'Family', true)
  await plan(
    home,
    own,
    timed('Team stand-up', '2026-11-20T08:15Z', 30),
    timed('Dentist', '2026-11-20T10:00Z'),
    timed('Physio', '2026-11-20T16:30Z', 45, { location: 'Mill Street 4' }),
    timed('Yoga', '2026-11-22T09:00Z'),
    timed('Design review', '2026-11-23T12:00Z'),
    days('Conference', '2026-11-23', '2026-11-25'),
  )
  await plan(
    home,
    shared,
    timed('Family dinner', '2026-11-20T18:00Z', 120),
    days('Grandma visits', '2026-11-21', '2026-11-22'),
    timed('Parents evening', '2026-11-23T17:00Z'),
    timed('Movie night', '2026-11-24T18:30Z', 120),
  )
  await plan(home, await makeCalendar(home, ben, 'Ben'), timed('Band practice', '2026-11-21T10:00Z'))
  await plan(
    home,
    own,
    ...Array.from({ length: 9 }, (_, index) => timed(`Visit ${index + 1}`, `2026-11-27T${12 + index}:00Z`)),
    ...Array.from({ length: 12 }, (_, index) => timed(`Errand ${index + 1}`, `2026-11-28T${10 + index}:00Z`, 30)),
  )
  groceries = await makeList(home, 'Groceries', 'Milk', 'Rye bread', 'Eggs', 'Apples', 'Oat flakes', 'Butter')
  await makeList(home, 'Packing', 'Tent')
})

async function wall(at = NOW, options: Parameters<typeof stage.open>[0] = {}) {
  const opened = await stage.open({ size: 'tablet', ...options })
  await opened.page.clock.install({ time: new Date(at) })
  const allAnswered = untilAnswered(opened.page)
  await opened.page.goto(`${stage.home.url}/wall`)
  await opened.page.getByRole('region', { name: 'Saturday 21 November' }).getByText('Grandma visits').waitFor()
  return { ...opened, allAnswered }
}

const today = (page: Page) => page.getByRole('region', { name: 'Friday 20 November' })

describe('the wall', () => {
  test.each(['Europe/Berlin', 'Pacific/Auckland', 'America/New_York'])(
    "says what is next and folds away what is over, in the household's time, with a browser in %s",
    async (zone) => {
      const { page } = await wall(NOW, { zone })
      await page.getByRole('region', { name: 'Now' }).getByText('16:23').waitFor()
      const next = page.getByRole('region', { name: 'Now' }).getByRole('button', { name: /Physio/ })
      await next.getByText('Next · 17:30').waitFor()
      await next.getByText('in 67 min').waitFor()
      await today(page).getByText('2 earlier today').waitFor()
      expect(await today(page).getByText('Dentist').count()).toBe(0)
    },
  )

  test('moves on with the time, past midnight too', async () => {
    const { page } = await wall('2026-11-20T22:50:00Z')
    await page.clock.fastForward(30 * 60 * 1000)
    await page.getByRole('region', { name: 'Saturday 21 November' }).getByRole('heading', { name: /Today/ }).waitFor()
    expect(await today(page).count()).toBe(0)
  })

  test('without a connection shows for days what it knows of them', async () => {
    const { page, context, allAnswered } = await wall()
    await context.setOffline(true)
    // An answer that came a day later by the page's clock would have the others forgotten.
    await allAnswered()
    for (let day = 0; day < 3; day++) await page.clock.fastForward(24 * 60 * 60 * 1000)
    const then = page.getByRole('region', { name: 'Monday 23 November' })
    await then.getByRole('heading', { name: /Today/ }).waitFor()
    await then.getByText('Parents evening').waitFor()
  })

  test('shows what changes elsewhere without being touched', async () => {
    const { page } = await wall()
    await until(
      'the stream is open',
      () => stage.home.ctx.hub.size,
      (size) => size >= 1,
    )
    await plan(stage.home, shared, timed('Fireworks', '2026-11-20T19:30Z'))
    stage.home.ctx.hub.publish({ topic: 'calendar', calendarId: shared, readers: 'everyone' })
    await today(page).getByText('Fireworks').waitFor()
  })

  test('hears at once what people are called, and within minutes who has come and where the household lives', async () => {
    const { home } = stage
    const asAda = (request: string, body?: object) => ask<{ id: number }>(home, home.cast.ada, request, body)
    const { page } = await wall()
    const now = page.getByRole('region', { name: 'Now' })
    await now.getByText('16:23').waitFor()
    await until(
      'the stream is open',
      () => home.ctx.hub.size,
      (size) => size >= 1,
    )
    const [, ben] = await readPeople(home.ctx)
    await asAda(`PATCH /api/people/${ben!.id}`, { name: 'Benjamin' })
    await today(page).getByText('Benjamin', { exact: true }).waitFor()

    const { body: rex } = await asAda('POST /api/people', { name: 'Rex' })
    await setSetting(home.ctx, SETTING.timezone, 'Europe/Lisbon')
    await page.clock.fastForward(5 * 60 * 1000)
    await today(page).getByText('Rex', { exact: true }).waitFor()
    await now.getByText('15:28').waitFor()

    await asAda(`PATCH /api/people/${ben!.id}`, { name: 'Ben' })
    await asAda(`DELETE /api/people/${rex.id}`)
    await setSetting(home.ctx, SETTING.timezone, 'Europe/Berlin')
  })

  test('goes back to today two minutes after the last touch', async () => {
    const { page } = await wall()
    const clock = () => page.evaluate(() => Date.now())
    const touched = await clock()
    await page.getByRole('button', { name: 'Later days' }).click()
    await page.getByRole('region', { name: 'Wednesday 25 November' }).waitFor()
    expect(await today(page).count()).toBe(0)
    // The page's clock runs on while the machine is busy with something else.
    const paused = (await clock()) + 30_000
    await page.clock.pauseAt(paused)
    await page.clock.runFor(touched + 119_000 - paused)
    expect(await today(page).count()).toBe(0)
    await page.clock.resume()
    await page.clock.runFor(2_000)
    await today(page).waitFor()
  })

  test('shows only the people who are wanted', async () => {
    const { page } = await wall()
    const people = page.getByRole('group', { name: 'People' })
    await people.getByRole('button', { name: 'Ben' }).click()
    await today(page).getByText('Physio').waitFor({ state: 'detached' })
    await today(page).getByText('Family dinner').waitFor()
    await people.getByRole('button', { name: 'Everyone' }).click()
    await today(page).getByText('Physio').waitFor()
  })

  test('has a list beside the days that is checked with one tap', async () => {
    const { page } = await wall()
    const list = page.getByRole('region', { name: 'Groceries' })
    await list.getByRole('checkbox', { name: 'Eggs' }).click()
    await until(
      'bought',
      () => openTextsOf(stage.home, groceries),
      (texts) => !texts.includes('Eggs'),
    )
    const lists = page.getByRole('combobox', { name: 'List' })
    expect(await lists.evaluate((select) => getComputedStyle(select).textOverflow)).toBe('ellipsis')
    await lists.selectOption('Packing')
    await page.getByRole('region', { name: 'Packing' }).getByRole('checkbox', { name: 'Tent' }).waitFor()
  })

  test('has a line that reads what is to be bought, raises what stands there, and suggests nothing', async () => {
    const { home } = stage
    const id = await makeShoppingList(home, 'Market', 'Olives', { text: 'Secret gift', isDone: true })
    const { page } = await wall()
    await page.getByRole('combobox', { name: 'List' }).selectOption('Market')
    const list = page.getByRole('region', { name: 'Market' })
    await list.getByRole('checkbox', { name: 'Olives' }).waitFor()
    const line = list.getByRole('textbox', { name: 'Add an item' })
    await line.fill('500 g cheese')
    await list.getByRole('button', { name: '500 g. Leave it as I typed it' }).waitFor()
    await line.press('Enter')
    await list.getByRole('checkbox', { name: 'cheese, 500 g' }).waitFor()
    await line.fill('cheese 250 g')
    await line.press('Enter')
    await list.getByRole('checkbox', { name: 'cheese, 750 g' }).waitFor()
    await list.getByRole('button', { name: 'Undo' }).waitFor()
    await line.fill('Sec')
    expect(await list.getByRole('listbox').count()).toBe(0)
    await until(
      'on the list',
      () => itemsOf(home, id),
      (items) => items.some(({ text, amount }) => text === 'cheese' && amount === '750 g'),
    )
  })

  test('has headings in their order, also beside a list by section', async () => {
    const { home } = stage
    const id = await makeShoppingList(home, 'Shop', 'Pears')
    await ask(home, home.cast.ada, `POST /api/lists/${id}/items`, { text: 'Carrots', section: 'produce' })
    await ask(home, home.cast.ada, `PATCH /api/lists/${id}`, { grouped: true })
    const { page } = await wall()
    await page.getByRole('combobox', { name: 'List' }).selectOption('Shop')
    const shop = page.getByRole('region', { name: 'Shop' })
    await shop.getByRole('heading', { level: 3 }).first().waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await shop.getByRole('heading', { name: 'Shop', level: 2 }).waitFor()
  })

  test('says how old it is when the house does not answer', async () => {
    const { page } = await wall()
    await page.route('**/{api,health}/**', (route) => route.abort())
    await page.route('**/health', (route) => route.abort())
    await page.clock.fastForward(5 * 60 * 1000)
    await page.getByText('As of 16:23').waitFor()
    await today(page).getByText('Physio').waitFor()
    await picture(page, 'wall-stale-tablet-light')
    expect(await accessibilityProblems(page)).toEqual([])
  })

  describe('upright', () => {
    const bottomOf = async (locator: Locator) => {
      const { y, height } = (await locator.boundingBox())!
      return y + height
    }

    test.each([
      [768, 1024],
      [820, 1180],
      [800, 1280],
    ])('on a tablet of %d by %d has today above the list, and all of it on one screen', async (width, height) => {
      const { page } = await wall(NOW, { size: 'portrait' })
      await page.setViewportSize({ width, height })
      await picture(page, `wall-upright-${width}x${height}`)
      const list = page.locator('.wall-list')
      expect(await bottomOf(today(page))).toBeLessThan((await list.boundingBox())!.y)
      for (const seen of [today(page).getByText('Family dinner'), list.getByRole('textbox')]) {
        expect(await bottomOf(seen)).toBeLessThanOrEqual(height)
      }
      expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0)
      await page.getByRole('region', { name: 'Sunday 22 November' }).getByText('Yoga').waitFor()
      expect(await accessibilityProblems(page)).toEqual([])
    })

    test('on a phone begins with today, the list follows', async () => {
      const { page } = await wall(NOW, { size: 'phone' })
      await picture(page, 'wall-upright-phone')
      expect(await bottomOf(today(page).getByText('Physio'))).toBeLessThan(844)
      const { y } = (await page.locator('.wall-list').boundingBox())!
      expect(await bottomOf(today(page))).toBeLessThan(y)
    })
  })

  /** The Friday after, on which Ada has much to do, and on the Saturday more. */
  async function busyWall(width: number, height: number) {
    const { page } = await stage.open({ size: 'tablet' })
    await page.setViewportSize({ width, height })
    await page.clock.install({ time: new Date('2026-11-27T10:00:00Z') })
    await page.goto(`${stage.home.url}/wall`)
    const friday = page.getByRole('region', { name: 'Friday 27 November' })
    await friday.getByText('Visit 9').waitFor()
    await page.getByRole('region', { name: 'Groceries' }).getByRole('textbox').waitFor()
    return { page, friday, saturday: page.getByRole('region', { name: 'Saturday 28 November' }) }
  }

  describe('on a screen that is too low for all of it', () => {
    test.each([
      [720, 450],
      [844, 390],
      [1024, 600],
      [600, 620],
    ])('of %d by %d shows the whole of today, and nothing lies over anything', async (width, height) => {
      const { page, friday } = await busyWall(width, height)
      await picture(page, `wall-low-${width}x${height}`)
      expect(await cutIn(friday)).toEqual([])
      expect(await overlapping(page, '.wall-clock, .wall-header, .wall-day, .wall-list')).toEqual([])
      expect(await overlapping(page, '.wall-list > *')).toEqual([])
      await page.getByRole('group', { name: 'People' }).getByRole('button', { name: 'Ben' }).click()
      await page.getByRole('region', { name: 'Groceries' }).getByRole('textbox').click()
      await page
        .getByRole('region', { name: 'Groceries' })
        .getByRole('checkbox', { name: 'Milk' })
        .click({ trial: true })
      await page.evaluate(() => scrollTo(0, 1e6))
      const lowest = await page
        .locator('.wall')
        .evaluate((all) =>
          Math.max(
            ...[...all.querySelectorAll('.wall-day, .wall-list')].map((one) => one.getBoundingClientRect().bottom),
          ),
        )
      expect(lowest).toBeLessThanOrEqual(height)
    })
  })

  /** Until the line below a day's events says how many are not wholly above it. */
  const counted = (day: Locator) =>
    until(
      'all are counted that are not seen',
      () =>
        day.evaluate((one) => {
          const line = one.querySelector('.wall-more')
          if (line === null) return null
          const edge = line.getBoundingClientRect().bottom - 28
          const events = [...one.querySelectorAll('button')].map((event) => event.getBoundingClientRect().bottom)
          const unseen = events.filter((bottom) => bottom > edge).length
          return { all: events.length, unseen, said: line.textContent }
        }),
      (found) => found !== null && found.unseen < found.all && found.said === `${found.unseen} more`,
    )

  test.each([
    [1280, 800],
    [800, 1280],
  ])('on a screen of %d by %d says how many events are below what is seen', async (width, height) => {
    const { page, friday, saturday } = await busyWall(width, height)
    const more = saturday.locator('.wall-more')
    await counted(saturday)
    await picture(page, `wall-more-${width}x${height}`)
    await saturday.locator('ul').evaluate((list) => list.scrollTo(0, 1e6))
    await more.waitFor({ state: 'detached' })
    expect(await page.getByRole('region', { name: 'Sunday 29 November' }).locator('.wall-more').count()).toBe(0)
    // Somebody has more today than there is room for.
    await page.setViewportSize({ width, height: height === 800 ? 700 : 920 })
    await counted(friday)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.setViewportSize({ width, height: 1600 })
    await friday.locator('.wall-more').waitFor({ state: 'detached' })
  })

  test('is dim at night until it is touched', async () => {
    const { page } = await wall('2026-11-20T21:30:00Z')
    const dimmed = () => page.locator('.wall-night.on').count()
    await page.clock.runFor(60_500)
    await until('dimmed', dimmed, (count) => count === 1)
    await page.mouse.click(900, 700)
    await until('lit', dimmed, (count) => count === 0)
  })
})
