import { compareMigrations } from '../../../src/platform/db/migrations'
import { check, counted, databaseOf, fail, ok, type Verdict } from '../check'

export interface SchemaFacts {
  /** Names of the migrations that the database lacks, or has half of. */
  pending: string[]
  /** Migrations of a newer version on which this one may run. */
  newer: number
  /** And those on which it may not. */
  unknown: number
}

export const schema = check(
  'schema',
  async (source): Promise<SchemaFacts> => {
    const { pending, newer, unknown } = await compareMigrations(databaseOf(source))
    return { pending: pending.map(({ name }) => name), newer, unknown }
  },
  judgeSchema,
)

export function judgeSchema({ pending, newer, unknown }: SchemaFacts): Verdict {
  if (unknown > 0) {
    const says = `${counted(unknown, 'migration')} of a newer version`
    return fail(says, 'start that version, or restore a backup from before the upgrade')
  }
  if (pending.length > 0) return fail(`behind by ${pending.join(', ')}`, 'bun run db:migrate')
  return ok(newer > 0 ? `${counted(newer, 'migration')} ahead, on which this version may run` : 'up to date')
}
