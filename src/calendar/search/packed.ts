import type { Entry } from './word-index'
import type { Wanted } from './words'

/** The words of many entries one behind the other: what the processor reads in one go is looked through tenfold as fast. */
export interface Packed {
  entries: readonly Entry[]
  bytes: Buffer
  /** Where each entry begins, and where the last ends. */
  offsets: Uint32Array
}

/** Entries with their words in one run of bytes. */
export function pack(entries: readonly Entry[]): Packed {
  const offsets = new Uint32Array(entries.length + 1)
  for (const [at, { words }] of entries.entries()) offsets[at + 1] = offsets[at]! + Buffer.byteLength(words)
  return { entries, bytes: Buffer.from(entries.map(({ words }) => words).join('')), offsets }
}

/** The entries with a word that begins as it is wanted, in their order. */
export function entriesWith(packed: Packed, wanted: Wanted): readonly Entry[] {
  const found = new Set<number>()
  for (const beginning of wanted) for (const index of indicesOf(packed, Buffer.from(` ${beginning}`))) found.add(index)
  const indices = [...found]
  if (wanted.length > 1) indices.sort((a, b) => a - b)
  return indices.map((index) => packed.entries[index]!)
}

function* indicesOf({ bytes, offsets }: Packed, needle: Buffer): Generator<number> {
  for (let at = bytes.indexOf(needle); at >= 0; ) {
    const index = indexAt(offsets, at)
    yield index
    at = bytes.indexOf(needle, offsets[index + 1])
  }
}

/** The last entry that begins there or before. */
function indexAt(offsets: Uint32Array, at: number): number {
  let [low, high] = [0, offsets.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (offsets[middle]! <= at) low = middle
    else high = middle
  }
  return low
}
