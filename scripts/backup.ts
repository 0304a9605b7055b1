/** `bun run backup FILE`: the whole database in one file. */
import { backup } from '../src/platform/db/backup/backup'
import { databaseFromEnvironment } from '../src/platform/db/connect'
import { describeError } from '../src/platform/log'

const [path] = process.argv.slice(2)
try {
  if (path === undefined) throw new Error('Usage: bun run backup FILE')
  const rows = await backup(databaseFromEnvironment(process.env), path, new Date())
  console.log(`Wrote ${rows} rows to ${path}. Keep APP_PASSWORD_ENCRYPTION_KEY as well: it is not in the file.`)
} catch (error) {
  console.error(`The backup failed: ${describeError(error)}`)
  process.exit(1)
}
