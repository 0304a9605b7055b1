import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { check, fail, ok, type Verdict, warn } from '../check'

export interface FolderFacts {
  /** As an operator knows it: the variable, or what it is for. */
  name: string
  /** Null: it is not there, or may not be looked at. */
  freeBytes: number | null
}

/** The variables that name folders in which files are kept. */
const FOLDERS = ['ASSETS_KEPT', 'BACKUP_DIR']
const MEBIBYTE = 1024 * 1024
const FEW_BYTES = 100 * MEBIBYTE
const NEXT_TO_NONE_BYTES = 10 * MEBIBYTE

export const disk = check(
  'disk',
  ({ env }): Promise<FolderFacts[]> => {
    const named = FOLDERS.flatMap((name) => (env[name]?.trim() ? [{ name, path: env[name].trim() }] : []))
    return Promise.all([...named, { name: 'temporary files', path: tmpdir() }].map(look))
  },
  judgeDisk,
)

async function look({ name, path }: { name: string; path: string }): Promise<FolderFacts> {
  const space = await statfs(path).catch(() => null)
  return { name, freeBytes: space === null ? null : space.bavail * space.bsize }
}

export function judgeDisk(folders: FolderFacts[]): Verdict {
  const says = folders.map(({ name, freeBytes }) => `${name} ${sizeOf(freeBytes)}`).join(', ')
  if (folders.some(({ freeBytes }) => freeBytes === null)) return fail(says, 'make the folder, or mend its name')
  const least = Math.min(...folders.map(({ freeBytes }) => freeBytes ?? 0))
  if (least < NEXT_TO_NONE_BYTES) return fail(says, 'make room')
  return least < FEW_BYTES ? warn(says, 'make room') : ok(says)
}

const sizeOf = (bytes: number | null) =>
  bytes === null ? 'is not there' : `${Math.floor(bytes / MEBIBYTE).toLocaleString('en')} MiB free`
