import { isUtf8 } from 'node:buffer'
import { TimeSlice } from '../../platform/time-slice'
import { wholeCharacters } from '../whole-characters'

/** Bytes that are decoded before others get their turn. */
const CHUNK = 64 * 1024

const BEGIN = 'BEGIN:VCALENDAR'
/** RFC 5545 3.1: of the control characters a line holds only the tab. */
const CONTROLS = /[^\P{Cc}\t\n]+/gu
/** A line feed, a return, and the end of a byte order mark: what may stand before a calendar in a file. */
const BEFORE_LINE = [0x0a, 0x0d, 0xbf]

/**
 * Visits the content lines of a file, unfolded and without empty ones (RFC 5545 3.1); in slices, so that a large file
 * holds up nobody. Any line ending ends a line, a calendar whose bytes are not UTF-8 is read as Windows writes it, and
 * control characters are left out.
 */
export async function eachLine(file: Uint8Array, visit: (line: string) => void): Promise<void> {
  const unfold = unfolding(visit)
  const slice = new TimeSlice()
  for await (const calendar of calendarsOf(file, slice)) await eachPhysicalLine(calendar, slice, unfold.take)
  unfold.end()
}

/** The calendars of a file: files that were put together may each be written in another way. */
async function* calendarsOf(file: Uint8Array, slice: TimeSlice): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  let from = 0
  if (!isUtf8(bytes)) {
    for (let at = bytes.indexOf(BEGIN, 1); at > 0; at = bytes.indexOf(BEGIN, at + BEGIN.length)) {
      await slice.giveWay()
      if (!BEFORE_LINE.includes(bytes[at - 1]!)) continue
      yield bytes.subarray(from, at)
      from = at
    }
  }
  yield bytes.subarray(from)
}

async function eachPhysicalLine(file: Uint8Array, slice: TimeSlice, take: (line: string) => void): Promise<void> {
  const { bytes, encoding } = await readable(file)
  const decoder = new TextDecoder(encoding)
  /** Of the last physical line, which the next chunk goes on with: in parts, since a line may be as long as the file. */
  let open: string[] = []
  let endsInReturn = false
  for (let at = 0; at < bytes.length; at += CHUNK) {
    const isLast = at + CHUNK >= bytes.length
    let text = decoder.decode(bytes.subarray(at, at + CHUNK), { stream: !isLast })
    if (endsInReturn) text = `\r${text}`
    endsInReturn = !isLast && text.endsWith('\r')
    if (endsInReturn) text = text.slice(0, -1)
    const [first = '', ...others] = text.replace(/\r\n?/g, '\n').replace(CONTROLS, '').split('\n')
    open.push(first)
    for (const other of others) {
      take(open.length === 1 ? open[0]! : open.join(''))
      open = [other]
    }
    await slice.giveWay()
  }
  take(open.join(''))
}

function unfolding(visit: (line: string) => void) {
  let parts: string[] = []
  const end = () => {
    if (parts.length > 0) visit(parts.length === 1 ? parts[0]! : parts.join(''))
    parts = []
  }
  const take = (line: string) => {
    // Some writers end every line twice, in the middle of a fold as well.
    if (line === '') return
    const isFold = parts.length > 0 && (line.startsWith(' ') || line.startsWith('\t'))
    if (!isFold) end()
    parts.push(isFold ? line.slice(1) : line)
  }
  return { take, end }
}

/** Of files with a byte order mark that of the mark; the folds of others may cut characters of UTF-8. */
async function readable(bytes: Uint8Array) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { bytes, encoding: 'utf-16le' as const }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { bytes, encoding: 'utf-16be' as const }
  if (isUtf8(bytes)) return { bytes, encoding: 'utf-8' as const }
  const whole = await wholeCharacters(bytes)
  return isUtf8(whole) ? { bytes: whole, encoding: 'utf-8' as const } : { bytes, encoding: 'windows-1252' as const }
}
