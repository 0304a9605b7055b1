import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline as pipe } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { BackupError, type Line, parseLine } from './format'

const FILE_PROBLEM = /^(ENOENT|ENOTDIR|EISDIR|EACCES|EPERM)$/

/** Writes lines into a new compressed file, as fast as the disk takes them; they are on the disk when it returns. */
export async function writeLines(path: string, lines: AsyncIterable<Line>): Promise<void> {
  async function* text() {
    for await (const line of lines) yield `${JSON.stringify(line)}\n`
  }
  await pipeline(text, createGzip(), createWriteStream(path, { mode: 0o600, flags: 'wx' }))
  // Before the file gets its name: a power cut must not leave an empty one under it.
  const file = await open(path)
  await file.sync().finally(() => file.close())
}

/** Reads the lines of a compressed file one by one. @throws BackupError when it cannot be read to its end */
export async function* readLines(path: string): AsyncGenerator<Line> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of unpacked(path)) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield parseLine(line)
  }
  if (rest !== '') yield parseLine(rest)
}

async function* unpacked(path: string): AsyncGenerator<Buffer> {
  // A failure of either stream ends the other one, so that the reader below hears of it.
  const gunzip = pipe(createReadStream(path), createGunzip(), () => {})
  try {
    yield* gunzip as AsyncIterable<Buffer>
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (FILE_PROBLEM.test(code)) throw error
    throw new BackupError('The file is not a Corkboard backup, or is damaged: it cannot be read to its end.')
  }
}
