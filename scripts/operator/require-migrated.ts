import { CliError } from '../../src/platform/cli-errors'
import type { Context } from '../../src/platform/context'
import { compareMigrations } from '../../src/platform/db/migrations'

/** A command may know tables that an older database has not. @throws CliError */
export async function requireMigrated({ db }: Pick<Context, 'db'>): Promise<void> {
  const { pending } = await compareMigrations(db)
  if (pending.length > 0) throw new CliError('The database is behind: run  bun run db:migrate  first.')
}
