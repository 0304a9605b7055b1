import { expect, test } from 'bun:test'
import { migrate } from '../../src/platform/db/migrate'
import { createDatabase } from '../support/database'
import { createMigratedDatabase, scriptOf } from '../support/migrated-database'

test('the databases of the tests are as migrations leave them', async () => {
  const migrated = await createDatabase()
  await migrate(migrated.config)
  const copies = await Promise.all([createMigratedDatabase(), createMigratedDatabase(), createMigratedDatabase()])

  const expected = await scriptOf(migrated.config)
  expect(expected).toContain('CREATE TABLE `events`')
  expect(expected).toContain('insert into `__drizzle_migrations`')
  for (const { config } of copies) {
    expect(await scriptOf(config)).toBe(expected)
    expect(await migrate(config)).toBe(0)
  }

  for (const database of [migrated, ...copies]) await database.drop()
})
