import { beforeAll, describe, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { clientFolder } from './support/client'
import { setStage } from './support/stage'
import { until } from './support/until'

const stage = setStage()
const KB = 1024
let folder: string
let sizes: Map<string, number>

beforeAll(async () => {
  folder = await clientFolder()
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.gz'))
  sizes = new Map(names.map((name) => [`/${name.slice(0, -3)}`, Bun.file(join(folder, name)).size]))
})

interface Manifest {
  icons: { src: string }[]
  /** For the browser's offer to install the client; never needed by whoever uses it. */
  screenshots: { src: string }[]
}

const total = (paths: Iterable<string>, extension: string) =>
  [...paths].filter((path) => path.endsWith(extension)).reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0)

test('all scripts together stay under 290 KB, compressed', () => {
  expect(
    total(
      [...sizes.keys()].filter((path) => path.startsWith('/assets/')),
      '.js',
    ),
  ).toBeLessThan(290 * KB)
})

test('the first screen needs at most 45 KB of scripts and 10 KB of styles', async () => {
  const document = await Bun.file(join(folder, 'index.html')).text()
  const named = [...document.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!)
  const { page } = await stage.open()
  const needed = new Set(named)
  const drawn = Promise.withResolvers<void>()
  // The document's own scripts and one more, the language, are let through: with them alone the calendar is drawn.
  await page.route('**/assets/*.js', async (route) => {
    const { pathname } = new URL(route.request().url())
    if (!named.includes(pathname) && needed.size === named.length) needed.add(pathname)
    if (!needed.has(pathname)) await drawn.promise
    await route.continue()
  })
  await page.goto(stage.home.url, { waitUntil: 'commit' })
  await page.getByRole('grid').waitFor()
  drawn.resolve()
  expect(total(needed, '.js')).toBeGreaterThan(30 * KB)
  expect(total(needed, '.js')).toBeLessThan(45 * KB)
  expect(total(needed, '.css')).toBeLessThan(10 * KB)
})

test('the calendar and its dialogs load no texts of other screens', async () => {
  const texts = [...sizes.keys()].filter((path) => /\/assets\/(lists|secondary|signin|wall)-.*\.js$/.test(path))
  expect(texts).toHaveLength(8)
  const { page } = await stage.open({ savesData: false })
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await page.goto(stage.home.url)
  await page.getByRole('grid').waitFor()
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  expect(loaded).toContainEqual(expect.stringContaining('/assets/shortcut-list-'))
  expect(loaded.filter((path) => texts.includes(path))).toEqual([])
})

test('letters of other alphabets bring their own font, and only they', async () => {
  const { page } = await stage.open()
  await page.goto(stage.home.url)
  await page.getByRole('grid').waitFor()
  const loaded = () =>
    page.evaluate(async () => {
      await document.fonts.ready
      return [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family)
    })
  expect(await loaded()).toEqual(['Figtree'])
  await page.evaluate(() => document.body.append('Łódź'))
  await until('both fonts', loaded, ({ length }) => length === 2)
})

test('nothing is fetched ahead on a device that saves data', async () => {
  const later = async (savesData: boolean) => {
    const { page } = await stage.open({ savesData })
    // The words of what moves events by hand come last of what is on screen.
    const atRest = Promise.all([/events\/freshness/, /assets\/views-/].map((of) => page.waitForResponse(of)))
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
    await page.goto(stage.home.url)
    await atRest
    const first = fetched.length
    const scripts = (from: number) => fetched.slice(from).filter((path) => path.endsWith('.js'))
    return { page, all: () => scripts(0), sinceRest: () => scripts(first) }
  }
  const saving = await later(true)
  await saving.page.evaluate(async () => {
    for (let times = 10; times > 0; times--) await new Promise((resolve) => requestIdleCallback(resolve))
  })
  expect(saving.sinceRest()).toEqual([])
  const usual = await later(false)
  await until(
    'fetched ahead',
    () => usual.all().filter((path) => !saving.all().includes(path)),
    ({ length }) => length > 3,
  )
})

test('what is kept for another visit comes after what is fetched ahead, and also where that fails', async () => {
  const { page } = await stage.open({ serviceWorker: true })
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  await page.route('**/assets/print-*.js', async (route) => {
    asked.resolve()
    await answered.promise
    await route.abort()
  })
  await page.goto(stage.home.url)
  await asked.promise
  const registered = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  expect(await registered()).toBe(0)
  answered.resolve()
  await until('a service worker', registered, (count) => count === 1)
})

describe('delivery', () => {
  const head = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(stage.home.url + path, { headers, decompress: false })
    await response.arrayBuffer()
    return response
  }
  const script = () => [...sizes.keys()].find((path) => /^\/assets\/.*\.js$/.test(path))!

  test.each(['br', 'gzip'])('scripts, styles and the document come compressed: %s', async (encoding) => {
    for (const path of ['/', '/sw.js', '/manifest.webmanifest', script()]) {
      const { headers } = await head(path, { 'accept-encoding': encoding })
      expect([path, headers.get('content-encoding')]).toEqual([path, encoding])
    }
  })

  test('what keeps its name revalidates, what carries its hash never changes, what is missing is missing', async () => {
    for (const path of ['/', '/index.html', '/sw.js', '/manifest.webmanifest', '/lists/3']) {
      expect([path, (await head(path)).headers.get('cache-control')]).toEqual([path, 'no-cache'])
    }
    expect((await head(script())).headers.get('cache-control')).toContain('immutable')
    expect((await head('/assets/index-gone1234.js')).status).toBe(404)
  })

  test('no script may stand in the document', async () => {
    const { headers } = await head('/')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'self'")
    expect(policy).not.toContain('unsafe-inline')
    expect(policy).not.toContain('unsafe-eval')
    const document = await Bun.file(join(folder, 'index.html')).text()
    expect(document).not.toMatch(/<script(?![^>]*\ssrc=)/)
    expect(document).not.toMatch(/\son[a-z]+=|\sstyle=/)
  })

  test('everything the document and the manifest name is there', async () => {
    const document = await Bun.file(join(folder, 'index.html')).text()
    const { icons, screenshots } = (await Bun.file(join(folder, 'manifest.webmanifest')).json()) as Manifest
    const named = [...document.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(([, path]) => path!)
    for (const path of [...named, ...[...icons, ...screenshots].map(({ src }) => src)]) {
      expect([path, (await head(path)).status]).toEqual([path, 200])
    }
    const worker = await Bun.file(join(folder, 'sw.js')).text()
    for (const { src } of screenshots) {
      expect((await head(src)).headers.get('content-type')).toBe('image/webp')
      expect(Bun.file(join(folder, src)).size).toBeLessThan(150 * KB)
      expect(worker).not.toContain(src)
    }
  })
})
