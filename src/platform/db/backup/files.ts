import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Has a file written aside, and gives it its name when it is whole; a try that fails leaves nothing. Returns what `write`
 * returns.
 */
export async function writeAside<T>(target: string, write: (draft: string) => Promise<T>): Promise<T> {
  // Of its own for each run: of two at once one must not publish what the other still writes.
  const draft = `${target}.part-${process.pid}`
  try {
    const written = await write(draft)
    await publish(draft, target)
    return written
  } finally {
    await rm(draft, { force: true })
  }
}

/** Gives a file that was written aside its name, once it is on the disk: a power cut must not leave an empty one under it. */
export async function publish(draft: string, target: string): Promise<void> {
  await sync(draft)
  await rename(draft, target)
  // The name itself; some network file systems refuse that for a folder.
  await sync(dirname(target)).catch(() => {})
}

async function sync(path: string) {
  const file = await open(path)
  await file.sync().finally(() => file.close())
}
