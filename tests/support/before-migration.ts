import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../src/platform/config'
import { connect } from '../../src/platform/db/connect'
import { migrate } from '../../src/platform/db/migrate'
import { MIGRATIONS_FOLDER } from '../../src/platform/installation'
import { createDatabase } from './database'

/** A database of the version whose items knew their text and their tick alone, and the folder of its migrations. */
export const openBeforeShopping = () => openBefore(/ALTER TABLE `list_items` ADD `section`/)

/** A database of the version before that whose migration says this, and the folder of its migrations. */
export async function openBefore(statement: RegExp) {
  const database = await createDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-migrations-'))
  await cp(MIGRATIONS_FOLDER, folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const journal: { entries: { tag: string }[] } = JSON.parse(await readFile(path, 'utf8'))
  const texts = await Promise.all(journal.entries.map(({ tag }) => readFile(join(folder, `${tag}.sql`), 'utf8')))
  const first = texts.findIndex((text) => statement.test(text))
  if (first < 1) throw new Error(`no migration says ${statement}`)
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, first) }))
  await migrate(database.config, folder)
  const close = async () => {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
  return { database, folder, close }
}

/** A hundred lists, and so many items on them, every third of them ticked. */
export async function fillWithItems(database: Config['database'], items: number) {
  const connection = await connect(database)
  await connection.query("insert into members (display_name, color, created_at) values ('Ada', '#0F766E', now(3))")
  await connection.query(`insert into lists (owner_id, name, is_shared, created_at, updated_at)
    select (select min(id) from members), concat('List ', seq), true, now(3), now(3) from seq_1_to_100`)
  await connection.query(`insert into list_items (list_id, text, checked, \`rank\`, created_at, updated_at)
    select (select min(id) from lists) + seq % 100, concat('Item ', seq), seq % 3 = 0, concat('a', seq), now(3), now(3)
    from seq_1_to_${items}`)
  await connection.end()
}
