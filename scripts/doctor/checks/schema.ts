import { compareMigrations, knownMigrations } from '../../../src/platform/db/migrations'
import { check, counted, databaseOf, fail, ok, type Verdict } from '../check'

export interface SchemaFacts {
  /** Names of the migrations that the database lacks, or has half of. */
  pending: string[]
  /** Migrations of a newer version on which this one may run. */
  newer: number
  /** And those on which it may not. */
  unknown: number
  /** Nothing was ever applied: that there are no tables is the whole truth. */
  isNew?: boolean
}

export const schema = check(
  'schema',
  async (source): Promise<SchemaFacts> => {
    const { pending, newer, unknown } = await compareMigrations(databaseOf(source))
    const isNew = pending.length === knownMigrations().length && pending.every(({ applied }) => applied === null)
    return { pending: pending.map(({ name }) => name), newer, unknown, isNew }
  },
  judgeSchema,
)

export function judgeSchema({ pending, newer, unknown, isNew = false }: SchemaFacts): Verdict {
  if (unknown > 0) {
    const says = `${counted(unknown, 'migration')} of a newer version`
    const todo = 'start that version, or restore a backup from before the upgrade'
    return { ...fail(says, todo), tablesDiffer: 'the schema is newer' }
  }
  if (pending.length > 0) {
    const behind = fail(`behind by ${pending.join(', ')}`, 'bun run db:migrate')
    return isNew ? behind : { ...behind, tablesDiffer: 'the schema is behind' }
  }
  return ok(newer > 0 ? `${counted(newer, 'migration')} ahead, on which this version may run` : 'up to date')
}
