import { sha256Hex } from '../../platform/crypto/sha256'
import { MAX_UID_LENGTH } from '../../platform/limits'
import { TimeSlice } from '../../platform/time-slice'
import { objectsOfUid } from '../objects-of-uid'
import { readableOf } from '../readable-events'
import { FeedError } from './error'
import { type EventHead, readHead } from './event-head'
import type { FeedEvent } from './split'
import { unfolded } from './unfolded'

/** The events of one UID, as an object of their own. */
export interface FeedObject {
  uid: string
  /** Names it within its feed. */
  href: string
  /** Digest of its contents, but for its UID and when it was written: many feeds say others at each fetch. */
  etag: string
  /** Its text, made when it is wanted. */
  text(): string
}

/** Of all texts together: a zone stands in each object that names it. */
const MAX_BYTES = 100 * 1024 * 1024
const TZID = /;TZID=(?:"([^"\n]*)"|([^":;\n]*))/gi

/**
 * The events of a feed by UID: those without one get it from their contents. Of several of one UID those that can be
 * read count.
 * @throws FeedError too-large
 */
export async function objectsOf(events: readonly FeedEvent[]): Promise<FeedObject[]> {
  const slice = new TimeSlice()
  const groups = new Map<string, EventHead[]>()
  for (const event of events) {
    await slice.giveWay()
    const head = readHead(event)
    const uid = uidOf(head)
    const group = groups.get(uid)
    if (group === undefined) groups.set(uid, [head])
    else group.push(head)
  }
  const taken = new Set(groups.keys())
  const objects: FeedObject[] = []
  let bytes = 0
  for (const [uid, heads] of groups) {
    await slice.giveWay()
    for (const { name, members } of apart(uid, await readableOf(heads, ({ event }) => event.text, slice), taken)) {
      const object = objectOf(name, members)
      bytes += object.length
      if (bytes > MAX_BYTES) throw new FeedError('too-large')
      objects.push(object)
    }
  }
  return objects
}

/** The UID under which an event of a feed stands. */
export function uidOf({ uid, digest }: EventHead): string {
  if (uid === null) return `content-${digest}`
  return fitting(uid)
}

const fitting = (uid: string) => (uid.length > MAX_UID_LENGTH ? `long-${sha256Hex(uid)}` : uid)

/** The objects of one UID, each with a name of its own, which is `taken` from then on. */
const apart = (
  uid: string,
  heads: readonly EventHead[],
  taken: Set<string>,
): { name: string; members: EventHead[] }[] =>
  objectsOfUid(heads).map(({ master, overrides }, index) => {
    const members = [...(master === null ? [] : [master]), ...overrides.toSorted(byDigest)]
    return { name: index === 0 ? uid : freeName(`${uid}-${members[0]!.start}`, taken), members }
  })

/** Another event of the feed may be called what one of several would be. */
function freeName(wanted: string, taken: Set<string>): string {
  const short = fitting(wanted)
  const name = taken.has(short) ? fitting(`${wanted}-${sha256Hex(wanted)}`) : short
  taken.add(name)
  return name
}

const byDigest = (a: EventHead, b: EventHead) => (a.digest < b.digest ? -1 : 1)

function objectOf(uid: string, members: readonly EventHead[]): FeedObject & { length: number } {
  const zones = zonesOf(members)
  const texts = members.map(({ event }) => event.text.length)
  const length = [...texts, ...zones.map((zone) => zone.length)].reduce((sum, part) => sum + part, 0)
  return {
    uid,
    href: `${sha256Hex(uid)}.ics`,
    etag: sha256Hex([...zones, ...members.map(({ digest }) => digest)].join('\n')),
    length,
    text() {
      const events = members.map((head) => (head.uid === uid ? head.event.text : withUid(head.event.text, uid)))
      const parts = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Corkboard//Feeds//EN', ...zones, ...events]
      return `${[...parts, 'END:VCALENDAR'].join('\n').replaceAll('\n', '\r\n')}\r\n`
    },
  }
}

/** The definitions of the zones that they name. */
function zonesOf(members: readonly EventHead[]): string[] {
  const named = new Set<string>()
  for (const { event } of members) {
    if (event.zones.size === 0) continue
    for (const [, quoted, bare] of unfolded(event.text).matchAll(TZID)) named.add((quoted ?? bare!).trim())
  }
  const zones = members[0]!.event.zones
  return [...named].flatMap((tzid) => zones.get(tzid) ?? []).sort()
}

/** The event with another UID, or with one at last. */
function withUid(text: string, uid: string): string {
  const lines = text.split('\n')
  let depth = 0
  let isInUid = false
  const rest = lines.slice(1).filter((line) => {
    if (/^[ \t]/.test(line)) return !isInUid
    if (/^BEGIN[ \t:;]/i.test(line)) depth++
    isInUid = depth === 0 && /^UID[ \t]*[:;]/i.test(line)
    if (/^END[ \t:;]/i.test(line)) depth--
    return !isInUid
  })
  return [lines[0]!, `UID:${uid}`, ...rest].join('\n')
}
