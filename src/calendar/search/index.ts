import { householdZone } from '../../household/settings'
import type { Context } from '../../platform/context'
import type { CachedOccurrence } from '../window/occurrence'
import type { WindowReader } from '../window/reader'
import { readSingleById } from '../window/single'
import { copiesAmong, type Shown } from './copies'
import type { Cursor } from './cursor'
import { findSeries } from './find-series'
import { matcherOf, matchSingles } from './match'
import { entriesWith } from './packed'
import { inOrder, type Place, type Range } from './places'
import { type Entry, type Segment, WordIndex } from './word-index'
import { isFoundIn, type Wanted, wordsOf } from './words'

/** A calendar that is looked through. */
export interface SearchedCalendar {
  id: number
  isShared: boolean
  /** What is private in it is not found. */
  hidesPrivate: boolean
  /** What it goes by: each of its events is found by these words, too. */
  names: readonly string[]
}

export interface Search {
  wanted: readonly Wanted[]
  range: Range
  limit: number
  /** Milliseconds; pages that follow keep the time of the first. */
  now: number
  after: Cursor | null
}

/** The next hits in order; `next`: where the page after them goes on, null for the last one. */
export interface SearchPage {
  hits: { id: number; occurrence: CachedOccurrence }[]
  next: Cursor | null
}

export type SearchEvents = (calendars: readonly SearchedCalendar[], search: Search) => Promise<SearchPage>

/** More than a household has; of more than these some are found. */
const MAX_SERIES = 5_000
/** Letters of a word that is worth an index. */
const SHORT = 3

/**
 * Makes a search with its index. It finds what calendars hold that says all that is wanted, from the cache alone: each event
 * once, a series by its nearest occurrence; what comes first, then what is over. A copy of a shared event is left out.
 */
export function createSearch(ctx: Context, window: WindowReader): SearchEvents {
  const index = new WordIndex(ctx)
  return async (calendars, search) => {
    if (search.wanted.length === 0 || calendars.length === 0) return { hits: [], next: null }
    const entries = await index.read(calendars.map(({ id }) => id))
    const looked = calendars.flatMap((one) => {
      const left = leftOf(one, search.wanted)
      const says = matcherOf(left)
      return (entries.get(one.id) ?? []).map((segment) => ({
        ...one,
        series: segment.series,
        singles: singlesOf(segment, left),
        matches: (entry: Entry) => says(entry) && !segment.replaced.has(entry.id),
      }))
    })
    const ids = looked.flatMap(({ series, matches }) => series.filter(matches).map(({ id }) => id))
    const series = await findSeries(window, ids.slice(0, MAX_SERIES), search)
    return pageOf(ctx, looked, series, search)
  }
}

/** A segment of a calendar. */
interface Looked extends SearchedCalendar {
  series: readonly Entry[]
  /** Those that may match. */
  singles: readonly Entry[]
  matches(entry: Entry): boolean
}

/** What is left to be found in a calendar once its names have been looked at. */
function leftOf({ names }: SearchedCalendar, wanted: readonly Wanted[]): Wanted[] {
  const words = wordsOf(names)
  return wanted.filter((one) => !isFoundIn(one, words))
}

/** The longest word is a rare one: only where it stands the others are looked for. */
function singlesOf({ singles, packed }: Segment, wanted: readonly Wanted[]): readonly Entry[] {
  const [longest] = wanted.toSorted((a, b) => b[0]!.length - a[0]!.length)
  // Most events have a word that begins with a given letter: the first ones of them are soon found along the time.
  return longest === undefined || longest[0]!.length < SHORT ? singles : entriesWith(packed, longest)
}

async function pageOf(
  ctx: Context,
  looked: readonly Looked[],
  series: readonly Place[],
  search: Search,
): Promise<SearchPage> {
  const hits: SearchPage['hits'] = []
  let { after } = search
  for (;;) {
    const most = search.limit - hits.length + 1
    const places = await placesAfter(looked, series, { ...search, after }, most)
    for (const { place, occurrence } of await withoutCopies(ctx, looked, series, await read(ctx, looked, places))) {
      if (hits.length === search.limit) return { hits, next: after }
      hits.push({ id: place.id, occurrence })
      after = cursorAt(place, search.now)
    }
    const last = places.at(-1)
    if (last === undefined || places.length < most) return { hits, next: null }
    after = cursorAt(last, search.now)
  }
}

const cursorAt = ({ isComing, startsAt, id }: Place, now: number): Cursor => ({ now, isComing, startsAt, id })

/** The next places in order, `most` of them as long as there are so many. */
async function placesAfter(
  looked: readonly Looked[],
  series: readonly Place[],
  { range, now, after }: Search,
  most: number,
): Promise<Place[]> {
  const places: Place[] = []
  for (const isComing of after?.isComing === false ? [false] : [true, false]) {
    const last = after?.isComing === isComing ? after : null
    const asked = { isComing, now, range, after: last, most: most - places.length }
    const those = series.filter((one) => one.isComing === isComing && (last === null || inOrder(one, last) > 0))
    for (const { singles, matches } of looked) those.push(...(await matchSingles(singles, matches, asked)))
    places.push(...those.sort(inOrder).slice(0, asked.most))
    if (places.length === most) break
  }
  return places
}

/** What is to be shown at these places; events that are gone, or hidden, are left out. */
async function read(ctx: Context, looked: readonly Looked[], places: readonly Place[]): Promise<Shown[]> {
  const hiding = new Set(looked.filter(({ hidesPrivate }) => hidesPrivate).map(({ id }) => id))
  const singles = places.filter(({ occurrence }) => occurrence === null).map(({ id }) => id)
  const found = await readSingleById(ctx, singles, await householdZone(ctx))
  return places.flatMap((place) => {
    const occurrence = place.occurrence ?? found.get(place.id)
    const isHidden = occurrence?.isPrivate && hiding.has(occurrence.calendarId)
    return occurrence === undefined || isHidden ? [] : { place, occurrence }
  })
}

async function withoutCopies(
  ctx: Context,
  looked: readonly Looked[],
  series: readonly Place[],
  shown: readonly Shown[],
): Promise<Shown[]> {
  const shared = looked.filter(({ isShared }) => isShared)
  if (shared[0] === undefined) return [...shown]
  const isFound = (id: number) =>
    shared.some(({ singles, matches }) => singles.some((entry) => entry.id === id && matches(entry)))
  const copies = await copiesAmong(ctx, shown, shared[0].id, { series, isFound })
  return shown.filter(({ place }) => !copies.has(place.id))
}
