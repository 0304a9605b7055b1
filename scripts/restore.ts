/** `bun run restore FILE`: a backup into an empty database. */
import { restore } from '../src/platform/db/backup/restore'
import { databaseFromEnvironment } from '../src/platform/db/connect'
import { OperatorError, operatorWords } from '../src/platform/operator'

const [path] = process.argv.slice(2)
try {
  if (path === undefined) throw new OperatorError('Usage: bun run restore FILE')
  const rows = await restore(databaseFromEnvironment(process.env), path, new Date())
  console.log(`Restored ${rows} rows from ${path}.`)
} catch (error) {
  console.error(`Nothing was restored: ${operatorWords(error)}`)
  process.exit(1)
}
