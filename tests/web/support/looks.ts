import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import type { Member } from '../../support/cast'
import { accessibilityProblems, colorProblems } from './axe'
import { picture, type Size, TAKES_PICTURES } from './browser'
import { NOW } from './calendars'
import { clippedWords } from './clipped'
import { type Device, deviceOf, settled } from './device'
import { furnish } from './furnish'
import type { Home } from './home'
import { EVERY_SIZE, type Place, TEXTS } from './places'
import { setStage } from './stage'
import { FINGERTIP, POINTER, smallTargets, WALL_FINGERTIP } from './targets'

/** Where axe looks: a tablet on its side shows what a laptop shows. */
const LOOKED_AT_BY_AXE: readonly Size[] = ['phone', 'portrait', 'laptop']
const DIALOG_SIZES: readonly [Size, ...Size[]] = ['phone', 'laptop']

/**
 * Walks through screens and dialogs: nothing that axe finds, no words of ours that do not fit, nothing too small for a
 * finger, in both themes and languages; and a picture of each, for people to look at. `moveIn` fills the household, and
 * returns who is new there.
 */
export function lookAt(places: readonly Place[], moveIn: (home: Home) => Promise<Member | null> = furnish) {
  const stage = setStage({ at: NOW })
  let dora: Member | null

  beforeAll(async () => {
    dora = await moveIn(stage.home)
  }, 60_000)

  async function go(place: Place, size: Size, language: 'en' | 'de'): Promise<{ page: Page; device: Device }> {
    const { as = 'ada', path, userAgent } = place
    const visitor = { ada: stage.home.cast.ada, dora, nobody: null }[as]
    const locale = { en: 'en-GB', de: 'de-DE' }[language]
    const { page } = await stage.open({ as: visitor, locale, ...(userAgent !== undefined && { userAgent }) })
    const device = await deviceOf(page)
    await device.turnInto(size)
    await page.clock.setFixedTime(NOW)
    await place.prepare?.(page)
    await page.goto(stage.home.url + path)
    await place.open(page, TEXTS[language])
    return { page, device }
  }

  describe('is usable by everyone, light and dark', () => {
    test.each(visitsTo(places))('$name on $devices', async ({ place, sizes: [first, ...others] }) => {
      const { page, device } = await go(place, first, 'en')
      const problems = await problemsOn(page, place, first)
      for (const size of others) {
        await device.turnInto(size)
        problems.push(...(await problemsOn(page, place, size)))
      }
      expect(problems).toEqual([])
    })
  })

  describe('fits in German', () => {
    const onPhones = places.filter(({ sizes }) => sizes?.includes('phone') ?? true)
    test.each(onPhones)('$name', async (place) => {
      const { page } = await go(place, 'phone', 'de')
      await picture(page, `${place.name}-phone-german`)
      expect(await clippedWords(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.lang)).toBe('de')
    })
  })
}

interface LookedAt {
  place: Place
  name: string
  /** The sizes, in words. */
  devices: string
  sizes: readonly [Size, ...Size[]]
}

/** A place is opened once, and the device in hand turned from one size into the next, where it stands that. */
function visitsTo(places: readonly Place[]): LookedAt[] {
  return places.flatMap((place) => {
    const [first, ...others] = place.sizes ?? (place.isDialog ? DIALOG_SIZES : EVERY_SIZE)
    const visits: LookedAt['sizes'][] = place.isOpenedAnew
      ? [first, ...others].map((size) => [size])
      : [[first, ...others]]
    return visits.map((sizes) => ({ place, name: place.name, devices: sizes.join(', '), sizes }))
  })
}

/** One line for each, with the size and the theme on which it was found; the page is light before and after. */
async function problemsOn(page: Page, place: Place, size: Size): Promise<string[]> {
  const { name, isDialog } = place
  const isForAxe = LOOKED_AT_BY_AXE.includes(size)
  await picture(page, `${name}-${size}-light`)
  const light = [
    ...(isDialog ? await closedDialog(page) : []),
    ...(isForAxe ? await accessibilityProblems(page) : []),
    ...(await clippedWords(page)),
    ...(await smallTargets(page, leastTarget(place, size))),
  ]
  const dark = isDialog && size === 'phone' ? [] : await problemsInTheDark(page, `${name}-${size}-dark`, isForAxe)
  return [...light.map((problem) => `${size}: ${problem}`), ...dark.map((problem) => `${size}, dark: ${problem}`)]
}

async function problemsInTheDark(page: Page, name: string, isForAxe: boolean): Promise<string[]> {
  if (!isForAxe && !TAKES_PICTURES) return []
  await page.emulateMedia({ colorScheme: 'dark' })
  await settled(page)
  await picture(page, name)
  const problems = isForAxe ? await colorProblems(page) : []
  await page.emulateMedia({ colorScheme: 'light' })
  await settled(page)
  return problems
}

/** Nothing would be found where nothing is any more. */
async function closedDialog(page: Page): Promise<string[]> {
  return (await page.locator('dialog[open]').count()) > 0 ? [] : ['the dialog is not open']
}

function leastTarget({ path }: Place, size: Size): number {
  if (path === '/wall') return WALL_FINGERTIP
  return size === 'phone' ? FINGERTIP : POINTER
}
