import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { CHUNKED, head, MB, multistatus, ONE, type Row, repeat, whole, XML } from './http'

const packed = (encoding: string, make: () => Uint8Array) => whole(make, [`content-encoding: ${encoding}`])
const blanks = () => Buffer.alloc(100 * MB, ' ')
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
/** Stored blocks that hold nothing: gzip that goes on and unpacks to nothing. */
const emptyBlocks = Buffer.alloc(50_000, Buffer.from([0, 0, 0, 0xff, 0xff]))

/** Answers that are packed, or say so. */
export const PACKED_ROWS: Row[] = [
  ['gzip', packed('gzip', () => gzipSync(ONE)), 1, { probe: 'refused' }],
  ['a bomb of gzip', packed('gzip', () => gzipSync(blanks())), 'too-large'],
  ['gzip that unpacks to elements', packed('gzip', () => gzipSync(multistatus(repeat('<b/>', 60 * MB)))), 'too-large'],
  ['a bomb within a bomb', packed('gzip', () => gzipSync(gzipSync(blanks()))), 'malformed'],
  ['a bomb of brotli', packed('br', () => brotliCompressSync(blanks(), quickly)), 'malformed'],
  ['a bomb of zstd', packed('zstd', () => zstdCompressSync(blanks())), 'malformed'],
  ['a bomb of deflate', packed('deflate', () => deflateSync(blanks())), 'malformed'],
  ['gzip, packed twice', packed('gzip, gzip', () => gzipSync(gzipSync(ONE))), 'malformed'],
  ['gzip without an end', packed('gzip', () => gzipSync(ONE).subarray(0, -9)), 'malformed'],
  ['gzip that is none', packed('gzip', () => Buffer.from(ONE)), 'malformed'],
  [
    'gzip of nothing, without end',
    async (wire) => {
      await wire.write(head([XML, CHUNKED, 'content-encoding: gzip']))
      await wire.chunk(gzipSync('').subarray(0, 10))
      while (wire.isOpen) await wire.chunk(emptyBlocks)
    },
    'too-large',
  ],
]
