import { S3Client } from 'bun'
import type { StorageSettings } from '../../platform/backup-settings'
import { CliError } from '../../platform/cli-errors'
import { HOUR_MS } from '../../platform/durations'
import { codeOfError } from '../../platform/error-code'

/** The smallest that S3 takes, so that little of a file is in memory. */
const PART_BYTES = 5 * 1024 * 1024
/** Beyond it a storage stands still: nothing else ends an upload. */
const MAX_MS = HOUR_MS

/** The storage refused, could not be reached, or has not kept what it was given. */
export class StorageError extends CliError {
  override name = 'StorageError'
}

/** A place of files under their names, below the prefix. */
export interface Storage {
  /** Stores a file and asks for its size afterwards. @throws StorageError */
  put(name: string, file: string): Promise<void>
  /** The names there are. @throws StorageError */
  list(): Promise<string[]>
  /** @throws StorageError */
  remove(name: string): Promise<void>
}

/** Asks nothing yet: settings that are wrong are found by the first use. */
export function openStorage({ prefix, ...settings }: StorageSettings): Storage {
  const client = new S3Client(settings)

  const upload = async (key: string, file: string) => {
    const writer = client.file(key).writer({ partSize: PART_BYTES, queueSize: 2, retry: 2 })
    for await (const piece of Bun.file(file).stream()) {
      writer.write(piece)
      await writer.flush()
    }
    await writer.end()
  }

  return {
    async put(name, file) {
      const key = prefix + name
      await inTime(upload(key, file))
      const { size } = await inTime(client.stat(key))
      if (size === Bun.file(file).size) return
      // It must not be taken for a whole one.
      await inTime(client.delete(key)).catch(() => {})
      throw new StorageError('The storage has kept another size than it was given.')
    },
    async list() {
      const names: string[] = []
      let continuationToken: string | undefined
      do {
        const page = await inTime(client.list({ prefix, continuationToken }))
        names.push(...(page.contents ?? []).map(({ key }) => key.slice(prefix.length)))
        continuationToken = page.isTruncated ? page.nextContinuationToken : undefined
      } while (continuationToken !== undefined)
      return names
    },
    remove: (name) => inTime(client.delete(prefix + name)),
  }
}

/** What a storage says may quote the request: its code alone is told. */
async function inTime<T>(asked: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new StorageError('The storage does not answer.')), MAX_MS)
  try {
    return await Promise.race([asked, late])
  } catch (error) {
    if (error instanceof StorageError) throw error
    const code = codeOfError(error)
    throw new StorageError(`The storage cannot be used${code === null ? '' : ` (${code})`}.`)
  } finally {
    clearTimeout(timer)
  }
}
