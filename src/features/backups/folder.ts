import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { LastBackup } from '../../household/backup-state'
import type { BackupSettings } from '../../platform/backup-settings'
import type { Config } from '../../platform/config'
import { writeChecked } from '../../platform/db/backup/checked'
import { publish } from '../../platform/db/backup/files'
import { draftOf, isDraft, nameOf } from './names'
import { type Retention, superfluous } from './retention'

interface Making {
  now: Date
  signal: AbortSignal
  /** Asked when the file is whole, before it gets its name. */
  mayPublish: () => boolean
}

/**
 * Makes a backup in the folder: aside, checked, on the disk, then under its name. Null: it may not get its name, for
 * another process has taken over. What a killed process has left is removed before.
 */
export async function makeBackup(
  database: Config['database'],
  { folder, recipient }: BackupSettings,
  { now, signal, mayPublish }: Making,
): Promise<LastBackup | null> {
  for (const name of (await readdir(folder)).filter(isDraft)) await rm(join(folder, name), { force: true })
  const name = nameOf(now, recipient !== null)
  const draft = join(folder, draftOf(name))
  try {
    const { rows, size } = await writeChecked(database, { path: draft, now, recipient, signal })
    if (!mayPublish()) return null
    await publish(draft, join(folder, name))
    return { name, folder, at: now.toISOString(), size, rows, isEncrypted: recipient !== null }
  } finally {
    await rm(draft, { force: true })
  }
}

/** Removes what nobody needs any more; returns how many. */
export async function pruneFolder(folder: string, retention: Retention): Promise<number> {
  const gone = superfluous(await readdir(folder), retention)
  for (const name of gone) await rm(join(folder, name), { force: true })
  return gone.length
}
