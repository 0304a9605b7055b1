import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { connect } from '../../src/platform/db/connect'
import { createDatabase, type TestDatabase } from '../support/database'
import { databaseVariables, shellVariables } from '../support/service'

let database: TestDatabase
beforeEach(async () => {
  database = await createDatabase()
})
afterEach(() => database.drop())

/** Runs the command as an operator would. */
async function migrate(...args: string[]) {
  const child = Bun.spawn([process.execPath, 'run', '--silent', 'db:migrate', ...args], {
    cwd: join(import.meta.dir, '../..'),
    env: { ...shellVariables(), ...databaseVariables(database.config) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, words] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { output, words, exitCode: await child.exited }
}

async function query(statement: string) {
  const connection = await connect(database.config)
  const [rows] = await connection.query(statement)
  await connection.end()
  return rows
}

describe('bun run db:migrate', () => {
  test.each(['--help', '--dry-run', 'status'])(
    '%s is answered with the usage, and nothing is migrated',
    async (word) => {
      const { output, words, exitCode } = await migrate(word)
      expect({ output, exitCode }).toEqual({ output: '', exitCode: 1 })
      expect(words).toStartWith('Usage: bun run db:migrate')
      expect(await query('show tables')).toEqual([])
    },
  )
})
