import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '../../platform/durations'

const KEPT_MS = 30 * DAY_MS

/**
 * Puts the assets of this version into a folder that the processes of all versions share, so that a page of one version
 * gets its parts from a process of another. Their names hold a digest of their content: none replaces another. Those
 * that no process has had for 30 days go.
 * @throws when the folder cannot be written
 */
export async function keepAssets(publicFolder: string, keptFolder: string, now: Date): Promise<void> {
  const from = join(publicFolder, 'assets')
  const to = join(keptFolder, 'assets')
  await mkdir(to, { recursive: true })
  const names = await readdir(from).catch(() => [])
  // Plain files first: a compressed one is delivered only when it is not older.
  for (const name of names.toSorted((a, b) => a.length - b.length)) {
    const kept = join(to, name)
    if ((await stat(kept).catch(() => null)) === null) await copyWhole(join(from, name), kept)
    await utimes(kept, now, now)
  }
  for (const name of await readdir(to)) {
    const found = await stat(join(to, name)).catch(() => null)
    if (found !== null && now.getTime() - found.mtimeMs > KEPT_MS) await rm(join(to, name), { force: true })
  }
}

/** Another process may read it at any moment, or copy the same. */
async function copyWhole(from: string, to: string): Promise<void> {
  const draft = `${to}.${process.pid}.${crypto.randomUUID()}`
  await copyFile(from, draft)
  await rename(draft, to)
}
