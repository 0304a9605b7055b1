import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { NOW } from './support/calendars'
import { makeCalendar, plan, timed } from './support/events'
import { makeList } from './support/lists'
import { setStage } from './support/stage'

const stage = setStage({ at: NOW })

let listId: number
beforeAll(async () => {
  const { home } = stage
  const calendar = await makeCalendar(home, home.cast.ada, 'Ada')
  const hours = Array.from({ length: 14 }, (_, index) => String(index + 6).padStart(2, '0'))
  const days = ['16', '18', '20']
  const events = days.flatMap((day) => hours.map((hour) => timed(`At ${hour}`, `2026-11-${day}T${hour}:00Z`)))
  await plan(home, calendar, ...events)
  listId = await makeList(home, 'Camp', ...Array.from({ length: 20 }, (_, index) => `Thing ${index + 1}`))
  for (let more = 0; more < 9; more++) await makeList(home, `List ${more}`, 'Tent')
})

/** What has the focus, and whether any of it can be seen; null: nothing has. */
const focused = (page: Page) =>
  page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    const element = document.activeElement
    if (element === null || element === document.body) return null
    const shown = element.closest('label') ?? element
    const { left, top, width, height } = shown.getBoundingClientRect()
    const isSeen = [0.1, 0.5, 0.9].some((part) => {
      const hit = document.elementFromPoint(left + width / 2, top + height * part)
      return hit !== null && (shown.contains(hit) || hit.contains(shown))
    })
    return { name: element.getAttribute('aria-label') ?? element.textContent ?? '', isSeen }
  })

/** Goes through a page by Tab and back, and tells of what is hidden while it has the focus. */
async function hidden(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let count = 0; count < 90; count++) {
      await page.keyboard.press(key)
      const at = await focused(page)
      if (at === null) break
      if (!at.isSeen) found.push(`${key}: ${at.name}`)
    }
  }
  return found
}

test.each([
  ['a list on a phone', () => `/lists/${listId}`, { width: 390, height: 844 }],
  ['a list at 200 %', () => `/lists/${listId}`, { width: 640, height: 400 }],
  ['a list on a laptop', () => `/lists/${listId}`, { width: 1280, height: 800 }],
  ['all lists at 200 %', () => '/lists', { width: 640, height: 400 }],
  ['a week', () => '/?view=week&date=2026-11-20', { width: 1280, height: 800 }],
  ['a week at 200 %', () => '/?view=week&date=2026-11-20', { width: 640, height: 400 }],
  ['a day', () => '/day/2026-11-20', { width: 1280, height: 800 }],
])('what has the focus is in sight: %s', async (_, path, viewport) => {
  const { page } = await stage.open({ path: path() })
  await page.setViewportSize(viewport)
  await page
    .getByRole('main')
    .getByText(/At 1\d|Thing 1|Tent/)
    .first()
    .waitFor()
  expect(await hidden(page)).toEqual([])
})
