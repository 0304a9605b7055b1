import { TimeSlice } from '../../platform/time-slice'
import { wholeCharacters } from '../whole-characters'

/** Bytes decoded in one step. */
const PIECE_BYTES = 256 * 1024

/** UTF-16 says by its first bytes what it is. */
const BYTE_ORDER_MARKS = [
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
] as const

/**
 * The bytes of a feed as text with line feeds alone: UTF-8, also where folds cut its characters, else Latin-1 as the web
 * reads it (WHATWG Encoding, 9.1), whatever its media type says. A byte order mark goes, and so do NULs, which no text
 * has. Other work has its turn.
 */
export async function decodeFeed(bytes: Uint8Array): Promise<string> {
  const marked = BYTE_ORDER_MARKS.find((mark) => mark.bytes.every((byte, index) => bytes[index] === byte))
  if (marked !== undefined) return (await decodeAs(marked.encoding, bytes)) ?? ''
  return (
    (await decodeAs('utf-8', bytes)) ??
    (await decodeAs('utf-8', await wholeCharacters(bytes))) ??
    (await decodeAs('windows-1252', bytes)) ??
    ''
  )
}

/** Null: the bytes are not of this encoding. */
async function decodeAs(
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252',
  bytes: Uint8Array,
): Promise<string | null> {
  const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' })
  const slice = new TimeSlice()
  const pieces: string[] = []
  let held = ''
  try {
    for (let start = 0; start < bytes.byteLength; start += PIECE_BYTES) {
      const piece = held + decoder.decode(bytes.subarray(start, start + PIECE_BYTES), { stream: true })
      // The line feed of a pair may begin the next piece.
      held = piece.endsWith('\r') ? '\r' : ''
      pieces.push(plain(held === '' ? piece : piece.slice(0, -1)))
      await slice.giveWay()
    }
    pieces.push(plain(held + decoder.decode()))
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
  return pieces.join('')
}

function plain(text: string): string {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
  return lines.includes('\0') ? lines.replaceAll('\0', '') : lines
}
