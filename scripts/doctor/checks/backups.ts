import { type BackupState, readBackupState } from '../../../src/household/backup-state'
import { HOUR_MS } from '../../../src/platform/durations'
import { check, configOf, fail, ok, tablesOf, type Verdict, warn } from '../check'

export interface BackupFacts extends Pick<BackupState, 'last' | 'failure'> {
  /** BACKUP_DIR is set. */
  isOn: boolean
}

/** A day, and the hours in which a failure is tried again. */
const OLDEST_MS = 26 * HOUR_MS

export const backups = check(
  'backups',
  async (source): Promise<BackupFacts> => {
    const isOn = configOf(source).backups !== null
    const { last, failure } = await readBackupState({ db: tablesOf(source) })
    return { isOn, last, failure }
  },
  judgeBackups,
)

export function judgeBackups({ isOn, last, failure }: BackupFacts, now: Date): Verdict {
  if (!isOn) return warn('none by themselves', 'set BACKUP_DIR, or see that something else makes them')
  const ageMs = last === null ? null : now.getTime() - Date.parse(last.at)
  const says = ageMs === null ? 'none yet' : `the last one ${Math.floor(ageMs / HOUR_MS)} hours ago`
  const todo = 'Household → Backups says why, and the log has the words'
  if (failure !== null) return fail(`${says}; the last try failed (${failure.reason})`, todo)
  return ageMs !== null && ageMs > OLDEST_MS ? fail(says, todo) : ok(says)
}
