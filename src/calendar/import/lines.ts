import { isUtf8 } from 'node:buffer'
import { TimeSlice } from '../../platform/time-slice'
import { wholeCharacters } from '../whole-characters'

/** Bytes that are decoded before others get their turn. */
const CHUNK = 64 * 1024

/**
 * Visits the content lines of a file, unfolded and without empty ones (RFC 5545 3.1); in slices, so that a large file
 * holds up nobody. Any line ending ends a line, bytes that are not UTF-8 are read as Windows writes them, and control
 * characters are left out.
 */
export async function eachLine(file: Uint8Array, visit: (line: string) => void): Promise<void> {
  const { bytes, encoding } = await readable(file)
  const unfold = unfolding(visit)
  const slice = new TimeSlice()
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
    const [first = '', ...others] = text.replace(/\r\n?/g, '\n').split('\n')
    open.push(first)
    for (const other of others) {
      unfold.take(open.length === 1 ? open[0]! : open.join(''))
      open = [other]
    }
    await slice.giveWay()
  }
  unfold.take(open.join(''))
  unfold.end()
}

function unfolding(visit: (line: string) => void) {
  let parts: string[] = []
  const end = () => {
    if (parts.length > 0) visit(withoutControls(parts.length === 1 ? parts[0]! : parts.join('')))
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

/** RFC 5545 3.1: of the control characters a line holds only the tab. */
const withoutControls = (line: string) =>
  CONTROL.test(line) ? line.replace(/\p{Cc}/gu, (control) => (control === '\t' ? control : '')) : line

const CONTROL = /\p{Cc}/u

/** Of files with a byte order mark that of the mark; the folds of others may cut characters of UTF-8. */
async function readable(bytes: Uint8Array) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { bytes, encoding: 'utf-16le' as const }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { bytes, encoding: 'utf-16be' as const }
  if (isUtf8(bytes)) return { bytes, encoding: 'utf-8' as const }
  const whole = await wholeCharacters(bytes)
  return isUtf8(whole) ? { bytes: whole, encoding: 'utf-8' as const } : { bytes, encoding: 'windows-1252' as const }
}
