/**
 * Reads a QR code (ISO/IEC 18004) of bytes from its modules: an independent reader of what the client draws. Enough for
 * versions 1 to 6 without errors in them; nothing is corrected.
 */
export type Modules = readonly (readonly boolean[])[]

/** Data codewords and error correction blocks by version and level L, M, Q, H (table 9). */
const DATA_CODEWORDS = [
  [19, 16, 13, 9],
  [34, 28, 22, 16],
  [55, 44, 34, 26],
  [80, 64, 48, 36],
  [108, 86, 62, 46],
  [136, 108, 76, 60],
] as const
const BLOCKS = [
  [1, 1, 1, 1],
  [1, 1, 1, 1],
  [1, 1, 2, 2],
  [1, 2, 2, 4],
  [1, 2, 4, 4],
  [2, 4, 4, 4],
] as const
/** Levels in the order of the tables, by their bits in the format (table 12). */
const LEVEL_OF_BITS = [1, 0, 3, 2] as const
const FORMAT_MASK = 0b101010000010010

const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (i, j) => (i + j) % 2 === 0,
  (i) => i % 2 === 0,
  (_, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2 === 0,
]

/** The text of a code, given without its light border. @throws when it is none that this reader knows */
export function readQr(modules: Modules): string {
  const size = modules.length
  const version = (size - 17) / 4
  if (!Number.isInteger(version) || version < 1 || version > 6) throw new Error(`no code of ${size} modules`)
  const { level, mask } = readFormat(modules)
  const codewords = readCodewords(modules, version, MASKS[mask]!)
  const count = DATA_CODEWORDS[version - 1]![level]!
  return readBytes(deinterleave(codewords, count, BLOCKS[version - 1]![level]!))
}

function readFormat(modules: Modules): { level: number; mask: number } {
  const places = [
    ...[0, 1, 2, 3, 4, 5, 7, 8].map((column) => modules[8]![column]!),
    ...[7, 5, 4, 3, 2, 1, 0].map((row) => modules[row]![8]!),
  ]
  const format = places.reduce((bits, isDark) => bits * 2 + Number(isDark), 0) ^ FORMAT_MASK
  return { level: LEVEL_OF_BITS[format >> 13]!, mask: (format >> 10) & 7 }
}

/** Upwards and downwards in pairs of columns from the right, without what the code needs to be found. */
function readCodewords(modules: Modules, version: number, isMasked: (row: number, column: number) => boolean) {
  const size = modules.length
  const bits: number[] = []
  let isUpwards = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1
    for (let step = 0; step < size; step++) {
      const row = isUpwards ? size - 1 - step : step
      for (const column of [right, right - 1]) {
        if (isFunction(row, column, size, version)) continue
        bits.push(Number(modules[row]![column]! !== isMasked(row, column)))
      }
    }
    isUpwards = !isUpwards
  }
  return Array.from({ length: Math.floor(bits.length / 8) }, (_, index) =>
    bits.slice(index * 8, index * 8 + 8).reduce((byte, bit) => byte * 2 + bit, 0),
  )
}

function isFunction(row: number, column: number, size: number, version: number): boolean {
  const isFinder = (row < 9 && (column < 9 || column >= size - 8)) || (row >= size - 8 && column < 9)
  const isTiming = row === 6 || column === 6
  const center = size - 7
  const isAlignment = version > 1 && Math.abs(row - center) <= 2 && Math.abs(column - center) <= 2
  return isFinder || isTiming || isAlignment
}

/** Blocks may differ by one codeword; none of these versions and levels in use has unequal ones but 5-Q and 5-H. */
function deinterleave(codewords: readonly number[], count: number, blocks: number): number[] {
  if (count % blocks !== 0) throw new Error('blocks of unequal length are not read')
  return Array.from({ length: blocks }, (_, block) =>
    Array.from({ length: count / blocks }, (_, index) => codewords[index * blocks + block]!),
  ).flat()
}

function readBytes(data: readonly number[]): string {
  const bits = data.map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const number = (from: number, length: number) => Number.parseInt(bits.slice(from, from + length), 2)
  if (number(0, 4) !== 0b0100) throw new Error('no code of bytes')
  const bytes = Array.from({ length: number(4, 8) }, (_, index) => number(12 + index * 8, 8))
  return new TextDecoder().decode(new Uint8Array(bytes))
}
