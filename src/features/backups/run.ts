import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { type BackupState, noteBackupState, readBackupState } from '../../household/backup-state'
import { householdZone } from '../../household/settings'
import type { BackupSettings } from '../../platform/backup-settings'
import { cliMessage } from '../../platform/cli-errors'
import type { Context } from '../../platform/context'
import type { Lease } from '../../platform/lease'
import { reasonOf } from './failure'
import { makeBackup, pruneFolder } from './folder'
import { type Retention, superfluous } from './retention'
import { nextAt, type Schedule, type Step, stepOf } from './schedule'
import { openStorage, type Storage } from './storage'

/** Backups that the service makes by itself. */
export interface Backups {
  /** Makes the backup that is due, if one is, in one process of all. Rejects when the database cannot be asked. */
  tick(): Promise<void>
  /** Gives up what is under way; the next start makes it up. */
  stop(): void
}

/**
 * The backups of BACKUP_DIR; without it nothing is ever due. A failure from before `startedAt` is not waited for: whoever
 * starts the service again has mended its cause.
 */
export function createBackups(ctx: Context, { startedAt = null }: { startedAt?: Date | null } = {}): Backups {
  const { backups: settings } = ctx.config
  const stopping = new AbortController()
  /** What could not be noted, for the database was gone: it is not tried again at once. */
  let unnoted: BackupState['failure'] = null

  const failureOf = ({ failure }: BackupState) => {
    if (unnoted !== null) return unnoted
    return failure !== null && startedAt !== null && new Date(failure.at) < startedAt ? null : failure
  }

  const look = async (given: BackupSettings) => {
    const state = await readBackupState(ctx)
    const schedule = { at: given.at, zone: await householdZone(ctx), isCopied: given.storage !== null }
    return { state, schedule, step: stepOf({ ...state, failure: failureOf(state) }, schedule, ctx.now()) }
  }

  return {
    async tick() {
      if (settings === null || (await look(settings)).step === 'wait') return
      await ctx.leases.run('backup', async (lease) => {
        // Another process may have made it since.
        const { state, schedule, step } = await look(settings)
        if (step === 'wait') return 0
        const work = new Work(ctx, { settings, schedule, lease, signal: stopping.signal })
        const failure = await work.run(state, step)
        unnoted = failure
        return 0
      })
    },
    stop: () => stopping.abort(),
  }
}

interface Given {
  settings: BackupSettings
  schedule: Schedule
  lease: Lease
  signal: AbortSignal
}

/** One try, from the dump to its copy. */
class Work {
  readonly #now: Date

  constructor(
    readonly ctx: Context,
    readonly given: Given,
  ) {
    this.#now = ctx.now()
  }

  /** Returns the failure, where there is one that could not be noted. */
  async run(before: BackupState, step: Exclude<Step, 'wait'>): Promise<BackupState['failure']> {
    let state = before
    try {
      state = await this.#make(state, step)
      state = await this.#copy(state)
      return null
    } catch (error) {
      if (this.given.signal.aborted) return null
      return this.#fail(state, error)
    }
  }

  async #make(state: BackupState, step: Step): Promise<BackupState> {
    const { settings, lease, signal } = this.given
    const { config, log } = this.ctx
    if (step === 'copy' && (await isThere(state))) return state
    const last = await makeBackup(config.database, settings, { now: this.#now, signal, mayPublish: lease.isHeld })
    if (last === null) return state
    const made: BackupState = { ...state, last, failure: null }
    await noteBackupState(this.ctx, made)
    log.info('a backup was made', { file: last.name, rows: last.rows, bytes: last.size })
    await this.#prune('the folder', () => pruneFolder(settings.folder, this.#retention()))
    return made
  }

  async #copy(state: BackupState): Promise<BackupState> {
    const { settings, signal } = this.given
    if (settings.storage === null || state.last === null || state.copy?.name === state.last.name) return state
    const { name, folder } = state.last
    const storage = openStorage(settings.storage)
    signal.throwIfAborted()
    await orAborted(storage.put(name, join(folder, name)), signal)
    const copied: BackupState = { ...state, copy: { name, at: this.ctx.now().toISOString() }, failure: null }
    await noteBackupState(this.ctx, copied)
    this.ctx.log.info('the backup was copied to the storage', { file: name })
    await this.#prune('the storage', () => pruneStorage(storage, this.#retention()))
    return copied
  }

  /** A storage may refuse on purpose that anything is removed; the backup is good all the same. */
  async #prune(where: string, prune: () => Promise<number>) {
    try {
      const gone = await prune()
      if (gone > 0) this.ctx.log.info('old backups were removed', { where, files: gone })
    } catch (error) {
      this.ctx.log.warn('old backups could not be removed', { where, reason: cliMessage(error) })
    }
  }

  async #fail(state: BackupState, error: unknown): Promise<BackupState['failure']> {
    const failure = { at: this.ctx.now().toISOString(), reason: reasonOf(error) }
    const failed = { ...state, failure }
    const nextTry = nextAt(failed, this.given.schedule, this.ctx.now()).toISOString()
    this.ctx.log.error('the backup failed; the last good one is kept', { reason: cliMessage(error), nextTry })
    return noteBackupState(this.ctx, failed).then(
      () => null,
      () => failure,
    )
  }

  #retention(): Retention {
    return { keep: this.given.settings.keep, zone: this.given.schedule.zone, now: this.#now }
  }
}

/** Removes what nobody needs any more; returns how many. */
async function pruneStorage(storage: Storage, retention: Retention): Promise<number> {
  const gone = superfluous(await storage.list(), retention)
  for (const name of gone) await storage.remove(name)
  return gone.length
}

const isThere = ({ last }: BackupState) =>
  last === null
    ? false
    : access(join(last.folder, last.name)).then(
        () => true,
        () => false,
      )

/** Waits no longer once the service stops, which it has not yet. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
