import type { Context } from '../platform/context'
import { getSetting, SETTING, setSetting } from './settings'

/** Why a try failed, for screens; the log has the words. */
export const FAILURES = ['full', 'folder', 'database', 'recipient', 'damaged', 'storage', 'other'] as const
export type BackupFailure = (typeof FAILURES)[number]

/** What became of the backups that the service makes by itself, whichever process made them. Instants in ISO 8601, UTC. */
export interface BackupState {
  /** The last one that is whole. */
  last: LastBackup | null
  /** The last one that was copied to the storage. */
  copy: { name: string; at: string } | null
  /** The last try, where it failed. */
  failure: { at: string; reason: BackupFailure } | null
}

export interface LastBackup {
  name: string
  folder: string
  at: string
  /** Of the file, in bytes. */
  size: number
  rows: number
  isEncrypted: boolean
}

const NONE: BackupState = { last: null, copy: null, failure: null }

/** What was noted last; nothing yet where that cannot be read. */
export async function readBackupState(ctx: Pick<Context, 'db'>): Promise<BackupState> {
  try {
    return { ...NONE, ...JSON.parse((await getSetting(ctx, SETTING.backups)) ?? '{}') }
  } catch (error) {
    if (error instanceof SyntaxError) return NONE
    throw error
  }
}

/** Keeps it for every process. */
export const noteBackupState = (ctx: Context, state: BackupState) =>
  setSetting(ctx, SETTING.backups, JSON.stringify(state))
