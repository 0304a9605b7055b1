import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { readIdentities } from '../../src/platform/db/backup/age'

/** The identities of age of `--identity FILE`, else of BACKUP_AGE_IDENTITY_FILE. @throws BackupError, without their text */
export async function identitiesOf(option: string | undefined): Promise<string[]> {
  const path = option ?? process.env.BACKUP_AGE_IDENTITY_FILE?.trim()
  return path ? readIdentities(path) : []
}

/** A file for work that reads it twice; standard input, which is `-`, is kept in one meanwhile. */
export async function withFile<T>(path: string, work: (file: string) => Promise<T>): Promise<T> {
  if (path !== '-') return work(path)
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-restore-'))
  try {
    const file = join(folder, 'backup')
    await pipeline(process.stdin, createWriteStream(file, { mode: 0o600 }))
    return await work(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
