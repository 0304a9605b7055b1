import { readBackupState } from '../../household/backup-state'
import { householdZone } from '../../household/settings'
import type { Context } from '../../platform/context'
import type { Backups } from './model'
import { nextAt } from './schedule'

const OFF: Backups = { isOn: false, last: null, copy: null, failure: null, nextAt: null }

/** The last backup that the service has made by itself, where it is, why the last try failed, and when the next one is. */
export async function readBackups(ctx: Context): Promise<Backups> {
  const { backups: settings } = ctx.config
  if (settings === null) return OFF
  const { storage, at } = settings
  const [state, zone] = await Promise.all([readBackupState(ctx), householdZone(ctx)])
  const { last, copy, failure } = state
  const schedule = { at, zone, isCopied: storage !== null }
  return {
    isOn: true,
    last: last && {
      at: last.at,
      name: last.name,
      place: last.folder,
      size: last.size,
      rows: last.rows,
      isEncrypted: last.isEncrypted,
    },
    copy: storage && {
      place: `${storage.bucket}/${storage.prefix}`,
      at: copy !== null && copy.name === last?.name ? copy.at : null,
    },
    failure,
    nextAt: nextAt(state, schedule, ctx.now()).toISOString(),
  }
}
