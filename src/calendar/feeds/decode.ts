import { TimeSlice } from '../../platform/time-slice'
import { wholeCharacters } from '../whole-characters'

/** Bytes decoded in one step. */
const PIECE_BYTES = 256 * 1024

/** UTF-16 says by its first bytes what it is. */
const BYTE_ORDER_MARKS = [
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
] as const

type Encoding = NonNullable<ConstructorParameters<typeof TextDecoder>[0]>

/** What the web calls Latin-1 (WHATWG Encoding, 9.1). */
const LATIN_1 = 'windows-1252'

/**
 * The bytes of a feed as text with line feeds alone: UTF-8, also where folds cut its characters, whatever its media type
 * says; else the `charset` of that, else Latin-1 as the web reads it. A byte order mark goes, and so do NULs, which no
 * text has. Other work has its turn.
 */
export async function decodeFeed(bytes: Uint8Array, charset: string | null = null): Promise<string> {
  const marked = BYTE_ORDER_MARKS.find((mark) => mark.bytes.every((byte, index) => bytes[index] === byte))
  if (marked !== undefined) return (await decodeAs(marked.encoding, bytes)) ?? ''
  return (
    (await decodeAs('utf-8', bytes)) ??
    (await decodeAs('utf-8', await wholeCharacters(bytes))) ??
    (await decodeAs(encodingOf(charset), bytes)) ??
    ''
  )
}

/** The encoding of bytes that are not UTF-8, whatever they are called. */
function encodingOf(charset: string | null): Encoding {
  try {
    const { encoding } = new TextDecoder((charset ?? LATIN_1) as Encoding)
    return encoding === 'utf-8' ? LATIN_1 : (encoding as Encoding)
  } catch {
    return LATIN_1
  }
}

/** Null: the bytes are not of this encoding. */
async function decodeAs(encoding: Encoding, bytes: Uint8Array): Promise<string | null> {
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
