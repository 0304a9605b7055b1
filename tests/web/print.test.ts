import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { ask } from '../support/cast'
import { NOW, setClock } from './support/calendars'
import { days, makeCalendar, plan, timed } from './support/events'
import { moveFamilyIn } from './support/family'
import { check, itemsOf, makeChores, makeList, makeShoppingList } from './support/lists'
import { type PdfPage, readPdf } from './support/pdf'
import { setStage } from './support/stage'
import { withoutStreams } from './support/streams'
import { until } from './support/until'

const stage = setStage({ at: NOW })
const items = Array.from({ length: 30 }, (_, index) => `Thing ${index + 1}`)
const MANY_DAYS = Array.from({ length: 7 }, (_, index) => `2027-02-${String(index + 8).padStart(2, '0')}`)
let list: number
let house: number

beforeAll(async () => {
  const { home } = stage
  await moveFamilyIn(home)
  const crowded = await makeCalendar(home, home.cast.ada, 'Crowded')
  const day = (hour: number) => `2026-12-09T${String(hour).padStart(2, '0')}:00Z`
  await plan(
    home,
    crowded,
    days('Ski week', '2026-12-14', '2026-12-18'),
    ...Array.from({ length: 16 }, (_, index) => timed(`Errand number ${index}`, day(index + 5), 30)),
    ...Array.from({ length: 27 }, (_, day) =>
      [
        'Breakfast at grandma’s',
        'Walk with the dog',
        'Call the office',
        'Physiotherapy',
        'Choir of the school',
      ].flatMap((title, hour) =>
        ['a', 'b', 'c'].map((part) =>
          timed(`${title} ${part}`, `2027-01-${String(day + 4).padStart(2, '0')}T${hour + 10}:00Z`, 30),
        ),
      ),
    ).flat(),
    ...Array.from({ length: 96 }, (_, index) =>
      timed(`Stall ${index} of the fair`, `2027-04-02T${String(5 + Math.floor(index / 6)).padStart(2, '0')}:00Z`, 30),
    ),
  )
  const { ada, ben, cleo } = home.cast
  house = await makeChores(
    home,
    { name: 'House' },
    ['Gutters', { due: '2026-11-18', assigneeIds: [ben.id] }],
    ['Vacuum', { due: '2026-11-21', assigneeIds: [cleo.id, ben.id], rotates: true, repeat: { every: 'week' } }],
    ['Bins', { due: '2026-11-22', dueTime: '18:30', assigneeIds: [ben.id, ada.id] }],
    ['Leaves', { due: '2026-11-29' }],
    ['Dishes', { due: '2027-03-01', assigneeIds: [ada.id, ben.id], rotates: true, repeat: { every: 'day' } }],
    ...MANY_DAYS.flatMap((day) =>
      Array.from({ length: 8 }, (_, index): [string, object] => [
        `Chore ${index} of the day`,
        { due: day, assigneeIds: [[ada, ben, cleo][index % 3]!.id] },
      ]),
    ),
  )
  list = await makeList(home, 'Groceries of the week', ...items)
  await check(home, (await itemsOf(home, list))[0]!)
})

/** With the code for printing there, as when somebody has looked at the page for a while. */
async function open(path: string, locale = 'en-GB'): Promise<Page> {
  const { page } = await stage.open({ theme: 'dark', savesData: false, locale })
  await page.clock.setFixedTime(NOW)
  await page.goto(stage.home.url + path)
  await until('its words and its sheet are there, too', () => page.evaluate(isDrawnForPaper), Boolean)
  return page
}

const isDrawnForPaper = () => {
  dispatchEvent(new Event('beforeprint'))
  const isDrawn = document.querySelector('.paper') !== null
  dispatchEvent(new Event('afterprint'))
  return isDrawn
}

const printed = async (page: Page, format: 'A4' | 'Letter'): Promise<PdfPage[]> =>
  readPdf(await page.pdf({ format, preferCSSPageSize: true }))
const isWide = ({ width, height }: PdfPage) => width > height
/** Without spaces: some end a line. */
const bare = (text: string) => text.replace(/\s/g, '')
const says = (pages: PdfPage[]) => bare(pages.map(({ text }) => text).join(''))

test('next month is printed in three taps: all of it, on one page across, without what is for screens', async () => {
  const page = await open('/?view=month')
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes')
  })
  await page.getByRole('main').getByRole('button', { name: 'Next month' }).click()
  await page.getByRole('button', { name: 'Print' }).click()
  await page.locator('body[data-printed]').waitFor()
  await page.getByRole('button', { name: /^Ski week/ }).waitFor()
  for (const format of ['A4', 'Letter'] as const) {
    const pages = await printed(page, format)
    expect(pages.map(isWide)).toEqual([true])
    const text = says(pages)
    expect(text).toStartWith('December2026')
    for (let index = 0; index < 16; index++) expect(text).toContain(`Errandnumber${index}`)
    expect(text).toContain('Kindergarten·Tom')
    expect(text).toContain(bare('day 5 of 5Ski week'))
    expect(text).not.toMatch(/\+\d|Household|Groceries/)
  }
  // Nothing of it stays on the screen.
  expect(await page.locator('.paper').count()).toBe(0)
})

test('what does not fit goes on on a second page; black on white in the dark, too', async () => {
  const page = await open('/?view=month&date=2027-01-10')
  await page
    .getByRole('button', { name: /^Breakfast at grandma/ })
    .first()
    .waitFor()
  const pages = await printed(page, 'A4')
  expect(pages.length).toBeGreaterThan(1)
  expect(says(pages).match(/Choiroftheschoolc/g)).toHaveLength(27)
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  // Small type is for what it brings onto one page.
  expect(await page.locator('.paper').evaluate(({ style }) => style.fontSize)).toBe('9pt')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const colors = await page.locator('.paper').evaluate((paper) => {
    const { color, backgroundColor } = getComputedStyle(paper)
    return [color, backgroundColor, getComputedStyle(document.documentElement).colorScheme]
  })
  expect(colors).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)', 'light'])
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
})

test.each(['week', 'month', 'day', 'agenda'])('what is longer than a page begins below the title: %s', async (view) => {
  const page = await open(`/?view=${view}&date=2027-04-02`)
  await page
    .getByText(/^Stall \d+ of the fair/)
    .first()
    .waitFor()
  const pages = await printed(page, 'A4')
  expect(pages.length).toBeGreaterThan(1)
  expect(says(pages.slice(0, 1))).toContain('Stall0ofthefair')
  expect(says(pages).match(/Stall\d+ofthefair/g)).toHaveLength(96)
})

test('a week is one page across, the agenda is a list, and what is not known is said on paper, too', async () => {
  const page = await open('/?view=week')
  await page.getByText('Piano lesson').filter({ visible: true }).first().waitFor()
  const week = await printed(page, 'A4')
  expect(week.map(isWide)).toEqual([true])
  expect(says(week)).toContain(bare('17:00 – 17:45Piano lesson · Music school · Mia'))
  await page.getByRole('button', { name: 'Agenda' }).click()
  await page.getByRole('region', { name: 'Friday 20 November' }).waitFor()
  const agenda = await printed(page, 'Letter')
  expect(agenda.some(isWide)).toBe(false)
  expect(says(agenda)).toContain('Friday20November')
  await page.route(/\/api\/events\?/, (route) => route.fulfill({ status: 403, json: { error: 'No' } }))
  await page.getByRole('button', { name: 'Month', exact: true }).click()
  const months = ['December 2026', 'January 2027', 'February 2027', 'March 2027']
  for (const name of months) {
    await page.getByRole('main').getByRole('button', { name: 'Next month' }).click()
    await page.getByRole('grid', { name }).waitFor()
  }
  await page.getByText('could not be loaded').waitFor()
  expect(says(await printed(page, 'A4')).match(/notloaded/g)?.length).toBeGreaterThan(30)
})

test('what is to be done and could not be read is said to be missing', async () => {
  const { page } = await stage.open({ savesData: false })
  await page.clock.setFixedTime(NOW)
  await withoutStreams(page)
  await page.route('**/api/lists/*/items', (route) => route.fulfill({ status: 403, json: { error: 'No' } }))
  await page.goto(`${stage.home.url}/?view=week`)
  await page.getByText('What is to be done could not be loaded.').waitFor()
  await until('its words and its sheet are there, too', () => page.evaluate(isDrawnForPaper), Boolean)
  expect(says(await printed(page, 'A4'))).toContain('Whatistobedonecouldnotbeloaded')
})

describe('what is to be done is printed with the name of whoever does it', () => {
  const once = (text: string, part: string) => text.split(bare(part)).length - 1

  test.each([
    ['en-GB', 'Overdue'],
    ['de-DE', 'Überfällig'],
  ])('in a week: %s', async (locale, late) => {
    const page = await open('/?view=week', locale)
    await page.getByText('Gutters').first().waitFor()
    for (const format of ['A4', 'Letter'] as const) {
      const pages = await printed(page, format)
      expect(pages.map(isWide)).toEqual([true])
      const text = says(pages)
      for (const part of [`Gutters · Ben`, `Gutters · ${late} · Ben`, 'Vacuum · Cleo', '18:30 Bins · Ada, Ben'])
        expect([part, once(text, part)]).toEqual([part, 1])
      expect(text).not.toMatch(/House|Leaves/)
    }
  })

  test('all of it, on one page, where each day has much', async () => {
    const page = await open('/?view=week&date=2027-02-10')
    await page.getByText('Chore 0 of the day').first().waitFor()
    const pages = await printed(page, 'Letter')
    expect(pages.map(isWide)).toEqual([true])
    for (let index = 0; index < 8; index++)
      expect(once(says(pages), `Chore ${index} of the day · ${['Ada', 'Ben', 'Cleo'][index % 3]}`)).toBe(7)
  })

  test.each([
    ['month', 'Bins · Ada, Ben', 'Leaves'],
    ['day&date=2026-11-22', 'Bins · Ada, Ben', null],
    ['agenda', 'Bins · Ada, Ben', 'Leaves'],
  ])('and in the %s', async (view, part, other) => {
    const page = await open(`/?view=${view}`)
    await page.getByText('Gutters').first().waitFor()
    const text = says(await printed(page, 'A4'))
    expect(text).toContain(bare(part))
    if (other !== null) expect(text).toContain(other)
  })

  test('on each day on which it comes again, with whoever has the turn by then', async () => {
    const page = await open('/?view=week&date=2027-03-03')
    await page.getByText('Dishes').first().waitFor()
    const text = says(await printed(page, 'A4'))
    expect([once(text, 'Dishes · Ada'), once(text, 'Dishes · Ben')]).toEqual([4, 3])
    await page.getByRole('group', { name: 'People' }).getByRole('button', { name: 'Ben', exact: true }).click()
    await page.getByText('Dishes').first().waitFor({ state: 'detached' })
    const bens = says(await printed(page, 'A4'))
    expect([once(bens, 'Dishes · Ada'), once(bens, 'Dishes · Ben')]).toEqual([0, 3])
  })

  test('as far as they are shown', async () => {
    const page = await open('/?view=week')
    await page.getByText('Vacuum').first().waitFor()
    await page.getByRole('group', { name: 'People' }).getByRole('button', { name: 'Ben', exact: true }).click()
    await page.getByText('Vacuum').first().waitFor({ state: 'detached' })
    const text = says(await printed(page, 'A4'))
    expect(text).toContain('Gutters')
    expect(text).not.toContain('Vacuum')
  })
})

test('a list is printed with boxes, without what is for screens', async () => {
  const { page } = await stage.open({ theme: 'dark', path: `/lists/${list}` })
  await page.getByText('Thing 30').waitFor()
  await page.getByRole('button', { name: 'Clear done' }).waitFor()
  await page.getByRole('heading', { name: 'Groceries of the week' }).waitFor()
  const pages = await printed(page, 'A4')
  expect(pages).toHaveLength(1)
  const text = says(pages)
  for (const item of items) expect(text).toContain(bare(item))
  expect(text).toStartWith('Groceriesoftheweek')
  expect(text).not.toMatch(/Calendar|Account|Skip|Clear/)
  const phone = await stage.open({ size: 'phone', path: `/lists/${list}` })
  await phone.page.getByText('Hold an item to change it.').waitFor()
  expect(says(await printed(phone.page, 'A4'))).not.toMatch(/Clear|Hold/)
})

test('a list of chores is printed with names, its last page not without any', async () => {
  const { page } = await stage.open({ path: `/lists/${house}` })
  await setClock(page)
  await page.reload()
  await page.getByText('Chore 7 of the day').last().waitFor()
  await page.getByText('Cleo, Ben').first().waitFor()
  for (const format of ['A4', 'Letter'] as const) {
    const pages = await printed(page, format)
    expect(pages.filter(({ text }) => !text.includes('Chore'))).toEqual([])
    const text = says(pages)
    for (const words of ['Overdue: Wed 18 Nov Ben', 'In turn, now: Cleo, Ben', '18:30 Ben, Ada'])
      expect(text).toContain(bare(words))
  }
})

test('the wall is printed whole, without what is pressed', async () => {
  const { page } = await stage.open({ theme: 'dark', size: 'tablet' })
  await setClock(page)
  await page.addInitScript((id) => localStorage.setItem('wall-list', String(id)), list)
  await page.goto(`${stage.home.url}/wall`)
  await page.getByText('Thing 30').waitFor()
  await page.getByText('Vacuum').first().waitFor()
  for (const format of ['A4', 'Letter'] as const)
    for (const landscape of [false, true]) {
      const pages = readPdf(await page.pdf({ format, landscape }))
      expect(pages.filter(({ text }) => text.trim() === '')).toEqual([])
      const text = says(pages)
      expect(text).toStartWith('Friday20November')
      for (const words of ['Piano lesson', 'Gutters', 'Overdue', 'Groceries of the week', 'Thing 2', 'Thing 30'])
        expect(text).toContain(bare(words))
      expect(text).not.toMatch(/Onlyme|more|Next|Additem/)
    }
})

test('a list on the printed wall has no heading at the foot of a column', async () => {
  const { home } = stage
  const shopping = await makeShoppingList(home, 'Supper')
  await ask(home, home.cast.ada, `PATCH /api/lists/${shopping}`, { grouped: true })
  for (const text of ['Apples', 'Bread', 'Milk', 'Oats', 'Washing powder'])
    await ask(home, home.cast.ada, `POST /api/lists/${shopping}/items`, { text, parse: true })
  const { page } = await stage.open({ size: 'tablet' })
  await page.addInitScript((id) => localStorage.setItem('wall-list', String(id)), shopping)
  await page.goto(`${stage.home.url}/wall`)
  await page.getByText('Washing powder').waitFor()
  await page.emulateMedia({ media: 'print' })
  const shelves = await page.locator('.shelves section').evaluateAll((sections) =>
    sections.map((section) => {
      const columns = [...section.querySelectorAll('h3, li')].map(
        (part) => part.getBoundingClientRect().left > innerWidth / 2,
      )
      return [section.textContent, new Set(columns).size]
    }),
  )
  expect(shelves).toHaveLength(5)
  expect(shelves.filter(([, columns]) => columns !== 1)).toEqual([])
})
