import { TimeSlice } from '../time-slice'

/** The only encoding besides none that is asked for and unpacked. */
export const ACCEPT_ENCODING = 'gzip'

/** The body is longer than it may be, packed or unpacked. */
export class TooLargeError extends Error {
  override name = 'TooLargeError'
}

/** The body is packed in a way that was not asked for, or wrongly. */
export class EncodingError extends Error {
  override name = 'EncodingError'
}

const TOO_LARGE = 'more bytes than an answer may have'
const GZIP = new Set(['gzip', 'x-gzip'])
/** Bytes decoded in one step. */
const PIECE_BYTES = 256 * 1024

/**
 * Reads the body of an answer that was fetched with `decompress: false`, at most `maxBytes` of it, as UTF-8 text in
 * pieces: to join large ones would take long. The runtime's own unpacking knows no limit: a few kilobytes become
 * gigabytes. Other work has its turn meanwhile.
 * @throws TooLargeError, EncodingError, and what fetch throws when the connection fails
 */
export async function readBody(response: Response, maxBytes: number): Promise<string[]> {
  const decoder = new TextDecoder()
  const slice = new TimeSlice()
  const pieces: string[] = []
  let piece = ''
  for await (const chunk of readBytes(response, maxBytes)) {
    for (let start = 0; start < chunk.byteLength; start += PIECE_BYTES) {
      piece += decoder.decode(chunk.subarray(start, start + PIECE_BYTES), { stream: true })
      if (piece.length >= PIECE_BYTES) {
        pieces.push(piece)
        piece = ''
      }
      if (slice.isOver) await slice.next()
    }
  }
  return [...pieces, piece + decoder.decode()]
}

/** The same as bytes, unpacked, as they come. @throws as `readBody` */
export async function* readBytes(response: Response, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0
  try {
    for await (const chunk of unpacked(response, maxBytes) ?? []) {
      size += chunk.byteLength
      if (size > maxBytes) throw new TooLargeError(TOO_LARGE)
      yield chunk
    }
  } catch (error) {
    // A connection that fails has a code, bytes that cannot be unpacked have none.
    const isUnpacking = error instanceof TypeError && (error as { code?: unknown }).code === undefined
    throw isUnpacking ? new EncodingError('bytes that cannot be unpacked') : error
  }
}

/**
 * Reads what a refusal's page begins with. Its status has said everything already: a page that cannot be read is an
 * empty one.
 */
export async function readPage(response: Response, maxBytes: number): Promise<string[]> {
  try {
    return await readBody(response, maxBytes)
  } catch {
    return []
  }
}

/** The body as it was before it was packed; packed, it has at most `maxBytes`. @throws EncodingError */
function unpacked(response: Response, maxBytes: number): ReadableStream<Uint8Array> | null {
  const encodings = (response.headers.get('content-encoding') ?? '')
    .split(',')
    .map((encoding) => encoding.trim().toLowerCase())
    .filter((encoding) => encoding !== '' && encoding !== 'identity')
  const { body } = response
  if (body === null || encodings.length === 0) return body
  if (encodings.length > 1 || !GZIP.has(encodings[0]!)) throw new EncodingError('an encoding that was not asked for')
  const gunzip = new DecompressionStream('gzip') as ReadableWritablePair<Uint8Array, Uint8Array>
  return body.pipeThrough(atMost(maxBytes)).pipeThrough(gunzip)
}

function atMost(maxBytes: number) {
  let size = 0
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength
      if (size > maxBytes) throw new TooLargeError(TOO_LARGE)
      controller.enqueue(chunk)
    },
  })
}
