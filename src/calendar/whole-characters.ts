import { TimeSlice } from '../platform/time-slice'

const TAB = 0x09
const LINE_FEED = 0x0a
const RETURN = 0x0d
const SPACE = 0x20
/** Lines between two looks at the clock. */
const LINES_PER_STEP = 200

/**
 * The bytes of a calendar without the folds that stand inside a character of UTF-8: simple writers count octets alone
 * (RFC 5545 3.1). Other work has its turn.
 */
export async function wholeCharacters(bytes: Uint8Array): Promise<Uint8Array> {
  const slice = new TimeSlice()
  const whole = new Uint8Array(bytes.byteLength)
  let length = 0
  let from = 0
  const keepTo = (end: number) => {
    whole.set(bytes.subarray(from, end), length)
    length += end - from
  }
  let lines = 0
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) {
    if (lines++ % LINES_PER_STEP === 0) await slice.giveWay()
    if (bytes[at + 1] !== SPACE && bytes[at + 1] !== TAB) continue
    const end = bytes[at - 1] === RETURN ? at - 1 : at
    if (!isInCharacter(bytes[end - 1], bytes[at + 2])) continue
    keepTo(end)
    from = at + 2
  }
  keepTo(bytes.byteLength)
  return whole.subarray(0, length)
}

/** RFC 3629 3: bytes of longer characters have the highest bit, and all but the first begin with 10. */
const isInCharacter = (before = 0, after = 0) => before >= 0x80 && (after & 0xc0) === 0x80
