import { cliMessage } from '../../src/platform/cli-errors'
import type { Db } from '../../src/platform/db/client'
import type { InspectedConfig } from '../../src/platform/load-config'

/** What the checks read from. Nothing of it is written to. */
export interface Source extends InspectedConfig {
  /** Null: DB_* do not name it, or it does not answer. */
  db: Db | null
  /** Why its tables are not those of this version; unset: they are. */
  tablesDiffer?: string
  now: () => Date
}

/** What is thought of something: all is well, somebody should look, or something does not work. */
export interface Verdict {
  level: 'ok' | 'warn' | 'fail'
  says: string
  /** What to do about it. */
  todo?: string
  /** Of the schema: why its tables are not those of this version. */
  tablesDiffer?: string
}

export interface Finding extends Verdict {
  check: string
  /** The facts could not be read. */
  isUnread?: true
}

export interface Check {
  name: string
  run(source: Source, deadlineMs: number): Promise<Finding>
}

/** A check: facts that are read, within a deadline, and the judgement over them. */
export function check<Facts>(
  name: string,
  read: (source: Source) => Facts | Promise<Facts>,
  judge: (facts: Facts, now: Date) => Verdict,
): Check {
  return {
    name,
    async run(source, deadlineMs) {
      try {
        return { check: name, ...judge(await within(deadlineMs, read(source)), source.now()) }
      } catch (error) {
        return { check: name, ...verdictOn(error), isUnread: true }
      }
    },
  }
}

/** What a check needs is not there, which another one has said. */
class NotChecked extends Error {}

class TooLate extends Error {}

/** @throws NotChecked */
export function databaseOf({ db }: Source): Db {
  if (db === null) throw new NotChecked('the database does not answer')
  return db
}

/** The same, for whoever reads tables of this version. @throws NotChecked */
export function tablesOf(source: Source): Db {
  const db = databaseOf(source)
  if (source.tablesDiffer !== undefined) throw new NotChecked(source.tablesDiffer)
  return db
}

/** @throws NotChecked */
export function configOf({ config }: Source) {
  if (config === null) throw new NotChecked('the configuration is wrong')
  return config
}

function verdictOn(error: unknown): Verdict {
  if (error instanceof NotChecked) return warn(`not checked: ${error.message}`)
  return fail(error instanceof TooLate ? error.message : cliMessage(error))
}

async function within<T>(milliseconds: number, reading: T | Promise<T>): Promise<T> {
  const { promise: deadline, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new TooLate(`no answer within ${milliseconds} ms`)), milliseconds)
  try {
    return await Promise.race([reading, deadline])
  } finally {
    clearTimeout(timer)
  }
}

export const ok = (says: string): Verdict => ({ level: 'ok', says })
export const warn = (says: string, todo?: string): Verdict => ({ level: 'warn', says, todo })
export const fail = (says: string, todo?: string): Verdict => ({ level: 'fail', says, todo })

/** `1 calendar`, `2 calendars`. */
export const counted = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`
