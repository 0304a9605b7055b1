import { pipeline as pipe, Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { codeOfError } from '../../error-code'
import { BackupError, type Line, parseLine } from './format'

const FILE_PROBLEM = /^(ENOENT|ENOTDIR|EISDIR|EACCES|EPERM)$/

/** Bytes on their way into a file. */
export type Through = (bytes: AsyncIterable<Buffer>) => AsyncIterable<Uint8Array>

export interface Writing {
  /** What the compressed bytes go through, in this order. */
  through?: Through
  /** Ends it; what was written is not whole then. */
  signal?: AbortSignal
}

const unchanged: Through = (bytes) => bytes

/** Writes lines compressed into a stream, as fast as it takes them, and ends it. */
export async function writeLines(
  output: Writable,
  lines: AsyncIterable<Line>,
  { through = unchanged, signal }: Writing = {},
): Promise<void> {
  async function* text() {
    for await (const line of lines) yield `${JSON.stringify(line)}\n`
  }
  await pipeline(text, createGzip(), through, output, { signal })
}

/** Reads the lines of a compressed stream one by one. @throws BackupError when it cannot be read to its end */
export async function* readLines(input: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of unpacked(input)) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield parseLine(line)
  }
  if (rest !== '') yield parseLine(rest)
}

async function* unpacked(input: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  // A failure of either stream ends the other one, so that the reader below hears of it.
  const gunzip = pipe(Readable.from(input), createGunzip(), () => {})
  try {
    yield* gunzip as AsyncIterable<Buffer>
  } catch (error) {
    if (FILE_PROBLEM.test(codeOfError(error) ?? '') || error instanceof BackupError) throw error
    throw new BackupError('The file is not a Corkboard backup, or is damaged: it cannot be read to its end.')
  }
}
