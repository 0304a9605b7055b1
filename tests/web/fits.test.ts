import { beforeAll, describe, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { ask } from '../support/cast'
import { picture, type Size } from './support/browser'
import { setClock } from './support/calendars'
import { clippedWords, cutFields } from './support/clipped'
import { settled } from './support/device'
import { days, makeCalendar, plan, planForAda, timed } from './support/events'
import { linesOf } from './support/lines'
import { makeList } from './support/lists'
import { wholeForm } from './support/new-event'
import { speak } from './support/speak'
import { setStage } from './support/stage'

/** A Wednesday in September: a long name for each. */
const NOW = '2026-09-23T08:00:00Z'
const stage = setStage({ at: NOW })

beforeAll(() =>
  planForAda(
    stage.home,
    days('Bins out', '2026-09-23'),
    days('Half term', '2026-09-23'),
    timed('Dentist', '2026-09-24T08:30Z', 60),
    timed('Release night', '2026-09-25T20:00Z', 240),
    ...atOnce('2026-09-15T05:0', 300, 'Early shift', 'School', 'Physio', 'Delivery', 'Chimney sweep'),
    ...atOnce('2026-09-15T18:0', 25, 'Choir', 'Football', 'Piano', 'Bath', 'Story'),
  ),
)

/** A minute after one another, so that their order is known. */
const atOnce = (start: string, minutes: number, ...titles: string[]) =>
  titles.map((title, index) => timed(title, `${start}${index}Z`, minutes))

async function openNarrow(language: 'en' | 'de', path: string) {
  const { page } = await stage.open({ size: 'phone' })
  await page.setViewportSize({ width: 320, height: 568 })
  await setClock(page, NOW)
  await page.goto(stage.home.url + path)
  await page.locator('.month-compact, .time-grid').first().waitFor()
  await speak(page, stage.home.cast.ada.id, language)
  await page.evaluate(() => document.fonts.ready.then(() => {}))
  return page
}

/** Widths of phones, and of a narrow window. */
const WIDTHS = [320, 360, 375, 390, 412, 430, 480]

/** The same by the widths where there is any. */
async function cutOnAnyPhone(page: Page) {
  const cut: [width: number, texts: string[]][] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 568 })
    cut.push([width, await cutFields(page)])
  }
  return cut.filter(([, texts]) => texts.length > 0)
}

test.each(['en', 'de'] as const)('on every phone dates and units of a form can be read, in %s', async (language) => {
  const page = await openNarrow(language, '/?view=month&date=2026-09-23')
  await page.keyboard.press('n')
  const form = await wholeForm(page)
  await form.locator('.when-inputs').first().waitFor()
  await picture(page, `narrow-form-${language}`)
  expect(await cutOnAnyPhone(page)).toEqual([])
  const repeats = form.getByRole('combobox', { name: /^(Repeats|Wiederholung)/ })
  await repeats.selectOption({ index: (await repeats.locator('option').count()) - 1 })
  await form.locator('.count-input').first().waitFor()
  await form.locator('.count-input').first().scrollIntoViewIfNeeded()
  await picture(page, `narrow-rule-${language}`)
  expect(await cutOnAnyPhone(page)).toEqual([])
  // The last of them is no wider, also where it stands in a line of its own.
  await page.setViewportSize({ width: 320, height: 568 })
  const weekdays = await form.locator('.weekdays button').evaluateAll((days) => days.map((day) => day.clientWidth))
  expect([weekdays.length, Math.max(...weekdays) - Math.min(...weekdays)]).toEqual([7, 0])
})

test.each(['en', 'de'] as const)(
  'which days are shown, of any year, is read on every device, in %s',
  async (language) => {
    const page = await openNarrow(language, '/?view=week&date=2027-09-29')
    const cut: (readonly [view: string, width: number, texts: string[]])[] = []
    for (const view of ['week', 'month']) {
      await page.goto(`${stage.home.url}/?view=${view}&date=2027-09-29`)
      await page.getByRole('heading', { name: '2027' }).waitFor()
      for (const width of [...WIDTHS, 900, 1024, 1100]) {
        await page.setViewportSize({ width, height: 844 })
        await settled(page)
        cut.push([view, width, await clippedWords(page)])
      }
    }
    expect(cut.filter(([, , texts]) => texts.length > 0)).toEqual([])
  },
)

test.each(['en', 'de'] as const)(
  'the hours beside the days are written as their times are, in %s',
  async (language) => {
    const page = await openNarrow(language, '/?view=week&date=2026-09-15')
    await page.locator('.event-box').getByText('7:00').first().waitFor()
    const hours = await page.locator('.time-grid-hours span').allTextContents()
    expect(hours.slice(6, 8)).toEqual(['7', '8'])
  },
)

test.each(['en', 'de'] as const)(
  'the title of a page and its links share one line on every phone, in %s',
  async (language) => {
    const page = await openNarrow(language, '/?view=month&date=2026-09-23')
    await page.goto(`${stage.home.url}/account`)
    const bar = page.locator('.page-bar > *:visible')
    await bar.nth(2).waitFor()
    await page.evaluate(() => document.fonts.ready.then(() => {}))
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 568 })
      const middles = await bar.evaluateAll((all) =>
        all.map((one) => Math.round(one.getBoundingClientRect().top + one.getBoundingClientRect().height / 2)),
      )
      expect([width, new Set(middles).size]).toEqual([width, 1])
    }
  },
)

test.each(['en', 'de'] as const)(
  'the hours of a phone name the days as a whole in one label, in %s',
  async (language) => {
    const page = await openNarrow(language, '/?view=week&date=2026-09-23')
    await page.setViewportSize({ width: 390, height: 844 })
    const label = page.locator('.gutter').filter({ hasText: /./ })
    // Where letters are a little wider the German word takes two lines.
    await label.evaluate((one) => one.style.setProperty('letter-spacing', '0.1em'))
    await picture(page, `all-day-${language}`)
    const { lines, height } = await label.evaluate((one) => {
      const range = document.createRange()
      range.selectNodeContents(one)
      const { height } = range.getBoundingClientRect()
      return { height, lines: height / Number.parseFloat(getComputedStyle(one).fontSize) }
    })
    // Two lines lie close to each other, beside the first bar.
    expect(lines).toBeLessThan(2.6)
    const bar = (await page.locator('.all-day-lanes .month-chip').first().boundingBox())!
    const place = (await label.boundingBox())!
    expect(place.y + height).toBeLessThanOrEqual(bar.y + bar.height)
    expect(Math.abs(place.y + place.height / 2 - bar.y - bar.height / 2)).toBeLessThan(2)
  },
)

test('what a new event waits for can be read on the narrowest phone', async () => {
  const page = await openNarrow('de', '/?view=month&date=2026-09-26')
  await page.getByRole('button', { name: 'Tag', exact: true }).click()
  await page.route('**/api/events/create', (route) => route.abort())
  await page.keyboard.press('n')
  await page.getByRole('textbox', { name: 'Titel' }).fill('Elternabend')
  await page.getByRole('button', { name: 'Speichern' }).click()
  const mark = page.locator('.person-card .save-mark')
  await mark.getByText(/Wartet auf|noch einmal versucht/).waitFor()
  await picture(page, 'narrow-waiting')
  expect(await clippedWords(page)).toEqual([])
})

async function whatIsMoved(page: Page) {
  await page.getByRole('button', { name: 'Agenda', exact: true }).click()
  await page.locator('.event-row', { hasText: 'Dentist' }).filter({ visible: true }).first().click()
}

test.each([
  ['that the calendar jumps to', async () => {}, /^Sept/],
  ['that an event is moved to', whatIsMoved, 'Move'],
] as const)(
  'the small month of a day %s is whole on the narrowest phone, also in large letters',
  async (_, reach, opens) => {
    const page = await openNarrow('en', '/?view=month&date=2026-09-24')
    const devtools = await page.context().newCDPSession(page)
    await reach(page)
    await page.getByRole('button', { name: opens }).first().click()
    const month = page.getByRole('dialog').last().locator('.mini-month')
    for (const text of [16, 32]) {
      await devtools.send('Page.setFontSizes', { fontSizes: { standard: text, fixed: text } })
      await month.scrollIntoViewIfNeeded()
      await settled(page)
      await picture(page, `narrow-small-month-${text}`)
      const ends = await month
        .locator('button')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
      expect(Math.max(...ends)).toBeLessThanOrEqual(320)
    }
  },
)

test('today is a circle in the small month of a tablet, which is pressed in more height', async () => {
  const { page } = await stage.open({ size: 'tablet' })
  await page.clock.setFixedTime(NOW)
  await page.goto(`${stage.home.url}/?view=week&date=2026-09-23`)
  const today = page.locator('.calendar-side .mini-month-days .today')
  await today.waitFor()
  await picture(page, 'mini-month-tablet')
  const mark = await today.evaluate((button) => {
    const before = getComputedStyle(button, '::before')
    const seen = before.content === 'none' ? getComputedStyle(button) : before
    return { width: Number.parseFloat(seen.width), height: Number.parseFloat(seen.height) }
  })
  expect(Math.abs(mark.width - mark.height)).toBeLessThan(1)
  expect((await today.boundingBox())!.height).toBeGreaterThanOrEqual(44)
})

test('the words of an event that is scrolled stay together below the head of the hours', async () => {
  const { page } = await stage.open({ path: '/?view=week&date=2026-09-23' })
  await page.locator('.event-box').nth(1).waitFor()
  const covered = await page.locator('.time-grid').evaluate(async (grid) => {
    const found: string[] = []
    for (let top = 0; top <= 120; top += 4) {
      grid.scrollTop = top
      await new Promise((resolve) => requestAnimationFrame(resolve))
      for (const box of grid.querySelectorAll('.event-box')) {
        const [title, when] = [...box.querySelectorAll('b, .event-box-when')].map((one) => one.getBoundingClientRect())
        if (title!.bottom > when!.top + 1 && title!.right > when!.left) found.push(`${top}: ${box.textContent}`)
      }
    }
    return found
  })
  expect(covered).toEqual([])
})

test('what shares a place among the hours is named there, as far as there is room', async () => {
  const { page } = await stage.open({ path: '/?view=week&date=2026-09-15' })
  const shared = page.locator('.event-box.more')
  await shared.nth(1).waitFor()
  await picture(page, 'shared-places')
  const named = await shared.evaluateAll((boxes) =>
    boxes.map((box) => {
      const frame = box.getBoundingClientRect()
      const isInside = (one: Element) => {
        const { top, right, bottom } = one.getBoundingClientRect()
        return top >= frame.top && right <= frame.right && bottom <= frame.bottom
      }
      return [...box.querySelectorAll('.more-count, .more-title')].filter(isInside).map((one) => one.textContent)
    }),
  )
  expect(named).toEqual([['+3', 'Physio', 'Delivery', 'Chimney sweep'], ['+3']])
})

/** How far the words of one reach beyond another, to the left or to the right. */
const beyond = (words: Locator, within: Locator) =>
  Promise.all([words, within].map((one) => one.boundingBox())).then(([inner, outer]) =>
    Math.max(outer!.x - inner!.x, inner!.x + inner!.width - outer!.x - outer!.width),
  )

describe('of a twelve-hour clock', () => {
  async function open(size: Size, path: string) {
    const { page } = await stage.open({ size, locale: 'en-US' })
    await page.clock.setFixedTime(NOW)
    await page.goto(stage.home.url + path)
    await page.evaluate(() => document.fonts.ready.then(() => {}))
    return page
  }

  test.each(['phone', 'laptop'] as const)('the times of an event stand in one line each, on a %s', async (size) => {
    const page = await open(size, '/?view=agenda&date=2026-09-23')
    const row = page.locator('.event-row', { hasText: 'Dentist' })
    const start = row.locator('time', { hasText: '10:30 am' })
    await start.waitFor()
    expect(await linesOf(start)).toBe(1)
    expect(await beyond(start, row)).toBeLessThanOrEqual(0)
  })

  test.each(['tablet', 'portrait'] as const)('the time on the wall stands in one line, on a %s', async (size) => {
    const page = await open(size, '/wall')
    const time = page.locator('.wall-clock > time')
    await time.getByText('10:00').waitFor()
    expect(await time.textContent()).toMatch(/^10:00\sam$/)
    expect(await linesOf(time)).toBe(1)
    const half = time.locator('small')
    expect(await beyond(half, page.locator('.wall-clock'))).toBeLessThanOrEqual(0)
  })

  test('the times of a form can be read on every phone', async () => {
    const page = await open('phone', '/?view=month&date=2026-09-23')
    await page.setViewportSize({ width: 320, height: 568 })
    await page.locator('.month-compact').waitFor()
    await page.keyboard.press('n')
    const form = await wholeForm(page)
    const ends = form.getByLabel('End time')
    await ends.waitFor()
    expect(await ends.inputValue()).toMatch(/^1\d:\d\d\s[ap]m$/)
    expect(await cutOnAnyPhone(page)).toEqual([])
  })
})

describe('a name in one long word', () => {
  /** No language knows where to break it. */
  const ADDRESS = 'http://a.example/0123456789_0123456789_0123456789?'
  const NAME = 'Donaudampfschifffahrtsgesellschaftsoberkapitanswitwe'

  beforeAll(async () => {
    const { home } = stage
    const { ada } = home.cast
    await makeCalendar(home, ada, NAME)
    await makeList(home, NAME, 'Tent')
    await makeList(home, `${ADDRESS}${NAME}`)
    await ask(home, ada, 'POST /api/people', { name: NAME })
  })

  const open = (page: Page, button: string) => page.getByRole('button', { name: button }).click()

  async function openNotices(page: Page) {
    await page.getByRole('link', { name: ADDRESS }).click()
    await open(page, 'Mehr')
    await page.getByRole('menuitem', { name: 'Nachrichten zu' }).click()
    await page.getByRole('dialog').waitFor()
  }

  async function leaveUnfinished(page: Page) {
    await page.locator('.month-compact').waitFor()
    await page.keyboard.press('n')
    await page.getByRole('textbox', { name: 'Titel' }).fill(NAME)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('n')
  }

  test.each([
    ['of a person who is free', '/?view=day&date=2026-09-23', async () => {}],
    ['of a calendar that is read', '/admin', async () => {}],
    ['of a list, beside a switch', '/admin', (page: Page) => open(page, 'Anzeige hinzufügen')],
    ['of a calendar, beside a switch', '/elsewhere', (page: Page) => open(page, 'Adresse erstellen')],
    ['of a list that something is added to', `/share?text=${NAME}`, async () => {}],
    ['of a list, in the title of a dialog', '/lists', openNotices],
    ['of an event that was left unfinished', '/?view=month&date=2026-09-23', leaveUnfinished],
  ])('takes two lines: %s', async (_, path, reach) => {
    const page = await openNarrow('de', '/?view=month&date=2026-09-23')
    await page.goto(stage.home.url + path)
    await reach(page)
    const root = page.locator('body:not(:has(dialog[open])), dialog[open]')
    await root.getByText(NAME).filter({ visible: true }).first().waitFor()
    expect(await clippedWords(page)).toEqual([])
    const controls = root.locator('button:not(.people-filter *), [role=switch]').filter({ visible: true })
    const ends = await controls.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
    expect(Math.max(...ends)).toBeLessThanOrEqual(320)
  })
})

test('of a name from right to left the end is cut off, not its beginning', async () => {
  const { home } = stage
  const name = 'محمد عبد الرحمن عبد العزيز عبد اللطيف عبد القادر الأندلسي القرطبي'
  await ask(home, home.cast.ada, 'POST /api/people', { name })
  await plan(
    home,
    await makeCalendar(home, home.cast.ada, 'Family', true),
    timed(name, '2026-09-23T09:00Z', 20, { who: [name] }),
    days(name, '2026-09-23', '2026-09-23', { who: [name] }),
  )
  const { page } = await stage.open()
  const people = page.waitForResponse('**/api/people')
  await page.goto(`${home.url}/?view=day&date=2026-09-23`)
  await page.locator('.event-box', { hasText: name }).waitFor()
  await (await people).finished()
  await settled(page)
  const cut = await page
    .locator('.person-head b, .event-box b, .month-chip-title')
    .filter({ hasText: name, visible: true })
    .evaluateAll((all) =>
      all.map((one) => {
        const first = document.createRange()
        first.setStart(one.firstChild!, 0)
        first.setEnd(one.firstChild!, 1)
        const isCut = one.scrollWidth > one.clientWidth
        return [isCut, first.getBoundingClientRect().right <= one.getBoundingClientRect().right + 1]
      }),
    )
  expect(cut).toEqual(cut.map(() => [true, true]))
  expect(cut).toHaveLength(3)
})
