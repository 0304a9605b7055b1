import { TimeSlice } from '../../platform/time-slice'

export interface ExportedFile {
  path: string
  /** Its text, piece by piece. */
  pieces: AsyncIterable<string> | Iterable<string>
}

const encoder = new TextEncoder()

/** An archive (APPNOTE.TXT 6.3) of these files, made as it is read; it gives way to other work. */
export async function* zipped(files: AsyncIterable<ExportedFile>, at: Date): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  // Loaded by the first archive: a start does not wait for it.
  const { Zip, ZipDeflate } = await import('fflate')
  const made: Uint8Array<ArrayBuffer>[] = []
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error
    made.push(chunk as Uint8Array<ArrayBuffer>)
  })
  const slice = new TimeSlice()
  for await (const { path, pieces } of files) {
    const entry = new ZipDeflate(path)
    entry.mtime = at
    zip.add(entry)
    for await (const piece of pieces) {
      entry.push(encoder.encode(piece))
      yield* made.splice(0)
      await slice.giveWay()
    }
    entry.push(new Uint8Array(0), true)
    yield* made.splice(0)
  }
  zip.end()
  yield* made.splice(0)
}
