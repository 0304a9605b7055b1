import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import type { Member } from '../support/cast'
import { accessibilityProblems, colorProblems } from './support/axe'
import { picture, type Size } from './support/browser'
import { NOW } from './support/calendars'
import { clippedWords } from './support/clipped'
import { furnish } from './support/furnish'
import { EVERY_SIZE, PLACES, type Place, TEXTS } from './support/places'
import { setStage } from './support/stage'
import { FINGERTIP, POINTER, smallTargets, WALL_FINGERTIP } from './support/targets'

/**
 * Walks through every screen and every dialog: nothing that axe finds, no words of ours that do not fit, nothing too
 * small for a finger, in both themes and languages; and a picture of each, for people to look at.
 */
const stage = setStage({ at: NOW })
let dora: Member

beforeAll(async () => {
  dora = await furnish(stage.home)
}, 60_000)

async function go(place: Place, size: Size, language: 'en' | 'de'): Promise<Page> {
  const { as = 'ada', path, userAgent } = place
  const visitor = { ada: stage.home.cast.ada, dora, nobody: null }[as]
  const locale = { en: 'en-GB', de: 'de-DE' }[language]
  const { page } = await stage.open({ as: visitor, size, locale, ...(userAgent !== undefined && { userAgent }) })
  await page.clock.setFixedTime(NOW)
  await place.prepare?.(page)
  await page.goto(stage.home.url + path)
  await place.open(page, TEXTS[language])
  return page
}

const onEverySize = PLACES.flatMap((place) =>
  (place.sizes ?? EVERY_SIZE).map((size) => ({ place, size, name: place.name })),
)

function leastTarget({ path }: Place, size: Size): number {
  if (path === '/wall') return WALL_FINGERTIP
  return size === 'phone' ? FINGERTIP : POINTER
}

describe('is usable by everyone, light and dark', () => {
  test.each(onEverySize)('$name on a $size', async ({ place, size, name }) => {
    const page = await go(place, size, 'en')
    await picture(page, `${name}-${size}-light`)
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await clippedWords(page)).toEqual([])
    expect(await smallTargets(page, leastTarget(place, size))).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    await picture(page, `${name}-${size}-dark`)
    expect(await colorProblems(page)).toEqual([])
  })
})

describe('fits in German', () => {
  const onPhones = PLACES.filter(({ sizes }) => sizes?.includes('phone') ?? true)
  test.each(onPhones)('$name', async (place) => {
    const page = await go(place, 'phone', 'de')
    await picture(page, `${place.name}-phone-german`)
    expect(await clippedWords(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de')
  })
})
