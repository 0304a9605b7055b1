/** `bun run backup FILE`: the whole database in one file. */
import { backup } from '../src/platform/db/backup/backup'
import { databaseFromEnvironment } from '../src/platform/db/connect'
import { OperatorError, operatorWords } from '../src/platform/operator'

const [path] = process.argv.slice(2)
try {
  if (path === undefined) throw new OperatorError('Usage: bun run backup FILE')
  const rows = await backup(databaseFromEnvironment(process.env), path, new Date())
  console.log(`Wrote ${rows} rows to ${path}. Keep APP_PASSWORD_ENCRYPTION_KEY as well: it is not in the file.`)
} catch (error) {
  console.error(`The backup failed: ${operatorWords(error)}`)
  process.exit(1)
}
