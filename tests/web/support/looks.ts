import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import type { Member } from '../../support/cast'
import { accessibilityProblems, colorProblems } from './axe'
import { picture, type Size } from './browser'
import { NOW } from './calendars'
import { clippedWords } from './clipped'
import { furnish } from './furnish'
import { EVERY_SIZE, type Place, TEXTS } from './places'
import { setStage } from './stage'
import { FINGERTIP, POINTER, smallTargets, WALL_FINGERTIP } from './targets'

/** Where axe looks: a tablet on its side shows what a laptop shows. */
const LOOKED_AT_BY_AXE: readonly Size[] = ['phone', 'portrait', 'laptop']
const DIALOG_SIZES: readonly Size[] = ['phone', 'laptop']

/**
 * Walks through screens and dialogs: nothing that axe finds, no words of ours that do not fit, nothing too small for a
 * finger, in both themes and languages; and a picture of each, for people to look at.
 */
export function lookAt(places: readonly Place[]) {
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

  const onEverySize = places.flatMap((place) =>
    (place.sizes ?? (place.isDialog ? DIALOG_SIZES : EVERY_SIZE)).map((size) => ({ place, size, name: place.name })),
  )

  describe('is usable by everyone, light and dark', () => {
    test.each(onEverySize)('$name on a $size', async ({ place, size, name }) => {
      const isForAxe = LOOKED_AT_BY_AXE.includes(size)
      const page = await go(place, size, 'en')
      await picture(page, `${name}-${size}-light`)
      if (isForAxe) expect(await accessibilityProblems(page)).toEqual([])
      expect(await clippedWords(page)).toEqual([])
      expect(await smallTargets(page, leastTarget(place, size))).toEqual([])
      if (place.isDialog && size !== 'phone') return
      await page.emulateMedia({ colorScheme: 'dark' })
      await coloursAreThere(page)
      await picture(page, `${name}-${size}-dark`)
      if (isForAxe) expect(await colorProblems(page)).toEqual([])
    })
  })

  describe('fits in German', () => {
    const onPhones = places.filter(({ sizes }) => sizes?.includes('phone') ?? true)
    test.each(onPhones)('$name', async (place) => {
      const page = await go(place, 'phone', 'de')
      await picture(page, `${place.name}-phone-german`)
      expect(await clippedWords(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.lang)).toBe('de')
    })
  })
}

/** Colours change in transitions of their own, also where nothing else moves. */
async function coloursAreThere(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(transitions.map(({ finished }) => finished))
  })
}

function leastTarget({ path }: Place, size: Size): number {
  if (path === '/wall') return WALL_FINGERTIP
  return size === 'phone' ? FINGERTIP : POINTER
}
