import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { environmentOfBrowser } from '../../../scripts/test/clock'
import { cookieFor, type Member } from '../../support/cast'
import { servers } from '../../support/servers'
import type { Home } from './home'

/** The browser with everything that people have. */
export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium'
/** The same engine without windows: a visit costs a third of the processor's time. */
export const WITHOUT_WINDOWS = process.env.CHROMIUM ?? Bun.which('chromium-headless-shell') ?? CHROMIUM
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/** Shorter than a test's own limit, so that the browser outlives a failing step; long, since a machine may be busy. */
const STEP_MS = 60_000
const SCREENSHOTS = join(import.meta.dir, '../../../.local/screenshots')

export const SIZES = {
  phone: { width: 390, height: 844 },
  tablet: { width: 1280, height: 800 },
  /** A tablet held upright. */
  portrait: { width: 820, height: 1180 },
  laptop: { width: 1440, height: 900 },
} as const

export type Size = keyof typeof SIZES

export interface VisitOptions {
  /** Who is signed in; null: nobody. */
  as?: Member | null
  size?: Size
  theme?: 'light' | 'dark'
  locale?: string
  /** The browser's own zone. */
  zone?: string
  /** What the browser says it is. */
  userAgent?: string
  path?: string
  /** Without one, pages are not answered from a cache of an earlier visit. */
  serviceWorker?: boolean
  /**
   * Whether the device saves data, so that nothing is fetched or drawn ahead: half of what a visit costs that lasts
   * longer than two seconds. Without a word it does where there is no service worker.
   */
  savesData?: boolean
  /** Another origin that its pages may be sent to: that of an identity provider. */
  elsewhere?: string
}

/** A device of a member: a browser profile of its own and one page. */
export interface Visit {
  page: Page
  context: BrowserContext
  /** Errors of the page and its console, refused content and requests that left the origin. */
  problems: string[]
}

export function launch(executablePath = CHROMIUM, moreFlags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [...FLAGS, ...moreFlags],
    env: environmentOfBrowser(),
    headless: true,
    // Playwright's own listeners close the browser and let the process go on; without them its end is the browser's.
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
}

const running = new Map<string, Promise<Browser>>()

/**
 * The run's Chromium, launched when it is first asked for, and again when it has crashed: without windows, or the whole
 * browser, which alone can be allowed to show notifications.
 */
export async function sharedBrowser(isWhole = false): Promise<Browser> {
  const path = isWhole ? CHROMIUM : WITHOUT_WINDOWS
  const before = running.get(path)
  if (before === undefined) servers.atEnd(async () => (await running.get(path))?.close())
  const browser = await before?.catch(() => null)
  if (browser?.isConnected() === true) return browser
  const launched = launch(path)
  running.set(path, launched)
  return launched
}

/** Opens the client on a device. */
export async function visit(browser: Browser, home: Home, options: VisitOptions = {}): Promise<Visit> {
  const { as = home.cast.ada, size = 'laptop', theme = 'light', locale = 'en-GB', zone = 'Europe/Berlin' } = options
  const context = await browser.newContext({
    viewport: SIZES[size],
    colorScheme: theme,
    locale,
    userAgent: options.userAgent,
    timezoneId: zone,
    hasTouch: size !== 'laptop',
    isMobile: size === 'phone',
    serviceWorkers: options.serviceWorker === true ? 'allow' : 'block',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(STEP_MS)
  if (as !== null) await signIn(context, home, as)
  const page = await context.newPage()
  if (options.savesData ?? options.serviceWorker !== true) await saveData(page)
  const problems = watchProblems(page, home.url, options.elsewhere ?? null)
  if (options.path !== undefined) await page.goto(home.url + options.path)
  return { page, context, problems }
}

/** Closes a device, also while a story's own answers to it are on their way: one that asks the service would throw. */
export async function putAway(context: BrowserContext): Promise<void> {
  const routed = [context, ...context.pages()].map((one) => one.unrouteAll({ behavior: 'ignoreErrors' }))
  await Promise.allSettled([...routed, context.close()])
}

async function saveData(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true }).catch((error) => {
    // An older engine cannot be told so, and its stories take longer.
    if (!/wasn't found/.test(String(error))) throw error
  })
}

/** With a session of its own: signing out on one device must not end it on another. */
export async function signIn(context: BrowserContext, home: Home, member: Member) {
  const [name = '', value = ''] = (await cookieFor(home.ctx, member.id)).split('=')
  await context.addCookies([{ name, value, url: home.url, httpOnly: true, sameSite: 'Lax' }])
}

function watchProblems(page: Page, origin: string, elsewhere: string | null): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  page.on('console', (message) => {
    // What the browser says of refused answers is expected in tests of refusals; scripts speak of real trouble.
    const isRefusedAnswer = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isRefusedAnswer) problems.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    const url = request.url()
    // What another origin's own pages ask for is not ours.
    const isOfElsewhere = elsewhere !== null && [url, request.frame().url()].some((one) => one.startsWith(elsewhere))
    if (![origin, 'data:', 'blob:'].some((start) => url.startsWith(start)) && !isOfElsewhere)
      problems.push(`left: ${url}`)
  })
  return problems
}

/** Whether pictures are taken. */
const TAKES_PICTURES = process.env.PICTURES !== undefined

/** Writes a picture of the page for people to look at, where `PICTURES` asks for them. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!TAKES_PICTURES) return
  await mkdir(SCREENSHOTS, { recursive: true })
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) })
}
