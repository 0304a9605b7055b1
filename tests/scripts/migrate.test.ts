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

  test('what an interrupted restore has left is called so, with the way out', async () => {
    await query('create table `calendars` (`id` int)')
    const { words, exitCode } = await migrate()
    expect(exitCode).toBe(1)
    expect(words).toContain('Nothing of this migration was applied')
    expect(words).toContain('drop the database, create it again and restore once more')
    expect(words).not.toContain('Mend the cause')
  })
})
