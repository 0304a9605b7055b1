import { sql } from 'drizzle-orm'
import { dbErrorCode } from '../../../src/platform/db/errors'
import { check, databaseOf, fail, ok, type Source, type Verdict, warn } from '../check'

export interface DatabaseFacts {
  version: string
  /** Of one question and its answer, on a connection that was open before. */
  milliseconds: number
  isReadOnly: boolean
  /** What DB_USER may not do, in words of SQL. */
  denied: readonly string[]
}

/** Each is checked for its right, and changes nothing. */
const WRITES = {
  INSERT: sql`insert into app_config select * from app_config where false`,
  UPDATE: sql`update app_config set value = value where false`,
  DELETE: sql`delete from app_config where false`,
}

const SLOW_MS = 100
const OLDEST = [10, 11]

export const database = check(
  'database',
  async (source): Promise<DatabaseFacts | null> => {
    if (source.db === null) return null
    const { version, isReadOnly } = await ask(source)
    const begun = performance.now()
    await source.db.execute(sql`select 1`)
    const milliseconds = performance.now() - begun
    return { version, isReadOnly, milliseconds, denied: isReadOnly ? [] : await deniedTo(source) }
  },
  judgeDatabase,
)

async function ask(source: Source) {
  const [rows] = (await databaseOf(source).execute(
    sql`select version() as version, @@global.read_only as readOnly`,
  )) as unknown as [{ version: string; readOnly: number | string }[]]
  const { version, readOnly } = rows[0]!
  return { version, isReadOnly: !['0', 'OFF'].includes(String(readOnly)) }
}

async function deniedTo(source: Source): Promise<string[]> {
  const denied: string[] = []
  for (const [right, statement] of Object.entries(WRITES)) {
    const code = await databaseOf(source)
      .execute(statement)
      .then(() => null, dbErrorCode)
    if (code === 'ER_TABLEACCESS_DENIED_ERROR') denied.push(right)
  }
  return denied
}

export function judgeDatabase(facts: DatabaseFacts | null): Verdict {
  if (facts === null) return fail('DB_* do not name one', 'see configuration')
  const { version, milliseconds, isReadOnly, denied } = facts
  const says = `${version}, answers in ${milliseconds.toFixed(1)} ms`
  if (isReadOnly) return fail(`${says}, but takes no writes`, 'set read_only to 0 there')
  const lacks = denied.join(', ')
  if (lacks !== '') return fail(`${says}, but DB_USER may not ${lacks}`, 'grant all on the database to it')
  if (isTooOld(version)) return warn(says, `MariaDB ${OLDEST.join('.')} or newer is expected`)
  return milliseconds > SLOW_MS ? warn(says, 'over 100 ms: is its machine busy, or far away?') : ok(says)
}

function isTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10))
  return major < OLDEST[0]! || (major === OLDEST[0] && minor < OLDEST[1]!)
}
