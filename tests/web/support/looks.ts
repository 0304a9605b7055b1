import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import type { Member } from '../../support/cast'
import { accessibilityProblems, colorProblems } from './axe'
import { picture, type Size } from './browser'
import { NOW } from './calendars'
import { clippedWords, cutFields } from './clipped'
import { type Device, settled } from './device'
import { furnish } from './furnish'
import type { Home } from './home'
import { EVERY_SIZE, type Place, TEXTS } from './places'
import { reopenedPages } from './reopened'
import { speak } from './speak'
import { setStage } from './stage'
import { FINGERTIP, POINTER, smallFields, smallTargets, WALL_FINGERTIP } from './targets'

type Language = keyof typeof TEXTS

/**
 * Walks through screens and dialogs, in German on a phone and in English on every size: no words of ours that do not fit
 * and nothing too small for a finger or to type into; on the phone and on the last size nothing that axe finds, light and dark; and a
 * picture of each, for people to look at. `moveIn` fills the household, and returns who is new there.
 */
export function lookAt(places: readonly Place[], moveIn: (home: Home) => Promise<Member | null> = furnish) {
  const stage = setStage({ at: NOW })
  const open = reopenedPages(stage)
  let dora: Member | null

  beforeAll(async () => {
    dora = await moveIn(stage.home)
  }, 60_000)

  const visitorOf = ({ as = 'ada' }: Place) => ({ ada: stage.home.cast.ada, dora, nobody: null })[as]

  async function go(place: Place, size: Size, language: Language): Promise<{ page: Page; device: Device }> {
    const { path, userAgent } = place
    const locale = { en: 'en-GB', de: 'de-DE' }[language]
    const { page, device } = await open({ as: visitorOf(place), locale, ...(userAgent !== undefined && { userAgent }) })
    await device.turnInto(size)
    await place.prepare?.(page)
    await page.goto(stage.home.url + path)
    await place.open(page, TEXTS[language])
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(language)
    return { page, device }
  }

  test.each(visitsTo(places))('$name is usable by everyone on $devices', async ({ place, sizes }) => {
    const [first, ...others] = sizes
    const isOnPhone = first === 'phone'
    const { page, device } = await go(place, first, isOnPhone ? 'de' : 'en')
    const seen = new Look(page, place)
    await seen.lookAt(first, { isForAxe: others.length === 0 || isOnPhone })
    if (isOnPhone) {
      await speak(page, visitorOf(place)?.id ?? null, 'en')
      await settled(page)
      await seen.lookAt(first)
    }
    for (const size of others) {
      await device.turnInto(size)
      await seen.lookAt(size, { isForAxe: size === others.at(-1) })
    }
    expect(seen.problems).toEqual([])
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
    const [first, ...others] = place.sizes ?? EVERY_SIZE
    const visits: LookedAt['sizes'][] = place.isOpenedAnew
      ? [first, ...others].map((size) => [size])
      : [[first, ...others]]
    return visits.map((sizes) => ({ place, name: place.name, devices: sizes.join(', '), sizes }))
  })
}

class Look {
  /** One line for each, with the size, the language and the theme. */
  readonly problems: string[] = []
  readonly #page: Page
  readonly #place: Place
  #theme: 'light' | 'dark' = 'light'

  constructor(page: Page, place: Place) {
    this.#page = page
    this.#place = place
  }

  async lookAt(size: Size, { isForAxe = false } = {}) {
    const page = this.#page
    await this.#picture(size)
    await this.#note(size, [
      ...(this.#place.isDialog ? await closedDialog(page) : []),
      ...(isForAxe ? await accessibilityProblems(page) : []),
      ...(await clippedWords(page)),
      ...(await cutFields(page)),
      ...(await smallTargets(page, leastTarget(this.#place, size))),
      ...(size === 'phone' ? await smallFields(page) : []),
    ])
    if (!isForAxe) return
    await this.#turnTheme(size)
    await this.#picture(size)
    await this.#note(size, await colorProblems(page))
  }

  /** A page is in either theme when it comes to the next size: each turn draws all of it. */
  async #turnTheme(size: Size) {
    this.#theme = this.#theme === 'light' ? 'dark' : 'light'
    await this.#page.emulateMedia({ colorScheme: this.#theme })
    await this.#note(size, await this.#page.evaluate(transitions))
    await settled(this.#page)
  }

  async #picture(size: Size) {
    await picture(this.#page, `${this.#place.name}-${size}-${this.#theme}-${await languageOf(this.#page)}`)
  }

  async #note(size: Size, found: readonly string[]) {
    const language = await languageOf(this.#page)
    this.problems.push(...found.map((problem) => `${size}, ${language}, ${this.#theme}: ${problem}`))
  }
}

/** Whoever looks wants no motion: a transition of every element, however short, costs more than all else. */
const transitions = () => {
  const running = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
  return running.length === 0 ? [] : [`${running.length} transitions where motion is reduced`]
}

const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang)

/** Nothing would be found where nothing is any more. */
async function closedDialog(page: Page): Promise<string[]> {
  return (await page.locator('dialog[open]').count()) > 0 ? [] : ['the dialog is not open']
}

function leastTarget({ path }: Place, size: Size): number {
  if (path === '/wall') return WALL_FINGERTIP
  return size === 'phone' ? FINGERTIP : POINTER
}
