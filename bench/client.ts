import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { readPeople } from '../src/household/people'
import { DAY_MS } from '../src/platform/durations'
import { launch, visit } from '../tests/web/support/browser'
import { days, makeCalendar, plan, timed } from '../tests/web/support/events'
import { addChildren } from '../tests/web/support/family'
import { type Home, openHome } from '../tests/web/support/home'
import { until } from '../tests/web/support/until'
import type { Bench } from './figure'
import { median } from './support/time'

const RUNS = 3
const OCCURRENCES = 300
/** Lighthouse's mid-range phone on slow 4G, throttled by the browser: 150 ms and 1.6 Mbit/s. */
const CPU_SLOWDOWN = 4
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }

/** Written by the page: when the first event was drawn, and when the last long task ended. */
const WATCH = `
  window.drawnAt = 0
  window.busyUntil = 0
  window.busyFor = 0
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) {
      window.busyUntil = task.startTime + task.duration
      window.busyFor += Math.max(0, task.duration - 50)
    }
  }).observe({ type: 'longtask', buffered: true })
  const look = () => {
    if (document.querySelector('.month-chip, .dots > *')) window.drawnAt = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
`

/** The web client on a slow phone's processor and network, with a full month. Medians of a few runs. */
export const bench: Bench = async (report) => {
  const home = await openHome({ at: new Date().toISOString() })
  const browser = await launch()
  try {
    await furnish(home)
    const cold = await repeat(() => measureCold(browser, home))
    report({
      name: 'client: first contentful paint, cold',
      value: medianOf(cold, 'paint'),
      unit: 'ms',
      goal: '<= 1200',
    })
    report({ name: 'client: interactive, cold', value: medianOf(cold, 'interactive'), unit: 'ms', goal: '<= 2000' })
    report({ name: 'client: total blocking time, cold', value: medianOf(cold, 'blocked'), unit: 'ms', goal: '<= 200' })
    const warm = await repeat(() => measureRepeat(browser, home))
    report({
      name: 'client: interactive, repeat visit',
      value: medianOf(warm, 'interactive'),
      unit: 'ms',
      goal: '<= 900',
    })
    for (const size of ['laptop', 'phone'] as const) {
      const slowest = await repeat(() => measureSwitches(browser, home, size))
      const value = medianOf(slowest, 'interactive')
      report({ name: `client: slowest view switch, ${size}`, value, unit: 'ms', goal: '<= 200' })
    }
  } finally {
    await browser.close()
    await home.close()
  }
}

interface Measured {
  paint: number
  interactive: number
  blocked: number
}

/** The calendars of six people, and the one for everyone, with 300 occurrences around today. */
export async function furnish(home: Home) {
  const { ada, ben, cleo } = home.cast
  await addChildren(home)
  const people = await readPeople(home.ctx)
  const open = { visibility: 'household' } as const
  const ofChild = (name: string) => ({ ...open, personId: people.find((person) => person.name === name)!.id })
  const calendars = [
    await makeCalendar(home, ada, 'Ada'),
    await makeCalendar(home, ben, 'Ben', false, open),
    await makeCalendar(home, cleo, 'Cleo', false, open),
    await makeCalendar(home, ben, 'Mia', false, ofChild('Mia')),
    await makeCalendar(home, ben, 'Tom', false, ofChild('Tom')),
    await makeCalendar(home, cleo, 'Rex', false, ofChild('Rex')),
    await makeCalendar(home, ben, 'Family', true),
  ]
  const today = Math.floor(home.ctx.now().getTime() / DAY_MS) * DAY_MS
  const forms = Array.from({ length: OCCURRENCES }, (_, index) => {
    const day = today + ((index % 30) - 15) * DAY_MS
    const isAllDay = index % 10 === 0
    const date = new Date(day).toISOString()
    return isAllDay
      ? days(`Days ${index}`, date.slice(0, 10))
      : timed(`Event ${index}`, new Date(day + (7 + (index % 12)) * 3_600_000).toISOString(), 45)
  })
  for (const [at, calendar] of calendars.entries()) {
    await plan(home, calendar, ...forms.filter((_, index) => index % calendars.length === at))
  }
}

async function measureCold(browser: Browser, home: Home): Promise<Measured> {
  const { page, context } = await visit(browser, home, { size: 'phone', savesData: false })
  await slowDown(context, page)
  return load(page, home).finally(() => context.close())
}

async function measureRepeat(browser: Browser, home: Home): Promise<Measured> {
  const { page, context } = await visit(browser, home, { size: 'phone', serviceWorker: true, path: '/' })
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  await page.getByRole('grid').waitFor()
  // The answers are put away a moment after they have come.
  await Bun.sleep(2_000)
  await slowDown(context, page)
  return load(page, home).finally(() => context.close())
}

/** From the month to the others and back, each for the first time, once the page has come to rest. */
async function measureSwitches(browser: Browser, home: Home, size: 'laptop' | 'phone'): Promise<Measured> {
  const { page, context } = await visit(browser, home, { size, savesData: false, path: '/' })
  await page.getByRole('grid').waitFor()
  await Bun.sleep(3_000)
  await slowDown(context, page)
  let slowest = 0
  for (const [view, drawn] of [
    ['Week', '.event-box'],
    ['Agenda', '.event-row'],
    ['Day', size === 'laptop' ? '.event-box' : '.person-column h3'],
    ['Month', '.month-chip, .dots > *'],
  ] as const) {
    slowest = Math.max(slowest, await page.evaluate<number>(switchTo(view, drawn)))
  }
  await context.close()
  return { paint: 0, interactive: slowest, blocked: 0 }
}

/** Presses a view's button and waits for its events to be on screen; milliseconds. Views that are kept unseen do not count. */
const switchTo = (view: string, drawn: string) => `new Promise((resolve) => {
  const button = [...document.querySelectorAll('.segmented button')].find((one) => one.textContent === '${view}')
  const isDrawn = () => [...document.querySelectorAll('${drawn}')].some((one) => one.checkVisibility({ opacityProperty: true }))
  if (isDrawn()) throw new Error('${view} is on screen already')
  const started = performance.now()
  button.click()
  const look = () => {
    if (!isDrawn()) return requestAnimationFrame(look)
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)))
  }
  requestAnimationFrame(look)
})`

async function load(page: Page, home: Home): Promise<Measured> {
  await page.addInitScript(WATCH)
  await page.goto(home.url, { waitUntil: 'commit' })
  await until(
    'events on screen',
    () => page.evaluate<number>('window.drawnAt ?? 0'),
    (at) => at > 0,
    30_000,
  )
  await Bun.sleep(1_500)
  return page.evaluate<Measured>(`({
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    interactive: Math.max(window.drawnAt, window.busyUntil > window.drawnAt + 1000 ? window.drawnAt : window.busyUntil),
    blocked: window.busyFor,
  })`)
}

async function slowDown(context: BrowserContext, page: Page): Promise<CDPSession> {
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_4G)
  return session
}

async function repeat(measure: () => Promise<Measured>): Promise<Measured[]> {
  const all: Measured[] = []
  for (let run = 0; run < RUNS; run++) all.push(await measure())
  return all
}

const medianOf = (all: readonly Measured[], what: keyof Measured): number => median(all.map((one) => one[what]))
