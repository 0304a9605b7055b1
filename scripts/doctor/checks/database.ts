import { sql } from 'drizzle-orm'
import { check, databaseOf, fail, ok, type Source, type Verdict, warn } from '../check'

export interface DatabaseFacts {
  version: string
  /** Of one question and its answer, on a connection that was open before. */
  milliseconds: number
  isReadOnly: boolean
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
    return { version, isReadOnly, milliseconds: performance.now() - begun }
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

export function judgeDatabase(facts: DatabaseFacts | null): Verdict {
  if (facts === null) return fail('DB_* do not name one', 'see configuration')
  const { version, milliseconds, isReadOnly } = facts
  const says = `${version}, answers in ${milliseconds.toFixed(1)} ms`
  if (isReadOnly) return fail(`${says}, but takes no writes`, 'set read_only to 0 there')
  if (isTooOld(version)) return warn(says, `MariaDB ${OLDEST.join('.')} or newer is expected`)
  return milliseconds > SLOW_MS ? warn(says, 'over 100 ms: is its machine busy, or far away?') : ok(says)
}

function isTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10))
  return major < OLDEST[0]! || (major === OLDEST[0] && minor < OLDEST[1]!)
}
