import { householdZone } from '../../household/settings'
import type { Context } from '../../platform/context'
import { DAY_MS } from '../../platform/durations'
import { TimeSlice } from '../../platform/time-slice'
import type { HolidayChoice } from '../holidays'
import { IcalError } from '../ical/error'
import { Allowance, expand, type Occurrence } from '../ical/expand'
import { readObject } from '../ical/object'
import { prepareObject } from '../ical/prepare'
import { momentText } from '../ical/times'
import type { Zone } from '../ical/zone'
import { mutexOf } from '../sync/keyed-mutex'
import { instantIn } from '../window/occurrence'
import { type FetchOptions, fetchFeed } from './fetch'
import type { FeedObject } from './objects'
import { type Feed, readFeed } from './read'
import { OBJECTS_PER_SLICE, readEvents, refuseUnreadable } from './read-events'
import { holidaysOf } from './source'

interface FeedPreview {
  name: string | null
  color: string | null
  /** Events that can be read, a series as one. */
  total: number
  events: { title: string; start: string; end: string; allDay: boolean }[]
}

/** Of the process, and of one member, at a time: a feed that hangs holds up no one else's. */
const AT_ONCE = 4
const AT_ONCE_OF_MEMBER = 1
const NEXT_EVENTS = 5
/** Windows that are looked at one after another until there are enough: most feeds have something soon, few in years alone. */
const WINDOWS_DAYS = [31, 400, 30_000]

/** What a feed, or the public holidays of a place, would bring; nothing is stored. @throws FeedError */
export function readPreview(
  ctx: Context,
  memberId: number,
  { url, choice }: { url: URL; choice: null } | { url: null; choice: HolidayChoice },
  options: FetchOptions = {},
): Promise<FeedPreview> {
  const locks = mutexOf(ctx)
  const inProcess = () => locks.limit('previews', AT_ONCE, read)
  const read = async () => {
    const unknown = { etag: null, lastModified: null }
    const { bytes, charset } =
      url === null
        ? { bytes: await holidaysOf(ctx, memberId, choice), charset: null }
        : (await fetchFeed(ctx, url, unknown, options))!
    const feed = await readFeed(bytes, charset)
    const zone = await householdZone(ctx)
    const objects = await readableOf(feed, zone)
    const events = await nextOf(objects, ctx.now(), zone)
    return { name: feed.header.name, color: feed.header.color, total: objects.length, events }
  }
  return locks.limit(`previews:${memberId}`, AT_ONCE_OF_MEMBER, inProcess)
}

/** An object that would be stored, and the bounds of its occurrences. */
interface Readable {
  object: FeedObject
  firstMs: number
  lastMs: number
}

/** What a subscription would store. @throws FeedError unreadable, as it would */
async function readableOf(feed: Feed, zone: Zone): Promise<Readable[]> {
  const slice = new TimeSlice()
  const found: Readable[] = []
  let skipped = 0
  for (let start = 0; start < feed.objects.length; start += OBJECTS_PER_SLICE) {
    const objects = feed.objects.slice(start, start + OBJECTS_PER_SLICE)
    const read = await readEvents(objects, zone, slice)
    const byHref = new Map(objects.map((object) => [object.href, object]))
    for (const { href, summary } of read.events) {
      const lastMs = summary.lastUtc?.getTime() ?? Number.POSITIVE_INFINITY
      found.push({ object: byHref.get(href)!, firstMs: summary.firstUtc.getTime(), lastMs })
    }
    skipped += read.skipped.length
  }
  refuseUnreadable(feed, skipped)
  return found
}

async function nextOf(objects: readonly Readable[], now: Date, zone: Zone): Promise<FeedPreview['events']> {
  const slice = new TimeSlice()
  for (const days of WINDOWS_DAYS) {
    const from = now.getTime()
    const allowance = new Allowance()
    const found: Occurrence[] = []
    const to = from + days * DAY_MS
    for (const { object, firstMs, lastMs } of objects) {
      if (firstMs > to || lastMs < from) continue
      await slice.giveWay()
      found.push(...occurrencesOf(object, from, to, zone, allowance))
    }
    if (found.length < NEXT_EVENTS && days !== WINDOWS_DAYS.at(-1)) continue
    return found
      .map((occurrence) => ({ ...occurrence, at: instantIn(zone, occurrence.start, occurrence.allDay) }))
      .sort((a, b) => a.at - b.at || (a.title < b.title ? -1 : 1))
      .slice(0, NEXT_EVENTS)
      .map(({ title, allDay, start, end }) => ({
        title,
        start: momentText(start / 1000, allDay),
        end: momentText(end / 1000, allDay),
        allDay,
      }))
  }
  return []
}

function occurrencesOf(object: FeedObject, fromMs: number, toMs: number, zone: Zone, allowance: Allowance) {
  try {
    const prepared = prepareObject(readObject(object.text(), zone))
    return expand(prepared, fromMs, toMs, zone, undefined, allowance).slice(0, NEXT_EVENTS)
  } catch (error) {
    if (error instanceof IcalError) return []
    throw error
  }
}
