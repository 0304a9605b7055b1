import { beforeAll, expect, test } from 'bun:test'
import type { CDPSession, Page } from 'playwright-core'
import { clippedWords, SIDEWAYS } from './support/clipped'
import { drawn } from './support/drawn'
import { type Density, MONTHS, moveCrowdedFamilyIn } from './support/legible/crowd'
import { illegibleEvents } from './support/legible/events'
import { unpainted } from './support/legible/unpainted'
import { LARGE_TEXT, NARROWEST, WINDOWS, type Window } from './support/legible/windows'
import { speak } from './support/speak'
import { setStage } from './support/stage'
import { FINGERTIP, POINTER, smallTargets, WALL_FINGERTIP } from './support/targets'

const stage = setStage({ at: MONTHS.usual.now })

beforeAll(() => moveCrowdedFamilyIn(stage.home))

const LANGUAGES = ['en', 'de'] as const
/** With the key that leads there, and what is drawn then. */
const VIEWS = {
  month: { key: 'm', drawn: '.month, .month-compact' },
  week: { key: 'w', drawn: '.time-grid:not(.by-person)' },
  day: { key: 'd', drawn: '.by-person, .people-list' },
  agenda: { key: 'a', drawn: '.agenda' },
} as const
const MEANS = ['finger', 'mouse'] as const
type Means = (typeof MEANS)[number]

/** A page that is opened once, and turned into every window in every view. */
async function open(means: Means, density: Density) {
  const { page, context } = await stage.open({ size: means === 'finger' ? 'tablet' : 'laptop' })
  await page.clock.setFixedTime(MONTHS[density].now)
  return { page, devtools: await context.newCDPSession(page) }
}

const EVENTS =
  '.month-chip:visible, .compact-day i:visible, .event-box:visible, .event-row:visible, .person-card:visible, .wall-card:visible'

/** Frames after which everything has found its place. */
const AT_REST = 12

async function turnInto(page: Page, devtools: CDPSession, { width, height }: Window) {
  await devtools.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false })
  // What the page makes of its new size is drawn in the frame after.
  await frames(page, 2)
}

async function frames(page: Page, count: number) {
  await page.evaluate(async (left) => {
    for (; left > 0; left--) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  }, count)
  await drawn(page, count)
}

async function problemsOn(
  page: Page,
  means: Means,
  { width, height, text }: Window,
  isWall = false,
): Promise<string[]> {
  // In a low window the days come first.
  const isPhone = means === 'finger' && width < 45 * text && height >= 35 * text
  const least = isWall ? WALL_FINGERTIP : isPhone ? FINGERTIP : POINTER
  const words = await clippedWords(page)
  const events = await illegibleEvents(page)
  if (width < NARROWEST) return [...words.filter((words) => words === SIDEWAYS), ...events]
  return [...words, ...events, ...(await smallTargets(page, least))]
}

/** Walks through views, languages and windows; one line for each problem, with all of these. */
async function look(means: Means, density: Density, windows: readonly Window[]): Promise<string[]> {
  const { page, devtools } = await open(means, density)
  const found: string[] = []
  const { text = 16 } = windows[0] ?? {}
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: text, fixed: text } })
  const lookAt = async (view: string) => {
    for (const language of LANGUAGES) {
      await speak(page, stage.home.cast.ada.id, language)
      for (const window of windows) {
        await turnInto(page, devtools, window)
        const measured = () => problemsOn(page, means, window, view === 'wall')
        const seen = await measured()
        // A busy browser may still be drawing: a problem is what stays.
        const problems = seen.length === 0 ? seen : await frames(page, AT_REST).then(measured)
        found.push(...problems.map((problem) => `${view}, ${density}, ${language}, ${window.name}: ${problem}`))
      }
    }
  }
  await page.goto(`${stage.home.url}/?view=month&date=${MONTHS[density].day}`)
  await page.locator(EVENTS).first().waitFor()
  await unpainted(page)
  await page.evaluate(() => document.fonts.ready.then(() => {}))
  for (const [view, { key, drawn }] of Object.entries(VIEWS)) {
    await page.keyboard.press(key)
    await page.locator(drawn).filter({ visible: true }).waitFor()
    await lookAt(view)
  }
  await page.goto(`${stage.home.url}/wall`)
  await page.locator(EVENTS).first().waitFor()
  await unpainted(page)
  await lookAt('wall')
  return found
}

/** Both at once: most of the time a page waits for its next frame. */
const lookWithBoth = async (density: Density, windows: Record<Means, readonly Window[]>) =>
  (await Promise.all(MEANS.map((means) => look(means, density, windows[means])))).flat()

/** Each draws hundreds of pages, on a busy machine, too. */
const LIMIT_MS = 600_000

test.each(['quiet', 'usual', 'dense'] as const)(
  'a %s month can be read and pressed in every window',
  async (density) => {
    expect(await lookWithBoth(density, WINDOWS)).toEqual([])
  },
  LIMIT_MS,
)

test.each(['usual', 'dense'] as const)(
  'and a %s one with text twice as large',
  async (density) => {
    expect(await lookWithBoth(density, LARGE_TEXT)).toEqual([])
  },
  LIMIT_MS,
)
