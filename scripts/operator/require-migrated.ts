import { CliError } from '../../src/platform/cli-errors'
import type { Context } from '../../src/platform/context'
import { compareMigrations } from '../../src/platform/db/migrations'

/** A command may know tables that an older database has not, and not those of a newer one. @throws CliError */
export async function requireMigrated({ db }: Pick<Context, 'db'>): Promise<void> {
  const { pending, unknown } = await compareMigrations(db)
  if (unknown > 0) throw new CliError('The database was migrated by a newer version: run the command of that one.')
  if (pending.length > 0) throw new CliError('The database is behind: run  bun run db:migrate  first.')
}
