import type { BackupFailure } from '../../household/backup-state'
import { RecipientError } from '../../platform/db/backup/age'
import { BackupError } from '../../platform/db/backup/format'
import { isDbError } from '../../platform/db/errors'
import { codeOfError } from '../../platform/error-code'
import { StorageError } from './storage'

const CODES: Record<string, BackupFailure> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  ENOENT: 'folder',
  ENOTDIR: 'folder',
  EEXIST: 'folder',
  EACCES: 'folder',
  EPERM: 'folder',
  EROFS: 'folder',
  EIO: 'folder',
  ESTALE: 'folder',
}

/** What a failure comes to for whoever runs the household; the words for the operator are `cliMessage`'s. */
export function reasonOf(error: unknown): BackupFailure {
  if (error instanceof StorageError) return 'storage'
  if (error instanceof RecipientError) return 'recipient'
  if (error instanceof BackupError) return 'damaged'
  if (isDbError(error)) return 'database'
  return CODES[codeOfError(error) ?? ''] ?? 'other'
}
