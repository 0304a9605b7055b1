import { readdir } from 'node:fs/promises'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { createBackups } from '../../../src/features/backups/run'
import type { BackupSettings } from '../../../src/platform/backup-settings'
import type { Config } from '../../../src/platform/config'
import { createContext } from '../../../src/platform/context'
import { lists } from '../../../src/platform/db/schema'
import { seatCast } from '../../support/cast'
import { type Household, openHousehold } from '../../support/household'
import { secret } from '../../support/secrets'
import { servers } from '../../support/servers'

/** A household of three with a list, and a folder for its backups, on a Friday at noon in Berlin. */
export interface Home extends Household {
  folder: string
  /** One minute's tick of a process with these settings on top of the household's. */
  tick(more?: More): Promise<void>
  /** The files there are, in order. */
  files(): Promise<string[]>
}

export interface More {
  backups?: Partial<BackupSettings>
  database?: Config['database']
}

export async function openHome(env: Record<string, string> = {}): Promise<Home> {
  const folder = await servers.folder('backups')
  const household = await openHousehold({ env: { BACKUP_DIR: folder, ...env } })
  const { ctx, config } = household
  const { ada } = await seatCast(ctx)
  await ctx.db.insert(lists).values({ name: 'Groceries', ownerId: ada.id, createdAt: ctx.now(), updatedAt: ctx.now() })
  return {
    ...household,
    folder,
    tick: ({ backups, database } = {}) => {
      const changed = { ...config, backups: { ...config.backups!, ...backups } }
      return createBackups(
        createContext({ ...ctx, config: { ...changed, database: database ?? config.database } }),
      ).tick()
    },
    files: async () => (await readdir(folder)).sort(),
  }
}

/** Somebody's identity of age, and the recipient that it opens for. */
export async function somebody(): Promise<{ identity: string; recipient: string }> {
  const identity = secret(await generateIdentity())
  return { identity, recipient: await identityToRecipient(identity) }
}
