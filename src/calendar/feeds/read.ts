import { sha256Hex } from '../../platform/crypto/sha256'
import { TimeSlice } from '../../platform/time-slice'
import { decodeFeed } from './decode'
import { readHead } from './event-head'
import { type FeedHeader, readHeader } from './header'
import { type FeedObject, objectsOf, uidOf } from './objects'
import { splitFeed } from './split'

/** A complete answer, taken apart. */
export interface Feed {
  header: FeedHeader
  objects: FeedObject[]
  /** Events that could not even be taken out, by the UIDs that they seem to have. */
  broken: string[]
}

/** @throws FeedError not-calendar, truncated, too-large */
export async function readFeed(bytes: Uint8Array, charset: string | null = null): Promise<Feed> {
  const { header, events, broken: beginnings } = await splitFeed(await decodeFeed(bytes, charset))
  const slice = new TimeSlice()
  const broken: string[] = []
  for (const text of beginnings) {
    await slice.giveWay()
    broken.push(uidOf(readHead({ text, zones: new Map() })))
  }
  return { header: readHeader(header), objects: await objectsOf(events), broken }
}

/** Names an answer, byte for byte. */
export const digestOfAnswer = (bytes: Uint8Array) => sha256Hex(bytes)
