import { DAY } from '../ical/civil'
import { IcalError } from '../ical/error'
import { type Property, parseLine, unescapeText } from '../ical/parse'
import { parseDuration } from '../ical/values'
import { unfolded } from './unfolded'

/** What a feed says about itself (RFC 7986 5, and what was written before it). */
export interface FeedHeader {
  name: string | null
  /** #RRGGBB */
  color: string | null
  refreshMinutes: number | null
}

/** What the column holds. */
const MAX_NAME_LENGTH = 255

/** @param text the lines of a calendar that belong to none of its components */
export function readHeader(text: string): FeedHeader {
  const lines = unfolded(text)
    .split('\n')
    .flatMap((line) => parseLine(line) ?? [])
  const first = <Value>(names: readonly string[], read: (line: Property) => Value | null) => {
    const values = names.flatMap((name) => lines.filter((line) => line.name === name).map(read))
    return values.find((value) => value !== null) ?? null
  }
  return {
    name: first(['NAME', 'X-WR-CALNAME'], nameOf),
    color: first(['COLOR', 'X-APPLE-CALENDAR-COLOR', 'X-OUTLOOK-COLOR'], colorOf),
    refreshMinutes: first(['REFRESH-INTERVAL', 'X-PUBLISHED-TTL'], minutesOf),
  }
}

function nameOf({ value }: Property): string | null {
  const name = [
    ...unescapeText(value)
      .replace(/\p{Cc}+/gu, ' ')
      .trim(),
  ]
    .slice(0, MAX_NAME_LENGTH)
    .join('')
  return name === '' ? null : name
}

/** A name of CSS, #RRGGBB, or that with a transparency of its own. */
function colorOf({ value }: Property): string | null {
  const text = value.trim()
  if (/^#[0-9a-f]{6}/i.test(text)) return text.slice(0, 7).toUpperCase()
  const color = /^[a-z]{3,30}$/i.test(text) ? Bun.color(text.toLowerCase(), 'HEX') : null
  // Some names, as canvas, are a color only on a page.
  return color?.startsWith('#') ? color : null
}

function minutesOf({ value }: Property): number | null {
  try {
    const { days, seconds } = parseDuration(value)
    const minutes = Math.ceil((days * DAY + seconds) / 60)
    return minutes > 0 ? minutes : null
  } catch (error) {
    if (error instanceof IcalError) return null
    throw error
  }
}
