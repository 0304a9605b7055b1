/** `bun run db:generate`: drizzle-kit writes the migration, then each new table is made to state its character set. */
import { readdir } from 'node:fs/promises'

const FOLDER = 'drizzle'
const TABLE_END = /\n\);/g
const STATED = '\n) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;'

const drizzleKit = Bun.spawn(['bunx', 'drizzle-kit', 'generate', ...process.argv.slice(2)], {
  stdio: ['inherit', 'inherit', 'inherit'],
})
if ((await drizzleKit.exited) !== 0) process.exit(1)

for (const name of await readdir(FOLDER)) {
  if (!name.endsWith('.sql')) continue
  const file = Bun.file(`${FOLDER}/${name}`)
  const sql = await file.text()
  const stated = sql.replace(TABLE_END, STATED)
  if (stated !== sql) await Bun.write(file, stated)
}
