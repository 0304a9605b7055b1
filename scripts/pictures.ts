/**
 * `bun scripts/pictures.ts [URL]`: the pictures of the README and of the manifest, taken of a running demo
 * (`bin/demo --fresh`), on its present day at a quarter past four in the afternoon.
 */
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { MEMBERS, ZONE } from './demo/household'

const url = process.argv[2] ?? 'http://localhost:3000'
const MAX_BYTES = 150 * 1024
const README = 'docs/pictures'
/** What a browser shows of a client before it is installed. */
const STORE = 'web/static/screenshots'
const LAPTOP = { width: 1280, height: 800 }
const TABLET = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

interface Picture {
  file: string
  size: { width: number; height: number }
  path: string
  /** What has to be on the screen. */
  until: (page: Page) => Promise<unknown>
}

const event = (page: Page) => page.locator('.month-chip').nth(20).waitFor()
const someItem = (page: Page) => page.getByRole('checkbox').nth(3).waitFor()

const PICTURES: Picture[] = [
  { file: `${README}/month.webp`, size: LAPTOP, path: '/?view=month', until: event },
  {
    file: `${README}/wall.webp`,
    size: TABLET,
    path: '/wall',
    until: (page) => page.getByText('Mia').first().waitFor(),
  },
  { file: `${STORE}/month-wide.webp`, size: LAPTOP, path: '/?view=month', until: event },
  {
    file: `${STORE}/day-wide.webp`,
    size: LAPTOP,
    path: '/?view=day',
    until: (page) => page.locator('.event-box').first().waitFor(),
  },
  {
    file: `${STORE}/today-narrow.webp`,
    size: PHONE,
    path: '/?view=month',
    until: (page) => page.locator('.event-row').first().waitFor(),
  },
  {
    file: `${STORE}/agenda-narrow.webp`,
    size: PHONE,
    path: '/?view=agenda',
    until: (page) => page.locator('.event-row').nth(3).waitFor(),
  },
  { file: `${STORE}/list-narrow.webp`, size: PHONE, path: '/lists', until: openFirstList },
]

async function openFirstList(page: Page) {
  await page.getByRole('main').getByRole('link').filter({ visible: true }).first().click()
  await someItem(page)
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  for (const picture of PICTURES) await take(browser, picture)
} finally {
  await browser.close()
}

async function take(browser: Browser, { file, size, path, until }: Picture) {
  const isTouch = size === PHONE
  const context = await browser.newContext({
    viewport: size,
    locale: 'en-GB',
    timezoneId: ZONE,
    hasTouch: isTouch,
    isMobile: isTouch,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  const { username, password } = MEMBERS[0]!
  const answer = await context.request.post(`${url}/api/auth/local/login`, { data: { username, password } })
  if (!answer.ok()) throw new Error(`${username} could not sign in: ${answer.status()}`)
  const page = await context.newPage()
  await page.clock.setFixedTime(`${new Date().toISOString().slice(0, 10)}T15:15:00Z`)
  await page.goto(url + path)
  await until(page)
  // Fonts, and what comes in idle time.
  await page.waitForTimeout(4_000)
  await mkdir(dirname(file), { recursive: true })
  const bytes = await Bun.write(file, await webp(browser, await page.screenshot()))
  await context.close()
  console.log(`${file} ${Math.round(bytes / 1024)} KB`)
  if (bytes > MAX_BYTES) throw new Error(`${file} is too large to be delivered`)
}

/** The same as WebP, a third of it: a browser encodes it, too. */
async function webp(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage()
  const source = `data:image/png;base64,${png.toString('base64')}`
  // As a text: scripts know no document.
  const url = await page.evaluate<string>(`(async () => {
    const image = new Image()
    image.src = ${JSON.stringify(source)}
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.width
    canvas.height = image.height
    canvas.getContext('2d').drawImage(image, 0, 0)
    return canvas.toDataURL('image/webp', 0.92)
  })()`)
  await page.close()
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}
