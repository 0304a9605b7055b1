import type { Finding, Source } from './check'
import { CHECKS, COMPARING_SCHEMA, REACHING_DATABASE } from './checks'

/** A database that hangs must not hang whoever asks after it. */
const DEADLINE_MS = 5_000

/**
 * Looks at everything, and changes nothing. Where the database does not answer, it is asked once; where its tables are
 * not those of this version, none is read.
 */
export async function examine(source: Source, deadlineMs = DEADLINE_MS): Promise<Finding[]> {
  const database = await REACHING_DATABASE.run(source, deadlineMs)
  const reached = database.isUnread ? { ...source, db: null } : source
  const schema = await COMPARING_SCHEMA.run(reached, deadlineMs)
  const readable = { ...reached, tablesDiffer: schema.tablesDiffer }
  const rest = CHECKS.map((check) => (check === COMPARING_SCHEMA ? schema : check.run(readable, deadlineMs)))
  return [database, ...(await Promise.all(rest))]
}

export const isWell = (findings: readonly Finding[]) => findings.every(({ level }) => level !== 'fail')

/** A line: the verdict, what it is about, and what to do. */
export function describeFinding({ level, check, says, todo }: Finding): string {
  const line = `${level.padEnd(4)}  ${check}: ${says}${todo === undefined ? '' : ` → ${todo}`}`
  // Names of people and messages of servers are in it.
  return line.replaceAll(/\p{Cc}+/gu, ' ')
}
